import type { LanguageDefinition } from "./language.js";

export const catalan: LanguageDefinition = {
  analyzer: "catalan",
  yesNo: ["Sí", "No"],
  headPosition: "first",
  betweenWords: null,
  compatibilityWords: null,
  departments: {
    women: "dona$ dones$",
    men: "home$ homes$",
    girls: "nena nenes",
    boys: "nen$ nens$",
    children: "infantil bebè",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
