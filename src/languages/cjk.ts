import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const cjk: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "cjk",
  yesNo: ["Yes", "No"],
  headPosition: "last",
};
