import type { LanguageDefinition } from "./language.js";

export const portuguese: LanguageDefinition = {
  analyzer: "portuguese",
  yesNo: ["Sim", "Não"],
  headPosition: "first",
  betweenWords: null,
  compatibilityWords: "para",
  departments: {
    women: "mulher feminin",
    men: "homem homens masculin",
    girls: "menina",
    boys: "menino",
    children: "criança infantil bebé bebê",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: "o os com para uma é da do e em",
  privateWords: null,
};
