import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const norwegian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "norwegian",
  code: "no",
  yesNo: ["Ja", "Nei"],
  headPosition: "last",
  orWords: "eller",
  compounds: true,
  compatibilityWords: "til",
  departments: { women: "dame kvinne", men: "herre menn$", girls: "jente", boys: "gutt", children: "barn baby" },
  negationWords: { before: "uten|ingen|fri for", behind: "fri|fritt|frie", endings: "løs|løst|løse" },
};
