import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const german: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "german",
  code: "de",
  yesNo: ["Ja", "Nein"],
  headPosition: "last",
  compounds: true,
  capitalNouns: true,
  betweenWords: "mit ohne und oder aus von zu im",
  orWords: "oder",
  featureWords: "mit in im inkl inklusive",
  compatibilityWords: "für fuer passend",
  departments: {
    women: "damen frau",
    men: "herren männer mann$",
    girls: "mädchen",
    boys: "jungen junge$ jungs",
    children: "kinder kind$ baby",
  },
  priceWords: {
    below: "unter|weniger als|günstiger als|billiger als",
    most: "bis|bis zu|höchstens|maximal",
    least: "über|ab|mindestens|mehr als",
  },
  negationWords: {
    before: "ohne|ohne zusatz von|ohne zugesetzten|ohne zugesetzte|kein|keine|keinen|nicht|frei von",
    behind: "frei|freie|freier|freies|freien",
    endings: "los|lose|loser|loses|losen",
  },
  measures: "zoll|liter|gramm|kilo|grad|stück|tage|wochen|monate|jahre",
  sizeWords: "größe|groesse|gr\\.?",
  // prettier-ignore
  synonyms: [
    "laptop, notebook", "fernseher, tv, fernsehgerät", "handy, smartphone, mobiltelefon", "kopfhörer, headphones",
    "festplatte, hdd", "sofa, couch", "fahrrad, rad, bike", "pullover, pulli, sweater", "hose, hosen",
    "turnschuhe, sneaker", "jeanshose, jeans", "staubsauger, sauger", "toilettenpapier, klopapier, wc-papier",
    // Only what is milked may be sold as milk in the EU (Regulation 1308/2013).
    "hafermilch, haferdrink", "sojamilch, sojadrink", "mandelmilch, mandeldrink", "reismilch, reisdrink",
    "karotte, möhre, mohrrübe", "brötchen, semmel", "hackfleisch, faschiertes", "tomate, paradeiser",
  ],
  privateWords: "einkauf einkaufspreis ek lieferant lieferanten marge gewinn intern",
};
