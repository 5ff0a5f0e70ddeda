import type { LanguageDefinition } from "./language.js";

export const cjk: LanguageDefinition = {
  analyzer: "cjk",
  yesNo: ["Yes", "No"],
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
