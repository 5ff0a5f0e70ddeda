import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const lithuanian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, stemmers: ["lithuanian"] },
  stopWords:
    "ant apie ar arba aš be bei bet bus būti būtų buvo dėl gali į iki ir iš ja ją jai jais jam jame jas jei ji jį jie " +
    "jiedu jiedvi jiedviem jiedviese jiems jis jo jodviem jog joje jomis joms jos jose jų judu judvi judviejų " +
    "jųdviejų judviem judviese jumis jums jumyse juo juodu juodviese juos juose jus jūs jūsų ką kad kai kaip kas kiek " +
    "kol kur kurie kuris man mane manęs manimi mano manyje mes metu mudu mudvi mudviejų mudviem mudviese mumis mums " +
    "mumyse mus mūsų nei nes net nors nuo o pat per po prie prieš sau save savęs savimi savo savyje su tačiau tada " +
    "tai taip tas tau tave tavęs tavimi tavyje ten to todėl tu tuo už visi yra",
  // prettier-ignore
  irregular: [
    "kompiuter kompiuteriai", "šuo šunys šunų šuns", "akm akmenys", "zmog žmonės žmonių",
    "men mėnesiai mėnesių", "printer printeriai",
  ],
  code: "lt",
  yesNo: ["Taip", "Ne"],
  headPosition: "last",
  departments: {
    women: { words: "moterims moterų moteris moterys moteriški moteriška moteriškas moteriškos", beginnings: "moter" },
    men: { words: "vyrams vyrų vyras vyrai vyriški vyriška vyriškas vyriškos", beginnings: "vyrišk" },
    girls: { words: "mergaitėms mergaičių mergaitė mergaitės", beginnings: "mergai" },
    boys: { words: "berniukams berniukų berniukas berniukai", beginnings: "berniuk" },
    children: { words: "vaikams vaikų vaikas vaikai vaikiški vaikiška vaikiškas vaikiškos", beginnings: "vaik kūdik" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "mažiau nei|pigiau nei",
    most: "iki|ne daugiau kaip",
    least: "virš|nuo|daugiau nei|ne mažiau kaip",
    between: "tarp",
    and: "ir",
    from: "nuo",
    to: "iki",
    price: "kaina|kainos",
    currency: "eurų|eurai",
    grouping: "space",
  },
  negationWords: { before: "be", behind: null, endings: null },
};
