import { expect } from "chai";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import { DEFAULT_FACETS, DEFAULT_PLACEMENTS, DEFAULT_SORT_KEYS } from "../../../src/storefront/default-items.js";

const FIRST = { key: "first", title: "First", profile: "similar" };

describe("configurationChanges", () => {
  for (const [what, before, after, changes] of [
    [
      "no changes if only the order of the sections differs",
      { search: { phrase: 1 }, rules: [] },
      { rules: [], search: { phrase: 1 } },
      [],
    ],
    [
      "changes to 0, false and an empty string",
      { a: 1, b: true, c: "x" },
      { a: 0, b: false, c: "" },
      [
        { path: "a", before: 1, after: 0 },
        { path: "b", before: true, after: false },
        { path: "c", before: "x", after: "" },
      ],
    ],
    [
      "one change for each setting of a new section",
      {},
      { search: { phrase: 1, heads: 2 } },
      [
        { path: "search.phrase", after: 1 },
        { path: "search.heads", after: 2 },
      ],
    ],
    [
      "changes of campaigns by campaign name",
      { campaigns: [{ key: "Black Friday", ends_at: "2026-11-28T00:00" }, { key: "Sale" }] },
      { campaigns: [{ key: "Black Friday", ends_at: "2026-11-30T00:00" }] },
      [
        { path: "campaigns[Black Friday].ends_at", before: "2026-11-28T00:00", after: "2026-11-30T00:00" },
        { path: "campaigns[Sale]", before: { key: "Sale" } },
      ],
    ],
    [
      "changes of rules by rule key, and the change of their order",
      { rules: [{ key: "a", points: 1 }, { key: "b" }, { key: "c" }] },
      { rules: [{ key: "d" }, { key: "b" }, { key: "a", points: 2 }] },
      [
        { path: "rules[a].points", before: 1, after: 2 },
        { path: "rules[c]", before: { key: "c" } },
        { path: "rules[d]", after: { key: "d" } },
        { path: "rules.order", before: ["a", "b"], after: ["b", "a"] },
      ],
    ],
    [
      "one change for each changed synonym",
      { search: { synonyms: [{ terms: ["a", "b"] }, { terms: ["c", "d"] }] } },
      { search: { synonyms: [{ terms: ["c", "d"] }, { terms: ["a", "e"] }] } },
      [
        { path: "search.synonyms", before: { terms: ["a", "b"] } },
        { path: "search.synonyms", after: { terms: ["a", "e"] } },
      ],
    ],
    [
      "one change for a whole list without keys",
      { availability: { in_stock: ["yes"] } },
      { availability: { in_stock: [] } },
      [{ path: "availability.in_stock", before: ["yes"], after: [] }],
    ],
    [
      "a removed default item, but no change for default items that are written out",
      {},
      { sort_keys: DEFAULT_SORT_KEYS, facets: DEFAULT_FACETS.slice(1) },
      [{ path: "facets[categories]", before: DEFAULT_FACETS[0] }],
    ],
    [
      "one change for each changed placement, including default placements",
      { placements: { own: { slots: [FIRST], max_products: 3 } } },
      { placements: { own: { slots: [FIRST] }, cart: { slots: [FIRST] } } },
      [
        { path: "placements.own", before: { slots: [FIRST], max_products: 3 }, after: { slots: [FIRST] } },
        { path: "placements.cart", before: DEFAULT_PLACEMENTS.cart, after: { slots: [FIRST] } },
      ],
    ],
    [
      "new aliases with the names __proto__ and constructor",
      JSON.parse('{"aliases":{}}'),
      JSON.parse('{"aliases":{"__proto__":"x","constructor":"y"}}'),
      [
        { path: "aliases.__proto__", after: "x" },
        { path: "aliases.constructor", after: "y" },
      ],
    ],
  ] as const) {
    it(`returns ${what}`, () => {
      expect(configurationChanges(before, after)).to.deep.equal(changes);
    });
  }
});
