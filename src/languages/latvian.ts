import type { LanguageDefinition } from "./language.js";

export const latvian: LanguageDefinition = {
  analyzer: "latvian",
  yesNo: ["Jā", "Nē"],
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
