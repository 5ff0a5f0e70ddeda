import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const danish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "danish",
  code: "da",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  orWords: "eller",
  compounds: true,
  compatibilityWords: "til",
  departments: { women: "dame kvinde", men: "herre mænd", girls: "pige", boys: "dreng", children: "børn barn baby" },
  negationWords: { before: "uden|ingen|fri for", behind: "fri|frit|frie", endings: "løs|løst|løse" },
};
