import type { Language } from "../../storefront/configuration.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";

/** Synonyms for shops of any kind; a storefront's own list adds its own. */
const GENERAL: Partial<Record<Language, readonly string[]>> = {
  english: [
    "laptop, notebook", "laptops, notebooks", "tv, television", "tvs, televisions", "cell phone, mobile phone, cellphone, smartphone", "fridge, refrigerator",
    "headphones, earphones", "hard drive, hard disk, hdd", "ssd, solid state drive", "sneakers, trainers", "sweater, jumper, pullover",
    "pants, trousers", "couch, sofa", "vacuum, vacuum cleaner, hoover", "trash can, garbage can, waste bin", "flashlight, torch",
    "faucet, tap", "stove, cooker", "diaper, nappy", "photo, picture", "bike, bicycle", "tee, t-shirt, tshirt", "handbag, purse", "wifi, wi-fi, wireless lan",
    "inch, in", "inches, in", "foot, ft", "feet, ft", "gallon, gal", "pound, lb", "pounds, lb", "ounce, oz", "volt, v", "watt, w", "gigabyte, gb", "terabyte, tb",
  ],
  german: [
    "laptop, notebook", "fernseher, tv, fernsehgerät", "handy, smartphone, mobiltelefon", "kopfhörer, headphones", "festplatte, hdd", "sofa, couch",
    "fahrrad, rad, bike", "pullover, pulli, sweater", "hose, hosen", "turnschuhe, sneaker", "jeanshose, jeans", "staubsauger, sauger",
  ],
  french: [
    "ordinateur portable, pc portable, laptop, notebook", "télévision, téléviseur, tv, télé", "téléphone portable, smartphone, mobile",
    "casque, écouteurs", "frigo, réfrigérateur", "disque dur, hdd", "baskets, tennis, sneakers", "pull, pullover, chandail", "vélo, bicyclette", "canapé, sofa",
  ],
  italian: [
    "portatile, laptop, notebook", "televisore, tv, televisione", "cellulare, smartphone, telefonino", "cuffie, auricolari", "frigo, frigorifero",
    "disco rigido, hard disk, hdd", "scarpe da ginnastica, sneakers", "maglione, pullover", "bici, bicicletta", "divano, sofà",
  ],
  spanish: [
    "portátil, ordenador portátil, laptop, notebook", "televisor, tv, televisión", "móvil, celular, smartphone", "auriculares, cascos",
    "nevera, frigorífico, refrigerador", "disco duro, hdd", "zapatillas, deportivas, sneakers", "jersey, suéter", "bici, bicicleta", "sofá, sillón",
  ],
  turkish: [
    "laptop, notebook, dizüstü bilgisayar", "televizyon, tv", "cep telefonu, akıllı telefon, telefon", "kulaklık, kulaküstü kulaklık",
    "buzdolabı, soğutucu", "spor ayakkabı, sneaker", "kazak, süveter", "bisiklet, bike", "kanepe, koltuk",
  ],
}; // prettier-ignore

const RULES = new Map<Language, readonly SynonymRule[]>(
  Object.entries(GENERAL).map(([language, lines]) => [
    language as Language,
    lines.map((line) => ({ terms: line.split(", ") })),
  ]),
);

export const generalSynonyms = (language: Language): readonly SynonymRule[] => RULES.get(language) ?? [];
