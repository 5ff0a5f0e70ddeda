import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const swedish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "swedish",
  code: "sv",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  orWords: "eller",
  compounds: true,
  compatibilityWords: "för",
  departments: {
    women: "dam$ damer damkl kvinn",
    men: "herr$ herrar herrkl män$",
    girls: "flick",
    boys: "pojk",
    children: "barn baby",
  },
  negationWords: { before: "utan|ej|fri från", behind: "fri|fritt|fria", endings: "lös|löst|lösa" },
};
