import { everydayShop } from "./everyday.js";

export const dutch = everydayShop(
  "dutch",
  {
    creme: "Crème brûlée schaaltjes",
    fles: "Geïsoleerde drinkfles",
    damesschoenen: "Damesschoenen van leer",
    pumps: { title: "Pumps", categories: ["Dames: Schoenen"] },
    herenschoenen: "Herenschoenen van leer",
    kinderschoenen: "Kinderschoenen met klittenband",
    vogelhuis: "Vogelhuis van hout",
    wijnglazen: "Wijnglazen kristal",
    broodmes: "Broodmes met kartelrand",
    tuinstoel: "Tuinstoel opvouwbaar",
    winterjas: "Rode winterjas",
    regenjas: "Regenjas waterdicht",
    tafellamp: "Tafellamp messing",
    album: "Album voor foto's",
    autos: "Speelgoed auto's",
    shirt: "Basic T-shirt",
    achterhuis: "Het Achterhuis",
    "koekjes-vrij": "Suikervrije koekjes",
    "koekjes-suiker": "Koekjes met suiker en kaneel",
    "cola-500": "Cola 500 ml",
    "cola-1500": "Cola 1,5 l",
  },
  {
    accents: [
      { query: "creme brulee", finds: ["creme"], first: "creme" },
      { query: "geisoleerde drinkfles", finds: ["fles"], first: "fles" },
    ],
    departments: [
      {
        query: "schoenen dames",
        finds: ["damesschoenen", "pumps"],
        lacks: ["herenschoenen", "kinderschoenen"],
      },
      { query: "dames schoenen", finds: ["damesschoenen"], lacks: ["herenschoenen", "kinderschoenen"] },
      { query: "schoenen voor vrouwen", finds: ["damesschoenen"], lacks: ["herenschoenen", "kinderschoenen"] },
      { query: "heren schoenen", finds: ["herenschoenen"], lacks: ["damesschoenen", "pumps"] },
    ],
    plurals: [
      { query: "vogelhuizen", finds: ["vogelhuis"] },
      { query: "wijnglas", finds: ["wijnglazen"] },
      { query: "broodmessen", finds: ["broodmes"] },
      { query: "stoelen", finds: ["tuinstoel"] },
      { query: "winterjas rood", finds: ["winterjas"], first: "winterjas" },
    ],
    compounds: [
      { query: "regen jas", finds: ["regenjas"], first: "regenjas" },
      { query: "tafel lamp", finds: ["tafellamp"], first: "tafellamp" },
      { query: "jas", finds: ["winterjas", "regenjas"] },
    ],
    apostrophes: [
      { query: "fotos", finds: ["album"] },
      { query: "foto album", finds: ["album"], first: "album" },
      { query: "auto", finds: ["autos"] },
    ],
    hyphens: [{ query: "t shirt", finds: ["shirt"], first: "shirt" }],
    "stop words": [{ query: "het achterhuis", finds: ["achterhuis"], first: "achterhuis" }],
    negation: [
      { query: "koekjes zonder suiker", finds: ["koekjes-vrij"], first: "koekjes-vrij", lacks: ["koekjes-suiker"] },
      { query: "suikervrije koekjes", finds: ["koekjes-vrij"], first: "koekjes-vrij", lacks: ["koekjes-suiker"] },
    ],
    amounts: [{ query: "cola 0,5 l", finds: ["cola-500"], first: "cola-500" }],
  },
);
