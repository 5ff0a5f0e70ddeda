/**
 * Languages of catalogues: words and rules as data, the engine's analyzers built from them, and text normalization for products and
 * queries.
 */
export { analysisOf, stemsRequest } from "./analysis.js";
export {
  DEPARTMENTS,
  type Department,
  type HeadPosition,
  JOINING_WORDS,
  LANGUAGES,
  LANGUAGE_NAMES,
  type Language,
  type LanguageDefinition,
  type NegationWords,
  type PriceWords,
  withEnglish,
  wordsOfAll,
} from "./languages.js";
export { PUNCTUATION, comparableWords, searchText, withAmpersands } from "./search-text.js";
