import type { LanguageDefinition } from "./language.js";

export const finnish: LanguageDefinition = {
  analyzer: "finnish",
  yesNo: ["Kyllä", "Ei"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: {
    women: "nais nainen",
    men: "mies$ miest miehe",
    girls: "tyttö tyttöj",
    boys: "poika poik",
    children: "laps vauva",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
