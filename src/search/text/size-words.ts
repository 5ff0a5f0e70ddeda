import { type Language, withEnglish } from "../../languages/index.js";
import { remembered } from "../../lib/remembered.js";

/** Letter and number sizes: "XL", "42", "8.5", "32/34", "2XL". */
const SIZE = "(?:\\d{0,2}(?:xxs|xs|s|m|l|xl|xxl|xxxl)|\\d{1,3}(?:[.,/]\\d{1,3})?)";

/**
 * Removes size words: "sneakers size 42" becomes "sneakers 42". Next to a size, the word is redundant and does not occur in product texts.
 */
export const withoutSizeWord = (query: string, language: Language): string => query.replace(patternOf(language), "$1");

const patternOf = remembered(new Map<Language, RegExp>(), (language) => {
  const words = withEnglish(language, "sizeWords").join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})\\s+(${SIZE})(?![\\p{L}\\p{N}-])`, "giu");
});
