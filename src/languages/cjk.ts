import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const cjk: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, folding: ["cjk_width"], isUnspaced: true },
  yesNo: ["Yes", "No"],
  headPosition: "last",
};
