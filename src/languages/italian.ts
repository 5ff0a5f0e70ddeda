import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const italian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    wordEndings: [["(?<=\\p{L}{2})(?:h?i[aeio]|h[ei]|[aeio])$", ""]],
    elidedArticles: "c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d",
  },
  stopWords:
    "ad al allo ai agli all agl alla alle con col coi da dal dallo dai dagli dall dagl dalla dalle di del dello dei " +
    "degli dell degl della delle in nel nello nei negli nell negl nella nelle su sul sullo sui sugli sull sugl sulla " +
    "sulle per tra contro io tu lui lei noi voi loro mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra " +
    "nostri nostre vostro vostra vostri vostre mi ti ci vi lo la li le gli ne il un uno una ma ed se perché anche " +
    "come dov dove che chi cui non più quale quanto quanti quanta quante quello quelli quella quelle questo questi " +
    "questa queste si tutto tutti a e i o ho hai ha abbiamo avete hanno abbia abbiate abbiano avrò avrai avrà avremo " +
    "avrete avranno avrei avresti avrebbe avremmo avreste avrebbero avevo avevi aveva avevamo avevate avevano ebbi " +
    "avesti ebbe avemmo aveste ebbero avessi avesse avessimo avessero avendo avuto avuta avuti avute sono sei è siamo " +
    "siete sia siate siano sarò sarai sarà saremo sarete saranno sarei saresti sarebbe saremmo sareste sarebbero ero " +
    "eri era eravamo eravate erano fui fosti fu fummo foste furono fossi fosse fossimo fossero essendo faccio fai " +
    "facciamo fanno facciate facciano farò farai farà faremo farete faranno farei faresti farebbe faremmo fareste " +
    "farebbero facevo facevi faceva facevamo facevate facevano feci facesti fece facemmo faceste fecero facessi " +
    "facesse facessimo facessero facendo sto stai sta stiamo stanno stia stiate stiano starò starai starà staremo " +
    "starete staranno starei staresti starebbe staremmo stareste starebbero stavo stavi stava stavamo stavate stavano " +
    "stetti stesti stette stemmo steste stettero stessi stesse stessimo stessero stando",
  // prettier-ignore
  irregular: [
    "bue buoi", "tempio templi", "bello bel bei begli", "grande gran",
  ],
  code: "it",
  yesNo: ["Sì", "No"],
  headPosition: "first",
  betweenWords: "con senza e o in di da del della",
  featureWords: "con",
  compatibilityWords: "per compatibile",
  departments: {
    women: { words: "donna donne femminile femminili", beginnings: "premaman" },
    men: { words: "uomo uomini maschile maschili", beginnings: null },
    girls: { words: "bambina bambine ragazza ragazze", beginnings: null },
    boys: { words: "ragazzo", beginnings: null },
    children: { words: "bambini bambino ragazzi", beginnings: "neonat infanzia" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "meno di|a meno di|per meno di",
    most: "sotto|sotto i|fino a|massimo|al massimo|non più di|entro|entro i",
    least: "più di|oltre|oltre i|a partire da|almeno|da|sopra|sopra i|minimo|non meno di",
    orLess: "o meno|massimo|al massimo",
    orMore: "o più|in su|minimo",
    between: "tra|fra|tra i|fra i",
    and: "e|ed|e i|a",
    from: "da|dai",
    to: "a|ai|fino a",
    price: "prezzo|prezzi",
    currency: "dollari|franchi",
    thousand: "mila",
    shares: "cotone|lana|seta|lino|pelle",
    grouping: "apostrophe",
  },
  negationWords: { before: "senza|privo di|priva di", behind: null, endings: null },
  measures: "pollici|litri|giorni|mesi|anni",
  sizeWords: "taglia|misura|numero",
  // prettier-ignore
  synonyms: [
    "portatile, laptop, notebook", "televisore, tv, televisione", "cellulare, smartphone, telefonino",
    "cuffie, auricolari", "frigo, frigorifero", "disco rigido, hard disk, hdd", "scarpe da ginnastica, sneakers",
    "maglione, pullover", "bici, bicicletta", "divano, sofà",
  ],
  privateWords: "fornitore costo acquisto margine",
};
