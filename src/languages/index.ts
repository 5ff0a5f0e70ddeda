/**
 * The languages of catalogues: their words and rules as data, and the analysis that the engine is given for them.
 * Texts are made comparable here, for the engine and for the code that reads queries.
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
