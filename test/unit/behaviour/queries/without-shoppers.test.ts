import { expect } from "chai";
import {
  emptyQueries,
  withoutShoppers,
  type LearnedQuery,
  type QueryRecord,
} from "../../../../src/behaviour/queries/query-record.js";

const query = (name: string, shoppers: readonly string[], more: Partial<LearnedQuery> = {}): LearnedQuery => ({
  query: name,
  score: 2,
  shoppers,
  last_search: null,
  last_choice: null,
  ...more,
});
const recordOf = (...queries: readonly LearnedQuery[]): QueryRecord => ({ ...emptyQueries("shop"), as_of: 1, queries });

describe("withoutShoppers", () => {
  it("withoutShoppers drops queries that only the erased shopper typed", () => {
    const levels = [{ category: "Shoes", choices: 2 }];
    const before = recordOf(
      query("own", ["a"]),
      query("shared", ["a", "b"], {
        last_search: "a",
        last_choice: "b",
        chosen: { shoppers: ["a"], choices: 2, levels },
      }),
      query("chosen by both", ["b", "a"], { last_choice: "a", chosen: { shoppers: ["b", "a"], choices: 2, levels } }),
      query("counted, but beyond the bound", ["b"], { last_search: "a" }),
      query("of others", ["b", "c"], { last_search: "c" }),
    );
    expect(withoutShoppers(before, new Set(["a"]))).to.deep.equal(
      recordOf(
        query("shared", ["b"], { last_choice: "b" }),
        query("chosen by both", ["b"], { chosen: { shoppers: ["b"], choices: 2, levels } }),
        query("counted, but beyond the bound", ["b"]),
        query("of others", ["b", "c"], { last_search: "c" }),
      ),
    );
  });

  it("withoutShoppers drops a query after all shoppers who typed the query have been erased", () => {
    const once = withoutShoppers(recordOf(query("shared", ["a", "b"])), new Set(["a"]));
    expect(withoutShoppers(once, new Set(["b"])).queries).to.deep.equal([]);
  });
});
