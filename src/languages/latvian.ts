import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const latvian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "latvian",
  code: "lv",
  yesNo: ["Jā", "Nē"],
  headPosition: "last",
  negationWords: { before: "bez", behind: null, endings: null },
};
