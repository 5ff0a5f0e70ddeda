import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const portuguese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "portuguese",
  code: "pt",
  yesNo: ["Sim", "Não"],
  headPosition: "first",
  orWords: "ou",
  compatibilityWords: "para",
  departments: {
    women: "mulher feminin",
    men: "homem homens masculin",
    girls: "menina",
    boys: "menino",
    children: "criança infantil bebé bebê",
  },
  negationWords: { before: "sem|livre de", behind: null, endings: null },
};
