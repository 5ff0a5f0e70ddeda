import { everydayShop } from "./everyday.js";

export const catalan = everydayShop(
  "catalan",
  {
    colleccio: "Col·lecció de contes",
    novella: "Novel·la negra",
    "sabates-dona": "Sabates de dona",
    botins: { title: "Botins de pell", categories: ["Dona: Sabates"] },
    "sabates-home": "Sabates d'home",
    "sabates-infantils": "Sabates infantils",
    oli: "Oli d'oliva verge",
    ganivet: "Ganivet de pa",
    mans: "Crema de mans",
    llencols: "Llençols de cotó",
    peixos: "Menjar per a peixos",
    camisa: "Camisa vermella",
    paraigua: "Paraigua plegable",
    diamant: "La plaça del Diamant",
    "xocolata-sense": "Xocolata sense sucre",
    "xocolata-amb": "Xocolata amb sucre i avellanes",
    "suc-500": "Suc de poma 500 ml",
    "suc-1000": "Suc de poma 1 l",
  },
  {
    accents: [
      { query: "colleccio", finds: ["colleccio"] },
      { query: "col.lecció", finds: ["colleccio"] },
      { query: "novella negra", finds: ["novella"], first: "novella" },
      { query: "llencols", finds: ["llencols"] },
    ],
    departments: [
      { query: "sabates dones", finds: ["sabates-dona", "botins"], lacks: ["sabates-home", "sabates-infantils"] },
      { query: "sabates homes", finds: ["sabates-home"], lacks: ["sabates-dona", "botins", "sabates-infantils"] },
    ],
    plurals: [
      { query: "ganivets", finds: ["ganivet"] },
      { query: "crema mà", finds: ["mans"], first: "mans" },
      { query: "llençol", finds: ["llencols"] },
      { query: "menjar peix", finds: ["peixos"], first: "peixos" },
      { query: "camises vermelles", finds: ["camisa"], first: "camisa" },
      { query: "paraigües", finds: ["paraigua"] },
    ],
    apostrophes: [{ query: "oli oliva", finds: ["oli"], first: "oli" }],
    "stop words": [{ query: "la placa del diamant", finds: ["diamant"], first: "diamant" }],
    negation: [
      {
        query: "xocolata sense sucre",
        finds: ["xocolata-sense"],
        first: "xocolata-sense",
        lacks: ["xocolata-amb"],
      },
    ],
    amounts: [{ query: "suc de poma 0,5 l", finds: ["suc-500"], first: "suc-500" }],
  },
);
