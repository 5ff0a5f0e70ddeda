import type { LanguageDefinition } from "./language.js";

export const romanian: LanguageDefinition = {
  analyzer: "romanian",
  yesNo: ["Da", "Nu"],
  headPosition: "first",
  betweenWords: null,
  compatibilityWords: null,
  departments: {
    women: "femei$ femeie damă dama$ dame$",
    men: "bărbat barbat",
    girls: "fete$ fată",
    boys: "băieț baiet",
    children: "copii bebel",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
