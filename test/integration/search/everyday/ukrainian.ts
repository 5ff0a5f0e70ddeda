import { everydayShop } from "./everyday.js";

export const ukrainian = everydayShop(
  "ukrainian",
  {
    silnychka: "Кам'яна сільничка",
    gudzyky: "Ґудзики дерев'яні",
    kit: "Іграшка кіт",
    kyt: "Іграшка кит",
    "krosivky-zhinochi": "Жіночі кросівки шкіряні",
    bihovi: { title: "Кросівки бігові", categories: ["Жінкам: Взуття"] },
    "krosivky-cholovichi": "Чоловічі кросівки шкіряні",
    "krosivky-dytiachi": "Дитячі кросівки на липучці",
    nizh: "Ніж для хліба",
    knyha: "Кулінарна книга",
    stilets: "Кухонний стілець",
    shkarpetky: "Вовняні шкарпетки",
    suknia: "Червона сукня",
    lampa: "Настільна лампа",
    kabel: "Кабель USB-C",
    tini: "Тіні забутих предків",
    viina: "Війна і мир",
    "shokolad-bez": "Шоколад без цукру",
    "shokolad-z": "Шоколад з цукром та горіхами",
  },
  {
    accents: [
      { query: "гудзики", finds: ["gudzyky"] },
      { query: "кіт", finds: ["kit"], first: "kit" },
      { query: "кит", finds: ["kyt"], first: "kyt" },
    ],
    apostrophes: [
      { query: "кам’яна сільничка", finds: ["silnychka"], first: "silnychka" },
      { query: "камʼяна сільничка", finds: ["silnychka"], first: "silnychka" },
      { query: "камяна сільничка", finds: ["silnychka"], first: "silnychka" },
    ],
    departments: [
      {
        query: "кросівки жіночі",
        finds: ["krosivky-zhinochi"],
        lacks: ["krosivky-cholovichi", "krosivky-dytiachi"],
      },
      {
        query: "кросівки для жінок",
        finds: ["krosivky-zhinochi", "bihovi"],
        lacks: ["krosivky-cholovichi", "krosivky-dytiachi"],
      },
      {
        query: "кросівки для чоловіків",
        finds: ["krosivky-cholovichi"],
        lacks: ["krosivky-zhinochi", "bihovi", "krosivky-dytiachi"],
      },
      {
        query: "кросівки для дітей",
        finds: ["krosivky-dytiachi"],
        lacks: ["krosivky-zhinochi", "krosivky-cholovichi"],
      },
    ],
    plurals: [
      { query: "ножі", finds: ["nizh"] },
      { query: "кулінарні книги", finds: ["knyha"], first: "knyha" },
      { query: "кухонні стільці", finds: ["stilets"], first: "stilets" },
      { query: "шкарпетка", finds: ["shkarpetky"] },
      { query: "червоні сукні", finds: ["suknia"], first: "suknia" },
      { query: "лампи", finds: ["lampa"] },
    ],
    hyphens: [{ query: "кабель usbc", finds: ["kabel"], first: "kabel" }],
    "stop words": [
      { query: "війна і мир", finds: ["viina"], first: "viina" },
      { query: "тіні забутих предків", finds: ["tini"], first: "tini" },
    ],
    negation: [{ query: "шоколад без цукру", finds: ["shokolad-bez"], first: "shokolad-bez", lacks: ["shokolad-z"] }],
  },
);
