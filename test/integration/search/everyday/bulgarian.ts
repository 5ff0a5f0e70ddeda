import { everydayShop } from "./everyday.js";

export const bulgarian = everydayShop(
  "bulgarian",
  {
    "obuvki-damski": "Дамски обувки от кожа",
    boti: { title: "Боти от велур", categories: ["Дамски: Обувки"] },
    "obuvki-mazhki": "Мъжки обувки от кожа",
    "obuvki-detski": "Детски обувки с лепки",
    nozh: "Нож за хляб",
    kniga: "Готварска книга",
    stol: "Градински стол",
    roklya: "Червена рокля",
    chasha: "Чаша за кафе",
    chorapi: "Вълнени чорапи",
    lampa: "Настолна лампа",
    kabel: "Кабел USB-C",
    igo: "Под игото",
    "shokolad-bez": "Шоколад без захар",
    "shokolad-sas": "Шоколад със захар и лешници",
    "sok-500": "Сок от ябълка 500 мл",
    "sok-1000": "Сок от ябълка 1 л",
  },
  {
    departments: [
      {
        query: "обувки дамски",
        finds: ["obuvki-damski", "boti"],
        lacks: ["obuvki-mazhki", "obuvki-detski"],
      },
      { query: "обувки за жени", finds: ["obuvki-damski", "boti"], lacks: ["obuvki-mazhki", "obuvki-detski"] },
      { query: "обувки за мъже", finds: ["obuvki-mazhki"], lacks: ["obuvki-damski", "boti", "obuvki-detski"] },
      { query: "обувки за деца", finds: ["obuvki-detski"], lacks: ["obuvki-damski", "boti", "obuvki-mazhki"] },
    ],
    plurals: [
      { query: "ножове", finds: ["nozh"] },
      { query: "готварски книги", finds: ["kniga"], first: "kniga" },
      { query: "книгата", finds: ["kniga"] },
      { query: "градински столове", finds: ["stol"], first: "stol" },
      { query: "червени рокли", finds: ["roklya"], first: "roklya" },
      { query: "чаши за кафе", finds: ["chasha"], first: "chasha" },
      { query: "лампи", finds: ["lampa"] },
    ],
    hyphens: [{ query: "кабел usb c", finds: ["kabel"], first: "kabel" }],
    "stop words": [{ query: "под игото", finds: ["igo"], first: "igo" }],
    negation: [{ query: "шоколад без захар", finds: ["shokolad-bez"], first: "shokolad-bez", lacks: ["shokolad-sas"] }],
    amounts: [{ query: "сок от ябълка 1 л", finds: ["sok-1000"], first: "sok-1000" }],
  },
);
