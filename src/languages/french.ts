import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const french: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "french",
  code: "fr",
  yesNo: ["Oui", "Non"],
  headPosition: "first",
  betweenWords: "avec sans et ou en de du des à",
  orWords: "ou",
  featureWords: "avec",
  compatibilityWords: "pour compatible",
  departments: { women: "femme", men: "homme", girls: "fille", boys: "garçon", children: "enfant bébé" },
  priceWords: { below: "moins de", most: "sous|jusqu'à|au plus", least: "plus de|à partir de|au moins" },
  negationWords: { before: "sans|sans ajout de", behind: null, endings: null },
  measures: "pouces?|litres?|jours|mois|ans",
  sizeWords: "taille|pointure",
  // prettier-ignore
  synonyms: [
    "ordinateur portable, pc portable, laptop, notebook", "télévision, téléviseur, tv, télé",
    "téléphone portable, smartphone, mobile", "casque, écouteurs", "frigo, réfrigérateur", "disque dur, hdd",
    "baskets, tennis, sneakers", "pull, pullover, chandail", "vélo, bicyclette", "canapé, sofa",
  ],
  privateWords: "fournisseur achat marge",
};
