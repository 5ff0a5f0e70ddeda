import type { LanguageDefinition } from "./language.js";

export const norwegian: LanguageDefinition = {
  analyzer: "norwegian",
  yesNo: ["Ja", "Nei"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: "til",
  departments: { women: "dame kvinne", men: "herre menn$", girls: "jente", boys: "gutt", children: "barn baby" },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
