import { everydayShop } from "./everyday.js";

export const korean = everydayShop(
  "korean",
  {
    "sneakers-women": "여성 운동화",
    "sneakers-men": "남성 운동화",
    "sneakers-kids": "아동 운동화",
    "coffee-cup": "커피잔 세트",
    earphones: "무선 이어폰",
    umbrella: "접이식 우산",
    mug: "머그컵",
    desk: "원목 책상",
    bookcase: "원목 책장",
    "chocolate-free": "무설탕 초콜릿",
    "chocolate-milk": "밀크 초콜릿",
    cable: "USB-C 케이블",
    headphones: { title: "WH-1000XM4 헤드폰", designer: "소니" },
    lamp: "침실용 스탠드",
  },
  {
    departments: [
      { query: "운동화 여성", finds: ["sneakers-women"], lacks: ["sneakers-men", "sneakers-kids"] },
      { query: "여자 운동화", finds: ["sneakers-women"], lacks: ["sneakers-men", "sneakers-kids"] },
      { query: "남자 운동화", finds: ["sneakers-men"], lacks: ["sneakers-women", "sneakers-kids"] },
      { query: "여성용 운동화", finds: ["sneakers-women"], lacks: ["sneakers-men", "sneakers-kids"] },
    ],
    compounds: [
      { query: "커피 잔", finds: ["coffee-cup"], first: "coffee-cup" },
      { query: "무선이어폰", finds: ["earphones"], first: "earphones" },
      { query: "우산", finds: ["umbrella"] },
      { query: "접이식우산", finds: ["umbrella"], first: "umbrella" },
      { query: "컵", finds: ["mug"] },
      { query: "책상", finds: ["desk"], lacks: ["bookcase"] },
      { query: "침실 스탠드", finds: ["lamp"], first: "lamp" },
    ],
    characters: [
      { query: "우산".normalize("NFD"), finds: ["umbrella"] },
      { query: "ＵＳＢ 케이블", finds: ["cable"], first: "cable" },
      { query: "usbc 케이블", finds: ["cable"], first: "cable" },
      { query: "wh1000xm4", finds: ["headphones"], first: "headphones" },
    ],
    negation: [{ query: "초콜릿 무설탕", finds: ["chocolate-free"], first: "chocolate-free" }],
  },
);
