import { expect } from "chai";
import fc from "fast-check";
import {
  type ChosenCategories,
  commonQueries,
  emptyQueries,
  fadedChoices,
  intentOf,
  isSuggestable,
  learnQueries,
  NOTHING_CHOSEN,
  type QueryRecord,
  type TypedQuery,
  withChoice,
} from "../../../../src/behaviour/queries/query-record.js";

const DAY = 86_400_000;
let number = 0;
const typed = (query: string, shopper: string, more: Partial<TypedQuery> = {}): TypedQuery => ({
  query,
  shopper,
  did: "search",
  at: 100 * DAY,
  position: { month: "answers 2026-11", number: (number += 1) },
  ...more,
});
const EMPTY = emptyQueries("shop");
const worths = (record: QueryRecord) => record.queries.map(({ query, score }) => [query, Number(score.toFixed(6))]);

describe("query record", () => {
  it("the stored record of typed queries counts spellings that differ in case or whitespace as one query", () => {
    const record = learnQueries(EMPTY, [typed("Red  Shoes", "a"), typed("red shoes ", "b"), typed("sofa", "a")]);
    expect(worths(record)).to.deep.equal([
      ["red shoes", 0.4],
      ["sofa", 0.2],
    ]);
    const later = learnQueries(record, [typed("sofa", "b", { at: 130 * DAY })]);
    expect(worths(later)).to.deep.equal([
      ["sofa", 0.3],
      ["red shoes", 0.2],
    ]);
    expect(worths(learnQueries(record, [typed("new", "a", { at: 400 * DAY })]))).to.deep.equal([["new", 0.2]]);
  });

  it("the stored record of typed queries scores a query higher if the shopper chose a product after the query", () => {
    const record = learnQueries(EMPTY, [typed("sofa", "a"), typed("sofa", "a", { did: "choice" })]);
    expect(worths(record)).to.deep.equal([["sofa", 1.2]]);
  });

  it("the stored record of typed queries counts consecutive searches of a shopper for the same query once", () => {
    const once = typed("sofa", "a");
    const record = learnQueries(EMPTY, [once, typed("sofa", "a"), typed("SOFA", "a")]);
    expect(worths(record)).to.deep.equal([["sofa", 0.2]]);
    expect(learnQueries(record, [once])).to.equal(record);
  });

  it("the stored record of typed queries suggests only queries typed by at least the configured number of shoppers", () => {
    const record = learnQueries(EMPTY, [
      ...["a", "b", "c"].map((shopper) => typed("common", shopper)),
      ...["a", "b", "a", "b"].map((shopper) => typed("of two", shopper)),
      ...["a", "a"].map((shopper) => typed("of one", shopper, { did: "choice" })),
    ]);
    expect(commonQueries(record, 3).map(({ query }) => query)).to.deep.equal(["common"]);
    expect(commonQueries(record, 1).map(({ query }) => query)).to.deep.equal(["of two", "common"]);
  });

  for (const query of [
    "ada@example.com",
    "https://x.example",
    "call 030 1234567 now",
    "4111 1111 1111 1111",
    "x",
    "!!",
    "y".repeat(61),
  ]) {
    it(`the stored record of typed queries never suggests ${JSON.stringify(query.slice(0, 30))}`, () => {
      expect(isSuggestable(query)).to.equal(false);
      expect(learnQueries(EMPTY, [typed(query, "a")]).queries).to.deep.equal([]);
    });
  }

  it("the stored record of typed queries can suggest queries with model names and numbers", () => {
    for (const query of ["dv7-1211ea", "006r90321", "sofa 200 x 90", "ソファ"])
      expect(isSuggestable(query)).to.equal(true);
  });

  it("the stored record of typed queries is limited to 3,000 queries and is the same for any batching of events", () => {
    const one = fc.record({ query: fc.constantFrom("aa", "bb", "cc"), shopper: fc.constantFrom("x", "y", "z") });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat(30), (list, cut) => {
        const all = list.map(({ query, shopper }) => typed(query, shopper));
        const whole = learnQueries(EMPTY, all);
        const parts = learnQueries(learnQueries(EMPTY, all.slice(0, cut)), all.slice(cut));
        expect(parts).to.deep.equal(whole);
      }),
    );
    const many = Array.from({ length: 10_000 }, (_, at) => typed(`query ${at}`, "a"));
    expect(learnQueries(EMPTY, many).queries).to.have.length(3_000);
  });
});

