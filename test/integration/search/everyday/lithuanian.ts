import { everydayShop } from "./everyday.js";

export const lithuanian = everydayShop(
  "lithuanian",
  {
    "batai-moteriski": "Moteriški batai",
    "batai-vyriski": "Vyriški batai",
    "batai-vaikiski": "Vaikiški batai",
    knyga: "Pasakų knyga",
    kede: "Sodo kėdė",
    peilis: "Duonos peilis",
    kojines: "Vilnonės kojinės",
    puodelis: "Keraminis puodelis",
    "sokoladas-be": "Šokoladas be cukraus",
    "sokoladas-su": "Šokoladas su cukrumi ir riešutais",
  },
  {
    accents: [
      { query: "sodo kede", finds: ["kede"], first: "kede" },
      { query: "vilnones kojines", finds: ["kojines"], first: "kojines" },
    ],
    departments: [
      { query: "batai moterims", finds: ["batai-moteriski"], lacks: ["batai-vyriski", "batai-vaikiski"] },
      { query: "vyriski batai", finds: ["batai-vyriski"], lacks: ["batai-moteriski", "batai-vaikiski"] },
    ],
    plurals: [
      { query: "knygos", finds: ["knyga"] },
      { query: "kėdės", finds: ["kede"] },
      { query: "peiliai", finds: ["peilis"] },
    ],
    negation: [
      { query: "šokoladas be cukraus", finds: ["sokoladas-be"], first: "sokoladas-be", lacks: ["sokoladas-su"] },
    ],
  },
);
