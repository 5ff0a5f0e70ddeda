import { expect } from "chai";
import fc from "fast-check";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SearchRules } from "../../../../src/storefront/search-configuration.js";
import { hasAllWords, textQuery, searchRulesFor } from "../../../../src/search/text/text-query.js";
import { type TextRules, wordsOf } from "../../../../src/search/text/words.js";

const RULES: TextRules = DEFAULT_CONFIGURATION;
const withSearch = (search: Partial<SearchRules>): TextRules => ({ ...RULES, search: { ...RULES.search, ...search } });
const FIELDS = ["text.title^4", "text.designer^3", "text.categories^2", "text.description^1", "text.other^0.5"];

const word = (query: string, boost?: number) => ({
  multi_match: { query, fields: FIELDS, operator: "and", tie_breaker: 0.3, ...(boost === undefined ? {} : { boost }) },
});
const phrase = (query: string) => ({ match_phrase: { "text.title": { query, slop: 1, boost: 1 } } });
const has = (field: string) => (query: string) => ({ match: { [`text.${field}`]: { query, operator: "and" } } });
/** By the heads of titles, or by what a title names and the stated kinds. @param joined with the word before */
const isHead = (heads: readonly string[], boost = 8, ...joined: readonly string[]) => ({
  constant_score: {
    filter: either(
      ...[...heads, ...joined].map(has("heads")),
      ...heads.map((head) => ({ bool: { filter: [has("kinds")(head), has("things")(head)] } })),
    ),
    boost,
  },
});
/** By another word than the last. */
const isOther = (words: string, boost = 4) => ({
  constant_score: { filter: either({ match: { "text.heads": { query: words, operator: "or" } } }), boost },
});
const isKind = (heads: readonly string[], boost = 8) => ({
  constant_score: { filter: either(...heads.map(has("kinds"))), boost },
});
const best = (...queries: readonly object[]) => ({ dis_max: { queries } });
const either = (...should: readonly object[]) => ({ bool: { should } });
const weighed = (boost: number, ...should: readonly object[]) => ({ bool: { should, boost } });
const there = (query: string) => ({ match: { "text.any": { query, operator: "and", zero_terms_query: "none" } } });
/** In any text, in a title that writes it apart, or together with a neighbour. */
const anyhow = (query: string, ...joined: readonly string[]) =>
  either(there(query), has("title.compounds")(query), ...joined.map(there));
/** Points for being there. */
const found = (filter: object, boost = 0) => ({ constant_score: { filter, boost } });
const present = (query: string) => ({ match: { "text.any": { query, operator: "and", zero_terms_query: "all" } } });
const having = (boost: number, words: readonly object[]) => found({ bool: { filter: words } }, boost);
/** The clause for products with all words, half of whose points are for their kind. */
const all = (have: object, ...ofKind: readonly object[]) => ({
  bool: { must: [have], ...(ofKind.length === 0 ? {} : { should: ofKind }) },
});
const brand = (...names: readonly string[]) => ({
  constant_score: { filter: { terms: { "text.designer.whole": names } }, boost: 4 },
});
const apart = (query: string) => ({
  constant_score: { filter: { match: { "text.title.compounds": { query, operator: "and" } } }, boost: 8 },
});
const together = (query: string) => ({ match: { "text.title": { query, operator: "and", boost: 3 } } });
const POPULAR = {
  function_score: {
    query: { constant_score: { filter: { range: { "learned.popularity": { gt: 0 } } } } },
    field_value_factor: { field: "learned.popularity", modifier: "ln1p", missing: 0 },
    boost_mode: "replace",
    max_boost: 2,
  },
};

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

  it("report when more was typed than is used", () => {
    const twelve = Array.from({ length: 12 }, (_, at) => `w${at}`).join(" ");
    const shortened = [twelve, `${twelve} w0 ???`, `${twelve} w12`].map((query) => wordsOf(query).isShortened);
    expect(shortened).to.deep.equal([false, false, true]);
  });
});

