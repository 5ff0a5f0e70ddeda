import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const lithuanian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "lithuanian",
  code: "lt",
  yesNo: ["Taip", "Ne"],
  headPosition: "last",
  negationWords: { before: "be", behind: null, endings: null },
};
