import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const italian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "italian",
  code: "it",
  yesNo: ["Sì", "No"],
  headPosition: "first",
  betweenWords: "con senza e o in di da del della",
  orWords: "o",
  featureWords: "con",
  compatibilityWords: "per compatibile",
  departments: {
    women: "donna donne",
    men: "uomo$ uomini",
    girls: "bambina ragazza",
    boys: "ragazzo",
    children: "bambini bambino neonat",
  },
  priceWords: { below: "meno di", most: "sotto|sotto i|fino a|massimo", least: "più di|oltre|a partire da|almeno|da" },
  negationWords: { before: "senza|privo di|priva di", behind: null, endings: null },
  measures: "pollici|litri|giorni|mesi|anni",
  sizeWords: "taglia|misura|numero",
  // prettier-ignore
  synonyms: [
    "portatile, laptop, notebook", "televisore, tv, televisione", "cellulare, smartphone, telefonino",
    "cuffie, auricolari", "frigo, frigorifero", "disco rigido, hard disk, hdd", "scarpe da ginnastica, sneakers",
    "maglione, pullover", "bici, bicicletta", "divano, sofà",
  ],
  privateWords: "fornitore costo acquisto margine",
};
