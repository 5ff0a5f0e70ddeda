import type { LanguageDefinition } from "./language.js";

export const danish: LanguageDefinition = {
  analyzer: "danish",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: "til",
  departments: { women: "dame kvinde", men: "herre mænd", girls: "pige", boys: "dreng", children: "børn barn baby" },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: "og med til en er af det som på i",
  privateWords: null,
};
