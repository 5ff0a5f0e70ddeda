import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const danish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["danish"],
    folding: ["scandinavian_folding"],
    wordEndings: [
      ["(?<=\\p{L}{2})(?:erne|ene|er|en|et|e)$", ""],
      ["(?<=\\p{L}{2})el$", "l"],
      ["([bdfgklmnprst])\\1(l?)$", "$1$2"],
    ],
    keepsWord: true,
  },
  stopWords:
    "og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun " +
    "nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når være dog " +
    "noget ville jo deres efter ned skulle denne end dette mit også under have dig anden hende mine alt meget sit " +
    "sine vor mod disse hvis din nogle hos blive mange ad bliver hendes været thi jer sådan",
  // prettier-ignore
  irregular: [
    "sko skoen skoene", "handske hanske hansker", "hammer hamre", "bæger bægre", "finger fingre", "kno knoer",
    "øje øjne øjnene", "rød rødt", "blå blåt", "grå gråt", "stor stort", "lille små", "hvid hvidt", "grøn grønt",
    "gul gult", "brun brunt", "lilla lillat", "lyseblå lyseblåt", "mørkeblå mørkeblåt", "varm varmt", "blød blødt",
    "tyk tykt", "ren rent", "fin fint", "ny nyt", "høj højt", "lav lavt", "bred bredt", "smal smalt", "museum museer",
  ],
  code: "da",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  compounds: true,
  shortEndings: "sko bog øl",
  compatibilityWords: "til",
  departments: {
    women: { words: "dame damer damerne kvinder kvinde kvinders", beginnings: "dame kvinde" },
    men: { words: "herre herrer mænd mand mænds", beginnings: "herre mænd" },
    girls: { words: "pige piger pigers", beginnings: "pige" },
    boys: { words: "dreng drenge drenges", beginnings: "dreng" },
    children: { words: "børn barn børns", beginnings: "børn barn baby spædbørn" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "under|mindre end|billigere end|for under",
    most: "op til|højst|maks|maks.|maksimalt|ikke over",
    least: "over|fra|mindst|mere end|dyrere end",
    orLess: "eller mindre|eller derunder",
    orMore: "eller mere|og op|og opefter",
    between: "mellem",
    and: "og",
    from: "fra",
    to: "til|op til",
    price: "pris|priser",
    thousand: "tusind",
    shares: "bomuld|uld|silke|hør|læder",
  },
  negationWords: { before: "uden|ingen|fri for", behind: "fri|frit|frie", endings: "løs|løst|løse" },
};
