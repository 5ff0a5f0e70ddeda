import { everydayShop } from "./everyday.js";

export const italian = everydayShop(
  "italian",
  {
    caffe: "Caffè macinato",
    te: "Tè verde in bustine",
    "scarpe-donna": "Scarpe da donna",
    stivaletti: { title: "Stivaletti in pelle", categories: ["Donna: Scarpe"] },
    "scarpe-uomo": "Scarpe da uomo",
    "scarpe-bambino": "Scarpe da bambino",
    lenzuola: "Lenzuola matrimoniali",
    uova: "Uova di cioccolato",
    forchette: "Forchette in acciaio",
    camicia: "Camicia bianca",
    asciugamani: "Asciugamani di cotone",
    olio: "Olio d'oliva",
    erbolario: { title: "Bagnoschiuma lavanda", designer: "L'Erbolario" },
    phon: "Asciugacapelli agli ioni",
    portafoto: "Portafoto in legno",
    rosa: "Il nome della rosa",
    lampada: "Lampada da tavolo",
    "biscotti-senza": "Biscotti senza zucchero",
    "biscotti-con": "Biscotti con zucchero di canna",
    "acqua-500": "Acqua frizzante 500 ml",
    "acqua-1500": "Acqua frizzante 1,5 l",
  },
  {
    accents: [
      { query: "caffe", finds: ["caffe"] },
      { query: "te verde", finds: ["te"], first: "te" },
    ],
    departments: [
      { query: "scarpe donna", finds: ["scarpe-donna", "stivaletti"], lacks: ["scarpe-uomo", "scarpe-bambino"] },
      { query: "scarpe per donne", finds: ["scarpe-donna", "stivaletti"], lacks: ["scarpe-uomo", "scarpe-bambino"] },
      { query: "scarpe uomini", finds: ["scarpe-uomo"], first: "scarpe-uomo" },
      { query: "scarpe bambini", finds: ["scarpe-bambino"], first: "scarpe-bambino" },
    ],
    plurals: [
      { query: "lenzuolo", finds: ["lenzuola"] },
      { query: "uovo di cioccolato", finds: ["uova"], first: "uova" },
      { query: "forchetta", finds: ["forchette"] },
      { query: "camicie bianche", finds: ["camicia"], first: "camicia" },
      { query: "asciugamano", finds: ["asciugamani"] },
    ],
    apostrophes: [
      { query: "olio oliva", finds: ["olio"], first: "olio" },
      { query: "olio d’oliva", finds: ["olio"], first: "olio" },
      { query: "lerbolario", finds: ["erbolario"] },
      { query: "erbolario", finds: ["erbolario"] },
    ],
    compounds: [
      { query: "asciuga capelli", finds: ["phon"], first: "phon" },
      { query: "porta foto", finds: ["portafoto"], first: "portafoto" },
    ],
    "stop words": [
      { query: "il nome della rosa", finds: ["rosa"], first: "rosa" },
      { query: "lampada per il tavolo", finds: ["lampada"], first: "lampada" },
    ],
    negation: [
      {
        query: "biscotti senza zucchero",
        finds: ["biscotti-senza"],
        first: "biscotti-senza",
        lacks: ["biscotti-con"],
      },
    ],
    amounts: [{ query: "acqua frizzante 0,5 l", finds: ["acqua-500"], first: "acqua-500" }],
  },
);
