import { everydayShop } from "./everyday.js";

export const czech = everydayShop(
  "czech",
  {
    ponozky: "Vlněné ponožky",
    passport: "Pouzdro na pas",
    belt: "Pouzdro na pás",
    "boty-damske": "Dámské boty kožené",
    kozacky: { title: "Kozačky semišové", categories: ["Dámské: Boty"] },
    "boty-panske": "Pánské boty kožené",
    "boty-detske": "Dětské boty na suchý zip",
    kniha: "Kuchařská kniha",
    nuz: "Nůž na chléb",
    bunda: "Červená bunda",
    hrnek: "Hrnek na kávu",
    zidle: "Zahradní židle",
    lampa: "Stolní lampa",
    to: { title: "To", designer: "Stephen King" },
    valka: "Válka s mloky",
    tricko: "Bílé T-shirt tričko",
    "cokolada-bez": "Čokoláda bez cukru",
    "cokolada-cukr": "Čokoláda s cukrem a ořechy",
    "stava-500": "Jablečná šťáva 500 ml",
    "stava-1000": "Jablečná šťáva 1 l",
  },
  {
    accents: [
      { query: "vlnene ponozky", finds: ["ponozky"], first: "ponozky" },
      { query: "zahradni zidle", finds: ["zidle"], first: "zidle" },
      { query: "pas", finds: ["passport"], first: "passport" },
      { query: "pás", finds: ["belt"], first: "belt" },
    ],
    departments: [
      { query: "damske boty", finds: ["boty-damske", "kozacky"], lacks: ["boty-panske", "boty-detske"] },
      { query: "boty pro ženy", finds: ["boty-damske", "kozacky"], lacks: ["boty-panske", "boty-detske"] },
      { query: "boty pro muže", finds: ["boty-panske"], lacks: ["boty-damske", "kozacky", "boty-detske"] },
      { query: "boty pro děti", finds: ["boty-detske"], lacks: ["boty-damske", "kozacky", "boty-panske"] },
    ],
    plurals: [
      { query: "knihy", finds: ["kniha"] },
      { query: "nože", finds: ["nuz"] },
      { query: "nuz", finds: ["nuz"] },
      { query: "ponožka", finds: ["ponozky"] },
      { query: "červené bundy", finds: ["bunda"], first: "bunda" },
      { query: "hrnky", finds: ["hrnek"] },
      { query: "stolní lampy", finds: ["lampa"], first: "lampa" },
    ],
    hyphens: [{ query: "tshirt", finds: ["tricko"] }],
    "stop words": [
      { query: "to", finds: ["to"], first: "to" },
      { query: "valka s mloky", finds: ["valka"], first: "valka" },
    ],
    negation: [
      { query: "čokoláda bez cukru", finds: ["cokolada-bez"], first: "cokolada-bez", lacks: ["cokolada-cukr"] },
    ],
    amounts: [{ query: "jablečná šťáva 0,5 l", finds: ["stava-500"], first: "stava-500" }],
  },
);
