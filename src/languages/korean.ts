import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const korean: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, folding: ["cjk_width"], isUnspaced: true },
  code: "ko",
  yesNo: ["예", "아니요"],
  headPosition: "last",
  departments: {
    women: { words: "여성 여자 여성용 숙녀", beginnings: "여성 숙녀 임산부" },
    men: { words: "남성 남자 남성용 신사", beginnings: "남성 신사복" },
    girls: { words: "여아 소녀", beginnings: "여아" },
    boys: { words: "남아 소년", beginnings: "남아" },
    children: { words: "아동 어린이 키즈 아이", beginnings: "아동 어린이 키즈 유아 아기" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    orLess: "이하|미만|까지",
    orMore: "이상",
    to: "에서|부터|~",
    within: "사이|까지",
    currency: "원",
  },
};
