import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const chinese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "smartcn",
  plugin: "analysis-smartcn",
  code: "zh",
  yesNo: ["是", "否"],
  headPosition: "last",
};
