import { everydayShop } from "./everyday.js";

export const romanian = everydayShop(
  "romanian",
  {
    sosete: "Șosete din lână",
    camasa: "Cămașă albă",
    "pantofi-dama": "Pantofi de damă",
    botine: { title: "Botine din velur", categories: ["Femei: Pantofi"] },
    "pantofi-barbati": "Pantofi pentru bărbați",
    "pantofi-copii": "Pantofi pentru copii",
    carte: "Carte de bucate",
    scaun: "Scaun de grădină",
    cutit: "Cuțit de pâine",
    masa: "Masă pliantă",
    cana: "Cană ceramică",
    rochie: "Rochie roșie",
    crema: "Cremă de față",
    tricou: "Tricou T-shirt negru",
    pamanteni: "Cel mai iubit dintre pământeni",
    veioza: "Veioză pentru noptieră",
    "ciocolata-fara": "Ciocolată fără zahăr",
    "ciocolata-cu": "Ciocolată cu zahăr și alune",
    "suc-500": "Suc de mere 500 ml",
    "suc-1000": "Suc de mere 1 l",
  },
  {
    accents: [
      { query: "sosete lana", finds: ["sosete"], first: "sosete" },
      { query: "şosete", finds: ["sosete"] },
      { query: "camasa alba", finds: ["camasa"], first: "camasa" },
      { query: "crema de fata", finds: ["crema"], first: "crema" },
      { query: "cuţit", finds: ["cutit"] },
    ],
    departments: [
      { query: "pantofi dama", finds: ["pantofi-dama"], lacks: ["pantofi-barbati", "pantofi-copii"] },
      { query: "pantofi femei", finds: ["pantofi-dama", "botine"], lacks: ["pantofi-barbati", "pantofi-copii"] },
      { query: "pantofi barbati", finds: ["pantofi-barbati"], lacks: ["pantofi-dama", "botine", "pantofi-copii"] },
      { query: "pantofi copii", finds: ["pantofi-copii"], lacks: ["pantofi-dama", "botine", "pantofi-barbati"] },
    ],
    plurals: [
      { query: "cărți de bucate", finds: ["carte"], first: "carte" },
      { query: "scaune", finds: ["scaun"] },
      { query: "cuțite", finds: ["cutit"] },
      { query: "mese pliante", finds: ["masa"], first: "masa" },
      { query: "cani ceramice", finds: ["cana"], first: "cana" },
      { query: "rochii roșii", finds: ["rochie"], first: "rochie" },
    ],
    hyphens: [{ query: "tshirt", finds: ["tricou"] }],
    "stop words": [
      { query: "cel mai iubit dintre pamanteni", finds: ["pamanteni"], first: "pamanteni" },
      { query: "veioza de pe noptiera", finds: ["veioza"], first: "veioza" },
    ],
    negation: [
      {
        query: "ciocolata fara zahar",
        finds: ["ciocolata-fara"],
        first: "ciocolata-fara",
        lacks: ["ciocolata-cu"],
      },
    ],
    amounts: [{ query: "suc de mere 0,5 l", finds: ["suc-500"], first: "suc-500" }],
  },
);
