import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const greek: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "greek",
  code: "el",
  yesNo: ["Ναι", "Όχι"],
  headPosition: "last",
  departments: { women: "γυναικ", men: "ανδρ άνδρ", girls: "κορίτσ κοριτσ", boys: "αγόρ αγορ", children: "παιδ βρεφ" },
  negationWords: { before: "χωρίς", behind: null, endings: null },
};
