import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const japanese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, folding: ["cjk_width"], isUnspaced: true },
  code: "ja",
  yesNo: ["はい", "いいえ"],
  headPosition: "last",
  departments: {
    women: { words: "レディース レディス 女性 女性用 婦人", beginnings: "レディース レディス 女性 婦人 マタニティ" },
    men: { words: "メンズ 男性 男性用 紳士", beginnings: "メンズ 男性 紳士" },
    girls: { words: "ガールズ 女の子 女児", beginnings: "ガールズ 女の子 女児" },
    boys: { words: "ボーイズ 男の子 男児", beginnings: "ボーイズ 男の子 男児" },
    children: { words: "キッズ 子供 子ども こども 子供用", beginnings: "キッズ 子供 子ども こども ベビー 赤ちゃん" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    orLess: "以下|未満|まで|以内",
    orMore: "以上",
    to: "から|~",
    within: "まで|の間",
    currency: "円",
  },
};
