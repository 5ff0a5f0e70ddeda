import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const bulgarian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "bulgarian",
  code: "bg",
  yesNo: ["Да", "Не"],
  headPosition: "last",
  negationWords: { before: "без", behind: null, endings: null },
};
