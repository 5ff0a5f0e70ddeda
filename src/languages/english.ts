import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const english: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "english",
  code: "en",
  yesNo: ["Yes", "No"],
  headPosition: "last",
  betweenWords: "with without w/ and or in by from to of on at incl including featuring & +",
  orWords: "or",
  featureWords: "with in w/ featuring including incl",
  compatibilityWords: "for fits fitting replaces compatible f/",
  departments: {
    women: "women woman$ womens ladies lady$ female$ mama$ maternity",
    men: "men$ man$ mens male$ gentlemen",
    girls: "girl",
    boys: "boy$ boys",
    children: "children child$ childs kid$ kids baby$ babies babys infant toddler newborn teen",
  },
  priceWords: {
    below: "under|below|less than|cheaper than",
    most: "up to|at most|max\\.?|maximum|<=?",
    least: "over|above|more than|at least|from|min\\.?|minimum|>=?",
  },
  negationWords: {
    before: "with no|without|without a|without any|without the|without added|no|not|free of|free from",
    behind: "free",
    endings: "less",
  },
  measures:
    "inch(?:es)?|feet|foot|yards?|meters?|metres?|lbs?|pounds?|ounces?|grams?|kilos?|gal(?:lons?)?|liters?|litres?|watts?|volts?|amps?|lumens?|mah|ghz|mhz|rpm|psi|btu|dpi|degrees?|ports?|packs?|pcs|pieces?|parts?|counts?|sheets?|pages?|minutes?|hours?|days?|weeks?|months?|years?",
  sizeWords: "size",
  // prettier-ignore
  synonyms: [
    "laptop, notebook", "laptops, notebooks", "tv, television", "tvs, televisions",
    "cell phone, mobile phone, cellphone, smartphone", "fridge, refrigerator", "headphones, earphones",
    "hard drive, hard disk, hdd", "ssd, solid state drive", "sneakers, trainers", "sweater, jumper, pullover",
    "pants, trousers", "couch, sofa", "vacuum, vacuum cleaner, hoover", "trash can, garbage can, waste bin",
    "flashlight, torch", "faucet, tap", "stove, cooker", "diaper, nappy", "photo, picture", "bike, bicycle",
    "tee, t-shirt, tshirt", "handbag, purse", "wifi, wi-fi, wireless lan",
    "kids, children", "nightstand, bedside table", "closet, wardrobe", "dresser, chest of drawers",
    "bookshelf, bookcase", "garden furniture, outdoor furniture, patio furniture",
  ],
  privateWords:
    "cost costs cogs margin markup profit purchase purchasing wholesale reseller dealer landed supplier suppliers iban bic email mail phone internal confidential private secret password token",
};
