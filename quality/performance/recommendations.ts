import { seeded } from "../../demo/random.js";
import type { QueryResult, SlotsResult } from "../../src/recommendation/response.js";
import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";
import { measureAtRate } from "./cost.js";
import { throughEndpoint } from "./ingest.js";
import { atRate } from "../shared/measure.js";
import { productOf, similarTo, slotsFor } from "./recommendation-requests.js";
import { query, look } from "./shopper.js";
import { rankOf } from "./simulated-visits.js";

const QUERIES_PER_SECOND = 100;
const PLACEMENTS_PER_SECOND = 20;
const SECONDS = 20;
const WARMUP_SECONDS = 15;
const SHOPPERS = 200;
const LOOKS = 5;

/**
 * Measures requests for similar products and page slots at the request rate of a busy shop. Half of the shoppers are
 * unknown. The popularity of seed products follows Zipf's law (exponent 1). A second run chooses all seed products with
 * equal probability, so that few responses come from the cache.
 */
export async function benchRecommendations(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  const random = seeded("recommendations");
  const products = catalogue.products.map(({ product_identifier }) => product_identifier);
  const popular = () => productOf(products, rankOf(random.next(), products.length));
  const any = () => productOf(products, Math.floor(random.next() * products.length));
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    for (let views = 0; views < LOOKS; views += 1) await look(bench, `shopper-${shopper}`, popular());
  }
  let turn = 0;
  const device = () => {
    turn += 1;
    return turn % 2 === 0 ? `shopper-${turn % SHOPPERS}` : `unknown-${turn}`;
  };
  const similar = (draw: () => string) => () => query(bench, ...similarTo(draw(), device()));
  const placement = () => query(bench, ...slotsFor(popular(), device()));

  const sample = JSON.parse((await similar(popular)()).toString()) as QueryResult;
  const slots = JSON.parse((await placement()).toString()) as SlotsResult;
  if (sample.count < 12 || slots.slots.filter(({ items }) => items.length === 5).length < 4) {
    throw new Error("the measurement is invalid: too few products were recommended");
  }
  const measure = async (what: string, call: () => Promise<unknown>, perSecond: number, wanted: string) => {
    await atRate(call, perSecond, WARMUP_SECONDS);
    const { times, calls, processor } = await measureAtRate(bench, call, perSecond, SECONDS);
    return [
      [`${what}, ${perSecond} requests/s`, times, wanted],
      ["  OpenSearch calls per request", calls, ""],
      ["  CPU time per request", processor, ""],
    ] as const;
  };
  bench.table(`Recommendations, ${bench.catalogName} (${products.length} products), ${SECONDS} s each`, [
    ...(await measure(
      "12 similar products with filters",
      similar(popular),
      QUERIES_PER_SECOND,
      "(target: p99 below 10 ms)",
    )),
    ...(await measure("12 similar products without filters", similar(any), QUERIES_PER_SECOND, "")),
    ...(await measure(
      "a page with six recommendation slots of five products",
      placement,
      PLACEMENTS_PER_SECOND,
      "(target: p99 below 25 ms)",
    )),
    ...(await measure(
      "12 similar products, a few minutes after startup",
      similar(popular),
      QUERIES_PER_SECOND,
      "(target: p99 below 10 ms)",
    )),
  ]);
}
