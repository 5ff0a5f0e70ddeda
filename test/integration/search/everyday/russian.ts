import { everydayShop } from "./everyday.js";

export const russian = everydayShop(
  "russian",
  {
    shchetka: "Щётка для волос",
    elka: "Ёлка искусственная",
    "krossovki-zhenskie": "Женские кроссовки кожаные",
    begovye: { title: "Кроссовки беговые", categories: ["Женщинам: Обувь"] },
    "krossovki-muzhskie": "Мужские кроссовки кожаные",
    "krossovki-detskie": "Детские кроссовки на липучке",
    nozh: "Нож для хлеба",
    kniga: "Кулинарная книга",
    stulya: "Кухонные стулья",
    noski: "Шерстяные носки",
    platye: "Красное платье",
    lampa: "Настольная лампа",
    kabel: "Кабель USB-C",
    ono: { title: "Оно", designer: "Стивен Кинг" },
    mir: "Война и мир",
    delat: "Что делать?",
    "shokolad-bez": "Шоколад без сахара",
    "shokolad-s": "Шоколад с сахаром и орехами",
    "sok-500": "Сок яблочный 500 мл",
    "sok-1000": "Сок яблочный 1 л",
  },
  {
    accents: [
      { query: "щетка для волос", finds: ["shchetka"], first: "shchetka" },
      { query: "елка", finds: ["elka"] },
    ],
    departments: [
      {
        query: "кроссовки женские",
        finds: ["krossovki-zhenskie"],
        lacks: ["krossovki-muzhskie", "krossovki-detskie"],
      },
      {
        query: "кроссовки для женщин",
        finds: ["krossovki-zhenskie", "begovye"],
        lacks: ["krossovki-muzhskie", "krossovki-detskie"],
      },
      {
        query: "кроссовки для мужчин",
        finds: ["krossovki-muzhskie"],
        lacks: ["krossovki-zhenskie", "begovye", "krossovki-detskie"],
      },
      {
        query: "кроссовки для детей",
        finds: ["krossovki-detskie"],
        lacks: ["krossovki-zhenskie", "krossovki-muzhskie"],
      },
    ],
    plurals: [
      { query: "ножи", finds: ["nozh"] },
      { query: "кулинарные книги", finds: ["kniga"], first: "kniga" },
      { query: "стул", finds: ["stulya"] },
      { query: "носок", finds: ["noski"] },
      { query: "красные платья", finds: ["platye"], first: "platye" },
      { query: "лампы", finds: ["lampa"] },
    ],
    hyphens: [{ query: "кабель usbc", finds: ["kabel"], first: "kabel" }],
    "stop words": [
      { query: "оно", finds: ["ono"], first: "ono" },
      { query: "война и мир", finds: ["mir"], first: "mir" },
      { query: "что делать", finds: ["delat"], first: "delat" },
    ],
    negation: [{ query: "шоколад без сахара", finds: ["shokolad-bez"], first: "shokolad-bez", lacks: ["shokolad-s"] }],
    amounts: [{ query: "сок яблочный 1 л", finds: ["sok-1000"], first: "sok-1000" }],
  },
);
