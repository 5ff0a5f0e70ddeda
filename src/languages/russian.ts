import { type LanguageDefinition, UNKNOWN_WORDS } from "./language.js";

export const russian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  analyzer: "russian",
  code: "ru",
  yesNo: ["Да", "Нет"],
  headPosition: "last",
  departments: { women: "женс женщ", men: "мужс мужч", girls: "девоч", boys: "мальч", children: "дет малыш" },
  negationWords: { before: "без", behind: null, endings: null },
};
