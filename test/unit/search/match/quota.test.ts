import { expect } from "chai";
import fc from "fast-check";
import { hashesOf } from "../../../support/hashes.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { groupReader } from "../../../../src/personalization/reranking/quota.js";
import type { TasteSnapshot } from "../../../../src/personalization/taste/snapshot.js";
import { NO_MATCHES } from "../../../../src/search/match/matches.js";
import { groupCounts } from "../../../../src/search/match/rank.js";
import { quotaOf, type Ranked } from "../../../../src/search/match/window.js";
import { LIVE, PERSONAL, planned, TASTE } from "./planned.js";
import { featuresOf, idsOf, products, type Product } from "./products.js";

const product = (id: string, ...tokens: string[]): Product => ({ id, base: 0, tokens });

describe("groupCounts", () => {
  it("groupCounts counts each product once per product group, and excludes deleted products", () => {
    const all = [
      product("a", "designer=ACME", "categories=Shoes: Boots", "categories=Shoes: Mules", "color=Red"),
      product("b", "categories=Shoes", "price_band=13", "price_band=12"),
      product("gone", "designer=ACME"),
    ];
    const features = featuresOf(all, new Set(["gone"]));
    const counts = groupCounts(features, { department: null });
    expect(Object.fromEntries(counts)).to.deep.equal({
      "designer=ACME": 1,
      "categories=Shoes": 2,
      "categories=Shoes: Boots": 1,
      "categories=Shoes: Mules": 1,
      "price_level=6": 1,
    });
    // The counts are cached and shared by all shoppers.
    expect(groupCounts(features, { department: null })).to.equal(counts);
  });

  it("groupCounts returns the number of products in each product group, for any list of products", () => {
    fc.assert(
      fc.property(products, fc.constantFrom(null, "color"), (all, department) => {
        const groupsOf = groupReader({ department });
        const expected = new Map<string, number>();
        for (const { tokens } of all)
          for (const group of groupsOf(tokens)) expected.set(group, (expected.get(group) ?? 0) + 1);
        expect(new Map(groupCounts(featuresOf(all), { department }))).to.deep.equal(expected);
      }),
    );
  });
});

describe("quotaOf", () => {
  const acme = (count: number, of: number) =>
    Array.from({ length: of }, (_, at) => product(`p${at}`, at < count ? "designer=ACME" : "designer=OTHER"));
  function quota(all: readonly Product[], viewed: TasteSnapshot["viewed"], taxonomy?: LiveCatalog["taxonomy"]) {
    const personal = { ...PERSONAL, taste: { ...TASTE, viewed } };
    const plan = planned({}, { personal, live: { ...LIVE, taxonomy } });
    const matches = { ...NO_MATCHES, total: all.length, hashes: hashesOf(idsOf(all)) };
    return quotaOf({ plan, matches, features: featuresOf(all) });
  }
  const products = [["designer=ACME"]];

  it("the share limit of a product group on a listing page combines its share of views and its share of matches", () => {
    // After one view, a group's quota is (1 + 4 · s) / 5, where s is the group's share of the matches.
    expect(quota(acme(1, 4), { products })).to.deep.equal({ department: null, shares: [["designer=ACME", 0.4]] });
    expect(quota(acme(0, 4), { products })).to.deep.equal({ department: null, shares: [["designer=ACME", 0.2]] });
    expect(quota([], { products })).to.deep.equal({ department: null, shares: [["designer=ACME", 0.2]] });
    expect(quota(acme(1, 4), { products: [...products, ["color=Red"]] })).to.deep.equal({
      department: null,
      shares: [["designer=ACME", 0.333]],
    });
  });

  it("the share limits of a listing page include a limit for products that the shopper has already viewed", () => {
    expect(quota(acme(4, 4), { products, ids: ["p1", "p0"] })).to.deep.equal({
      department: null,
      shares: [["seen", 0.15]],
      seen: ["p1", "p0"],
    });
  });

  it("the share limits of a listing page contain the department field of the taxonomy", () => {
    const taxonomy = {
      product_type_level: 2,
      departments: { field: "categories" },
    } as unknown as LiveCatalog["taxonomy"];
    const nobody = { department: "categories", shares: [] };
    expect(quota(acme(1, 4), { products: [] }, taxonomy)).to.deep.equal(nobody);
    const undivided = { product_type_level: 2, departments: null } as unknown as LiveCatalog["taxonomy"];
    expect(quota(acme(1, 4), { products: [] }, undivided)).to.deep.equal({ department: null, shares: [] });
  });

  it("the share limits of a listing page are undefined if the shopper has no views, or if taste has no weight", () => {
    const of = (personal: Ranked["plan"]["personal"]) =>
      quotaOf({ plan: planned({}, { personal }), matches: NO_MATCHES, features: featuresOf([]) });
    const looked = { ...TASTE, viewed: { products } };
    expect(of({ ...PERSONAL, taste: looked })).to.deep.equal({ department: null, shares: [["designer=ACME", 0.2]] });
    expect(of(null)).to.equal(undefined);
    expect(of(PERSONAL)).to.equal(undefined);
    expect(of({ ...PERSONAL, taste: looked, weights: { ...PERSONAL.weights, affinity: 0 } })).to.equal(undefined);
  });
});
