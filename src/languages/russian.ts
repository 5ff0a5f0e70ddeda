import type { LanguageDefinition } from "./language.js";

export const russian: LanguageDefinition = {
  analyzer: "russian",
  yesNo: ["Да", "Нет"],
  headPosition: "last",
  betweenWords: null,
  compatibilityWords: null,
  departments: { women: "женс женщ", men: "мужс мужч", girls: "девоч", boys: "мальч", children: "дет малыш" },
  priceWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  commonWords: null,
  privateWords: null,
};
