import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const thai: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "thai",
  code: "th",
  yesNo: ["ใช่", "ไม่ใช่"],
  headPosition: "first",
};
