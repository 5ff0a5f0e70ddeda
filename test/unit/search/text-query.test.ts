import { expect } from "chai";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { textQuery } from "../../../src/search/text/text-query.js";
import { wordsOf } from "../../../src/search/text/words.js";

const weights = DEFAULT_CONFIGURATION.field_weights;
const FIELDS = ["text.title^4", "text.designer^3", "text.categories^2", "text.description^1", "text.other^0.5"];

const word = (query: string) => ({
  multi_match: { query, fields: FIELDS, operator: "and", tie_breaker: 0.3, zero_terms_query: "all" },
});

describe("the words of a query", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["   \t\n", []],
    ["red  Shirt", ["red", "Shirt"]],
    ["red RED red", ["red"]],
    ["title:(red OR blue)~2 AND *", ["title:(red", "OR", "blue)~2", "AND"]],
    ["*:* ?? !!! \\ \" ' / ( [ {", []],
    ["\0\u0001red\u0007shirt\u200b", ["red", "shirt\u200b"]],
    ["\ud800red\udc00", ["red"]],
    ["\u{1F525} hot", ["\u{1F525}", "hot"]],
    ["cafe\u0301", ["caf\u00e9"]],
    ["wi-fi 5GHz", ["wi-fi", "5GHz"]],
  ];
  for (const [query, words] of cases) {
    it(JSON.stringify(query), () => expect(wordsOf(query).words).to.deep.equal(words));
  }

  it("are bounded in number, length and what analyzers make of them", () => {
    const thousand = wordsOf(Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(" "));
    expect([thousand.words.length, thousand.pieces]).to.deep.equal([32, 32]);
    expect(wordsOf("x".repeat(1_000)).words).to.deep.equal(["x".repeat(100)]);
    expect(wordsOf("漢".repeat(1_000))).to.deep.equal({ words: [Array(64).fill("漢").join(" ")], pieces: 64 });
    expect(wordsOf("a-".repeat(500)).pieces).to.equal(50);
    expect(wordsOf(Array.from({ length: 30 }, (_, at) => `a-b-c-${at}`).join(" ")).pieces).to.equal(64);
  });
});

describe("the text query", () => {
  it("wants every word somewhere, and likes the phrase in the title", () => {
    expect(textQuery("dress shirt", weights, "strict")).to.deep.equal({
      bool: {
        must: [{ bool: { must: [word("dress"), word("shirt")] } }],
        should: [{ match_phrase: { "text.title": { query: "dress shirt", slop: 1, boost: 2 } } }],
      },
    });
  });

  it("has no phrase for one word", () => {
    expect(textQuery("0", weights, "strict")).to.deep.equal({ bool: { must: [{ bool: { must: [word("0")] } }] } });
  });

  it("relaxed, is content with half of the words, misspelt", () => {
    const similar = (query: string) => ({
      multi_match: {
        query,
        fields: FIELDS.slice(0, 3),
        operator: "and",
        fuzziness: "AUTO",
        prefix_length: 1,
        max_expansions: 10,
        boost: 0.5,
      },
    });
    const either = (query: string) => ({ dis_max: { queries: [word(query), similar(query)] } });
    expect(textQuery("blue dress shirt", weights, "relaxed")).to.deep.equal({
      bool: {
        must: [{ bool: { should: [either("blue"), either("dress"), either("shirt")], minimum_should_match: 2 } }],
        should: [{ match_phrase: { "text.title": { query: "blue dress shirt", slop: 1, boost: 2 } } }],
      },
    });
  });

  it("does not guess at long queries", () => {
    const long = textQuery("a b c d e f g h i j k l m", weights, "relaxed");
    expect(JSON.stringify(long)).not.to.include("fuzziness");
  });

  it("matches nothing where there is no word", () => {
    expect(textQuery("!!!", weights, "strict")).to.deep.equal({ match_none: {} });
  });
});
