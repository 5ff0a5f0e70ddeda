import type { LanguageDefinition } from "./language.js";

export const indonesian: LanguageDefinition = {
  analyzer: "indonesian",
  yesNo: ["Ya", "Tidak"],
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
