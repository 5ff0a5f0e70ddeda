import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { followToEnd, identifiers } from "../../../support/chain.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const PRODUCTS = 251;
const MODES = [
  { mode: "personalized", sort: ["featured"] },
  { mode: "ordered", sort: ["price_asc"] },
] as const;

describe("page numbers and cursors", () => {
  const shop = useShop();
  let storefront: Storefront;

  before(async () => {
    storefront = await shop.storefront();
    await storefront.ingest(drawCatalogue(1, PRODUCTS).map(insertLine));
  });

  /** Returns the properties of a page, without the items and the cursor. */
  const frame = ({ pagination, count, total, items }: SearchResult) => ({
    ...pagination,
    count,
    total,
    items: items.length,
  });
  const frames = (limit: number, total: number) =>
    Array.from({ length: Math.ceil(total / limit) }, (_, index) => {
      const count = Math.min(limit, total - index * limit);
      const last_page = Math.ceil(total / limit);
      return { page: index + 1, has_more: index + 1 < last_page, last_page, count, total, items: count };
    });
  const EMPTY_PAST = { has_more: false, count: 0, items: 0 };

  for (const { mode, sort } of MODES) {
    describe(`page numbers of ${mode} lists`, () => {
      for (const [limit, total, filters] of [
        [1, 5, { product_identifier: { $in: ["p1", "p2", "p3", "p4", "p5"] } }],
        [1, 1, { product_identifier: "p7" }],
        [250, PRODUCTS, {}],
        [126, PRODUCTS, {}],
        [50, 50, { product_identifier: { $in: Array.from({ length: 50 }, (_, number) => `p${number}`) } }],
        [25, 50, { product_identifier: { $in: Array.from({ length: 50 }, (_, number) => `p${number}`) } }],
      ] as const) {
        it(`page numbers and counts are consistent for limit ${limit} and ${total} products`, async () => {
          const pages = await followToEnd(storefront, { limit, sort, filters });
          expect(pages.map(frame)).to.deep.equal(frames(limit, total));
        });
      }

      it("cursors have at most 1,024 characters for large requests", async () => {
        // The filter contains random hexadecimal digits, which do not compress well.
        const others = Array.from({ length: 40 }, () => randomBytes(16).toString("hex"));
        const wanted = Array.from({ length: 60 }, (_, number) => `p${number}`);
        const filters = { product_identifier: { $in: [...wanted, ...others] } };
        const pages = await followToEnd(storefront, { limit: 25, sort, filters });
        expect(pages.map(({ recommendation_id }) => recommendation_id.length <= 1_024)).to.deep.equal([
          true,
          true,
          true,
        ]);
        expect(pages.map(({ expires_in }) => expires_in)).to.deep.equal([300, 300, 300]);
        expect(new Set(pages.flatMap(identifiers))).to.deep.equal(new Set(wanted));
      });

      it("cursors return empty pages past the last page", async () => {
        const limit = 100;
        const pages = await followToEnd(storefront, { limit, sort });
        const [first, last] = [pages[0]!, pages.at(-1)!];
        expect(pages).to.have.length(3);
        let cursor = last.recommendation_id;
        for (const page of [4, 5]) {
          const past = await storefront.search({ limit, sort, pagination: { page, cursor } });
          expect(frame(past)).to.deep.equal({ ...EMPTY_PAST, page, last_page: 3, total: PRODUCTS });
          cursor = past.recommendation_id;
        }
        if (mode === "personalized") return;
        const jumped = await storefront.search({
          pagination: { page: 900_000, cursor: first.recommendation_id },
          limit,
        });
        expect(frame(jumped)).to.deep.equal({ ...EMPTY_PAST, page: 900_000, last_page: 3, total: PRODUCTS });
      });

      for (const limit of [1, 250]) {
        it(`cursors return empty pages past the last page with limit ${limit}`, async () => {
          const filters = limit === 1 ? { product_identifier: { $in: ["p1", "p2"] } } : {};
          const last = (await followToEnd(storefront, { limit, sort, filters })).at(-1)!;
          const { page, last_page } = last.pagination;
          expect([page, last_page, last.pagination.has_more]).to.deep.equal([2, 2, false]);
          const past = await storefront.search({ limit, pagination: { page: 3, cursor: last.recommendation_id } });
          expect(frame(past)).to.deep.equal({
            ...EMPTY_PAST,
            page: 3,
            last_page: 2,
            total: limit === 1 ? 2 : PRODUCTS,
          });
        });
      }

      it("cursors return empty pages if the request has no matches", async () => {
        for (const limit of [1, 10, 250]) {
          const nothing = await storefront.search({ limit, sort, filters: { designer: "Nobody" } });
          expect(frame(nothing)).to.deep.equal({ ...EMPTY_PAST, page: 1, last_page: 0, total: 0 });
          const pagination = { page: 2, cursor: nothing.recommendation_id };
          const past = await storefront.search({ limit, pagination });
          expect(frame(past)).to.deep.equal({ ...EMPTY_PAST, page: 2, last_page: 0, total: 0 });
        }
      });

      it("a cursor from before the first ingestion returns products that are ingested later", async () => {
        const fresh = await shop.storefront();
        const nothing = await fresh.search({ limit: 10, sort });
        expect(frame(nothing)).to.deep.equal({ ...EMPTY_PAST, page: 1, last_page: 0, total: 0 });
        await fresh.ingest(drawCatalogue(2, 30).map(insertLine));
        const past = await fresh.search({ limit: 10, pagination: { page: 2, cursor: nothing.recommendation_id } });
        expect(frame(past)).to.deep.equal({ page: 2, has_more: true, last_page: 3, count: 10, total: 30, items: 10 });
        expect(past.items).to.deep.equal((await fresh.search({ limit: 10, sort })).items);
      });

      it("the recommendation id of a response for limit 0 is rejected as a cursor", async () => {
        const facets = await storefront.search({ limit: 0, sort, facets: { keys: ["color"] } });
        expect(frame(facets)).to.deep.equal({ ...EMPTY_PAST, page: 1, last_page: 0, total: PRODUCTS });
        expect(facets.facets).to.have.length(1);
        const response = await storefront.send({
          limit: 0,
          sort,
          pagination: { page: 2, cursor: facets.recommendation_id },
        });
        expect([response.status, response.body]).to.deep.equal([
          404,
          {
            errors: [
              {
                code: "unknown_page",
                message: (response.body as { errors: { message: string }[] }).errors[0]?.message,
                context: { field: "pagination.cursor", reason: "unknown" },
                extra: null,
              },
            ],
            meta: null,
            data: null,
          },
        ]);
      });

      it("a request with a page number but without a cursor is treated as a new search", async () => {
        const limit = 40;
        const [first, second] = await followToEnd(storefront, { limit, sort });
        const fresh = await storefront.search({ limit, sort, pagination: { page: 2 } });
        expect(fresh.pagination.page).to.equal(2);
        expect(fresh.items).to.deep.equal((mode === "ordered" ? second : first)?.items);
        expect(fresh.recommendation_id).to.not.equal(second?.recommendation_id);
        const next = await storefront.search({ limit, pagination: { page: 3, cursor: fresh.recommendation_id } });
        const seen = new Set(fresh.items.map((item) => item.product_identifier));
        expect(next.items.filter((item) => seen.has(item.product_identifier))).to.deep.equal([]);
        expect(next.count).to.equal(limit);
      });
    });
  }

  it("responses of personalized lists repeat the page number of the request", async () => {
    const limit = 60;
    const inOrder = await followToEnd(storefront, { limit });
    const labels = [1, 5, 10, 2, 2];
    const labelled = await followToEnd(storefront, { limit }, (index) => labels[index] ?? 7);
    expect(labelled.map(({ pagination }) => pagination.page)).to.deep.equal(labels);
    expect(labelled.map(({ items }) => items)).to.deep.equal(inOrder.map(({ items }) => items));
    expect(labelled.map(({ pagination }) => pagination.has_more)).to.deep.equal([true, true, true, true, false]);
  });

  it("a cursor of a personalized list returns the same page for any page number", async () => {
    const { recommendation_id: cursor } = await storefront.search({ limit: 10 });
    const [one, other] = await Promise.all(
      [2, 77].map((page) => storefront.search({ limit: 10, pagination: { cursor, page } })),
    );
    expect(other).to.deep.equal({
      ...one,
      expires_in: other?.expires_in,
      pagination: { ...one?.pagination, page: 77 },
    });
  });
});
