import { expect } from "chai";
import fc from "fast-check";
import { seeded } from "../../../../demo/random.js";
import { useCatalog } from "../../../support/catalog.js";
import { checkProperty } from "../../../support/chain-property.js";
import { orderedProducts, tierOf } from "../../../support/chain-oracle.js";
import type { ChainRequest, Filters } from "../../../support/chain-request.js";
import { chainShop, searchProcess, type ChainShop } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { interposed } from "../../../support/interposed-engine.js";
import {
  drawCatalogue,
  EMPTY_SHELF,
  insertLine,
  stock,
  type Shelf,
  type VariantData,
} from "../../../support/shop-catalogue.js";

const PRODUCTS = 1_500;
/**
 * Limits that are much lower than in production, so that pages of a small catalogue lie beyond the engine's result
 * window.
 */
const REACH = { window: 300, stride: 130 };

describe("random page access beyond the engine's result window", () => {
  const bench = useCatalog();
  /** The sorted searches sent to the engine, with the requested result window (`from` and `size`). */
  let requested: { readonly from?: number; readonly size: number; readonly search_after?: readonly unknown[] }[] = [];
  let shop: ChainShop;
  /** A storefront with the same catalogue that ranks sold-out products last. */
  let burying: ChainShop;
  let shelf: Shelf;

  before("ingest a catalogue with ties and with spread prices", async () => {
    bench.start();
    const random = seeded("spread");
    const drawn = drawCatalogue("deep", PRODUCTS).map((data, number) =>
      number % 2 === 0 || data.price === undefined ? data : { ...data, price: random.integer(0, 5_000) / 100 },
    );
    const lines = drawn.map(insertLine);
    const watched = interposed(bench.engine, (operation, _nth, proceed, { body }) => {
      if (operation === "search" && (body as { sort?: unknown }).sort !== undefined)
        requested.push(body as (typeof requested)[0]);
      return proceed();
    });
    const processes = [0, 1].map(() => searchProcess(watched.engine, { reach: REACH }));
    shop = chainShop(bench, "deep", processes);
    burying = chainShop(bench, "deep", processes, {
      availability: { field: "color", in_stock: ["Red", "Blue"], out_of_stock: "bury", sorted: "bury" },
    });
    await shop.ingest(lines);
    shelf = stock(EMPTY_SHELF, lines);
  });
  beforeEach(() => (requested = []));

  /** Returns the expected page, computed by sorting all products. */
  function wantedOf(request: ChainRequest, page: number) {
    const order = orderedProducts(shelf, request, tierOf(shelf, request));
    const last_page = Math.ceil(order.length / request.limit);
    const rows = order.slice((page - 1) * request.limit, page * request.limit);
    return {
      rows,
      pagination: { page, has_more: page < last_page, last_page },
      count: rows.length,
      total: order.length,
    };
  }

  async function expectPage(request: ChainRequest, page: number, cursor?: string): Promise<string> {
    const pagination = cursor === undefined ? { page } : { page, cursor };
    const response = await shop.search({ ...request, pagination });
    const { count, total } = response;
    const got = { rows: identifiers(response), pagination: response.pagination, count, total };
    expect(got, `page ${page} of ${JSON.stringify(request)}`).to.deep.equal(wantedOf(request, page));
    return response.recommendation_id;
  }

  it("random page access never requests more rows than the engine's result window allows", async () => {
    for (const sort of ["price_asc", "price_desc", "newest", "name_asc"] as const) {
      const request: ChainRequest = { sort: [sort], limit: 20 };
      for (const page of [3, 10, 14, 15, 16, 17, 20, 30, 37, 38, 45, 58, 59, 60, 61, 62, 66, 70, 75]) {
        await expectPage(request, page);
      }
    }
    for (const { from = 0, size } of requested) expect(from + size).to.be.at.most(REACH.window);
    // To reach a page beyond the result window, the service reads and skips products on earlier pages.
    expect(requested.filter(({ size }) => size === REACH.stride).length).to.be.greaterThan(4 * 8);
  });

  it("random page access returns the correct page if sold-out products are ranked last", async () => {
    const isSold = ({ color }: VariantData) => color !== "Green";
    for (const sort of ["price_asc", "price_desc", "name_asc"] as const) {
      const request: ChainRequest = { sort: [sort], limit: 20, filters: { price: { $gte: 1 } } };
      const order = orderedProducts(shelf, request, "all", isSold);
      for (const page of [2, 9, 17, 24, 31, 38, 45, 52, Math.ceil(order.length / 20)]) {
        const response = await burying.search({ ...request, pagination: { page } });
        const rows = order.slice((page - 1) * 20, page * 20);
        expect([identifiers(response), response.total], `page ${page} by ${sort}`).to.deep.equal([rows, order.length]);
      }
    }
    expect(requested.filter(({ search_after }) => search_after?.length === 3).length).to.be.greaterThan(3 * 3);
  });

  it("random page access returns the correct page if products are sorted by a boolean field", async () => {
    const new_first = { key: "new_first", label: "New first", by: "field", field: "is_new", order: "desc" } as const;
    const flagged = chainShop(bench, "flagged", [searchProcess(bench.engine, { reach: REACH })], {
      sort_keys: [new_first],
      default_sort: new_first.key,
    });
    const flags = [true, false, undefined];
    const products = Array.from({ length: 600 }, (_, number) => ({
      product_identifier: `p${number}`,
      is_new: flags[number % 3],
    }));
    await flagged.ingest(products.map((product_data) => ({ operation: "insert", product_data })));
    const order = flags.flatMap((flag) =>
      products.flatMap(({ product_identifier, is_new }) => (is_new === flag ? [product_identifier] : [])).sort(),
    );
    for (const page of [1, 5, 9, 10, 11, 15, 20, 21, 25, 30, 31]) {
      const response = await flagged.search({ limit: 20, sort: [new_first.key], pagination: { page } });
      expect(identifiers(response), String(page)).to.deep.equal(order.slice((page - 1) * 20, page * 20));
    }
  });

  it("random page access returns the correct page for jumps forward, backward and past the last page", async () => {
    const requests: fc.Arbitrary<ChainRequest> = fc.record({
      sort: fc.constantFrom("price_asc", "price_desc", "newest", "name_asc").map((sort) => [sort] as const),
      limit: fc.integer({ min: 1, max: 25 }),
      filters: fc.constantFrom<Filters>({}, {}, { price: { $lte: 40 } }, { designer: "Acme" }, { color: "Red" }),
    });
    const pages = fc.array(fc.oneof(fc.constant("next" as const), fc.double({ min: 0, max: 1.2, noNaN: true })), {
      minLength: 6,
      maxLength: 10,
    });
    await checkProperty(
      fc.tuple(requests, pages),
      async ([request, randomAccesses]) => {
        let page = 1;
        let cursor = await expectPage(request, 1);
        const last = wantedOf(request, 1).pagination.last_page;
        for (const randomAccess of randomAccesses) {
          page = randomAccess === "next" ? page + 1 : 1 + Math.floor(randomAccess * last);
          cursor = await expectPage(request, page, cursor);
        }
      },
      { runs: 40, seconds: 10 },
    );
  });

  it("random page access uses the current catalogue for the products and the total if the catalogue has changed", async () => {
    const request: ChainRequest = { sort: ["price_asc"], limit: 20 };
    let cursor = await expectPage(request, 40);
    const lines = drawCatalogue("deep again", PRODUCTS / 3, PRODUCTS / 3).map(insertLine);
    await shop.ingest(lines);
    shelf = stock(shelf, lines);
    for (const page of [40, 41, 20, 60]) cursor = await expectPage(request, page, cursor);
  });
});
