import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const latvian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "latvian",
  code: "lv",
  yesNo: ["Jā", "Nē"],
  headPosition: "last",
};
