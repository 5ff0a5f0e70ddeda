import { expect } from "chai";
import { analysisOf, stemsRequest } from "../../../src/languages/analysis.js";
import { LANGUAGES } from "../../../src/languages/languages.js";

const delimiter = {
  type: "word_delimiter_graph",
  catenate_all: true,
  split_on_case_change: false,
  split_on_numerics: false,
  stem_english_possessive: false,
};
const COMMON = {
  parts: delimiter,
  pieces: { ...delimiter, split_on_numerics: true },
  whole: { ...delimiter, generate_word_parts: false, generate_number_parts: false },
  neighbours: {
    type: "shingle",
    min_shingle_size: 2,
    max_shingle_size: 3,
    output_unigrams: false,
    token_separator: "",
    filler_token: "",
  },
  long: { type: "length", min: 3 },
};
const replacing = (pattern: string, replacement: string) => ({ type: "pattern_replace", pattern, replacement });
const cutBy =
  (tokenizer: string) =>
  (...filter: string[]) => ({ type: "custom", tokenizer, filter });
const spaced = cutBy("whitespace");

/**
 * Returns the analyzers of a language that separates words with spaces.
 * @param forms filters that produce the word forms
 */
const analyzers = (...forms: string[]) => ({
  words: spaced("parts", "flatten_graph", "lowercase", ...forms),
  query_words: spaced("whole", "lowercase", ...forms),
  query_parts: spaced("parts", "lowercase", ...forms),
  joined: spaced("pieces", "flatten_graph", "lowercase", "neighbours", "long", ...forms, "unique"),
  whole_words: spaced("whole", "lowercase", ...forms),
  exact: spaced("whole", "lowercase"),
  typed: spaced("whole", "lowercase", "asciifolding"),
});

/** Returns the analysis settings of a language, and separately its rules for irregular words. */
function analysed(language: keyof typeof LANGUAGES) {
  const { filters, analyzers: made } = analysisOf(LANGUAGES[language]);
  const { irregular, ...others } = filters;
  return { filters: others, analyzers: made, irregular: (irregular?.["rules"] ?? []) as readonly string[] };
}

describe("text analysis of a language", () => {
  it("text analysis produces one form per word in English", () => {
    const { irregular, ...analysis } = analysed("english");
    expect(analysis).to.deep.equal({
      filters: {
        ...COMMON,
        minimal_english: { type: "stemmer", language: "minimal_english" },
        stem_ending_1: replacing("(?<=ch|sh|ss|x|zz)e$", ""),
        stem_ending_2: replacing("(?<=\\p{L}{2})ie$", "y"),
      },
      analyzers: analyzers("asciifolding", "irregular", "kstem", "minimal_english", "stem_ending_1", "stem_ending_2"),
    });
    expect(irregular).to.include.members(["shelves => shelf", "shelving => shelf", "ladies => women"]);
  });

  it("text analysis produces several forms per word in languages that need more than one stemmer", () => {
    const { irregular, ...analysis } = analysed("dutch");
    const stem = "stem_ending_1, stem_ending_2, stem_ending_3";
    expect(analysis).to.deep.equal({
      filters: {
        ...COMMON,
        dutch: { type: "stemmer", language: "dutch" },
        stem_ending_1: replacing("z$", "s"),
        stem_ending_2: replacing("v$", "f"),
        stem_ending_3: replacing("(.)\\1$", "$1"),
        word_ending_1: replacing("(?<=\\p{L}{3}[aeiouy])s$", ""),
        forms: {
          type: "multiplexer",
          preserve_original: false,
          filters: [
            "irregular, asciifolding",
            `irregular, dutch, asciifolding, ${stem}`,
            `asciifolding, irregular, dutch, ${stem}`,
            "irregular, asciifolding, word_ending_1",
          ],
        },
      },
      analyzers: analyzers("forms"),
    });
    expect(irregular).to.include.members(["steden => stad", "knieën => knie", "knieen => knie", "dame => dames"]);
  });

  it("text analysis produces character pairs in languages without spaces between words", () => {
    const unspaced = cutBy("thai");
    const whole = ["cjk_width", "asciifolding"];
    expect(analysed("thai")).to.deep.equal({
      filters: {
        ...COMMON,
        pairs: { type: "cjk_bigram", output_unigrams: true },
        only_pairs: { type: "cjk_bigram" },
      },
      analyzers: {
        ...analyzers(...whole),
        words: unspaced("cjk_width", "lowercase", "pairs", "asciifolding"),
        query_words: unspaced("cjk_width", "lowercase", "only_pairs", "asciifolding"),
        query_parts: unspaced("cjk_width", "lowercase", "only_pairs", "asciifolding"),
        characters: unspaced("cjk_width", "lowercase", "asciifolding"),
      },
      irregular: [],
    });
  });

  it("text analysis removes elided articles in French, and lowercases words by Turkish rules in Turkish", () => {
    const french = analysisOf(LANGUAGES.french);
    expect(french.filters["elided"]).to.deep.include({ type: "elision", articles_case: true });
    expect(french.analyzers["words"]?.filter.slice(0, 2)).to.deep.equal(["elided", "parts"]);
    const turkish = analysisOf(LANGUAGES.turkish);
    expect(turkish.filters["lower"]).to.deep.equal({ type: "lowercase", language: "turkish" });
    expect(turkish.analyzers["typed"]).to.deep.equal(spaced("whole", "lower", "asciifolding"));
  });
});

describe("the request for word stems", () => {
  it("a request for word stems returns one stem per word, or character pairs in languages without spaces", () => {
    const { tokenizer, filter } = stemsRequest(LANGUAGES.dutch);
    const { filters } = analysisOf(LANGUAGES.dutch);
    const { whole, irregular, word_ending_1 } = filters;
    expect([tokenizer, filter]).to.deep.equal([
      "whitespace",
      [whole, "lowercase", irregular, "asciifolding", word_ending_1],
    ]);
    expect(stemsRequest(LANGUAGES.thai)).to.deep.equal({
      tokenizer: "thai",
      filter: ["cjk_width", "lowercase", { type: "cjk_bigram" }, "asciifolding"],
    });
  });
});
