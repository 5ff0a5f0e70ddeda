import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const romanian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "romanian",
  code: "ro",
  yesNo: ["Da", "Nu"],
  headPosition: "first",
  departments: {
    women: "femei$ femeie damă dama$ dame$",
    men: "bărbat barbat",
    girls: "fete$ fată",
    boys: "băieț baiet",
    children: "copii bebel",
  },
  negationWords: { before: "fără", behind: null, endings: null },
};
