import { expect } from "chai";
import { seeded } from "../../demo/random.js";
import { createTrail, type Trail } from "./chain-trail.js";
import { isOrdered, type ChainRequest } from "./chain-request.js";
import { rulesOf, type DrawnRule } from "./chain-rules.js";
import { matchingProducts } from "./chain-oracle.js";
import type { Shelf } from "./shop-catalogue.js";
import { stock } from "./shop-catalogue.js";
import { payloadOf, type Change } from "./shop-changes.js";
import type { ChainShop } from "./chain-shop.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/** One step of a test in which several shoppers scroll concurrently. */
export interface Round {
  readonly change?: Change;
  /** Whether the catalogue change completes before the pages are requested or runs during the requests. */
  readonly timing?: "before" | "during";
  /** Number of concurrent requests for each page, sent to different instances. */
  readonly copies?: number;
  /**
   * Whether each shopper repeats the previous request, as after a lost response, and continues from the repeated
   * response.
   */
  readonly retry?: boolean;
}

/** Several cursor chains over one storefront. Every page is checked when it is received. */
export interface Walk {
  /** Number of cursor chains that have a next page. */
  open(): number;
  round(step?: Round): Promise<void>;
  /** Scrolls all cursor chains to their end and checks that no product is missing. */
  finish(step?: Round): Promise<void>;
}

export interface WalkStart {
  readonly storefront: ChainShop;
  /** Products of the storefront. */
  readonly shelf: Shelf;
  readonly requests: readonly ChainRequest[];
  readonly seed: number;
  /** Rules of the storefront. */
  readonly rules?: readonly DrawnRule[];
  readonly maxPages?: number;
}

const MAX_PAGES = 30;

/** Starts several cursor chains by requesting their first pages. */
export async function startWalk({ storefront, shelf, seed, rules = [], ...start }: WalkStart): Promise<Walk> {
  const random = seeded(`labels ${seed}`);
  const requests = start.requests
    .map((request) => ({ ...request, rules: rulesOf(rules, request) }))
    .map((request) => atMost(start.maxPages ?? MAX_PAGES, request, shelf));
  let now = shelf;
  let rounds = 0;
  const trails = await Promise.all(
    requests.map(async (request) => createTrail(request, now, await storefront.search(body(request)))),
  );

  const openTrails = () => trails.filter((trail) => trail.hasMore());

  async function step({ change, timing = "before", copies = 1, retry = false }: Round): Promise<void> {
    const payload = change && payloadOf(change, now);
    const before = now;
    if (payload !== undefined) now = stock(now, payload.lines, payload.mode);
    const ingesting = payload === undefined ? undefined : storefront.ingest(payload.lines, payload.mode);
    const possible = timing === "during" && payload !== undefined ? [before, now] : [now];
    try {
      if (timing === "before") await ingesting;
      const label = random.integer(1, 1_000_000_000);
      await Promise.all(openTrails().map((trail) => turn(storefront, trail, { possible, label, copies, retry })));
    } finally {
      await ingesting;
    }
  }

  const walk: Walk = {
    open: () => openTrails().length,
    async round(round = {}) {
      rounds += 1;
      await step(round);
    },
    async finish(round = {}) {
      const most = rounds + Math.max(0, ...requests.map((request) => now.size / request.limit)) * 2 + 20;
      while (walk.open() > 0) {
        await walk.round(round);
        if (rounds > most) throw new Error(`a chain does not end: ${JSON.stringify(openTrails()[0]?.request)}`);
      }
      for (const trail of trails) trail.checkComplete();
    },
  };
  return walk;
}

interface Turn {
  readonly possible: readonly Shelf[];
  readonly label: number;
  readonly copies: number;
  readonly retry: boolean;
}

async function turn(storefront: ChainShop, trail: Trail, { possible, label, copies, retry }: Turn): Promise<void> {
  const { request } = trail;
  if (retry && trail.lastRequested !== undefined) {
    trail.repeat(await storefront.search(trail.lastRequested), possible);
  }
  const page = isOrdered(request) ? trail.pages + 1 : label;
  const cursor = trail.cursor();
  const bodies = Array.from({ length: copies }, (_, copy) => ({
    ...(copy % 2 === 0 ? body(request) : terse(request)),
    // In personalized lists, page numbers have no effect, so concurrent requests may contain different numbers.
    pagination: { cursor, page: isOrdered(request) ? page : page + copy },
  }));
  const [first, ...others] = await Promise.all(bodies.map((one, copy) => storefront.search(one, copy)));
  if (first === undefined) return;
  for (const other of others) expect(identity(other, possible)).to.deep.equal(identity(first, possible));
  trail.add(first, bodies[0] as object, possible);
}

/**
 * The properties that responses to the same request must share. While the catalogue changes, the products and their
 * number may differ.
 */
function identity({ recommendation_id, items, pagination, total }: SearchResult, possible: readonly Shelf[]) {
  const stored = { recommendation_id, has_more: pagination.has_more };
  return possible.length > 1 ? stored : { ...stored, items, total, last_page: pagination.last_page };
}

const PROJECTION = ["name", "price", "color"];

/** Returns the request body. The field `rules` only describes the expected effect of rules. */
const body = (request: ChainRequest) => ({ ...request, rules: undefined, projection: PROJECTION });

/** Returns the request body for later pages, which inherit omitted properties from the first page. */
const terse = ({ limit }: ChainRequest) => ({ limit, projection: PROJECTION });

/** Raises the page size of a request with many results, so that the cursor chain has at most `pages` pages. */
function atMost(pages: number, request: ChainRequest, shelf: Shelf): ChainRequest {
  const found = matchingProducts(shelf, request, "half").size;
  return { ...request, limit: Math.max(request.limit, Math.ceil(found / pages)) };
}
