import { expect } from "chai";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SearchRules } from "../../../../src/storefront/search-configuration.js";
import { hasAllWords, textQuery } from "../../../../src/search/text/text-query.js";
import { type TextRules, wordsOf } from "../../../../src/search/text/words.js";

const RULES: TextRules = DEFAULT_CONFIGURATION;
const withSearch = (search: Partial<SearchRules>): TextRules => ({ ...RULES, search: { ...RULES.search, ...search } });
const FIELDS = ["text.title^4", "text.designer^3", "text.categories^2", "text.description^1", "text.other^0.5"];

const word = (query: string, boost?: number) => ({
  multi_match: { query, fields: FIELDS, operator: "and", tie_breaker: 0.3, ...(boost === undefined ? {} : { boost }) },
});
/** Clause for the words as typed, and for the phrase if there are at least two words. */
const asTyped = (query: string, ofWord = 0.1) => [
  { match: { "text.title.exact": { query, boost: ofWord } } },
  ...(query.includes(" ") ? [{ match_phrase: { "text.title.exact": { query, boost: 1 } } }] : []),
];
/** Combines the clauses of `asTyped` into one clause. */
const typedSignal = (query: string, ofWord = 0.1) => {
  const [only, ...more] = asTyped(query, ofWord);
  return more.length === 0 ? only : { bool: { should: [only, ...more] } };
};
/** Clause for the whole title, if the query has at least three words. */
const wholeTitle = (title: string) => ({ constant_score: { filter: { term: { "sort.title": title } }, boost: 48 } });
const has = (field: string, query: string) => ({ match: { [`text.${field}`]: query } });
/**
 * Clause for the head noun of titles, or for the product type.
 * @param joined head noun joined with the preceding word, as an alternative
 */
const isHead = (heads: string, boost = 8, joined?: string) => ({
  constant_score: {
    filter: either(has("heads", joined === undefined ? heads : `${heads} ${joined}`), {
      bool: { filter: [has("product_types", heads), has("things", heads)] },
    }),
    boost,
  },
});
/** Clause for titles whose head noun is a word before the last word of the query. */
const isOther = (words: string, boost = 4) => ({ constant_score: { filter: has("heads", words), boost } });
const isKind = (heads: string, boost = 8) => ({ constant_score: { filter: has("product_types", heads), boost } });
const best = (...queries: readonly object[]) => ({ dis_max: { queries } });
const either = (...should: readonly object[]) => ({ bool: { should } });
const weighed = (boost: number, ...should: readonly object[]) => ({ bool: { should, boost } });
/** Clause for a word in any text: alone, joined with a neighbouring word, or split in two. */
const present = (...terms: readonly string[]) => ({
  multi_match: { query: terms.join(" "), fields: ["text.any", "text.joined"] },
});
/** Clause for several words, or for the parts of one word, in any text. */
const allPresent = (query: string) => ({
  match: { "text.any": { query, operator: "and", auto_generate_synonyms_phrase_query: false } },
});
const points = (filter: object, boost: number) => ({ constant_score: { filter, boost } });
const brand = (...names: readonly string[]) => points({ terms: { "text.designer.whole": names } }, 4);
const apart = (query: string) => points({ match: { "text.joined": query } }, 8);
const together = (query: string) => ({ match: { "text.title": { query, boost: 3 } } });
const POPULAR = {
  function_score: {
    query: { constant_score: { filter: { range: { "learned.popularity": { gt: 0 } } } } },
    field_value_factor: { field: "learned.popularity", modifier: "ln1p", missing: 0 },
    boost_mode: "replace",
    max_boost: 2,
  },
};

