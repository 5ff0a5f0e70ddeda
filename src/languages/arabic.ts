import type { LanguageDefinition } from "./language.js";

export const arabic: LanguageDefinition = {
  analyzer: "arabic",
  yesNo: ["نعم", "لا"],
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
