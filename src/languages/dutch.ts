import type { LanguageDefinition } from "./language.js";

export const dutch: LanguageDefinition = {
  analyzer: "dutch",
  yesNo: ["Ja", "Nee"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: "voor",
  departments: {
    women: "dames vrouw",
    men: "heren mannen",
    girls: "meisje",
    boys: "jongen",
    children: "kinder kind$ baby",
  },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: "het een met voor en van is de deze uit",
  privateWords: "inkoop inkoopprijs leverancier",
};
