import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

/** Any language without an analyzer: words are compared as they are written. */
export const other: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "standard",
  yesNo: ["Yes", "No"],
  headPosition: "last",
};