describe("wordsOf", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["   \t\n", []],
    ["red  Shirt", ["red", "Shirt"]],
    ["red RED red", ["red"]],
    ["title:(red OR blue)~2 AND *", ["title:(red", "OR", "blue)~2", "AND"]],
    ["*:* ?? !!! \\ \" ' / ( [ {", []],
    ["\0\u0001red\u0007shirt\u200b", ["red", "shirt"]],
    ["\ud800red\udc00", ["red"]],
    ["\u{1F525} hot", ["\u{1F525}", "hot"]],
    ["cafe\u0301", ["caf\u00e9"]],
    ["wi-fi 5GHz", ["wi-fi", "5", "GHz"]],
    ["60x60 cm x 60", ["60", "x", "60", "cm", "x", "60"]],
    ["\u2744\ufe0f \u2665 &", []],
  ];
  for (const [query, words] of cases) {
    it(`the query ${JSON.stringify(query)} is split into words`, () =>
      expect(wordsOf(query).words).to.deep.equal(words));
  }

  it("splitting a query into words limits the number and length of the words", () => {
    const thousand = wordsOf(Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(" "));
    expect([thousand.words.length, thousand.pieces]).to.deep.equal([12, 12]);
    expect(wordsOf("x".repeat(1_000)).words).to.deep.equal(["x".repeat(100)]);
    expect(wordsOf("漢".repeat(1_000))).to.deep.equal({
      words: [Array(24).fill("漢").join(" ")],
      pieces: 24,
      isShortened: true,
    });
    expect(wordsOf("a-".repeat(500)).pieces).to.equal(24);
    expect(wordsOf(Array.from({ length: 30 }, (_, at) => `a-b-c-${at}`).join(" ")).pieces).to.equal(24);
  });

  it("splitting a query into words reports whether the query was shortened", () => {
    const twelve = Array.from("abcdefghijkl", (letter) => `w${letter}`).join(" ");
    const queries = [twelve, `${twelve} wa ???`, `${twelve} wm`, `${twelve} w1`];
    expect(queries.map((query) => wordsOf(query).isShortened)).to.deep.equal([false, false, true, true]);
  });
});

const boolOf = (clause: object) => (clause as { bool: Readonly<Record<string, readonly object[]>> }).bool;

