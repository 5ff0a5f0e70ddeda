import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const irish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["irish"],
    stemEndings: [
      ["(?<=\\p{L}{3})(?:anna|acha|ai|[aei])$", ""],
      ["(?<=[aeou])i(?=[bcdfglmnprst]+$)", ""],
    ],
    lowercase: "irish",
    elidedArticles: "d m b",
  },
  stopWords:
    "a ach ag agus an aon ar arna as ba bhúr chomh chtó chuig chun cois dar de den do don dtí dá dár dó faoi faoin " +
    "faoina faoinár fara gach gan go gur haon hocht i iad idir in ina ins inár is le leis lena lenár mar mo mé na " +
    "nach ná ní níor nó os roimh sa siad sibh sinn sna sé sí tar thar thú trí trína trínár tú um ár é éis í ó ón óna " +
    "ónár",
  // prettier-ignore
  irregular: [
    "bean mná mban", "fear fir fhir", "leaba leapacha leapa", "scian sceana scine", "léine léinte",
    "leabhar leabhartha", "cathaoir cathaoireacha", "buidéal buidéil", "eochair eochracha", "teach tithe",
    "lámh láimhe", "fiacail fiacla", "caora caoirigh", "im ime", "bia bianna", "páipéar páipéir", "peann pinn",
    "ceann cinn", "geansaí geansaithe", "áit áiteanna", "doras doirse", "éan éin", "iasc éisc", "ubh uibheacha",
    "bliain blianta", "cistin cistineacha",
  ],
  yesNo: ["Tá", "Níl"],
  headPosition: "first",
  negationWords: { before: "gan", behind: null, endings: null },
};
