import { everydayShop } from "./everyday.js";

export const portuguese = everydayShop(
  "portuguese",
  {
    cafe: "Café em grão",
    acucar: "Açúcar mascavado",
    avo: "Caneca da avó",
    "avo-m": "Caneca do avô",
    "sapatos-mulher": "Sapatos de mulher",
    botins: { title: "Botins de camurça", categories: ["Mulher: Sapatos"] },
    "sapatos-homem": "Sapatos de homem",
    "sapatos-infantis": "Sapatos infantis",
    lencois: "Lençóis de algodão",
    anel: "Anel de prata",
    botoes: "Botões de madeira",
    faca: "Faca para pão",
    vestido: "Vestido vermelho",
    meias: "Meias de lã",
    guarda: "Guarda-chuva dobrável",
    maias: "Os Maias",
    candeeiro: "Candeeiro de mesa",
    "chocolate-sem": "Chocolate sem açúcar",
    "chocolate-com": "Chocolate com açúcar e avelãs",
    "sumo-500": "Sumo de laranja 500 ml",
    "sumo-1000": "Sumo de laranja 1 l",
  },
  {
    accents: [
      { query: "cafe em grao", finds: ["cafe"], first: "cafe" },
      { query: "acucar", finds: ["acucar"] },
      { query: "caneca avó", finds: ["avo"], first: "avo" },
      { query: "caneca avô", finds: ["avo-m"], first: "avo-m" },
    ],
    departments: [
      { query: "sapatos femininos", finds: ["sapatos-mulher"], lacks: ["sapatos-homem", "sapatos-infantis"] },
      { query: "sapatos mulher", finds: ["sapatos-mulher", "botins"], lacks: ["sapatos-homem", "sapatos-infantis"] },
      { query: "sapatos masculinos", finds: ["sapatos-homem"], lacks: ["sapatos-mulher", "sapatos-infantis"] },
      { query: "sapatos criança", finds: ["sapatos-infantis"], lacks: ["sapatos-mulher", "sapatos-homem"] },
    ],
    plurals: [
      { query: "lençol", finds: ["lencois"] },
      { query: "lencol", finds: ["lencois"] },
      { query: "anéis", finds: ["anel"] },
      { query: "botão", finds: ["botoes"] },
      { query: "faca para pães", finds: ["faca"], first: "faca" },
      { query: "vestidos vermelhos", finds: ["vestido"], first: "vestido" },
      { query: "meia de la", finds: ["meias"], first: "meias" },
    ],
    hyphens: [
      { query: "guarda chuva", finds: ["guarda"], first: "guarda" },
      { query: "guardachuva", finds: ["guarda"] },
    ],
    "stop words": [
      { query: "os maias", finds: ["maias"], first: "maias" },
      { query: "candeeiro para a mesa", finds: ["candeeiro"], first: "candeeiro" },
    ],
    negation: [
      {
        query: "chocolate sem acucar",
        finds: ["chocolate-sem"],
        first: "chocolate-sem",
        lacks: ["chocolate-com"],
      },
    ],
    amounts: [{ query: "sumo de laranja 0,5 l", finds: ["sumo-500"], first: "sumo-500" }],
  },
);
