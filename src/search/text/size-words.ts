import { type Language, withEnglish } from "../../languages/languages.js";

/** Letters and numbers as sizes have them: "XL", "42", "8.5", "32/34", "2XL". */
const SIZE = "(?:\\d{0,2}(?:xxs|xs|s|m|l|xl|xxl|xxxl)|\\d{1,3}(?:[.,/]\\d{1,3})?)";

/** Leaves "sneakers 42" of "sneakers size 42" and "size 42 sneakers". */
export function withoutSizeWord(query: string, language: Language): string {
  return query.replace(patternOf(language), "$1");
}

const made = new Map<Language, RegExp>();

function patternOf(language: Language): RegExp {
  const known = made.get(language);
  if (known !== undefined) return known;
  // Next to a size they add nothing, and no product's text has them.
  const words = withEnglish(language, "sizeWords").join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})\\s+(${SIZE})(?![\\p{L}\\p{N}-])`, "giu");
  made.set(language, pattern);
  return pattern;
}
