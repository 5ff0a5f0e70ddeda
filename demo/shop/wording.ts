import type { PageLanguage } from "../server/page-language.js";

/** Replaces the placeholder "#" in a text with a value. */
export const filled = (words: string, value: string | number): string => words.replace("#", () => String(value)).trim();

/** Formats a product count, such as "1 product" or "1,200 products", with the plural form of the language. */
export function productCount({ locale, words }: PageLanguage, count: number): string {
  const { one, other } = words.product_count;
  const isOne = new Intl.PluralRules(locale).select(count) === "one";
  return filled(isOne ? one : other, count.toLocaleString(locale));
}

/** HTML attributes for elements whose text is always English, even on pages in another language. */
export const IN_ENGLISH = { lang: "en", dir: "ltr" } as const;
