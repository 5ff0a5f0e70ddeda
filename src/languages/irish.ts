import type { LanguageDefinition } from "./language.js";

export const irish: LanguageDefinition = {
  analyzer: "irish",
  yesNo: ["Tá", "Níl"],
  headPosition: "first",
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
