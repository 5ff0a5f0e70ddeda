import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const catalan: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "catalan",
  code: "ca",
  yesNo: ["Sí", "No"],
  headPosition: "first",
  departments: {
    women: "dona$ dones$",
    men: "home$ homes$",
    girls: "nena nenes",
    boys: "nen$ nens$",
    children: "infantil bebè",
  },
  negationWords: { before: "sense|lliure de", behind: null, endings: null },
};
