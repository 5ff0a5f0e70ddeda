import { expect } from "chai";
import { followToEnd, identifiers } from "../../../support/chain.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { until } from "../../../support/until.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const TTL_SECONDS = 2;

describe("the lifetime of cursors", () => {
  const shop = useShop({ settings: { CURSOR_TTL_SECONDS: String(TTL_SECONDS) } });
  let storefront: Storefront;

  before(async () => {
    storefront = await shop.storefront();
    await storefront.ingest(drawCatalogue(8, 300).map(insertLine));
  });

  /** Waits for a multiple of the cursor lifetime. */
  const pass = (lifetimes: number) => {
    const end = performance.now() + lifetimes * TTL_SECONDS * 1000;
    return until("the clock", () => performance.now() >= end);
  };
  const next = (page: SearchResult, number: number) => ({
    pagination: { page: number, cursor: page.recommendation_id },
  });
  const expired = async (body: object) => {
    const response = await storefront.send(body);
    const { errors } = response.body as { errors?: { code: string; context: unknown }[] };
    expect([response.status, errors?.map(({ code, context }) => ({ code, context }))]).to.deep.equal([
      404,
      [{ code: "unknown_page", context: { field: "pagination.cursor", reason: "expired" } }],
    ]);
  };

  // The checks of both paging modes run concurrently, because they mostly wait.
  const inBothModes = (check: (request: { sort: [string]; limit: number }) => Promise<void>) =>
    Promise.all(["featured", "price_asc"].map((sort) => check({ sort: [sort], limit: 10 })));

  it("the lifetime of a cursor ends after the time in `expires_in`", async () => {
    await inBothModes(async (request) => {
      const first = await storefront.search(request);
      expect(first.expires_in).to.equal(TTL_SECONDS);
      await pass(0.6);
      expect((await storefront.send({ ...next(first, 2), limit: 11 })).status).to.equal(400);
      await pass(0.7);
      await expired(next(first, 2));
      // Later pages of the cursor chain stay expired as well.
      await expired(next(first, 3));
      expect((await storefront.search(request)).count).to.equal(10);
    });
  });

  it("the lifetime of all cursors of a search ends at the same time, and is extended by every page request", async () => {
    await inBothModes(async (request) => {
      const pages = [await storefront.search(request)];
      for (const number of [2, 3, 4]) {
        await pass(0.6);
        pages.push(await storefront.search({ ...request, ...next(pages.at(-1)!, number) }));
      }
      const again = await storefront.search({ ...request, ...next(pages[0]!, 2) });
      expect([again.recommendation_id, identifiers(again)]).to.deep.equal([
        pages[1]?.recommendation_id,
        identifiers(pages[1]!),
      ]);
      await pass(1.3);
      for (const [index, page] of pages.entries()) await expired({ ...request, ...next(page, index + 2) });
    });
  });

  it("the lifetime of a cursor increases with the number of requested pages", async () => {
    const pages = await followToEnd(storefront, { limit: 8 });
    expect(pages[0]?.expires_in).to.equal(TTL_SECONDS);
    expect(pages.at(-2)?.expires_in).to.be.greaterThan(TTL_SECONDS);
  });
});
