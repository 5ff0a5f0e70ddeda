import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

/** Any language without a file of its own: words are compared without case and accents. */
export const other: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  yesNo: ["Yes", "No"],
  headPosition: "last",
};
