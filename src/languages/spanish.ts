import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const spanish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["light_spanish"],
    wordEndings: [["(?<=\\p{L}{3})(?:[ao]s?|s)$", ""]],
    keepsWord: true,
  },
  stopWords:
    "de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta " +
    "entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos les ni contra otros ese " +
    "eso ante ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho quienes nada muchos " +
    "cual poco ella estar estas algunas algo nosotros mi mis tú ti tu tus ellas nosotras vosotros vosotras os mío mía " +
    "míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra vuestros " +
    "vuestras esos esas estoy estás está estamos estáis están esté estés estemos estéis estén estaré estarás estará " +
    "estaremos estaréis estarán estaría estarías estaríamos estaríais estarían estaba estabas estábamos estabais " +
    "estaban estuve estuviste estuvo estuvimos estuvisteis estuvieron estuviera estuvieras estuviéramos estuvierais " +
    "estuvieran estuviese estuvieses estuviésemos estuvieseis estuviesen estando estado estada estados estadas estad " +
    "he has ha hemos habéis han haya hayas hayamos hayáis hayan habré habrás habrá habremos habréis habrán habría " +
    "habrías habríamos habríais habrían había habías habíamos habíais habían hube hubiste hubo hubimos hubisteis " +
    "hubieron hubiera hubieras hubiéramos hubierais hubieran hubiese hubieses hubiésemos hubieseis hubiesen habiendo " +
    "habido habida habidos habidas soy eres es somos sois son sea seas seamos seáis sean seré serás será seremos " +
    "seréis serán sería serías seríamos seríais serían era eras éramos erais eran fui fuiste fue fuimos fuisteis " +
    "fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis fuesen siendo sido tengo tienes tiene " +
    "tenemos tenéis tienen tenga tengas tengamos tengáis tengan tendré tendrás tendrá tendremos tendréis tendrán " +
    "tendría tendrías tendríamos tendríais tendrían tenía tenías teníamos teníais tenían tuve tuviste tuvo tuvimos " +
    "tuvisteis tuvieron tuviera tuvieras tuviéramos tuvierais tuvieran tuviese tuvieses tuviésemos tuvieseis tuviesen " +
    "teniendo tenido tenida tenidos tenidas tened",
  // prettier-ignore
  irregular: [
    "jersey jerséis jerséi", "té tés", "gran grande grandes", "carné carnet carnets", "esprái spray sprays",
    "güisqui whisky", "yogur yogurt yogurts", "bisté bistec bistecs", "cruasán croissant croissants", "eslip slip",
  ],
  code: "es",
  yesNo: ["Sí", "No"],
  headPosition: "first",
  betweenWords: "con sin y o en de del",
  featureWords: "con",
  compatibilityWords: "para compatible",
  departments: {
    women: {
      words: "mujer mujeres señora señoras dama damas femenino femenina femeninos femeninas",
      beginnings: "premamá",
    },
    men: { words: "hombre hombres caballero caballeros masculino masculina masculinos masculinas", beginnings: null },
    girls: { words: "niña niñas", beginnings: null },
    boys: { words: "niño", beginnings: null },
    children: { words: "niños infantil infantiles", beginnings: "bebé" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "menos de|por menos de|más barato que",
    most: "bajo|hasta|máximo|por debajo de|como máximo|no más de",
    least: "más de|desde|a partir de|mínimo|al menos|por encima de|no menos de",
    orLess: "o menos|máximo|como máximo",
    orMore: "o más|en adelante|mínimo",
    between: "entre",
    and: "y|e|a",
    from: "de|desde",
    to: "a|hasta",
    price: "precio|precios",
    currency: "dólares|pesos|soles",
    thousand: "mil",
    shares: "algodón|lana|seda|lino|cuero",
    grouping: "space",
  },
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
