import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const estonian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "estonian",
  code: "et",
  yesNo: ["Jah", "Ei"],
  headPosition: "last",
  negationWords: { before: "ilma", behind: null, endings: null },
};
