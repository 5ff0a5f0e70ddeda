import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const korean: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "nori",
  plugin: "analysis-nori",
  code: "ko",
  yesNo: ["예", "아니요"],
  headPosition: "last",
};
