import type { LanguageDefinition } from "./language.js";

export const persian: LanguageDefinition = {
  analyzer: "persian",
  yesNo: ["بله", "خیر"],
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
