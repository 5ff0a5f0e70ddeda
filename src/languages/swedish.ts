import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const swedish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["light_swedish"],
    folding: ["scandinavian_folding"],
    wordEndings: [
      ["(?<=\\p{L}{2})(?:arna|erna|orna|ena|ar|er|or|en|et|an|na|a|e)$", ""],
      ["(?<=\\p{L}{2})el$", "l"],
    ],
    keepsWord: true,
  },
  stopWords:
    "och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke mig du henne då " +
    "sin nu har inte hans honom skulle hennes där min man ej vid kunde något från ut när efter upp vi dem vara vad " +
    "över än dig kan sina här ha mot alla under någon eller allt mycket sedan ju denna själv detta åt utan varit hur " +
    "ingen mitt ni bli blev oss din dessa några deras blir mina samma vilken er sådan vår blivit dess inom mellan " +
    "sådant varför varje vilka ditt vem vilket sitt sådana vart dina vars vårt våra ert era vilkas",
  // prettier-ignore
  irregular: [
    "sko skor skorna", "bok böcker böckerna", "kokbok kokböcker", "dagbok dagböcker", "bilderbok bilderböcker", "nöt nötter", "hasselnöt hasselnötter", "jordnöt jordnötter",
    "valnöt valnötter", "morot morötter morötterna", "rot rötter", "fot fötter", "ko kor", "gås gäss", "mus möss",
    "lus löss", "tå tår", "kam kammar", "hammare hamrar", "finger fingrar", "fönster fönstret fönstren",
    "filter filtret filtren", "röd rött", "blå blått", "grå grått", "liten små lilla", "gammal gamla", "ny nytt",
    "mörkblå mörkblått", "ljusblå ljusblått", "dum dumma", "öga ögon ögonen", "öra öron öronen", "ö öar",
    "museum museer", "program programmet programmen", "himmel himlar", "te tet",
  ],
  code: "sv",
  yesNo: ["Ja", "Nej"],
  headPosition: "last",
  compounds: true,
  shortEndings: "sko bok öl",
  compatibilityWords: "för",
  departments: {
    women: {
      words: "dam damer damerna kvinnor kvinna",
      beginnings: "damkläd damkon damsko damjack damväsk damcykel damtröj dambyx damparfym damur damklock kvinn",
    },
    men: {
      words: "herr herrar herrarna män",
      beginnings:
        "herrkläd herrkon herrsko herrjack herrväsk herrcykel herrtröj herrbyx herrskjort herrparfym herrur herrklock",
    },
    girls: { words: "flickor flicka tjejer tjej", beginnings: "flick" },
    boys: { words: "pojkar pojke killar kille", beginnings: "pojk" },
    children: { words: "barn barnen", beginnings: "barn baby småbarn spädbarn" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "under|mindre än|billigare än|för under",
    most: "upp till|högst|max|maximalt|som mest|inte mer än",
    least: "över|från|minst|mer än|dyrare än",
    orLess: "eller mindre|eller billigare",
    orMore: "eller mer|och uppåt",
    between: "mellan",
    and: "och",
    from: "från",
    to: "till|upp till",
    price: "pris|priser",
    thousand: "tusen",
    shares: "bomull|ull|siden|lin|läder",
    grouping: "space",
  },
  negationWords: { before: "utan|ej|fri från", behind: "fri|fritt|fria", endings: "lös|löst|lösa" },
};
