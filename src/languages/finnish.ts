import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const finnish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["finnish"],
    wordEndings: [
      ["(?<=\\p{L}{2})(?:nen|set|sia|sten|sen)$", "s"],
      ["ks$", "s"],
      ["(?<=\\p{L}{2})(?:imet|imia|imen|in)$", ""],
      ["(?<=\\p{L}{3})[aeo]?ita$|(?<=\\p{L}{2})(?:as|[eo]ja|[aei]+[nt]?|(?<=[ouy])(?:ja|[nt]))$", ""],
      ["d(?=[ouy]?$)", "t"],
      ["ng(?=[ouy]?$)", "nk"],
      ["mm(?=[ouy]?$)", "mp"],
      ["v(?=[ouy]?$)", "p"],
      ["([lnr])\\1(?=[ouy]?$)", "$1t"],
      ["([kpt])\\1(?=[ouy]?$)", "$1"],
    ],
    keepsWord: true,
  },
  stopWords:
    "olla olen olet on olemme olette ovat ole oli olisi olisit olisin olisimme olisitte olisivat olit olin olimme " +
    "olitte olivat ollut olleet en et ei emme ette eivät minä minun minut minua minussa minusta minuun minulla " +
    "minulta minulle sinä sinun sinut sinua sinussa sinusta sinuun sinulla sinulta sinulle hän hänen hänet häntä " +
    "hänessä hänestä häneen hänellä häneltä hänelle me meidän meidät meitä meissä meistä meihin meillä meiltä meille " +
    "te teidän teidät teitä teissä teistä teihin teillä teiltä teille he heidän heidät heitä heissä heistä heihin " +
    "heillä heiltä heille tämä tämän tätä tässä tästä tähän tällä tältä tälle tänä täksi tuo tuon tuota tuossa tuosta " +
    "tuohon tuolla tuolta tuolle tuona tuoksi se sen sitä siinä siitä siihen sillä siltä sille siksi nämä näiden " +
    "näitä näissä näistä näihin näillä näiltä näille näinä näiksi nuo noiden noita noissa noista noihin noilla noilta " +
    "noille noina noiksi ne niiden niitä niissä niistä niihin niillä niiltä niille niinä niiksi kuka kenen kenet ketä " +
    "kenessä kenestä keneen kenellä keneltä kenelle kenenä keneksi ketkä keiden keitä keissä keistä keihin keillä " +
    "keiltä keille keinä keiksi mikä minkä mitä missä mistä mihin millä miltä mille miksi mitkä joka jonka jota jossa " +
    "josta johon jolla jolta jolle jona joksi jotka joiden joita joissa joista joihin joilla joilta joille joina " +
    "joiksi että ja jos koska kuin mutta niin sekä tai vaan vai vaikka kanssa mukaan noin poikki yli kun nyt itse",
  // prettier-ignore
  irregular: [
    "käsi kädet käden", "vesi veden vedet vettä", "hajuvesi hajuveden hajuvedet", "jalka jalat jalan jalkojen",
    "puu puita puiden", "puku puvut puvun", "uimapuku uimapuvut uimapuvun", "kylpypuku kylpypuvut",
    "uusi uudet uuden", "täysi täydet täyden", "lämmin lämpimät lämpimän", "pyyhe pyyhkeet pyyhkeen pyyhkeitä",
    "kylpypyyhe kylpypyyhkeet", "liesi liedet lieden", "reikä reiät reiän", "joki joet joen", "suu suita suiden",
    "pää päitä", "luu luita", "maa maita", "voi voita", "tee teetä", "kylki kyljet", "jälki jäljet", "hylje hylkeet",
    "ruoka ruoat ruuat ruoan", "koiranruoka koiranruoat", "vauvanruoka vauvanruoat", "leuka leuat",
    "nahka nahat nahan", "solki soljet", "kausi kaudet", "köysi köydet köyden", "mesi meden", "kaunis kauniit",
    "kallis kalliit", "valmis valmiit", "tiivis tiiviit", "sininen sinistä", "punainen punaista",
  ],
  code: "fi",
  yesNo: ["Kyllä", "Ei"],
  headPosition: "last",
  compounds: true,
  departments: {
    women: { words: "naiset nainen naisten naisille naisen naisia", beginnings: "nais" },
    men: { words: "miehet mies miesten miehille miehen miehiä", beginnings: "mieste miehe" },
    girls: { words: "tytöt tyttö tyttöjen tytöille tytön", beginnings: "tyttö tytö" },
    boys: { words: "pojat poika poikien pojille pojan", beginnings: "poika poikie poja" },
    children: { words: "lapset lapsi lasten lapsille lapsen lapsia", beginnings: "laps lasten vauva taapero" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "alle|vähemmän kuin|halvempi kuin",
    most: "enintään|korkeintaan",
    least: "yli|vähintään|enemmän kuin|alkaen",
    orLess: "tai alle|asti|saakka",
    orMore: "tai enemmän|tai yli|alkaen",
    and: "ja",
    within: "välillä|väliltä",
    price: "hinta|hinnat",
    currency: "euroa|euron|euroon|eurosta",
    thousand: "tuhatta",
    shares: "puuvilla|villa|silkki|pellava|nahka",
    grouping: "space",
  },
  negationWords: { before: "ilman", behind: "vapaa", endings: "ton|tön" },
};
