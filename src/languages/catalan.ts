import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const catalan: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    wordEndings: [
      ["(?<=\\p{L}{2})(?:[aeio]ns?|os|[aei]?s|[aeio])$", ""],
      ["qu$", "c"],
      ["j$|gu$", "g"],
      ["ss$", "s"],
      ["v$", "u"],
    ],
    keepsWord: true,
    elidedArticles: "d l m n s t",
  },
  stopWords:
    "a abans ací ah així això al als aleshores algun alguna algunes alguns alhora allà allí allò altra altre altres " +
    "amb ambdós ambdues apa aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí baix cada cadascú " +
    "cadascuna cadascunes cadascuns com contra d'un d'una d'unes d'uns dalt de del dels des després dins dintre donat " +
    "doncs durant e eh el els em en encara ens entre érem eren éreu es és esta està estàvem estaven estàveu esteu et " +
    "etc ets fins fora gairebé ha han has havia he hem heu hi ho i igual iguals ja l'hi la les li li'n m'he mal " +
    "malgrat mateix mateixa mateixes mateixos me mentre més meu meus meva meves molt molta moltes molts mon mons n'he " +
    "n'hi ne ni no nogensmenys només nosaltres nostra nostre nostres o oh oi on pas pel pels per però perquè poc poca " +
    "pocs poques potser propi qual quals quan quant que què quelcom qui quin quina quines quins s'ha s'han sa " +
    "semblant semblants ses seu seus seva seves si sobre sobretot sóc solament sols son són sons sota sou t'ha t'han " +
    "t'he ta tal també tampoc tan tant tanta tantes teu teus teva teves ton tons tot tota totes tots un una unes uns " +
    "us va vaig vam van veu vosaltres vostra vostre vostres",
  // prettier-ignore
  irregular: [
    "pa pans", "mà mans", "vi vins", "pi pins", "bo bona bons bones", "boig boja", "lleig lletja", "roig roja roges",
    "mig mitja mitjos", "antic antiga antigues", "groc groga grogues", "passeig passejos", "desig desitjos",
  ],
  code: "ca",
  yesNo: ["Sí", "No"],
  headPosition: "first",
  departments: {
    women: { words: "dona dones", beginnings: null },
    men: { words: "home homes", beginnings: null },
    girls: { words: "nena nenes noia noies", beginnings: null },
    boys: { words: "nen noi nois", beginnings: null },
    children: { words: "infantil infantils nens", beginnings: "bebè nadó nadons" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "menys de|per menys de|per sota de",
    most: "fins a|màxim|com a màxim",
    least: "més de|a partir de|des de|mínim|almenys",
    orLess: "o menys",
    orMore: "o més",
    between: "entre",
    and: "i",
    from: "de|des de",
    to: "a|fins a",
    price: "preu|preus",
    currency: "dòlars",
    thousand: "mil",
    shares: "cotó|llana|seda|lli|cuir",
  },
  negationWords: { before: "sense|lliure de", behind: null, endings: null },
};
