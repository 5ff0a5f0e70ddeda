import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const japanese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "kuromoji",
  plugin: "analysis-kuromoji",
  code: "ja",
  yesNo: ["はい", "いいえ"],
  headPosition: "last",
};
