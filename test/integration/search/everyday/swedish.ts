import { everydayShop } from "./everyday.js";

export const swedish = everydayShop(
  "swedish",
  {
    horlurar: "Trådlösa hörlurar",
    mossa: "Stickad mössa",
    moss: "Torkad mossa",
    damskor: "Damskor i läder",
    sneakers: { title: "Sneakers i mocka", categories: ["Dam: Skor"] },
    herrskor: "Herrskor i läder",
    barnskor: "Barnskor med kardborre",
    kokbok: "Kokbok för vardagen",
    bocker: "Böcker om trädgård",
    mus: "Trådlös mus",
    kudde: "Prydnadskudde i linne",
    strumpor: "Röda strumpor",
    regnjacka: "Regnjacka vattentät",
    bordslampa: "Bordslampa i mässing",
    kniv: "Brödkniv",
    shirt: "Vit T-shirt",
    det: { title: "Det", designer: "Stephen King" },
    man: "Män som hatar kvinnor",
    "choklad-fri": "Sockerfri choklad",
    "choklad-socker": "Choklad med socker och nötter",
    "saft-500": "Fläderblomssaft 500 ml",
    "saft-1000": "Fläderblomssaft 1 l",
  },
  {
    accents: [
      { query: "tradlosa horlurar", finds: ["horlurar"], first: "horlurar" },
      { query: "horlurar", finds: ["horlurar"] },
      { query: "mössa", finds: ["mossa"], first: "mossa" },
      { query: "mossa", finds: ["moss"], first: "moss" },
    ],
    departments: [
      { query: "skor dam", finds: ["damskor", "sneakers"], lacks: ["herrskor", "barnskor"] },
      { query: "skor för kvinnor", finds: ["damskor", "sneakers"], lacks: ["herrskor", "barnskor"] },
      { query: "herr skor", finds: ["herrskor"], first: "herrskor", lacks: ["damskor", "sneakers", "barnskor"] },
    ],
    plurals: [
      { query: "bok", finds: ["bocker", "kokbok"] },
      { query: "kokböcker", finds: ["kokbok"] },
      { query: "prydnadskuddar", finds: ["kudde"] },
      { query: "röd strumpa", finds: ["strumpor"], first: "strumpor" },
      { query: "brödknivar", finds: ["kniv"] },
    ],
    compounds: [
      { query: "regn jacka", finds: ["regnjacka"], first: "regnjacka" },
      { query: "lampa", finds: ["bordslampa"] },
    ],
    hyphens: [{ query: "tshirt", finds: ["shirt"] }],
    "stop words": [
      { query: "det", finds: ["det"], first: "det" },
      { query: "män som hatar kvinnor", finds: ["man"], first: "man" },
    ],
    negation: [
      { query: "choklad utan socker", finds: ["choklad-fri"], first: "choklad-fri", lacks: ["choklad-socker"] },
      { query: "sockerfri choklad", finds: ["choklad-fri"], first: "choklad-fri", lacks: ["choklad-socker"] },
    ],
    amounts: [{ query: "fläderblomssaft 0,5 l", finds: ["saft-500"], first: "saft-500" }],
  },
);
