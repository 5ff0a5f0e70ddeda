import { everydayShop } from "./everyday.js";

export const latvian = everydayShop(
  "latvian",
  {
    "kurpes-sieviesu": "Sieviešu kurpes",
    "kurpes-viriesu": "Vīriešu kurpes",
    "kurpes-bernu": "Bērnu kurpes",
    nazis: "Maizes nazis",
    gramata: "Pasaku grāmata",
    kresls: "Dārza krēsls",
    zekes: "Vilnas zeķes",
    "sokolade-bez": "Šokolāde bez cukura",
    "sokolade-ar": "Šokolāde ar cukuru un riekstiem",
    lampa: "Galda lampa",
  },
  {
    accents: [
      { query: "darza kresls", finds: ["kresls"], first: "kresls" },
      { query: "zekes", finds: ["zekes"] },
    ],
    departments: [
      { query: "sieviesu kurpes", finds: ["kurpes-sieviesu"], lacks: ["kurpes-viriesu", "kurpes-bernu"] },
      { query: "kurpes sievietēm", finds: ["kurpes-sieviesu"], lacks: ["kurpes-viriesu", "kurpes-bernu"] },
    ],
    plurals: [
      { query: "grāmatas", finds: ["gramata"] },
      { query: "krēsli", finds: ["kresls"] },
      { query: "galda lampas", finds: ["lampa"], first: "lampa" },
    ],
    negation: [
      { query: "šokolāde bez cukura", finds: ["sokolade-bez"], first: "sokolade-bez", lacks: ["sokolade-ar"] },
    ],
  },
);
