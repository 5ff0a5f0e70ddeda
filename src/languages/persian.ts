import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const persian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "persian",
  code: "fa",
  yesNo: ["بله", "خیر"],
  headPosition: "first",
};
