import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const arabic: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "arabic",
  code: "ar",
  yesNo: ["نعم", "لا"],
  headPosition: "first",
};
