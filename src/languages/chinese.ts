import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const chinese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, folding: ["cjk_width"], isUnspaced: true },
  code: "zh",
  yesNo: ["是", "否"],
  headPosition: "last",
  departments: {
    women: { words: "女士 女性 女式 女款", beginnings: "女士 女性 女式 女款 女装 女鞋 孕妇" },
    men: { words: "男士 男性 男式 男款", beginnings: "男士 男性 男式 男款 男装 男鞋" },
    girls: { words: "女童 女孩", beginnings: "女童 女孩" },
    boys: { words: "男童 男孩", beginnings: "男童 男孩" },
    children: { words: "儿童 孩子 小孩", beginnings: "儿童 童装 童鞋 婴儿 婴幼儿 宝宝" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "低于|少于|不到|不超过",
    most: "最多",
    least: "高于|超过|至少|不低于",
    orLess: "以下|以内|之内",
    orMore: "以上",
    between: "介于",
    and: "和|与|到|至",
    from: "从",
    to: "到|至|~",
    within: "之间",
    currency: "元|块|块钱|人民币",
  },
};
