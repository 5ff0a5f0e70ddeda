import { expect } from "chai";
import { analysisOf } from "../../../src/languages/analysis.js";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "../../../src/languages/languages.js";
import { comparableWords, searchText } from "../../../src/languages/search-text.js";
import { useEngine } from "../../support/engine.js";
import type { EverydayShop } from "../search/everyday/everyday.js";
import * as shops from "../search/everyday/shops.js";
import { WORD_FORMS } from "./word-forms.js";

interface Analyzed {
  readonly tokens: readonly { readonly token: string; readonly position: number }[];
}

/** The Latin letters in the range U+00C0–U+024F, without the symbols "×" and "÷". */
const LATIN_LETTERS = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter((one) =>
  /\p{L}/u.test(one),
);

/**
 * Returns the distinct words in the everyday test shops of a language, limited to words that the service normalizes to
 * a single term.
 */
const everydayWords = (language: Language): string[] => {
  const own = Object.values<EverydayShop>(shops).filter((shop) => shop.language === language);
  const texts = own.flatMap(({ shop, cases }) => [
    ...Object.values(shop).flatMap((product) => Object.values(product).flat() as string[]),
    ...cases.map(({ query }) => query),
  ]);
  const words = new Set(texts.flatMap((text) => searchText(text).split(" ")));
  return [...words].filter((word) => comparableWords(word).length === 1);
};

/** Number of words per analyze request. The engine limits the number of terms per request to 10,000. */
const WORDS_A_CALL = 2_000;

describe("language analyzers in the engine", () => {
  const engineOf = useEngine();

  const indexOf = (language: Language) => `${engineOf.engine.prefix}forms-${language}`;

  before("create an index in each language", async function () {
    this.timeout(120_000);
    for (const language of LANGUAGE_NAMES) {
      const { filters, analyzers } = analysisOf(LANGUAGES[language]);
      await engineOf.engine.call("create index", {
        method: "PUT",
        path: `/${indexOf(language)}`,
        body: {
          settings: { number_of_shards: 1, number_of_replicas: 0, analysis: { filter: filters, analyzer: analyzers } },
        },
      });
    }
  });

  /** Returns the terms of each word. In the engine's response, `position` is the index of the word. */
  async function termsOf(language: Language, analyzer: string, words: readonly string[]): Promise<string[][]> {
    const terms: string[][] = words.map(() => []);
    for (let from = 0; from < words.length; from += WORDS_A_CALL) {
      const { tokens } = await engineOf.engine.call<Analyzed>("analyze", {
        method: "POST",
        path: `/${indexOf(language)}/_analyze`,
        body: { analyzer, text: words.slice(from, from + WORDS_A_CALL).join(" ") },
      });
      for (const { token, position } of tokens) terms[from + position]?.push(token);
    }
    return terms;
  }

  it("language analyzers normalize each Latin letter in the same way as the service", async () => {
    const terms = await termsOf("english", "typed", LATIN_LETTERS);
    // The engine's `asciifolding` turns "ǥ", "ǧ" and "ʀ" into capitals.
    const folded = LATIN_LETTERS.map((letter, at) => [letter, terms[at]?.map((term) => term.toLowerCase())]);
    expect(LATIN_LETTERS.map((letter) => [letter, comparableWords(letter)])).to.deep.equal(folded);
  });

  for (const language of LANGUAGE_NAMES) {
    const words = everydayWords(language);
    if (words.length > 0)
      it(`language analyzers normalize the everyday words of ${language} in the same way as the service`, async () => {
        const terms = await termsOf(language, "typed", words);
        expect(words.map((word) => [word, comparableWords(word)])).to.deep.equal(
          words.map((word, at) => [word, terms[at]]),
        );
      });
  }

  for (const [name, { meet, apart }] of Object.entries(WORD_FORMS)) {
    const language = name as Language;

    /** Returns the pairs of words for which the analyzer produces a common term. */
    const sharing = async (pairs: readonly string[]) => {
      const words = pairs.flatMap((pair) => pair.split(" ").map(searchText));
      const terms = await termsOf(language, "whole_words", words);
      return pairs.filter((_, at) => terms[2 * at]?.some((term) => terms[2 * at + 1]?.includes(term)));
    };

    it(`language analyzers produce a common term for all forms of a word: ${name}`, async () =>
      expect(await sharing(meet)).to.deep.equal(meet));

    it(`language analyzers produce no common term for different words that look alike: ${name}`, async () =>
      expect(await sharing(apart)).to.deep.equal([]));
  }
});
