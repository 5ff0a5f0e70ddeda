import type { LanguageDefinition } from "./language.js";

export const hindi: LanguageDefinition = {
  analyzer: "hindi",
  yesNo: ["हाँ", "नहीं"],
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
