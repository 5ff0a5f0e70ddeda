import { expect } from "chai";
import fc from "fast-check";
import { readCursor } from "../../../../src/search/paging/cursor.js";
import { markOf } from "../../../../src/search/paging/state.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";
import { shopperId } from "../../../../src/tracking/shopper-id.js";
import { chainShop, NOW, pricesOn, range } from "./chain-shop.js";

const summaryOf = (page: SearchResult) => {
  const { page: number, has_more } = page.pagination;
  return { page: number, has_more, found: pricesOn(page) };
};
const ORDERED = { limit: 2, sort: ["price_asc"] as [string] };
const RANKED = { limit: 2 };

/**
 * Reads all pages of a cursor chain.
 * @param between called before each later page
 */
async function walk(
  shop: ReturnType<typeof chainShop>,
  body: Omit<SearchBody, "user">,
  between: (sequence: number) => void = () => undefined,
) {
  const pages = [await shop.first(body)];
  for (let last = pages[0]; last?.pagination.has_more === true; last = pages.at(-1)) {
    between(pages.length);
    pages.push(await shop.later(last.recommendation_id, pages.length + 1));
  }
  return pages;
}

describe("the first page of a cursor chain", () => {
  const paged = async (total: number, limit: number, page: number, sort = "price_asc") =>
    summaryOf(await chainShop(range(0, total)).first({ limit, sort: [sort], pagination: { page } }));

  it("the first page of a cursor chain reports whether more pages exist", async () => {
    expect(await paged(24, 24, 1)).to.deep.equal({ page: 1, has_more: false, found: range(0, 24) });
    expect(await paged(25, 24, 1)).to.deep.equal({ page: 1, has_more: true, found: range(0, 24) });
    expect(await paged(25, 24, 2)).to.deep.equal({ page: 2, has_more: false, found: [24] });
    expect(await paged(73, 24, 2)).to.deep.equal({ page: 2, has_more: true, found: range(24, 48) });
    expect(await paged(25, 24, 9)).to.deep.equal({ page: 9, has_more: false, found: [] });
    expect(await paged(0, 24, 1)).to.deep.equal({ page: 1, has_more: false, found: [] });
  });

  it("the first page of a ranked cursor chain starts with the first product, whichever page number is requested", async () => {
    expect(await paged(25, 24, 9, "featured")).to.deep.equal({ page: 9, has_more: true, found: range(0, 24) });
    expect(await paged(24, 24, 1, "featured")).to.deep.equal({ page: 1, has_more: false, found: range(0, 24) });
    expect(await paged(0, 24, 1, "featured")).to.deep.equal({ page: 1, has_more: false, found: [] });
  });

  it("the first request of a cursor chain reads sorted rows only if it requests a page after page 1", async () => {
    const top = chainShop(range(0, 50));
    await top.first({ limit: 10, sort: ["price_asc"] });
    expect(top.slices).to.deep.equal([]);
    const deep = chainShop(range(0, 50));
    await deep.first({ limit: 10, sort: ["price_asc"], pagination: { page: 3 } });
    expect(deep.slices.map(({ from, size }) => [from, size])).to.deep.equal([[19, 12]]);
  });

  it("the first request of a cursor chain sends one small query for a page far beyond the last product", async () => {
    const shop = chainShop(range(0, 50));
    const page = await shop.first({ limit: 250, sort: ["price_asc"], pagination: { page: 1_000_000_000 } });
    expect(summaryOf(page)).to.deep.equal({ page: 1_000_000_000, has_more: false, found: [] });
    expect(shop.slices.map(({ from, size }) => [from, size])).to.deep.equal([[999, 1]]);
  });

  it("the first page of a cursor chain is encoded in its cursor and not stored", async () => {
    const { first, pages, deps, firstPosition } = chainShop(range(0, 3));
    const page = await first(ORDERED);
    const { id = "", sealed = "" } = readCursor(page.recommendation_id) ?? {};
    const { chain, mode } = deps.ids.read("shop", id) ?? {};
    expect([mode, page.expires_in, page.total, firstPosition(), pages.size]).to.deep.equal(["ordered", 300, 3, 1, 0]);
    expect(deps.sealed.open("shop", id, sealed)).to.deep.equal({
      shoppers: [markOf(shopperId({ client_id: "shop", kind: "device", id: "d" }))],
      client_id: "shop",
      chain,
      expires_at: NOW + 330_000,
      page: 1,
      sequence: 0,
      delivered: ["p0", "p1"],
      has_more: true,
      after: null,
      path: [],
      root: {
        started_at: NOW,
        request: { query: null, limit: 2, sort: "price_asc", filters: null, facet_filters: null, projection: null },
      },
    });
  });

  it("the first page of a cursor chain is stored if it cannot be encoded in the cursor", async () => {
    const { first, pages, deps } = chainShop(range(0, 3), { isSealed: false });
    const { recommendation_id } = await first(RANKED);
    const { chain } = deps.ids.read("shop", recommendation_id) ?? {};
    expect(
      [...pages.values()].map(({ id, chain: of, delivered, root }) => [id, of, delivered, root?.started_at]),
    ).to.deep.equal([[recommendation_id, chain, ["p0", "p1"], NOW]]);
  });

  it("the first page of a cursor chain is empty if the shop has no catalogue or if the limit is 0", async () => {
    const nothing = { page: 1, has_more: false, found: [] };
    for (const sort of ["price_asc", "featured"]) {
      expect(summaryOf(await chainShop(range(0, 9), { isEmpty: true }).first({ sort: [sort] }))).to.deep.equal(nothing);
      expect(summaryOf(await chainShop(range(0, 9)).first({ limit: 0, sort: [sort] }))).to.deep.equal(nothing);
    }
  });
});

