import { everydayShop } from "./everyday.js";

export const arabic = everydayShop(
  "arabic",
  {
    "shoes-women": "أحذية نسائية جلد",
    "shoes-men": "أحذية رجالية جلد",
    "shoes-kids": "أحذية أطفال خفيفة",
    "watch-women": "ساعة يد نسائية",
    "watch-men": "ساعة يد رجالية",
    coffee: "قهوة عربية",
    headphones: "سماعات لاسلكية",
    chair: "كرسي مكتب",
    "screen-27": "شاشة ٢٧ بوصة",
    "screen-24": "شاشة ٢٤ بوصة",
    cable: "كابل USB-C",
    book: "كتاب الطبخ",
    "chocolate-free": "شوكولاتة بدون سكر",
    "chocolate-sugar": "شوكولاتة بالسكر والبندق",
    bag: "حقيبة مدرسية",
    perfume: "عطر إيطالي",
  },
  {
    accents: [
      { query: "احذية نسائية", finds: ["shoes-women"], first: "shoes-women" },
      { query: "احذيه نسائيه", finds: ["shoes-women"], first: "shoes-women" },
      { query: "قَهْوَة", finds: ["coffee"] },
      { query: "كرسى مكتب", finds: ["chair"], first: "chair" },
      { query: "عطر ايطالي", finds: ["perfume"], first: "perfume" },
    ],
    departments: [
      { query: "أحذية للنساء", finds: ["shoes-women"], lacks: ["shoes-men", "shoes-kids"] },
      { query: "أحذية رجال", finds: ["shoes-men"], lacks: ["shoes-women", "shoes-kids"] },
      { query: "ساعات نسائية", finds: ["watch-women"], first: "watch-women", lacks: ["watch-men"] },
    ],
    plurals: [
      { query: "ساعات", finds: ["watch-women", "watch-men"] },
      { query: "سماعة لاسلكية", finds: ["headphones"], first: "headphones" },
      { query: "القهوة", finds: ["coffee"] },
      { query: "كتاب طبخ", finds: ["book"], first: "book" },
      { query: "الحقيبة المدرسية", finds: ["bag"], first: "bag" },
    ],
    hyphens: [{ query: "كابل usbc", finds: ["cable"], first: "cable" }],
    negation: [
      {
        query: "شوكولاتة بدون سكر",
        finds: ["chocolate-free"],
        first: "chocolate-free",
        lacks: ["chocolate-sugar"],
      },
    ],
    amounts: [{ query: "شاشة 27 بوصة", finds: ["screen-27"], first: "screen-27" }],
    characters: [{ query: "قهـــوة", finds: ["coffee"] }],
  },
);
