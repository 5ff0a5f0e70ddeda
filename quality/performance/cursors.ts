import type { SearchBody } from "../../src/search/request-schema.js";
import type { Bench } from "./bench.js";
import { measureCursorCost } from "./cursor-cost.js";
import { throughEndpoint } from "./ingest.js";
import { median, percentile, timed } from "../shared/measure.js";
import { query } from "./shopper.js";
import type { SearchResult } from "../../src/search/response-schema.js";

const LIMIT = 24;
const DEPTH = 40_000;
const CHAINS = { warmup: 10, counted: 30 };
const PAGES = 20;
/** Range of page numbers that are measured as deep pages. A single page number would give too few samples. */
const DEEP_PAGES = { from: 981, to: 1020 };
const DEEP_CHAINS = 2;
const JUMPS = { warmup: 10, counted: 60 };
const COST_ROUNDS = { warmup: 200, counted: 500 };

const BASE = { user: { device_id: "bench" }, limit: LIMIT, projection: ["name", "designer", "images", "price"] };
const RANKED: SearchBody = { ...BASE, sort: ["featured"] };
const ORDERED: SearchBody = { ...BASE, sort: ["price_asc"] };

/**
 * Compares the response times of later result pages, requested with a cursor, to the response time of the first page.
 * All requests match the whole catalogue.
 */
export async function benchCursors(bench: Bench): Promise<void> {
  await throughEndpoint(bench);
  const { total } = JSON.parse((await query(bench, "search", RANKED)).toString()) as SearchResult;
  if (total <= DEPTH + LIMIT) throw new Error(`expected more than ${DEPTH} products in the catalogue, got ${total}`);

  const rows = [...(await rankedRows(bench)), ...(await orderedRows(bench)), ...(await jumpRows(bench))];
  bench.table(
    `Median response times of result pages requested with a cursor, compared with page 1: ${LIMIT} products per page, ${bench.catalogName} (${total} products)`,
    rows,
  );

  const cost = await measureCursorCost(bench, RANKED, COST_ROUNDS);
  const difference = cost.withCursor - cost.without;
  bench.table("Cost of creating the cursor of a first page (medians)", [
    ["first page without a cursor", `${cost.without.toFixed(2)} ms`, ""],
    ["first page with a cursor", `${cost.withCursor.toFixed(2)} ms`, ""],
    [`durable write of the cursor data (${cost.bytes} bytes) to an index`, `${cost.write.toFixed(2)} ms`, "1.00"],
    [
      "additional time for the cursor",
      `${difference.toFixed(2)} ms`,
      `${(difference / cost.write).toFixed(2)} (target: at most 1.50)`,
    ],
  ]);
}

type Row = readonly [what: string, figure: string, ratio: string];

const row = (what: string, times: readonly number[], first: readonly number[], most?: number): Row => [
  what,
  `${median(times).toFixed(2)} ms (p99 ${percentile(times, 0.99).toFixed(2)}), compared with ${median(first).toFixed(2)}`,
  `${(median(times) / median(first)).toFixed(2)}${most === undefined ? "" : ` (target: at most ${most.toFixed(2)})`}`,
];

async function rankedRows(bench: Bench): Promise<Row[]> {
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < CHAINS.warmup + CHAINS.counted; round += 1) {
    const chain = startChain(bench, RANKED);
    const times = [await chain.next()];
    while (times.length < PAGES) times.push(await chain.next());
    if (round < CHAINS.warmup) continue;
    first.push(...times.slice(0, 1));
    later.push(...times.slice(1));
  }
  return [row("personalized: page 1", first, first), row(`personalized: pages 2 to ${PAGES}`, later, first, 1.2)];
}

async function orderedRows(bench: Bench): Promise<Row[]> {
  const first: number[] = [];
  const deep: number[] = [];
  for (let round = 0; round < DEEP_CHAINS; round += 1) {
    const chain = startChain(bench, ORDERED);
    for (let number = 1; number < DEEP_PAGES.from; number += 1) await chain.next();
    for (let number = DEEP_PAGES.from; number <= DEEP_PAGES.to; number += 1) {
      deep.push(await chain.next());
      first.push(await startChain(bench, ORDERED).next());
    }
  }
  return [
    row("sorted listing: page 1", first, first),
    row(
      `sorted listing: page 1,000, reached by scrolling (measured: pages ${DEEP_PAGES.from} to ${DEEP_PAGES.to})`,
      deep,
      first,
      2,
    ),
  ];
}

async function jumpRows(bench: Bench): Promise<Row[]> {
  const first: number[] = [];
  const jumped: number[] = [];
  for (let round = 0; round < JUMPS.warmup + JUMPS.counted; round += 1) {
    const chain = startChain(bench, ORDERED);
    const times = [await chain.next(), await chain.next(Math.floor(DEPTH / LIMIT) + 1 + (round % 20))] as const;
    if (round < JUMPS.warmup) continue;
    first.push(times[0]);
    jumped.push(times[1]);
  }
  return [row(`ordered: random access at depth ${DEPTH.toLocaleString("en-US")}`, jumped, first, 6)];
}

interface Chain {
  /**
   * Requests the next result page, or the page with a given number, with the cursor of the previous response.
   * @returns the duration in milliseconds
   */
  next(number?: number): Promise<number>;
}

function startChain(bench: Bench, request: SearchBody): Chain {
  let cursor: string | undefined;
  let number = 0;
  return {
    async next(wanted = number + 1) {
      let response: Buffer | undefined;
      const pagination = cursor === undefined ? {} : { pagination: { cursor, page: wanted } };
      const milliseconds = await timed(
        async () => (response = await query(bench, "search", { ...request, ...pagination })),
      );
      const { recommendation_id, count } = JSON.parse(String(response)) as SearchResult;
      if (count !== LIMIT) throw new Error(`expected ${LIMIT} products on page ${wanted}, got ${count}`);
      cursor = recommendation_id;
      number = wanted;
      return milliseconds;
    },
  };
}
