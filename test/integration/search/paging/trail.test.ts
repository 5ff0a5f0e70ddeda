import { expect } from "chai";
import { createTrail } from "../../../support/chain-trail.js";
import { EMPTY_SHELF, insertLine, stock, type VariantData } from "../../../support/shop-catalogue.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

/**
 * Tests of the checker that all property tests of cursor chains use: which pages the checker accepts and which faults
 * it detects.
 */
describe("the test helper that checks cursor pagination", () => {
  const product = (id: string, price: number): VariantData => ({
    product_identifier: id,
    variant_identifier: `${id}-0`,
    title: "linen",
    designer: "Acme",
    categories: [],
    sizes: [],
    color: "Red",
    price,
  });
  const lines = [1, 2, 3, 4].map((number) => insertLine(product(`p${number}`, number)));
  const shelf = stock(EMPTY_SHELF, lines);
  const withoutP3 = stock(shelf, [{ operation: "delete", product_data: { product_identifier: "p3" } }]);
  const repriced = stock(shelf, [insertLine(product("p3", 30))]);
  const withP5 = stock(repriced, [insertLine(product("p5", 50))]);
  const request = { sort: ["price_asc"], limit: 2 } as const;

  const page = (
    ids: readonly string[],
    has_more: boolean,
    { total = 4, prices = ids.map((id) => Number(id[1])) } = {},
  ) => {
    const items = ids.map((id, position) => ({
      type: "product",
      product_identifier: id,
      variant_identifier: `${id}-0`,
      name: "linen",
      color: "Red",
      price: prices[position],
    }));
    const pagination = { page: 1, has_more, last_page: Math.ceil(total / 2) };
    return {
      recommendation_id: ids.join(),
      expires_in: 300,
      pagination,
      items,
      count: ids.length,
      total,
    } as unknown as SearchResult;
  };
  const first = page(["p1", "p2"], true);

  it("the pagination checker accepts a complete sequence of pages", () => {
    const trail = createTrail(request, shelf, first);
    trail.add(page(["p3", "p4"], false), {}, [shelf]);
    trail.repeat(page(["p3", "p4"], false), [shelf]);
    trail.checkComplete();
  });

  it("the pagination checker accepts results from before or after a catalogue change that occurs during the request", () => {
    const trail = createTrail(request, shelf, first);
    trail.add(page(["p4"], false, { total: 3 }), {}, [withoutP3]);
    trail.checkComplete();
    createTrail(request, shelf, first).add(page(["p3", "p4"], false, { prices: [30, 4] }), {}, [shelf, repriced]);
  });

  it("the pagination checker accepts a page that matches the current order and total", () => {
    const trail = createTrail(request, shelf, first);
    trail.add(page(["p4", "p3"], true, { total: 5, prices: [4, 30] }), {}, [withP5]);
    trail.add(page(["p5"], false, { total: 5, prices: [50] }), {}, [withP5]);
    trail.checkComplete();
  });

  for (const [what, wrong, states, fault] of [
    ["a product that is repeated on a later page", page(["p2", "p3"], true), [withoutP3], "repeated"],
    ["a product that is repeated on the same page", page(["p3", "p3"], true), [shelf], "repeated"],
    ["a product that is not in the catalogue", page(["p3", "p4"], false), [withoutP3], "not sold like this"],
    ["an outdated price", page(["p3", "p4"], false), [repriced], "not sold like this"],
    ["a wrong order", page(["p4", "p3"], false), [shelf], "order"],
    ["an outdated order", page(["p3", "p4"], false, { prices: [30, 4] }), [repriced], "order"],
    ["an outdated total", page(["p4"], false), [withoutP3], "total"],
    ["a false has_more although more products follow", page(["p3"], false), [repriced, shelf], "has_more"],
    ["a true has_more on the last page", page(["p3", "p4"], true), [shelf], "has_more"],
    ["an incomplete page although more products follow", page(["p3"], true), [withoutP3, shelf], "a full page"],
  ] as const) {
    it(`detects ${what}`, () => {
      const trail = createTrail(request, shelf, first);
      expect(() => trail.add(wrong, {}, states)).to.throw(fault);
    });
  }

  it("the pagination checker detects products that were never returned", () => {
    const trail = createTrail(request, shelf, first);
    expect(() => trail.checkComplete()).to.throw("never delivered");
  });

  it("the pagination checker detects different products on a repeated page", () => {
    const trail = createTrail(request, shelf, first);
    trail.add(page(["p3", "p4"], false), {}, [shelf]);
    for (const ids of [["p4"], ["p4", "p3"]]) {
      const again = { ...page(ids, false), recommendation_id: "p3,p4" };
      expect(() => trail.repeat(again, [shelf])).to.throw("asked again");
    }
  });
});