describe("a later page of a cursor chain", () => {
  for (const [what, body] of [
    ["ascending price order", { sort: ["price_asc"] }],
    ["the default sort order", {}],
  ] as const) {
    it(`the pages of a cursor chain in ${what} contain every product once`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 12 }), async (total, limit) => {
          const shop = chainShop(range(0, total));
          const positions: unknown[] = [];
          const pages = await walk(shop, { ...body, limit }, () => positions.push(shop.firstPosition()));
          const last = Math.max(1, Math.ceil(total / limit));
          const expected = range(0, last).map((at) => range(at * limit, Math.min(total, (at + 1) * limit)));
          expect(pages.map(pricesOn)).to.deep.equal(expected);
          expect(pages.map((page) => page.pagination.page)).to.deep.equal(range(1, last + 1));
          expect(positions).to.deep.equal(range(0, last - 1).map((at) => at * limit + 1));
        }),
      ); // prettier-ignore
    });

    it(`a later page of a cursor chain in ${what} contains new products and repeats no product`, async () => {
      const shop = chainShop(range(10, 15));
      const pages = await walk(shop, { ...body, limit: 2 }, (sequence) => {
        shop.state.catalogVersion += 1;
        if (sequence === 1) shop.state.prices.push(3, 12.5);
        if (sequence === 2) shop.state.prices = shop.state.prices.filter((price) => price !== 13);
      });
      expect(pages.map(pricesOn)).to.deep.equal([[10, 11], [3, 12], [12.5, 14]]); // prettier-ignore
    });

    it(`the pages of a cursor chain in ${what} skip inactive products and are filled up to the limit`, async () => {
      const shop = chainShop(range(0, 9));
      shop.state.gone = new Set([0, 2, 3, 8]);
      const pages = await walk(shop, { ...body, limit: 2 });
      expect(pages.map(summaryOf)).to.deep.equal([
        { page: 1, has_more: true, found: [1, 4] },
        { page: 2, has_more: true, found: [5, 6] },
        { page: 3, has_more: false, found: [7] },
      ]);
    });

    it(`a page of a cursor chain in ${what} keeps its products when requested again, except deleted products`, async () => {
      const shop = chainShop(range(0, 9));
      const { recommendation_id } = await shop.first({ ...body, limit: 3 });
      const second = await shop.later(recommendation_id, 2);
      shop.state.prices = [0.5, ...range(1, 9)];
      shop.state.catalogVersion += 1;
      expect(await shop.later(recommendation_id, 2)).to.deep.equal(second);
      shop.state.prices = shop.state.prices.filter((price) => price !== 4);
      shop.state.catalogVersion += 1;
      const third = await shop.later(recommendation_id, 2);
      expect([pricesOn(second), pricesOn(third), third.total]).to.deep.equal([[3, 4, 5], [3, 5], 8]); // prettier-ignore
      const { recommendation_id: id, pagination } = second;
      expect(third).to.deep.include({ recommendation_id: id, pagination });
    });
  }

  it("a later page of a cursor chain is stored once if several requests load it at the same time", async () => {
    const shop = chainShop(range(0, 9));
    const { recommendation_id } = await shop.first(RANKED);
    const one = shop.later(recommendation_id, 2);
    const other = shop.later(recommendation_id, 2);
    expect(await other).to.deep.equal(await one);
    expect(shop.pages.size).to.equal(2);
  });

  it("a later page extends the lifetime of its cursor chain", async () => {
    const shop = chainShop(range(0, 9));
    const first = await shop.first(ORDERED);
    shop.state.now += 100_000;
    const second = await shop.later(first.recommendation_id, 2);
    const third = await shop.later(second.recommendation_id, 3);
    const [root, , last] = [...shop.pages.values()];
    const { chain = "" } = shop.deps.ids.read("shop", third.recommendation_id) ?? {};
    expect(last).to.deep.equal({
      id: third.recommendation_id,
      client_id: "shop",
      chain,
      sequence: 2,
      page: 3,
      expires_at: NOW + 430_000,
      root: null,
      delivered: ["p4", "p5"],
      has_more: true,
      after: null,
      path: [root?.id, second.recommendation_id],
      shoppers: root?.shoppers,
    });
    expect([third.expires_in, shop.lifetimes.get(chain)]).to.deep.equal([300, { chain, expires_at: NOW + 430_000 }]);
  });

  it("a later request of a ranked cursor chain returns the next products, whichever page number is requested", async () => {
    const shop = chainShop(range(0, 9));
    const { recommendation_id } = await shop.first(RANKED);
    const page = await shop.later(recommendation_id, 17);
    expect([summaryOf(page), shop.firstPosition()]).to.deep.equal([{ page: 17, has_more: true, found: [2, 3] }, 3]);
  });
});

