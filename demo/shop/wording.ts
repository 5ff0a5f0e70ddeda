import type { PageLanguage } from "../server/page-language.js";

/** Words with something in the place of "#". */
export const filled = (words: string, value: string | number): string => words.replace("#", () => String(value)).trim();

/** "1 product", "1,200 products", in the form that the language has for the number. */
export function productCount({ locale, words }: PageLanguage, count: number): string {
  const { one, other } = words.product_count;
  const isOne = new Intl.PluralRules(locale).select(count) === "one";
  return filled(isOne ? one : other, count.toLocaleString(locale));
}

/** Attributes of elements with English words on pages in any language. */
export const IN_ENGLISH = { lang: "en", dir: "ltr" } as const;
