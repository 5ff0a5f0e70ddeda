import { expect } from "chai";
import fc from "fast-check";
import { identifiers } from "../../../support/chain.js";
import { orderedProducts, tierOf } from "../../../support/chain-oracle.js";
import { checkProperty } from "../../../support/chain-property.js";
import { chainRequests, isOrdered, type ChainRequest } from "../../../support/chain-request.js";
import {
  activeVariants,
  drawCatalogue,
  EMPTY_SHELF,
  insertLine,
  stock,
  type Shelf,
  type VariantData,
} from "../../../support/shop-catalogue.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const PRODUCTS = 900;
const DEEP_PRODUCTS = 41_000;

describe("cursor pagination of listings that are sorted by a field", () => {
  const shop = useShop();
  let storefront: Storefront;
  let burying: Storefront;
  let shelf: Shelf;

  before(async () => {
    const lines = drawCatalogue(5, PRODUCTS).map(insertLine);
    storefront = await shop.storefront();
    await storefront.ingest(lines);
    burying = await shop.storefront({
      availability: { field: "color", in_stock: ["Red"], out_of_stock: "bury", sorted: "bury" },
    });
    await burying.ingest(lines);
    shelf = stock(EMPTY_SHELF, lines);
  });

  /** Availability in the `burying` storefront: red variants and variants without a colour are in stock. */
  const isRed = ({ color }: VariantData) => color === "Red" || color === "";

  const rowsOf = (all: readonly string[], page: number, limit: number) => all.slice((page - 1) * limit, page * limit);

  it("cursor pagination returns the correct page for jumps forward, backward and past the last page", async () => {
    const requests = chainRequests.map<ChainRequest>((request) =>
      isOrdered(request) ? request : { ...request, sort: ["price_desc"] },
    );
    /**
     * `to`: the page to request, either the next page or a page given as a share of all pages. `from`: the page whose
     * cursor is sent.
     */
    const randomAccess = fc.record({
      to: fc.oneof(fc.constant("next" as const), fc.double({ min: 0, max: 1.3, noNaN: true })),
      from: fc.nat(20),
    });
    await checkProperty(
      fc.record({
        request: requests,
        randomAccesses: fc.array(randomAccess, { minLength: 6, maxLength: 12 }),
        buries: fc.boolean(),
      }),
      async ({ request, randomAccesses, buries }) => {
        const { limit } = request;
        const requested = buries ? burying : storefront;
        const order = orderedProducts(shelf, request, tierOf(shelf, request), buries ? isRed : undefined);
        const last_page = Math.ceil(order.length / limit);
        const seen: SearchResult[] = [await requested.search(request)];
        for (const { to, from } of randomAccesses) {
          const source = to === "next" ? seen.at(-1) : seen[from % seen.length];
          if (source === undefined || last_page < 2) break;
          const page = to === "next" ? source.pagination.page + 1 : 1 + Math.floor(to * last_page);
          const response = await requested.search({
            ...request,
            pagination: { page, cursor: source.recommendation_id },
          });
          const rows = rowsOf(order, page, limit);
          expect([identifiers(response), response.pagination, response.count, response.total]).to.deep.equal([
            rows,
            { page, has_more: page < last_page, last_page },
            rows.length,
            order.length,
          ]);
          seen.push(response);
        }
      },
      { runs: 25, seconds: 8 },
    );
  });

  it("cursor pagination returns products in stock before sold-out products, sorted by the cheapest variant in stock", async () => {
    const request: ChainRequest = { sort: ["price_asc"], limit: 60 };
    const order = orderedProducts(shelf, request, "all", isRed);
    let page = await burying.search(request);
    const items = [...page.items];
    while (page.pagination.has_more) {
      const pagination = { page: page.pagination.page + 1, cursor: page.recommendation_id };
      page = await burying.search({ ...request, pagination });
      items.push(...page.items);
    }
    expect(items.map(({ product_identifier }) => product_identifier)).to.deep.equal(order);
    for (const { product_identifier: id, price } of items) {
      const active = activeVariants(shelf.get(id));
      const prices = (variants: readonly VariantData[]) => variants.flatMap((variant) => variant.price ?? []);
      const [sold, all] = [prices(active.filter(isRed)), prices(active)];
      expect(price, id).to.equal(all.length === 0 ? undefined : Math.min(...(sold.length > 0 ? sold : all)));
    }
  });

  it("cursor pagination repeats no products on the pages after random access", async () => {
    const own = await shop.storefront();
    const lines = drawCatalogue(6, 300).map(insertLine);
    await own.ingest(lines);
    const request: ChainRequest = { sort: ["price_asc"], limit: 20 };
    const first = await own.search(request);
    const changed = drawCatalogue("6 again", 300).map(insertLine);
    await own.ingest(changed);
    const now = stock(stock(EMPTY_SHELF, lines), changed);
    const order = orderedProducts(now, request, "all");
    let page = await own.search({ ...request, pagination: { page: 7, cursor: first.recommendation_id } });
    expect(identifiers(page)).to.deep.equal(rowsOf(order, 7, request.limit));
    const seen = identifiers(page);
    while (page.pagination.has_more) {
      page = await own.search({
        ...request,
        pagination: { page: page.pagination.page + 1, cursor: page.recommendation_id },
      });
      expect(identifiers(page).filter((id) => seen.includes(id))).to.deep.equal([]);
      seen.push(...identifiers(page));
    }
    expect(order.slice(6 * request.limit).filter((id) => !seen.includes(id))).to.deep.equal([]);
  });

  it("cursor pagination returns the same page for five concurrent requests for the same page number", async () => {
    const { recommendation_id: cursor } = await storefront.search({ sort: ["newest"], limit: 30 });
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, instance) =>
        storefront.search({ pagination: { page: 9, cursor }, limit: 30 }, instance),
      ),
    );
    const [one, ...others] = responses.map(({ expires_in, ...page }) => ({ ...page, alive: expires_in > 0 }));
    for (const other of others) expect(other).to.deep.equal(one);
    const elsewhere = await storefront.search({ pagination: { page: 10, cursor }, limit: 30 });
    expect(elsewhere.recommendation_id).to.not.equal(one?.recommendation_id);
  });

  it("cursor pagination supports random access up to position 40,000", async () => {
    const deep = await shop.storefront();
    const lines = Array.from({ length: DEEP_PRODUCTS }, (_, number) => ({
      operation: "insert",
      product_data: { product_identifier: `d${number}`, price: (number * 7919) % 5000 },
    }));
    await deep.ingest(lines);
    const order = lines
      .map(({ product_data }) => product_data)
      .sort((a, b) => a.price - b.price || (a.product_identifier < b.product_identifier ? -1 : 1))
      .map(({ product_identifier }) => product_identifier);
    const limit = 25;
    let response = await deep.search({ sort: ["price_asc"], limit });
    for (const page of [1600, 1601, 2, 3, 1640, 1641, 1599, 1, 2]) {
      response = await deep.search({ limit, pagination: { page, cursor: response.recommendation_id } });
      const has_more = page < 1640;
      expect([identifiers(response), response.pagination]).to.deep.equal([
        rowsOf(order, page, limit),
        { page, has_more, last_page: 1640 },
      ]);
    }
  });
});