describe("random page access in a list sorted by a field", () => {
  it("random page access returns the requested page, and later requests continue from the requested page", async () => {
    const shop = chainShop(range(0, 12));
    const first = await shop.first(ORDERED);
    const fifth = await shop.later(first.recommendation_id, 5);
    expect([summaryOf(fifth), shop.firstPosition()]).to.deep.equal([{ page: 5, has_more: true, found: [8, 9] }, 9]);
    const sixth = await shop.later(fifth.recommendation_id, 6);
    expect(summaryOf(sixth)).to.deep.equal({ page: 6, has_more: false, found: [10, 11] });
    const second = await shop.later(fifth.recommendation_id, 2);
    expect(summaryOf(second)).to.deep.equal({ page: 2, has_more: true, found: [2, 3] });
    expect(summaryOf(await shop.later(second.recommendation_id, 3))).to.deep.equal({
      page: 3,
      has_more: true,
      found: [4, 5],
    });
  });

  it("random page access may repeat products that were returned before the jump", async () => {
    const shop = chainShop(range(0, 12));
    const first = await shop.first(ORDERED);
    const second = await shop.later(first.recommendation_id, 2);
    const third = await shop.later(second.recommendation_id, 3);
    const back = await shop.later(third.recommendation_id, 2);
    const again = await shop.later(back.recommendation_id, 3);
    expect([second, third, back, again].map(pricesOn)).to.deep.equal([[2, 3], [4, 5], [2, 3], [4, 5]]); // prettier-ignore
    expect(pricesOn(await shop.later(again.recommendation_id, 4))).to.deep.equal([6, 7]);
  });

  it("random page access excludes new products that sort before the last row of the preceding page", async () => {
    const shop = chainShop(range(10, 22));
    const { recommendation_id } = await shop.first(ORDERED);
    const fourth = await shop.later(recommendation_id, 4);
    expect([pricesOn(fourth), [...shop.pages.values()].at(-1)?.after]).to.deep.equal([
      [16, 17],
      [15, "p15"],
    ]);
    shop.state.prices.push(3, 15.5);
    expect(pricesOn(await shop.later(fourth.recommendation_id, 5))).to.deep.equal([15.5, 18]);
  });

  it("random page access returns empty pages beyond the last product", async () => {
    const shop = chainShop(range(0, 4));
    const { recommendation_id } = await shop.first(ORDERED);
    const ninth = await shop.later(recommendation_id, 9);
    expect(summaryOf(ninth)).to.deep.equal({ page: 9, has_more: false, found: [] });
    expect(summaryOf(await shop.later(ninth.recommendation_id, 10))).to.deep.equal({
      page: 10,
      has_more: false,
      found: [],
    });
    expect(summaryOf(await shop.later(ninth.recommendation_id, 2))).to.deep.equal({
      page: 2,
      has_more: false,
      found: [2, 3],
    });
  });

  it("random page access returns the requested page, whichever page was read before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 7 }), fc.array(fc.integer({ min: 2, max: 9 }), { maxLength: 6 }), async (total, limit, wanted) => {
        const shop = chainShop(range(0, total));
        let { recommendation_id } = await shop.first({ limit, sort: ["price_asc"] });
        for (const page of wanted) {
          const found = await shop.later(recommendation_id, page);
          expect(summaryOf(found)).to.deep.equal({
            page,
            has_more: total > page * limit,
            found: range((page - 1) * limit, Math.min(total, page * limit)),
          });
          ({ recommendation_id } = found);
        }
      }),
    ); // prettier-ignore
  });
});
