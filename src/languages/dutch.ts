import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const dutch: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "dutch",
  code: "nl",
  yesNo: ["Ja", "Nee"],
  headPosition: "last",
  orWords: "of",
  compounds: true,
  compatibilityWords: "voor",
  departments: {
    women: "dames vrouw",
    men: "heren mannen",
    girls: "meisje",
    boys: "jongen",
    children: "kinder kind$ baby",
  },
  negationWords: { before: "zonder|geen|vrij van", behind: "vrij|vrije", endings: "loos|loze" },
  privateWords: "inkoop inkoopprijs leverancier",
};
