import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const romanian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["romanian"],
    wordEndings: [
      ["(?<=\\p{L}{3})(?:uril(?:or|e)|uri|ului|[ei]lor|[ei]le|ul|[ue]a)$|(?<=\\p{L}{2})[aeiu]$", ""],
      ["oa(?=[^aeiou]+$)", "o"],
      ["ea(?=[^aeiou]+$)", "e"],
      ["z$", "d"],
    ],
  },
  stopWords:
    "acea aceasta această aceea acei aceia acel acela acele acelea acest acesta aceste acestea acești aceşti aceștia " +
    "aceştia acolo acum ai aia aibă aici al ăla ale alea ălea altceva altcineva am ar are aș aş așadar aşadar " +
    "asemenea asta ăsta astăzi astea ăstea ăștia ăştia asupra ați aţi au avea avem aveți aveţi azi bine bucur bună ca " +
    "că căci când care cărei căror cărui cât câte câți câţi către câtva ce cel ceva chiar cînd cine cineva cît cîte " +
    "cîți cîţi cîtva contra cu cum cumva curând curînd da dă dacă dar datorită de deci deja deoarece departe deși " +
    "deşi din dinaintea dintr dintre drept după ea ei el ele eram este ești eşti eu face fără fi fie fiecare fii fim " +
    "fiți fiţi iar ieri îi îl îmi împotriva în înainte înaintea încât încît încotro între întrucât întrucît îți îţi " +
    "la lângă le li lîngă lor lui mă mâine mea mei mele mereu meu mi mine mult multă mulți mulţi ne nicăieri nici " +
    "nimeni niște nişte noastră noastre noi noștri noştri nostru nu ori oricând oricare oricât orice oricînd oricine " +
    "oricît oricum oriunde până pe pentru peste pînă poate pot prea prima primul prin printr sa să săi sale sau său " +
    "se și şi sînt sîntem sînteți sînteţi spre sub sunt suntem sunteți sunteţi ta tăi tale tău te ți ţi ție ţie tine " +
    "toată toate tot toți toţi totuși totuşi tu un una unde undeva unei unele uneori unor vă vi voastră voastre voi " +
    "voștri voştri vostru vouă vreo vreun",
  // prettier-ignore
  irregular: [
    "cercel cercei cerceii", "masă mese mesele", "tigaie tigăi", "măr mere merele", "cheie chei cheile",
    "cască căști căștile", "stea stele", "cal cai", "vițel viței", "miel miei", "purcel purcei", "cățel căței",
    "față fețe", "broască broaște", "livadă livezi", "piatră pietre", "iarnă ierni", "vară veri", "iarbă ierburi",
    "mână mâini", "oaie oi", "mouse mouseuri", "cușcă cuști", "pușcă puști", "mască măști", "pană pene",
    "vânăt vinete", "tânăr tineri", "proaspăt proaspete proaspeți", "greu grele", "rău rea", "moale moi",
  ],
  code: "ro",
  yesNo: ["Da", "Nu"],
  headPosition: "first",
  departments: {
    women: { words: "femei femeie femeii femeilor damă dama dame", beginnings: null },
    men: { words: "bărbați bărbat bărbaților bărbaţi barbati barbat barbatilor", beginnings: "bărbat bărbăt barbat" },
    girls: { words: "fete fată fetelor fetițe fetiță fetiţe fetite", beginnings: "fetiț fetiţ fetit" },
    boys: { words: "băieți băiat băieților băieţi baieti baiat", beginnings: "băieț băieţ baiet" },
    children: { words: "copii copil copiilor", beginnings: "bebel" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "sub|mai puțin de|mai ieftin de",
    most: "până la|maxim|cel mult",
    least: "peste|de la|mai mult de|minim|cel puțin",
    orLess: "sau mai puțin",
    orMore: "sau mai mult",
    between: "între",
    and: "și",
    from: "de la",
    to: "la|până la",
    price: "preț|prețuri",
    currency: "lei|leu|de lei|de euro|de ron",
    thousand: "mii",
    shares: "bumbac|lână|mătase|in|piele",
  },
  negationWords: { before: "fără", behind: null, endings: null },
};
