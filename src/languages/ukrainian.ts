import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const ukrainian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "ukrainian",
  plugin: "analysis-ukrainian",
  code: "uk",
  yesNo: ["Так", "Ні"],
  headPosition: "first",
  negationWords: { before: "без", behind: null, endings: null },
};
