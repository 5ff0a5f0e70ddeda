import { expect } from "chai";
import { choosePhrases } from "../../../../src/search/suggest/choose-phrases.js";
import { createSuggestionDictionary, type Phrase } from "../../../../src/search/suggest/suggestion-dictionary.js";
import type { SuggestRules } from "../../../../src/storefront/search-configuration.js";
import { DEFAULT_SUGGEST } from "../../../support/defaults.js";

const brands = Array.from({ length: 100 }, (_, at): Phrase => {
  const value = `Brand ${String(at).padStart(2, "0")}`;
  return { kind: "brand", value, label: value, score: 1 - at / 100, from_catalog: true };
});
const query = (value: string, score: number): Phrase => ({
  kind: "query",
  value,
  label: value,
  score,
  from_catalog: false,
});
const BOOK = createSuggestionDictionary([
  ...brands,
  query("bag", 0.9),
  query("brand 99 bag", 0.1),
  query("bad word", 1),
]);

const chosen = (text: string, taste: Parameters<typeof choosePhrases>[1], rules: SuggestRules) =>
  choosePhrases({ text, book: BOOK, found: BOOK.find(text, rules.spelling).found }, taste, rules);

describe("choosePhrases", () => {
  const taste = {
    tokens: [
      ["designer=Brand 99", 0.3],
      ["color=Red", 0.1],
    ] as const,
  };

  it("search suggestions list phrases that match the shopper's taste first", () => {
    expect(chosen("br", null, DEFAULT_SUGGEST).brands[0]?.value).to.equal("Brand 00");
    const { brands, queries } = chosen("b", taste, DEFAULT_SUGGEST);
    expect(brands[0]?.value).to.equal("Brand 99");
    expect(queries.map(({ value }) => value)).to.deep.equal(["brand 99 bag", "bad word", "bag"]);
    expect(chosen("b", taste, { ...DEFAULT_SUGGEST, taste: 0 }).brands[0]?.value).to.equal("Brand 00");
  });

  it("search suggestions exclude phrases that match the shopper's taste but do not start with the typed text", () => {
    expect(chosen("bag", taste, DEFAULT_SUGGEST).brands).to.deep.equal([]);
  });

  it("search suggestions contain either the singular or the plural of a product, not both", () => {
    const book = createSuggestionDictionary([
      ...[query("black dress", 0.9), query("black dresses", 0.8), query("black scarves", 0.7)],
      ...[query("black scarf", 0.6), query("black accessories", 0.5), query("black accessory", 0.4)],
      ...[query("black bra", 0.3), query("black bralette", 0.2)],
    ]);
    const queries = (text: string) =>
      choosePhrases({ text, book, found: book.find(text, true).found }, null, DEFAULT_SUGGEST).queries;
    expect(queries("black").map(({ value }) => value)).to.deep.equal([
      ...["black dress", "black scarves", "black accessories", "black bra", "black bralette"],
    ]);
    expect(queries("black dresses").map(({ value }) => value)).to.deep.equal(["black dresses"]);
  });

  it("search suggestions exclude only phrases that equal a blocked term", () => {
    const rules = { ...DEFAULT_SUGGEST, blocked: ["BAD Word", "ba"] };
    expect(chosen("ba", null, rules).queries.map(({ value }) => value)).to.deep.equal(["bag", "brand 99 bag"]);
  });
});