describe("the text query", () => {
  it("is the same for a thousand characters as for the words that count", () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
    for (const tier of ["strict", "any"] as const) {
      expect(textQuery(words.join(" "), RULES, tier)).to.deep.equal(
        textQuery(words.slice(0, 12).join(" "), RULES, tier),
      );
    }
  });

  it("requires every word somewhere, and boosts the phrase, the product itself and popularity", () => {
    expect(textQuery("dress shirt", RULES, "strict")).to.deep.equal({
      bool: {
        filter: [present("dress"), present("shirt")],
        should: [
          either(
            best(word("dress"), apart("dress"), together("dressshirt")),
            best(word("shirt"), apart("shirt"), together("dressshirt")),
          ),
          ...[isHead(["shirt"], 8, "dressshirt"), isKind(["shirt"]), isOther("dress")],
          ...[phrase("dress shirt"), brand("dress", "dress shirt", "shirt"), POPULAR],
        ],
      },
    });
  });

  it("has no phrase for one word, and finds it anywhere", () => {
    const should = [isHead(["0"]), isKind(["0"]), brand("0"), POPULAR];
    const words = either(best(word("0"), apart("0")));
    expect(textQuery("0", RULES, "strict")).to.deep.equal({
      bool: { filter: [present("0")], should: [words, ...should] },
    });
    const any = either(weighed(1, best(word("0"), apart("0"))), found(anyhow("0")));
    expect(textQuery("0", RULES, "any")).to.deep.equal({ bool: { must: [any], should } });
  });

  it("finds synonyms of one word or several, which count as one", () => {
    const rules = withSearch({
      general_synonyms: false,
      compounds: false,
      synonyms: [{ terms: ["Cell phone", "handset"] }, { terms: ["mesh"], to: ["net"] }],
    });
    expect(textQuery("cell PHONE", rules, "strict")).to.deep.equal({
      bool: {
        filter: [either(present("cell PHONE"), present("handset"))],
        should: [
          either(best({ bool: { must: [word("cell", 0.5), word("PHONE", 0.5)] } }, word("handset"))),
          ...[isHead(["PHONE", "handset"], 8, "cellPHONE"), isKind(["PHONE", "handset"])],
          ...[phrase("cell PHONE"), brand("cell", "cell PHONE", "PHONE", "handset"), POPULAR],
        ],
      },
    });
    const { filter, should } = (textQuery("handset", rules, "strict") as { bool: Record<string, object[]> }).bool;
    expect(filter).to.deep.equal([either(present("handset"), present("cell phone"))]);
    const cellPhone = { bool: { must: [word("cell", 0.35), word("phone", 0.35)] } };
    expect(should?.[0]).to.deep.equal(either(best(word("handset"), cellPhone)));
    expect(JSON.stringify(textQuery("mesh", rules, "strict"))).to.contain('"net"');
    expect(JSON.stringify(textQuery("net", rules, "strict"))).not.to.contain('"mesh"');
  });

  it("relaxed, requires one word, joined or apart, and boosts all words and the product itself", () => {
    const loose = [anyhow("usb", "usb2pro"), anyhow("2pro", "usb2pro")];
    const half = [isHead(["2pro"], 4, "usb2pro"), isKind(["2pro"], 4), isOther("usb", 2)];
    expect(textQuery("usb 2pro", RULES, "any")).to.deep.equal({
      bool: {
        must: [
          either(
            weighed(
              0.7,
              best(word("usb"), apart("usb"), together("usb2pro")),
              best(word("2pro"), apart("2pro"), together("usb2pro")),
            ),
            ...loose.map((one) => found(one, 5)),
          ),
        ],
        should: [
          all(best(having(20, [present("usb"), present("2pro")]), having(14, loose)), ...half),
          ...[...half, phrase("usb 2pro"), brand("usb", "usb 2pro", "2pro"), POPULAR],
        ],
      },
    });
  });

  it("is the words and nothing else with every signal off", () => {
    const off = withSearch({
      phrase: 0,
      heads: 0,
      kinds: 0,
      brand: 0,
      all_words: 0,
      popularity: 0,
      compounds: false,
      general_synonyms: false,
    });
    expect(textQuery("laptop 2pro", off, "any")).to.deep.equal({
      bool: {
        must: [either(weighed(0.7, word("laptop"), word("2pro")), found(there("laptop")), found(there("2pro")))],
      },
    });
  });

  it("treats the first word as the head where the language does", () => {
    const french = textQuery("housse velours", { ...RULES, language: "french" }, "strict");
    expect(JSON.stringify(french)).to.contain(JSON.stringify(isHead(["housse"])));
  });

  it("does not treat what follows a `for` as the head", () => {
    expect(JSON.stringify(textQuery("battery for notebook", RULES, "strict"))).to.contain(
      JSON.stringify(isHead(["battery"])),
    );
  });

  it("does not treat what follows a `for`, or words without a letter, as the brand", () => {
    const looked = (query: string) => JSON.stringify(textQuery(query, RULES, "strict"));
    expect(looked("acme 10W cable for brio")).to.contain(
      JSON.stringify(brand("acme", "acme 10W", "acme 10W cable", "10W", "10W cable", "cable")),
    );
    expect(looked("\u{1F525}")).not.to.contain("designer.whole");
  });

  it("compares an amount with its unit, and takes neither for the head", () => {
    const range = (share: number) => ({
      range: { "measures.length": { gte: 1600 * (1 - share), lte: 1600 * (1 + share) } },
    });
    const worth = (filter: object, boost: number) => ({ constant_score: { filter, boost } });
    const silent = { bool: { must_not: [{ exists: { field: "measures.length" } }] } };
    const { filter, should } = (textQuery("desk 160 cm", RULES, "strict") as { bool: Record<string, object[]> }).bool;
    const stated = { exists: { field: "measures.length" } };
    const unknown = { bool: { filter: [present("160 cm")], must_not: [stated] } };
    expect(filter).to.deep.equal([present("desk"), either({ bool: { filter: [range(0.01)] } }, unknown)]);
    expect(should?.[0]).to.deep.equal(
      either(
        best(word("desk"), apart("desk"), together("desk160")),
        either(best(word("160 cm"), worth(range(0.01), 8), worth(range(0.12), 4), worth(silent, 2))),
      ),
    );
    expect(should?.slice(1, 3)).to.deep.equal([isHead(["desk"]), isKind(["desk"])]);
    expect(JSON.stringify(textQuery("desk 160 cm", withSearch({ measures: false }), "strict"))).not.to.contain(
      "measures",
    );
  });

  it("uses only the words of long queries", () => {
    const long = JSON.stringify(textQuery("a b c d e f g h i", RULES, "any"));
    expect(long).not.to.match(/fuzziness|compounds|heads|designer.whole/);
    const { filter } = (textQuery("a b c d e f g h i", RULES, "strict") as { bool: { filter: object[] } }).bool;
    expect(filter).to.deep.equal("a b c d e f g h i".split(" ").map(present));
  });

  it("matches nothing where there is no word", () => {
    expect(textQuery("!!!", RULES, "strict")).to.deep.equal({ match_none: {} });
    expect(hasAllWords("!!!", RULES)).to.deep.equal({ match_none: {} });
  });

  it("matches products with all words, without a score", () => {
    expect(hasAllWords("dress shirt", RULES)).to.deep.equal({
      bool: { filter: [present("dress"), present("shirt")] },
    });
  });
});

