import type { LanguageDefinition } from "./language.js";

export const bulgarian: LanguageDefinition = {
  analyzer: "bulgarian",
  yesNo: ["Да", "Не"],
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
