import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const turkish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "turkish",
  code: "tr",
  yesNo: ["Evet", "Hayır"],
  headPosition: "last",
  betweenWords: "ile ve veya",
  orWords: "veya",
  featureWords: "ile",
  compatibilityWords: "uyumlu için",
  departments: { women: "kadın bayan", men: "erkek", girls: "kız", boys: "oğlan", children: "çocuk bebek" },
  priceWords: { below: null, most: "en fazla|maksimum", least: "en az" },
  negationWords: { before: null, behind: "içermeyen", endings: "siz|sız|suz|süz" },
  measures: "inç",
  sizeWords: "beden|numara",
  // prettier-ignore
  synonyms: [
    "laptop, notebook, dizüstü bilgisayar", "televizyon, tv", "cep telefonu, akıllı telefon, telefon",
    "kulaklık, kulaküstü kulaklık", "buzdolabı, soğutucu", "spor ayakkabı, sneaker", "kazak, süveter",
    "bisiklet, bike", "kanepe, koltuk",
  ],
};
