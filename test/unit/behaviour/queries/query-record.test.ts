import { expect } from "chai";
import fc from "fast-check";
import {
  commonQueries,
  emptyQueries,
  isSuggestable,
  learnQueries,
  type QueryRecord,
  type TypedQuery,
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
const worths = (record: QueryRecord) => record.queries.map(({ query, worth }) => [query, Number(worth.toFixed(6))]);

describe("learned queries", () => {
  it("are one query in any spelling of case and blanks, and decay", () => {
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

  it("are worth more when something was chosen", () => {
    const record = learnQueries(EMPTY, [typed("sofa", "a"), typed("sofa", "a", { did: "choice" })]);
    expect(worths(record)).to.deep.equal([["sofa", 1.2]]);
  });

  it("count a shopper once in a row, and each event once", () => {
    const once = typed("sofa", "a");
    const record = learnQueries(EMPTY, [once, typed("sofa", "a"), typed("SOFA", "a")]);
    expect(worths(record)).to.deep.equal([["sofa", 0.2]]);
    expect(learnQueries(record, [once])).to.equal(record);
  });

  it("are suggested once several shoppers typed them, at least two", () => {
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
    it(`are never ${JSON.stringify(query.slice(0, 30))}`, () => {
      expect(isSuggestable(query)).to.equal(false);
      expect(learnQueries(EMPTY, [typed(query, "a")]).queries).to.deep.equal([]);
    });
  }

  it("may be names and numbers of models, which are suggestable", () => {
    for (const query of ["dv7-1211ea", "006r90321", "sofa 200 x 90", "ソファ"])
      expect(isSuggestable(query)).to.equal(true);
  });

  it("do not depend on the batches they come in, and stay few", () => {
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
