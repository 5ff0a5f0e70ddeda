import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const irish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "irish",
  yesNo: ["Tá", "Níl"],
  headPosition: "first",
  negationWords: { before: "gan", behind: null, endings: null },
};