describe("the synonyms a chain of pages keeps", () => {
  it("are those about its query, of the storefront's list and the general one", () => {
    const rules = withSearch({ synonyms: [{ terms: ["laptop bag", "briefcase"] }, { terms: ["hat", "cap"] }] });
    const kept = searchRulesFor("Red laptop bag", rules);
    expect(kept).to.deep.equal({
      ...rules.search,
      general_synonyms: false,
      synonyms: [{ terms: ["laptop", "notebook"] }, { terms: ["laptop bag", "briefcase"] }],
    });
    const frozen = { ...rules, search: kept };
    expect(textQuery("Red laptop bag", frozen, "any")).to.deep.equal(textQuery("Red laptop bag", rules, "any"));
  });

  it("give the same query, whatever is typed between its words", () => {
    const rules = withSearch({ synonyms: [{ terms: ["laptop bag", "briefcase"] }, { terms: ["red laptop", "ruby"] }] });
    const typed = fc.array(fc.constantFrom("Red", "laptop", "bag", "-", "/", "\u0007", "laptop-bag", "4", "gb"));
    fc.assert(
      fc.property(typed, fc.constantFrom("strict", "any"), (words, tier) => {
        const query = words.join(" ");
        const frozen = { ...rules, search: searchRulesFor(query, rules) };
        expect(textQuery(query, frozen, tier)).to.deep.equal(textQuery(query, rules, tier));
      }),
    );
  });
});
