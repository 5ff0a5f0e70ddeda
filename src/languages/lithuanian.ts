import type { LanguageDefinition } from "./language.js";

export const lithuanian: LanguageDefinition = {
  analyzer: "lithuanian",
  yesNo: ["Taip", "Ne"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: null,
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
