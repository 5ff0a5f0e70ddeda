import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const spanish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "spanish",
  code: "es",
  yesNo: ["Sí", "No"],
  headPosition: "first",
  betweenWords: "con sin y o en de del",
  orWords: "o",
  featureWords: "con",
  compatibilityWords: "para compatible",
  departments: {
    women: "mujer señora",
    men: "hombre caballero",
    girls: "niña",
    boys: "niño",
    children: "infantil bebé niños",
  },
  priceWords: { below: "menos de", most: "bajo|hasta|máximo|por debajo de", least: "más de|desde|a partir de|mínimo" },
  negationWords: { before: "sin|libre de", behind: null, endings: null },
  measures: "pulgadas?|litros?|días|meses|años",
  sizeWords: "talla|talle|número",
  // prettier-ignore
  synonyms: [
    "portátil, ordenador portátil, laptop, notebook", "televisor, tv, televisión", "móvil, celular, smartphone",
    "auriculares, cascos", "nevera, frigorífico, refrigerador", "disco duro, hdd", "zapatillas, deportivas, sneakers",
    "jersey, suéter", "bici, bicicleta", "sofá, sillón",
  ],
  privateWords: "proveedor coste costo margen compra",
};
