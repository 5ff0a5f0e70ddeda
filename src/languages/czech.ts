import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const czech: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "czech",
  code: "cs",
  yesNo: ["Ano", "Ne"],
  headPosition: "last",
  orWords: "nebo",
  departments: {
    women: "dámsk ženy ženské",
    men: "pánsk muži mužské",
    girls: "dívč dívky",
    boys: "chlapec chlapc",
    children: "děti dětsk",
  },
  negationWords: { before: "bez", behind: null, endings: null },
};
