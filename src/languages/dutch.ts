import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const dutch: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["dutch"],
    stemEndings: [
      ["z$", "s"],
      ["v$", "f"],
      ["(.)\\1$", "$1"],
    ],
    wordEndings: [["(?<=\\p{L}{3}[aeiouy])s$", ""]],
    keepsWord: true,
  },
  stopWords:
    "de en van ik te dat die in een hij het niet zijn is op aan met als voor had er maar om hem dan zou of wat mijn " +
    "men dit zo door over ze zich bij ook tot je mij uit der daar naar heb hoe heeft hebben deze u nog zal me zij nu " +
    "ge geen omdat iets worden toch al waren veel meer doen toen moet ben zonder hun dus alles onder ja eens hier wie " +
    "werd altijd doch wordt wezen kunnen ons zelf tegen na reeds wil kon niets uw iemand geweest andere",
  // prettier-ignore
  irregular: [
    "ei eieren", "blad bladeren", "kalf kalveren", "lam lammeren", "rad raderen", "been beenderen", "lied liederen",
    "rund runderen", "schip schepen", "stad steden", "koe koeien", "vlo vlooien", "museum musea",
    "catalogus catalogi", "knie knieën", "idee ideeën", "industrie industrieën", "ui uien",
  ],
  code: "nl",
  yesNo: ["Ja", "Nee"],
  headPosition: "last",
  compounds: true,
  shortEndings: "jas tas pan rok",
  compatibilityWords: "voor",
  departments: {
    women: { words: "dames dame vrouwen vrouw", beginnings: "dames vrouwen" },
    men: { words: "heren mannen man", beginnings: "heren mannen" },
    girls: { words: "meisjes meisje", beginnings: "meisjes" },
    boys: { words: "jongens jongen", beginnings: "jongens" },
    children: { words: "kinderen kind kids", beginnings: "kinder baby peuter kleuter" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "onder|onder de|minder dan|goedkoper dan|voor minder dan",
    most: "tot|tot en met|maximaal|hoogstens|niet meer dan",
    least: "boven|boven de|vanaf|meer dan|minimaal|minstens|niet minder dan",
    orLess: "of minder|maximaal",
    orMore: "of meer|en meer|minimaal",
    between: "tussen|tussen de",
    and: "en|en de",
    from: "van|vanaf",
    to: "tot|tot en met|t/m",
    price: "prijs|prijzen",
    thousand: "duizend",
    shares: "katoen|wol|zijde|linnen|leer",
  },
  negationWords: { before: "zonder|geen|vrij van", behind: "vrij|vrije", endings: "loos|loze" },
  privateWords: "inkoop inkoopprijs leverancier",
};