const POLO = "Clothing: Shirts: Polo";
const OXFORD = "Clothing: Shirts: Oxford";

/** Records each choice for a different shopper. */
const chosen = (...choices: readonly (readonly string[])[]): ChosenCategories =>
  choices.reduce((before, categories, at) => withChoice(before, { shopper: `s${at}`, categories }, 1), NOTHING_CHOSEN);
const times = (count: number, category: string) => Array.from({ length: count }, () => [category]);

describe("record of the categories chosen after a query", () => {
  it("a product choice counts for the product's category and for every parent category", () => {
    expect(chosen([POLO, OXFORD], ["Shoes"], [])).to.deep.equal({
      shoppers: ["s0", "s1"],
      choices: 2,
      levels: [
        { category: "Clothing", choices: 1 },
        { category: "Clothing: Shirts", choices: 1 },
        { category: OXFORD, choices: 1 },
        { category: POLO, choices: 1 },
        { category: "Shoes", choices: 1 },
      ],
    });
  });

  it("a recent product choice counts more than an older product choice", () => {
    const later = withChoice(fadedChoices(chosen([POLO]), 0.5), { shopper: "s9", categories: ["Shoes"] }, 1);
    expect([later.choices, later.levels[0], later.shoppers]).to.deep.equal([
      1.5,
      { category: "Shoes", choices: 1 },
      ["s0", "s9"],
    ]);
  });

  it("product choices are stored with at most 16 category levels and 10 shoppers per query", () => {
    const many = Array.from({ length: 500 }, (_, at) => [`Level: ${at}`, "__proto__", "x".repeat(101)]);
    const { levels, shoppers } = chosen(...many);
    expect([levels.length <= 16, shoppers.length]).to.deep.equal([true, 10]);
    expect(levels.slice(0, 2).map(({ category }) => category)).to.deep.equal(["Level", "__proto__"]);
  });
});

describe("intentOf", () => {
  it("intentOf returns the deepest category with clearly more than the required share of choices", () => {
    expect(intentOf(chosen(...times(3, POLO)), 3, 0.5)).to.equal(POLO);
    expect(intentOf(chosen(...times(4, POLO), ...times(4, OXFORD)), 3, 0.5)).to.equal("Clothing: Shirts");
    expect(intentOf(chosen(...times(5, POLO), ...times(5, "Shoes")), 3, 0.5)).to.equal(undefined);
  });

  it("intentOf requires several product choices and the configured number of shoppers", () => {
    expect(intentOf(NOTHING_CHOSEN, 2, 0.3)).to.equal(undefined);
    expect(intentOf(chosen(...times(2, POLO)), 2, 0.5)).to.equal(undefined);
    const ofTwo = Array.from({ length: 50 }, (_, at) => ({ shopper: `s${at % 2}`, categories: [POLO] })).reduce(
      (before, choice) => withChoice(before, choice, 1),
      NOTHING_CHOSEN,
    );
    expect(intentOf(ofTwo, 3, 0.5)).to.equal(undefined);
    expect(intentOf(ofTwo, 2, 0.5)).to.equal(POLO);
  });

  it("intentOf returns only a category with at least the configured share of choices", () => {
    const category = fc.constantFrom(POLO, OXFORD, "Shoes", "Clothing: Hats");
    fc.assert(
      fc.property(fc.array(fc.array(category, { minLength: 1, maxLength: 3 }), { maxLength: 40 }), (choices) => {
        const intent = intentOf(chosen(...choices), 2, 0.5);
        if (intent === undefined) return;
        const own = choices.filter((some) => some.some((one) => one === intent || one.startsWith(`${intent}: `)));
        expect(own.length / choices.length).to.be.at.least(0.5);
      }),
    );
  });
});
