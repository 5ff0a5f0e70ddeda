import { expect } from "chai";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { EVERYTHING } from "../../../../src/filters/filter.js";
import { parseFilter } from "../../../../src/filters/filter-expression.js";
import { rulesFor, type RuleContext } from "../../../../src/search/rules/rule-index.js";
import {
  bannersIn,
  MAX_RULE_CLAUSES,
  NO_RULES,
  activeRules,
  scoreClause,
  scoresWithin,
} from "../../../../src/search/rules/active-rules.js";
import type { RuleDocument } from "../../../../src/storefront/rules-configuration.js";
import { completeRule } from "../../../support/defaults.js";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const hide = (key: string, more: object = {}) => ({ key, action: "hide", products: ["p"], ...more }) as RuleDocument;

/** Returns the keys of the rules that apply to a request. */
const keysFor = (rules: readonly RuleDocument[], typed: string | null, filters: object = {}, at = NOW) =>
  keysIn(rules, { typed, filter: parseFilter(filters, "filters") }, at);

const keysIn = (rules: readonly RuleDocument[], context: RuleContext, at = NOW) =>
  rulesFor({ rules: rules.map(completeRule), aliases: {} }, context, at).map(({ rule }) => rule.key);

describe("rulesFor", () => {
  it("rules match a query regardless of case and whitespace", () => {
    const rules = [hide("any"), hide("tie", { when: { queries: ["Silk  Tie", "bow"] } })];
    expect(keysFor(rules, " silk tie")).to.deep.equal(["any", "tie"]);
    expect(keysFor(rules, "silk ties")).to.deep.equal(["any"]);
    expect(keysFor(rules, null)).to.deep.equal(["any"]);
  });

  it("rules match a query that equals, starts with, or contains the words of the rule", () => {
    const rules = [
      hide("is", { when: { queries: ["red dress"] } }),
      hide("contains", { when: { queries: ["red dress"], match: "contains" } }),
      hide("begins", { when: { queries: ["red dress"], match: "begins_with" } }),
    ];
    expect(keysFor(rules, "Red  dress")).to.deep.equal(["is", "contains", "begins"]);
    expect(keysFor(rules, "red dress long")).to.deep.equal(["contains", "begins"]);
    expect(keysFor(rules, "a red dress")).to.deep.equal(["contains"]);
    for (const other of ["red long dress", "dress red", "red dressing", "hundred dress"]) {
      expect(keysFor(rules, other), other).to.deep.equal([]);
    }
  });

  it("rules match different word forms of their query, unless the rule requires the exact spelling", () => {
    const rules = [
      hide("any form", { when: { queries: ["Dress"] } }),
      hide("exact", { when: { queries: ["dress"], exact: true } }),
    ];
    const context = { typed: "dresses", meant: ["is dress"], filter: EVERYTHING };
    const found = rulesFor({ rules: rules.map(completeRule), aliases: {} }, context, NOW);
    expect(found.map(({ rule }) => rule.key)).to.deep.equal(["any form"]);
    expect(keysFor(rules, "DRESS")).to.deep.equal(["any form", "exact"]);
  });

  it("rules for a category match requests for the category and its subcategories", () => {
    const rules = [
      hide("women", { when: { categories: ["Women"] } }),
      hide("b", { when: { categories: ["Women: B"] } }),
    ];
    expect(keysFor(rules, null, { categories: "Women: B: C" })).to.deep.equal(["women", "b"]);
    expect(keysFor(rules, null, { categories: "Women: Bags" })).to.deep.equal(["women"]);
    expect(keysFor(rules, null, { categories: { $in: ["Women: B: C", "Women: D"] }, color: "red" })).to.deep.equal([
      "women",
    ]);
    expect(keysFor(rules, null, { $or: [{ categories: "Women" }, { categories: "Men" }] })).to.deep.equal([]);
    expect(keysFor(rules, null, { categories: { $in: [] } })).to.deep.equal([]);
    expect(keysFor(rules, null, { categories: { $nin: ["Women"] } })).to.deep.equal([]);
    expect(keysFor(rules, null)).to.deep.equal([]);
  });

  it("rules match requests that contain the filters of the rule in any notation", () => {
    const rules = [
      hide("sale", { when: { filters: { on_sale: true, price: { $gte: 0, $lte: 20 } } } }),
      hide("all", { when: { filters: {} } }),
    ];
    const cheap = { $and: [{ price: { $lte: 20 } }, { color: "red" }, { price: { $gte: 0 } }] };
    expect(keysFor(rules, null, { ...cheap, on_sale: { $in: [true] } })).to.deep.equal(["sale", "all"]);
    expect(keysFor(rules, null, cheap)).to.deep.equal(["all"]);
    expect(keysFor(rules, null, { $not: { on_sale: true }, ...cheap })).to.deep.equal(["all"]);
  });

  it("rules match a request only if all conditions of the rule match", () => {
    const rules = [hide("both", { when: { queries: ["tie"], categories: ["Men"], filters: { stock: 0 } } })];
    expect(keysFor(rules, "tie", { categories: "Men", stock: 0 })).to.deep.equal(["both"]);
    expect(keysFor(rules, "tie", { categories: "Men" })).to.deep.equal([]);
    expect(keysFor(rules, null, { categories: "Men", stock: 0 })).to.deep.equal([]);
    expect(keysFor(rules, "tie", { stock: 0 })).to.deep.equal([]);
  });

  it("rules for searches match only searches, and rules for listings match only listings", () => {
    const when = (more: object) => ({ when: more });
    const rules = [
      hide("all"),
      hide("search", when({ requests: "searches" })),
      hide("search in men", when({ requests: "searches", categories: ["Men"] })),
      hide("tie", when({ requests: "searches", queries: ["tie"] })),
      hide("listing", when({ requests: "listings" })),
      hide("men", when({ requests: "listings", categories: ["Men"] })),
      hide("sale", when({ requests: "listings", filters: { on_sale: true } })),
      hide("men anywhere", when({ categories: ["Men"] })),
    ];
    const requested = { categories: "Men: Ties", on_sale: true };
    expect(keysFor(rules, "tie")).to.deep.equal(["all", "search", "tie"]);
    expect(keysFor(rules, null)).to.deep.equal(["all", "listing"]);
    expect(keysFor(rules, "tie", requested)).to.deep.equal(["all", "search", "search in men", "tie", "men anywhere"]);
    expect(keysFor(rules, null, requested)).to.deep.equal(["all", "listing", "men", "sale", "men anywhere"]);
    const recommendation = { typed: null, isRecommendation: true };
    expect(keysIn(rules, { ...recommendation, filter: EVERYTHING })).to.deep.equal(["all"]);
    expect(keysIn(rules, { ...recommendation, filter: parseFilter(requested, "filters") })).to.deep.equal([
      "all",
      "men anywhere",
    ]);
  });

  it("searches share one array of matching rules, and listings share another, until a rule starts or ends", () => {
    const rules = [
      hide("search", { when: { requests: "searches" }, ends_at: "2026-11-27T13:00:00Z" }),
      hide("listing", { when: { requests: "listings" } }),
    ].map(completeRule);
    const found = (typed: string | null, at: number) =>
      rulesFor({ rules, aliases: {} }, { typed, filter: EVERYTHING }, at);
    expect(found("a", NOW)).to.equal(found("b", NOW + 1));
    expect(found(null, NOW)).to.equal(found(null, NOW + 7_200_000));
    expect([found("a", NOW), found("a", NOW + 3_600_000)].map(({ length }) => length)).to.deep.equal([1, 0]);
  });

  it("the start of a rule is inclusive, and the end of a rule is exclusive", () => {
    const rules = [hide("day", { starts_at: "2026-11-27T12:00:00Z", ends_at: "2026-11-27T14:00:00+01:00" })];
    const at = (offset: number) => keysFor(rules, null, {}, NOW + offset);
    expect([at(-1), at(0), at(3_599_999), at(3_600_000)]).to.deep.equal([[], ["day"], ["day"], []]);
  });

  it("each matching rule is returned once, in configuration order, even for thousands of rules", () => {
    const many = Array.from({ length: 9_998 }, (_, at) => hide(`r${at}`, { when: { queries: [`q${at}`, "tie"] } }));
    const rules = [hide("first"), ...many.slice(0, 9_000), hide("last"), ...many.slice(9_000)];
    expect(keysFor(rules, "q9000")).to.deep.equal(["first", "last", "r9000"]);
    expect(keysFor(rules, "tie")).to.have.length(10_000);
  });
});

