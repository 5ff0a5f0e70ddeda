import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const hindi: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "hindi",
  code: "hi",
  yesNo: ["हाँ", "नहीं"],
  headPosition: "last",
};
