import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const indonesian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "indonesian",
  code: "ms",
  yesNo: ["Ya", "Tidak"],
  headPosition: "first",
  negationWords: { before: "tanpa|bebas", behind: null, endings: null },
};