describe("the text query", () => {
  it("the text query ignores words beyond the maximum number of words", () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
    const [long, short] = [words.join(" "), words.slice(0, 12).join(" ")];
    for (const tier of ["strict", "any"] as const) {
      const { should: ofLong, ...long_ } = boolOf(textQuery(long, RULES, tier));
      const { should: ofShort, ...short_ } = boolOf(textQuery(short, RULES, tier));
      expect(long_).to.deep.equal(short_);
      expect(ofLong?.slice(0, -1)).to.deep.equal(ofShort?.slice(0, -1));
      expect([ofLong?.at(-1), ofShort?.at(-1)]).to.deep.equal(
        [long.slice(0, 400), short].map((title) => either(...asTyped(short), wholeTitle(title))),
      );
    }
  });

  it("the text query requires every word in any field, and boosts exact words, product type and popularity", () => {
    expect(textQuery("dress shirt", RULES, "strict")).to.deep.equal({
      bool: {
        filter: [present("dress", "dressshirt"), present("shirt", "dressshirt")],
        should: [
          either(
            best(word("dress"), apart("dress"), together("dressshirt")),
            best(word("shirt"), apart("shirt"), together("dressshirt")),
          ),
          ...[isHead("shirt", 8, "dressshirt"), isKind("shirt"), isOther("dress")],
          ...[brand("dress", "dress shirt", "shirt"), POPULAR, typedSignal("dress shirt")],
        ],
      },
    });
  });

  it("the text query has no phrase clause for a single word", () => {
    const should = [isHead("0"), isKind("0"), brand("0"), POPULAR, typedSignal("0")];
    const words = best(word("0"), apart("0"));
    expect(textQuery("0", RULES, "strict")).to.deep.equal({
      bool: { filter: [present("0")], should: [either(words), ...should] },
    });
    expect(textQuery("0", RULES, "any")).to.deep.equal({ bool: { must: [either(weighed(1, words))], should } });
  });

  it("the text query counts a synonym of several words as one word", () => {
    const rules = withSearch({
      general_synonyms: false,
      compounds: false,
      synonyms: [{ terms: ["Cell phone", "handset"] }, { terms: ["mesh"], to: ["net"] }],
    });
    expect(textQuery("cell PHONE", rules, "strict")).to.deep.equal({
      bool: {
        filter: [either(allPresent("cell PHONE"), present("handset"))],
        should: [
          either(best({ bool: { must: [word("cell", 0.5), word("PHONE", 0.5)] } }, word("handset"))),
          ...[isHead("phone handset", 8, "cellphone"), isKind("phone handset")],
          ...[brand("cell", "cell PHONE", "PHONE", "handset"), POPULAR, typedSignal("cell PHONE")],
        ],
      },
    });
    const { filter, should } = boolOf(textQuery("handset", rules, "strict"));
    expect(filter).to.deep.equal([either(allPresent("cell phone"), present("handset"))]);
    const cellPhone = { bool: { must: [word("cell", 0.35), word("phone", 0.35)] } };
    expect(should?.[0]).to.deep.equal(either(best(word("handset"), cellPhone)));
    expect(JSON.stringify(textQuery("mesh", rules, "strict"))).to.contain('"net"');
    expect(JSON.stringify(textQuery("net", rules, "strict"))).not.to.contain('"mesh"');
  });

  it("the text query of a relaxed search requires one word, and boosts products with all words", () => {
    const loose = [present("usb", "usb2pro"), present("2pro", "usb2pro")];
    const half = [isHead("2pro", 4, "usb2pro"), isKind("2pro", 4), isOther("usb", 2)];
    expect(textQuery("usb 2pro", RULES, "any")).to.deep.equal({
      bool: {
        must: [
          either(
            weighed(
              0.7,
              best(word("usb"), apart("usb"), together("usb2pro")),
              best(word("2pro"), apart("2pro"), together("usb2pro")),
            ),
            ...loose.map((one) => points(one, 5)),
          ),
        ],
        should: [
          { bool: { must: [points({ bool: { filter: loose } }, 20)], should: half } },
          ...[...half, brand("usb", "usb 2pro", "2pro"), POPULAR, typedSignal("usb 2pro")],
        ],
      },
    });
  });

  it("the text query has a limited size, even if the search is relaxed", () => {
    for (const tier of ["strict", "any"] as const)
      expect(JSON.stringify(textQuery("wireless keyboard", RULES, tier)).length).to.be.below(3_000);
  });

  it("the text query contains only the word clauses if every ranking signal is disabled", () => {
    const off = withSearch({
      phrase: 0,
      heads: 0,
      product_types: 0,
      brand: 0,
      all_words: 0,
      popularity: 0,
      compounds: false,
      general_synonyms: false,
    });
    const loose = [present("laptop"), present("2pro")];
    expect(textQuery("laptop 2pro", off, "any")).to.deep.equal({
      bool: {
        must: [either(weighed(0.7, word("laptop"), word("2pro")), ...loose.map((one) => points(one, 0)))],
        should: [{ bool: { must: [points({ bool: { filter: loose } }, 0)] } }],
      },
    });
  });

  it("the text query drops stop words, unless all words are stop words", () => {
    const { filter, should } = boolOf(textQuery("the dress", RULES, "strict"));
    expect(filter).to.deep.equal([present("dress")]);
    expect(should).to.deep.equal([
      either(best(word("dress"), apart("dress"))),
      ...[isHead("dress"), isKind("dress"), brand("the", "the dress", "dress"), POPULAR, typedSignal("the dress")],
    ]);
    for (const tier of ["strict", "any"] as const)
      expect(textQuery("to be", RULES, tier)).to.deep.equal({
        bool: {
          filter: [{ match: { "text.typed": { query: "to be", operator: "and" } } }],
          should: [typedSignal("to be"), brand("to", "to be", "be")],
        },
      });
  });

  it("the text query matches a word with punctuation as a whole or by all its parts", () => {
    const { filter, should } = boolOf(textQuery("caf\u00e9-bar", RULES, "strict"));
    expect(filter).to.deep.equal([either(allPresent("caf\u00e9-bar"), present("caf\u00e9bar"))]);
    expect(should?.[0]).to.deep.equal(
      either(
        best(
          word("caf\u00e9-bar"),
          { bool: { must: [word("caf\u00e9", 0.35), word("bar", 0.35)] } },
          apart("caf\u00e9bar"),
        ),
      ),
    );
    expect(should?.slice(-1)).to.deep.equal([typedSignal("caf\u00e9-bar", 2)]);
  });

  it("the text query boosts products whose whole title was typed, if the title has at least three words", () => {
    expect(boolOf(textQuery("little black dress", RULES, "strict"))["should"]?.at(-1)).to.deep.equal(
      either(...asTyped("little black dress"), wholeTitle("little black dress")),
    );
  });

  it("the text query matches the prefix of a product code only if the search is relaxed", () => {
    const { must } = boolOf(textQuery("AB-9960001", RULES, "any"));
    expect(must).to.deep.equal([
      either(
        weighed(
          1,
          best(word("AB-9960001"), { bool: { must: [word("AB", 0.35), word("9960001", 0.35)] } }, apart("AB9960001")),
        ),
        ...["text.any", "text.joined"].map((field) => ({ prefix: { [field]: { value: "ab9960001", boost: 0.1 } } })),
      ),
    ]);
    expect(JSON.stringify(textQuery("AB-9960001", RULES, "strict"))).not.to.contain("prefix");
  });

  it("the text query treats the first word as the head noun in languages such as French", () => {
    const french = textQuery("housse velours", { ...RULES, language: "french" }, "strict");
    expect(boolOf(french)["should"]).to.deep.include.members([isHead("housse"), isKind("housse"), isOther("velours")]);
  });

  it("the text query does not treat words after `for` as the head noun", () => {
    const { should } = boolOf(textQuery("battery for notebook", RULES, "strict"));
    expect(should?.slice(1, 4)).to.deep.equal([isHead("battery"), isKind("battery"), brand("battery")]);
  });

  it("the text query does not search for a brand in words after `for` or in words without letters and digits", () => {
    const { should } = boolOf(textQuery("acme 10W cable for brio", RULES, "strict"));
    expect(should).to.deep.include(
      brand(
        ...["acme", "acme 10", "acme 10 W", "acme 10 W cable"],
        ...["10", "10 W", "10 W cable", "W", "W cable", "cable"],
      ),
    );
    expect(JSON.stringify(textQuery("\u{1F525}", RULES, "strict"))).not.to.contain("designer.whole");
  });

  it("the text query matches an amount only with its unit, and uses neither as the head noun", () => {
    const range = (share: number) => ({
      range: { "measures.length": { gte: 1600 * (1 - share), lte: 1600 * (1 + share) } },
    });
    const stated = { exists: { field: "measures.length" } };
    const unknown = { bool: { filter: [allPresent("160 cm")], must_not: [stated] } };
    const size = either({ bool: { filter: [range(0.01)] } }, unknown);
    const ofSize = either(best(word("160 cm"), points(range(0.01), 8), points(range(0.12), 4)));
    const ofDesk = best(word("desk"), apart("desk"), together("desk160"));
    const strict = boolOf(textQuery("desk 160 cm", RULES, "strict"));
    expect(strict["filter"]).to.deep.equal([present("desk", "desk160"), size]);
    expect(strict["should"]?.slice(0, 3)).to.deep.equal([either(ofDesk, ofSize), isHead("desk"), isKind("desk")]);
    const { must, should } = boolOf(textQuery("desk 160 cm", RULES, "any"));
    expect(must).to.deep.equal([either(weighed(0.7, ofDesk), points(present("desk", "desk160"), 5))]);
    expect(should?.[1]).to.deep.equal(ofSize);
    expect(JSON.stringify(textQuery("desk 160 cm", withSearch({ measures: false }), "strict"))).not.to.contain(
      "measures",
    );
  });

  it("the text query contains only the measurement if the query has no other word", () => {
    const { must } = boolOf(textQuery("160 cm", RULES, "any"));
    expect(JSON.stringify(must)).to.contain("measures.length");
  });

  it("the text query scores only single words if the query is long", () => {
    const long = JSON.stringify(textQuery("a b c d e f g h i", RULES, "any"));
    expect(long).not.to.match(/fuzziness|heads|designer.whole/);
    const { filter, should } = boolOf(textQuery("a b c d e f g h i", RULES, "strict"));
    expect(filter).to.deep.equal("b c d e f g h i".split(" ").map((one) => present(one)));
    expect(should?.[0]).to.deep.equal(either(..."b c d e f g h i".split(" ").map((one) => word(one))));
  });

  it("the text query matches no product if the query has no words", () => {
    expect(textQuery("!!!", RULES, "strict")).to.deep.equal({ match_none: {} });
    expect(hasAllWords("!!!", RULES)).to.deep.equal({ match_none: {} });
  });

  it("the filter for products with all query words does not affect the score", () => {
    expect(hasAllWords("dress shirt", RULES)).to.deep.equal({
      bool: { filter: [present("dress", "dressshirt"), present("shirt", "dressshirt")] },
    });
  });
});
