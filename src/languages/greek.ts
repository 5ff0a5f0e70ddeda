import type { LanguageDefinition } from "./language.js";

export const greek: LanguageDefinition = {
  analyzer: "greek",
  yesNo: ["Ναι", "Όχι"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: { women: "γυναικ", men: "ανδρ άνδρ", girls: "κορίτσ κοριτσ", boys: "αγόρ αγορ", children: "παιδ βρεφ" },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
