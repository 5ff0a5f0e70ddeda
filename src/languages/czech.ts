import type { LanguageDefinition } from "./language.js";

export const czech: LanguageDefinition = {
  analyzer: "czech",
  yesNo: ["Ano", "Ne"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: {
    women: "dámsk ženy ženské",
    men: "pánsk muži mužské",
    girls: "dívč dívky",
    boys: "chlapec chlapc",
    children: "děti dětsk",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
