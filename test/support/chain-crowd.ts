import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { seeded } from "../../demo/random.js";
import { KINDS } from "./chain-request.js";
import { drawCatalogue, drawProduct, insertLine } from "./shop-catalogue.js";
import type { Storefront } from "./shop.js";
import type { SearchResult } from "../../src/search/response-schema.js";

export interface CrowdSize {
  /** Number of products per storefront. */
  readonly products: number;
  /** Total number of cursor chains in all storefronts. */
  readonly chains: number;
  /** Number of products that each chain delivers before the final request. */
  readonly depth: number;
  /** Maximum number of concurrent requests. */
  readonly atOnce: number;
}

export interface CrowdReport {
  readonly pages: number;
  readonly inserts: number;
  readonly seconds: number;
}

const LIMITS = [25, 50];

/**
 * Simulates many shoppers who scroll concurrently. All cursor chains stay open to the end, while each storefront
 * receives one ingestion job per second.
 * @throws Error if a page is refused or repeats a product
 */
export async function crowd(
  storefronts: readonly Storefront[],
  { products, chains, depth, atOnce }: CrowdSize,
): Promise<CrowdReport> {
  const started = performance.now();
  for (const [number, storefront] of storefronts.entries()) {
    await storefront.ingest(drawCatalogue(number, products).map(insertLine));
  }
  const over = new AbortController();
  let inserts = 0;
  let pages = 0;

  const inserting = storefronts.map(async (storefront, number) => {
    const random = seeded(`inserts ${number}`);
    while (!over.signal.aborted) {
      const next = performance.now() + 1000;
      await storefront.ingest(drawProduct(random, `p${random.integer(0, products * 2)}`).map(insertLine));
      inserts += 1;
      await delay(Math.max(0, next - performance.now()));
    }
  });

  async function nextPage(shopper: Shopper): Promise<void> {
    const cursor = shopper.newest?.recommendation_id;
    const page = await shopper.storefront.search({
      ...shopper.request,
      ...(cursor === undefined ? {} : { pagination: { cursor, page: ++shopper.pages } }),
    });
    pages += 1;
    for (const { product_identifier: id } of page.items) {
      if (shopper.seen.has(id)) throw new Error(`${id} came twice for ${JSON.stringify(shopper.request)}`);
      shopper.seen.add(id);
    }
    shopper.newest = page;
  }

  const shoppers = Array.from({ length: chains }, (_, number) => shopperOf(storefronts, number));
  const limit = pLimit(atOnce);
  const all = (some: readonly Shopper[]) => Promise.all(some.map((shopper) => limit(() => nextPage(shopper))));
  try {
    await all(shoppers);
    for (;;) {
      const left = shoppers.filter(
        ({ newest, seen }) => newest?.pagination.has_more === true && (newest.count === 0 || seen.size < depth),
      );
      if (left.length === 0) break;
      await all(left);
    }
    // Requests one more page of every cursor chain to check that all chains are still open.
    await all(shoppers.filter(({ newest }) => newest?.pagination.has_more));
  } finally {
    limit.clearQueue();
    over.abort();
    await Promise.all(inserting);
  }
  return { pages, inserts, seconds: Math.round((performance.now() - started) / 1000) };
}

interface Shopper {
  readonly storefront: Storefront;
  readonly request: object;
  readonly seen: Set<string>;
  pages: number;
  newest: SearchResult | undefined;
}

function shopperOf(storefronts: readonly Storefront[], number: number): Shopper {
  const storefront = storefronts[number % storefronts.length];
  if (storefront === undefined) throw new Error("a crowd needs a storefront");
  const round = Math.floor(number / storefronts.length);
  const request = { ...KINDS[round % KINDS.length], limit: LIMITS[round % LIMITS.length], projection: ["price"] };
  return { storefront, request, seen: new Set(), pages: 1, newest: undefined };
}
