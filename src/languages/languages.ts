import * as all from "./all.js";
import type { LanguageDefinition } from "./language.js";

/** The name of a language, as configurations and names of indices have it. */
export type Language = keyof typeof all;

export const LANGUAGES: Readonly<Record<Language, LanguageDefinition>> = all;

/** In alphabetical order. */
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** The words that all languages have for something, each once. */
export const wordsOfAll = (
  list: "betweenWords" | "featureWords" | "compatibilityWords" | "privateWords",
): ReadonlySet<string> => new Set(LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name][list]?.split(" ") ?? []));

/** Words that stand between two names, or between a name and what qualifies it, in all languages: "H and M" is "H&M". */
export const JOINING_WORDS: ReadonlySet<string> = wordsOfAll("betweenWords");

/** What English, which is understood everywhere, and a language have of something, each once. */
export const withEnglish = <P extends keyof LanguageDefinition>(language: Language, part: P) =>
  [...new Set([LANGUAGES.english[part], LANGUAGES[language][part]])].filter((one) => one !== null);