describe("the effect of rules on a request", () => {
  const fields = new Map<string, FieldType>([
    ["color", "string"],
    ["price", "number"],
  ]);
  const all: readonly RuleDocument[] = [
    { key: "a", action: "hide", products: ["p", "q"] },
    { key: "b", action: "hide", products: ["r"] },
    { key: "c", action: "boost", filters: { color: "red" }, points: 2 },
    { key: "d", action: "bury", products: ["s"] },
    { key: "e", action: "pin", product: "t", position: 2 },
  ];
  const live = (rules: readonly RuleDocument[], is_ranked: boolean) =>
    activeRules(rulesFor({ rules: rules.map(completeRule), aliases: {} }, { typed: null, filter: EVERYTHING }, NOW), {
      at: NOW,
      half_life_days: 14,
      is_ranked,
    });
  const products = (values: string[]) => ({ kind: "in", field: "product_identifier", values });

  it("the products hidden by all matching rules are excluded with one filter condition", () => {
    const shown = { kind: "not", filter: products(["p", "q", "r"]) };
    const hidden = { ...NO_RULES, at: NOW, half_life_days: 14, shown };
    expect(live(all, false)).to.deep.equal(hidden);
    expect(live(all, true)).to.deep.equal({
      ...hidden,
      scores: [
        { key: "c", points: 2, target: { kind: "in", field: "color", values: ["red"] } },
        { key: "d", points: -3, target: products(["s"]) },
      ],
      pins: [{ product: "t", position: 2 }],
    });
    expect(live([], true)).to.equal(NO_RULES);
  });

  it("the first ten banners of the rules are returned for any sort", () => {
    const banner = (at: number): RuleDocument => ({ key: `b${at}`, action: "banner", text: `Text ${at}` });
    const many = Array.from({ length: 12 }, (_, at) => banner(at));
    const [ordered, ranked] = [live(many, false), live(many, true)];
    expect(ordered.banners).to.deep.equal(["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"]);
    expect(ranked).to.deep.equal(ordered);
    const now = [{ ...banner(1), text: "Other", image: "/p.png", url: "https://a.example" }, banner(11)];
    expect(bannersIn(ordered, now.map(completeRule))).to.deep.equal([
      { key: "b1", text: "Other", image: "/p.png", url: "https://a.example" },
    ]);
    expect(bannersIn(NO_RULES, now.map(completeRule))).to.deep.equal([]);
  });

  it("a boost rule adds points to its target products, and a bury rule adds points to all other products", () => {
    const red = { nested: { path: "variants", score_mode: "none", query: { term: { "variants.data.color": "red" } } } };
    const target = parseFilter({ color: "red" }, "filters");
    expect([2, -2].map((points) => scoreClause({ key: "k", points, target }, fields))).to.deep.equal([
      { constant_score: { filter: red, boost: 2 } },
      { constant_score: { filter: { bool: { must_not: [red] } }, boost: 2 } },
    ]);
  });

  it("the last boost and bury rules are ignored if all rules together exceed the clause limit", () => {
    const scores = Array.from({ length: 60 }, (_, at) => ({
      key: String(at),
      points: 1,
      target: parseFilter({ price: at }, "filters"),
    }));
    expect(scoresWithin(scores, fields, 1_000)).to.have.length(Math.floor(MAX_RULE_CLAUSES / 3));
    expect(scoresWithin(scores, fields, 7)).to.deep.equal(scores.slice(0, 2));
    expect(scoresWithin(scores, fields, 0)).to.deep.equal([]);
    expect(scoresWithin(scores.slice(0, 2), fields, 6)).to.deep.equal(scores.slice(0, 2));
  });
});
