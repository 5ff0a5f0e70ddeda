import type { LanguageDefinition } from "./language.js";

export const thai: LanguageDefinition = {
  analyzer: "thai",
  yesNo: ["ใช่", "ไม่ใช่"],
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
