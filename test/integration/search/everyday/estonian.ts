import { everydayShop } from "./everyday.js";

export const estonian = everydayShop(
  "estonian",
  {
    "kingad-naiste": "Naiste kingad",
    "kingad-meeste": "Meeste kingad",
    "kingad-laste": "Laste kingad",
    raamat: "Raamat aiandusest",
    tass: "Keraamiline tass",
    tool: "Kokkupandav tool",
    lamp: "Õlilamp messingist",
    sokid: "Villased sokid",
    "sokolaad-ta": "Suhkruta šokolaad",
    "sokolaad-ga": "Suhkruga šokolaad",
  },
  {
    accents: [{ query: "olilamp", finds: ["lamp"] }],
    departments: [
      { query: "kingad naistele", finds: ["kingad-naiste"], lacks: ["kingad-meeste", "kingad-laste"] },
      { query: "meeste kingad", finds: ["kingad-meeste"], lacks: ["kingad-naiste", "kingad-laste"] },
    ],
    plurals: [
      { query: "raamatud", finds: ["raamat"] },
      { query: "tassid", finds: ["tass"] },
      { query: "toolid", finds: ["tool"] },
      { query: "sokk", finds: ["sokid"] },
    ],
    negation: [{ query: "suhkruta šokolaad", finds: ["sokolaad-ta"], first: "sokolaad-ta", lacks: ["sokolaad-ga"] }],
  },
);
