import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const polish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "polish",
  plugin: "analysis-stempel",
  code: "pl",
  yesNo: ["Tak", "Nie"],
  headPosition: "first",
  orWords: "lub albo",
  negationWords: { before: "bez", behind: null, endings: null },
};
