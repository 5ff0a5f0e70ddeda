import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const norwegian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["minimal_norwegian"],
    folding: ["scandinavian_folding"],
    wordEndings: [
      ["(?<=\\p{L}{2})(?:erne|ene|ane|er|en|et|a|e)$", ""],
      ["(?<=\\p{L}{2})el$", "l"],
      ["([bdfgkmnprt])\\1l$", "$1l"],
    ],
    keepsWord: true,
  },
  stopWords:
    "og i jeg det at en et den til er som på de med han av ikke ikkje der så var meg seg men ett har om vi min mitt " +
    "ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller hva skal selv sjøl her alle vil " +
    "bli ble blei blitt kunne inn når være kom noen noe ville dere deres kun ja etter ned skulle denne for deg si " +
    "sine sitt mot å meget hvorfor dette disse uten hvordan ingen din ditt blir samme hvilken hvilke sånn inni mellom " +
    "vår hver hvem vors hvis både bare enn fordi før mange også slik vært båe begge siden dykk dykkar dei deira " +
    "deires deim di då eg ein eit eitt elles honom hjå ho hoe henne hennar hennes hoss hossen ingi inkje korleis " +
    "korso kva kvar kvarhelst kven kvi kvifor me medan mi mine mykje no nokon noka nokor noko nokre sia sidan so somt " +
    "somme um upp vere vore verte vort varte vart",
  // prettier-ignore
  irregular: [
    "sko skorne", "tann tenner tennene", "hånd hender hendene", "ku kyr", "gås gjess", "and ender", "klo klør klørne",
    "tå tær tærne", "stang stenger", "tang tenger", "natt netter", "tre trær trærne", "kne knær", "hammer hamre",
    "rød rødt", "blå blått", "grå grått", "stor stort", "liten små lille", "grønn grønt", "gul gult", "hvit hvitt",
    "brun brunt", "varm varmt", "kald kaldt", "lang langt", "rund rundt", "myk mykt", "tykk tykt", "tynn tynt",
    "ren rent", "fin fint", "ny nytt", "høy høyt", "lav lavt", "bred bredt", "smal smalt",
    "håndkle håndklær håndklærne", "klær klærne", "kam kammer", "rot røtter", "gulrot gulrøtter", "fot føtter",
    "øye øyne øynene", "museum museer", "finger fingre fingrer", "program programmer", "lam lammet", "skum skummet",
  ],
  code: "no",
  yesNo: ["Ja", "Nei"],
  headPosition: "last",
  compounds: true,
  shortEndings: "sko bok øl",
  compatibilityWords: "til",
  departments: {
    women: { words: "dame damer kvinne kvinner", beginnings: "dame kvinne" },
    men: { words: "herre herrer menn mann", beginnings: "herre" },
    girls: { words: "jente jenter", beginnings: "jente" },
    boys: { words: "gutt gutter", beginnings: "gutt" },
    children: { words: "barn barna", beginnings: "barn baby småbarn" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "under|mindre enn|billigere enn|for under",
    most: "opptil|opp til|inntil|høyst|maks|maks.|maksimalt",
    least: "over|fra|minst|mer enn|dyrere enn",
    orLess: "eller mindre|eller billigere",
    orMore: "eller mer|og oppover",
    between: "mellom",
    and: "og",
    from: "fra",
    to: "til|opptil|opp til",
    price: "pris|priser",
    thousand: "tusen",
    shares: "bomull|ull|silke|lin|skinn",
    grouping: "space",
  },
  negationWords: { before: "uten|ingen|fri for", behind: "fri|fritt|frie", endings: "løs|løst|løse" },
};
