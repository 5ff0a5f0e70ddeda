import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const finnish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "finnish",
  code: "fi",
  yesNo: ["Kyllä", "Ei"],
  headPosition: "last",
  compounds: true,
  departments: {
    women: "nais nainen",
    men: "mies$ miest miehe",
    girls: "tyttö tyttöj",
    boys: "poika poik",
    children: "laps vauva",
  },
  negationWords: { before: "ilman", behind: "vapaa", endings: "ton|tön" },
};
