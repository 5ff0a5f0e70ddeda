import { expect } from "chai";
import fc from "fast-check";
import { errorOf } from "../../../../packages/client/src/errors.js";
import { createListing, type Pagination } from "../../../../packages/client/src/listing.js";
import type { SearchResponse } from "../../../../packages/client/src/schema.js";

const page = (id: string, number: number, products: readonly string[], has_more: boolean): SearchResponse => ({
  recommendation_id: id,
  expires_in: 300,
  pagination: { page: number, has_more, last_page: 3 },
  items: products.map((product) => ({
    type: "product",
    product_identifier: product,
    variant_identifier: `${product}-1`,
  })),
  count: products.length,
  total: 5,
  facets: [],
  applied_filters: { filters: null, facet_filters: {} },
  meta: {},
});

const failure = (status: number, code: "unknown_page" | "internal_error") =>
  errorOf(status, { code, requestId: null, context: null, retryAfterMs: null }, code);
const EXPIRED = failure(404, "unknown_page");
const AWAY = failure(503, "internal_error");

/** Creates a listing with a fake client that returns the given responses in order and records the requested pages. */
function scripted(...responses: readonly (SearchResponse | Error)[]) {
  const requested: (Pagination | "first")[] = [];
  const left = [...responses];
  const listing = createListing((pagination) => {
    requested.push(pagination ?? "first");
    const response = left.shift() ?? new Error("more was asked for than is scripted");
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  });
  return { requested, listing };
}

const shown = ({ value }: IteratorResult<SearchResponse, undefined>) =>
  value && [value.recommendation_id, ...value.items.map(({ product_identifier }) => product_identifier)];

describe("a listing", () => {
  it("a listing that continues after a given first page does not repeat the products of that page", async () => {
    const requested: (Pagination | "first")[] = [];
    const listing = createListing(
      (pagination) => {
        requested.push(pagination ?? "first");
        return Promise.resolve(page("b", 2, ["2", "3"], false));
      },
      page("a", 1, ["1", "2"], true),
    );
    expect(shown(await listing.next())).to.deep.equal(["b", "3"]);
    expect((await listing.next()).done).to.equal(true);
    expect(requested).to.deep.equal([{ page: 2, cursor: "a" }]);
  });

  it("a listing follows the cursors to the last page", async () => {
    const { requested, listing } = scripted(
      page("a", 1, ["1", "2"], true),
      page("b", 2, ["3", "4"], true),
      page("c", 3, ["5"], false),
    );
    const pages: (readonly string[])[] = [];
    for await (const { recommendation_id, items } of listing) {
      pages.push([recommendation_id, ...items.map(({ product_identifier }) => product_identifier)]);
    }
    expect(pages).to.deep.equal([
      ["a", "1", "2"],
      ["b", "3", "4"],
      ["c", "5"],
    ]);
    expect(requested).to.deep.equal(["first", { page: 2, cursor: "a" }, { page: 3, cursor: "b" }]);
    expect(await listing.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("a listing returns an empty first page", async () => {
    const { listing } = scripted(page("a", 1, [], false));
    expect(shown(await listing.next())).to.deep.equal(["a"]);
    expect(await listing.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("a listing loads a page only when its first product is requested", async () => {
    const { requested, listing } = scripted(page("a", 1, ["1", "2"], true), page("b", 2, ["3"], false));
    const items = listing.items();
    const products: string[] = [];
    for (let wanted = 2; wanted > 0; wanted -= 1) products.push((await items.next()).value?.product_identifier ?? "");
    expect([products, requested]).to.deep.equal([["1", "2"], ["first"]]);
    for await (const { product_identifier } of items) products.push(product_identifier);
    expect(products).to.deep.equal(["1", "2", "3"]);
  });

  it("a listing starts again after its cursor has expired, without repeating products", async () => {
    const { requested, listing } = scripted(
      ...[page("a", 1, ["1", "2"], true), EXPIRED, page("x", 1, ["2", "1"], true), page("y", 2, ["3", "1"], false)],
    );
    await listing.next();
    expect(shown(await listing.next())).to.deep.equal(["y", "3"]);
    expect(requested).to.deep.equal(["first", { page: 2, cursor: "a" }, "first", { page: 2, cursor: "x" }]);
  });

  it("a restarted listing throws an error if the cursor expires again before new products are returned", async () => {
    const { requested, listing } = scripted(
      ...[page("a", 1, ["1"], true), EXPIRED, page("x", 1, ["1"], true), EXPIRED, page("y", 1, ["1", "2"], false)],
    );
    await listing.next();
    expect(await listing.next().catch((error: unknown) => error)).to.equal(EXPIRED);
    expect(requested).to.have.length(4);
  });

  it("a listing can be continued after the request for a page has failed", async () => {
    const { requested, listing } = scripted(AWAY, page("a", 1, ["1"], true), AWAY, page("b", 2, ["2"], false));
    expect(await listing.next().catch((error: unknown) => error)).to.equal(AWAY);
    expect(shown(await listing.next())).to.deep.equal(["a", "1"]);
    expect(await listing.next().catch((error: unknown) => error)).to.equal(AWAY);
    expect(shown(await listing.next())).to.deep.equal(["b", "2"]);
    expect(requested).to.deep.equal(["first", "first", { page: 2, cursor: "a" }, { page: 2, cursor: "a" }]);
  });

  it("a listing loads one page at a time for concurrent callers", async () => {
    const { requested, listing } = scripted(page("a", 1, ["1"], true), page("b", 2, ["2"], false));
    const pages = await Promise.all([listing.next(), listing.next(), listing.next()]);
    expect(pages.map(shown)).to.deep.equal([["a", "1"], ["b", "2"], undefined]);
    expect(requested).to.deep.equal(["first", { page: 2, cursor: "a" }]);
  });

  it("a listing contains every product exactly once, even if cursors expire", async () => {
    const sizes = fc.integer({ min: 1, max: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        sizes,
        fc.array(fc.boolean()),
        async (total, size, expiries) => {
          const left = [...expiries];
          const listing = createListing((after) => {
            const number = after?.page ?? 1;
            // The cursor of the first page never expires in this test; the cursors of later pages may expire.
            if (number > 2 && left.shift() === true) return Promise.reject(EXPIRED);
            const ids = Array.from({ length: total }, (_, index) => String(index)).slice(
              (number - 1) * size,
              number * size,
            );
            return Promise.resolve(page(String(number), number, ids, number * size < total));
          });
          const products: string[] = [];
          for (;;) {
            const { done, value } = await listing.next().catch(() => ({ done: false, value: undefined }));
            if (done === true) break;
            products.push(...(value?.items ?? []).map(({ product_identifier }) => product_identifier));
          }
          expect(products).to.deep.equal(Array.from({ length: total }, (_, index) => String(index)));
        },
      ),
    );
  });
});
