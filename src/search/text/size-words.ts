import { type Language, withEnglish } from "../../languages/index.js";
import { remembered } from "../../lib/remembered.js";

/** Letters and numbers as sizes have them: "XL", "42", "8.5", "32/34", "2XL". */
const SIZE = "(?:\\d{0,2}(?:xxs|xs|s|m|l|xl|xxl|xxxl)|\\d{1,3}(?:[.,/]\\d{1,3})?)";

/** FieldValues "sneakers 42" of "sneakers size 42" and "size 42 sneakers": next to a size the word adds nothing, and no product's text has it. */
export const withoutSizeWord = (query: string, language: Language): string => query.replace(patternOf(language), "$1");

const patternOf = remembered(new Map<Language, RegExp>(), (language) => {
  const words = withEnglish(language, "sizeWords").join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})\\s+(${SIZE})(?![\\p{L}\\p{N}-])`, "giu");
});
