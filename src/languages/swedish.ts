import type { LanguageDefinition } from "./language.js";

export const swedish: LanguageDefinition = {
  analyzer: "swedish",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: "för",
  departments: {
    women: "dam$ damer damkl kvinn",
    men: "herr$ herrar herrkl män$",
    girls: "flick",
    boys: "pojk",
    children: "barn baby",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: "och med för en är av det som i till",
  privateWords: null,
};
