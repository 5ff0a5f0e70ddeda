import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";
import { throughEndpoint } from "./ingest.js";
import { atRate, median, percentile } from "../shared/measure.js";
import { query as request, look } from "./shopper.js";
import type { SearchResult } from "../../src/search/response-schema.js";

const SHOPPERS = 300;
const EVENTS_PER_SECOND = 200;
const GIVEN_UP_MS = 30_000;
/** Upper bounds of the histogram's intervals in milliseconds. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Measures the time from a product view to the first personalized listing that reflects it, while other shoppers send
 * events.
 */
export async function benchTaste(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  const listing = (device_id: string) => request(bench, "search", { user: { device_id } });
  const products = catalogue.variants.map((variant) => variant.product_identifier);
  const productAt = (position: number) => products[(position * 7_919) % products.length] ?? "";
  let others = 0;
  const seconds = SHOPPERS / 10;
  const background = atRate(
    () => look(bench, `other-${++others % 2_000}`, productAt(others)),
    EVENTS_PER_SECOND,
    seconds,
  );
  const times: number[] = [];
  let views = 0;
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    const device = `effect-${shopper}`;
    const started = performance.now();
    await look(bench, device, productAt(shopper));
    views += 1;
    for (;;) {
      const own = await listing(device);
      const milliseconds = performance.now() - started;
      // Request the unpersonalized listing for each comparison, because its order changes when popularity is learned.
      if (orderOf(own) === orderOf(await listing("anonymous"))) {
        if (milliseconds > GIVEN_UP_MS)
          throw new Error(`the listing of ${device} does not reflect the product views of the device`);
        views += 1;
        continue;
      }
      times.push(milliseconds);
      break;
    }
  }
  await background;
  const within = (bound: number) => times.filter((time) => time <= bound).length;
  bench.table(
    `Time until an event affects the shopper's listing, ${SHOPPERS} new shoppers in sequence, ${EVENTS_PER_SECOND} events/s from other shoppers`,
    [
      ["median", `${median(times).toFixed(0)} ms`, ""],
      ["99th percentile", `${percentile(times, 0.99).toFixed(0)} ms`, "(target: within 1,000 ms)"],
      ["listings that did not reflect the event yet", String(views - SHOPPERS), ""],
      ...BOUNDS.map((bound): [string, string, string] => [`  within ${bound} ms`, `${within(bound)}`, ""]),
    ],
  );
}

const orderOf = (response: Buffer): string =>
  (JSON.parse(response.toString()) as SearchResult).items.map((item) => item.product_identifier).join();
