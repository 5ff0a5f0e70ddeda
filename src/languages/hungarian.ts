import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const hungarian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "hungarian",
  code: "hu",
  yesNo: ["Igen", "Nem"],
  headPosition: "last",
  departments: { women: "női nők", men: "férfi", girls: "lány", boys: "fiú", children: "gyerek baba$" },
  negationWords: { before: null, behind: "nélkül|nélküli|mentes", endings: "talan|telen" },
};
