import type { LanguageDefinition } from "./language.js";

export const hungarian: LanguageDefinition = {
  analyzer: "hungarian",
  yesNo: ["Igen", "Nem"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: { women: "női nők", men: "férfi", girls: "lány", boys: "fiú", children: "gyerek baba$" },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
