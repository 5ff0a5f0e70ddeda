import type { QueryResult, SlotsResult } from "../src/recommendation/response.js";
import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";
import { throughEndpoint } from "./ingest.js";
import { atRate, median, percentile } from "./measure.js";
import { ask, look } from "./shopper.js";

const QUERIES_PER_SECOND = 100;
const PLACEMENTS_PER_SECOND = 20;
const SECONDS = 20;
const WARMUP_SECONDS = 10;
const SHOPPERS = 50;
const LOOKS = 5;

/** Products like one, with filters, at the rate of a busy shop; and whole placements. Half of the shoppers are strangers. */
export async function benchRecommendations(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  const ids = catalogue.products.map(({ product_identifier }) => product_identifier);
  let turn = 0;
  /** Another one each time, from all over the catalogue. */
  const next = () => ids[(++turn * 7_919) % ids.length] as string;
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    for (let looks = 0; looks < LOOKS; looks += 1) await look(bench, `shopper-${shopper}`, next());
  }
  const user = () => ({ device_id: `${turn % 2 === 0 ? "shopper" : "stranger"}-${turn % SHOPPERS}` });
  const seed = () => ({ product_identifiers: [next()] });
  const filters = { color: { $in: ["Black", "Blue", "White"] } };
  const similar = () => ask(bench, "query", { user: user(), profile: "similar", limit: 12, seed: seed(), filters });
  const placement = () =>
    ask(bench, "query/slots", { user: user(), placement: "product_page", limit: 5, seed: seed() });

  const sample = JSON.parse((await similar()).toString()) as QueryResult;
  const slots = JSON.parse((await placement()).toString()) as SlotsResult;
  if (sample.count < 12 || slots.slots.filter(({ items }) => items.length === 5).length < 4) {
    throw new Error("what is measured is not what pages show: too little is recommended");
  }
  await atRate(similar, QUERIES_PER_SECOND, WARMUP_SECONDS);
  await atRate(placement, PLACEMENTS_PER_SECOND, WARMUP_SECONDS);
  const row = (what: string, times: readonly number[], wanted: string): [string, string, string] => [
    what,
    `${median(times).toFixed(2)} ms (p99 ${percentile(times, 0.99).toFixed(2)})`,
    `(wanted: p99 ${wanted})`,
  ];
  bench.table(`Recommendations, ${bench.catalogName} (${ids.length} products), ${SECONDS} s each`, [
    row(
      `12 similar products with filters, ${QUERIES_PER_SECOND} requests/s`,
      (await atRate(similar, QUERIES_PER_SECOND, SECONDS)).times,
      "below 10 ms",
    ),
    row(
      `a placement of six slots of five, ${PLACEMENTS_PER_SECOND} requests/s`,
      (await atRate(placement, PLACEMENTS_PER_SECOND, SECONDS)).times,
      "below 25 ms",
    ),
  ]);
}
