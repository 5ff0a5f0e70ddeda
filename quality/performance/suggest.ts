import type { ProductData } from "../../src/catalog/product-document.js";
import { seeded } from "../../demo/random.js";
import type { SuggestResult } from "../../src/search/suggest/schema.js";
import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";
import { measureAtRate } from "./cost.js";
import { changeOneProduct, throughEndpoint } from "./ingest.js";
import { atRate } from "../shared/measure.js";
import { query as request, look } from "./shopper.js";
import { distinctPrefixes, queriesOf, typing, TYPISTS, type Typed } from "./typing.js";

const PER_SECOND = 100;
const SECONDS = 20;
const WARMUP_SECONDS = 15;
const SHOPPERS = 50;
const LOOKS = 5;
const CHANGE_EVERY_MS = 2_000;

/**
 * Measures suggestion requests after every typed character at the rate of a busy shop; half of the shoppers are known.
 * Two more runs prevent cache hits: one changes the catalogue every two seconds, the other requests each prefix only
 * once.
 */
export async function benchSuggest(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  const ids = catalogue.products.map((product) => product.product_identifier);
  const pick = (at: number) => ids[(at * 7_919) % ids.length] as string;
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    for (let nth = 0; nth < LOOKS; nth += 1) await look(bench, `suggest-${shopper}`, pick(shopper * LOOKS + nth));
  }
  const queries = queriesOf(catalogue);
  const device = (nth: number) => (nth % 2 === 0 ? `suggest-${(nth / 2) % SHOPPERS}` : `unknown-${nth}`);
  const letters = typing(seeded("typing"), queries, { ...TYPISTS, device });
  const prefixes = distinctPrefixes(seeded("beginnings"), queries);
  const needed = PER_SECOND * (WARMUP_SECONDS + SECONDS);
  if (prefixes.length < needed)
    throw new Error(`expected at least ${needed} different prefixes in the catalogue's titles`);
  let nth = 0;
  const others = (): Typed => ({ device: device(nth), query: prefixes[nth++] as string });

  const rows = [
    ...(await measure(bench, "realistic prefixes", letters)),
    ...(await whileItChanges(bench, catalogue, () =>
      measure(bench, "realistic prefixes, with a product change every 2 s", letters),
    )),
    ...(await measure(bench, "no repeated prefixes", others)),
    ...(await measure(bench, "realistic prefixes, a few minutes after startup", letters)),
  ];
  bench.table(
    `Search suggestions in ${bench.catalogName} after every typed character, ${PER_SECOND} requests per second for ${SECONDS} s`,
    rows,
  );
}

/** Returns the request that a page sends after the shopper typed a letter. */
export const suggestBody = ({ device, query }: Typed): object => ({
  user: { device_id: device },
  query,
  projection: ["name", "images", "price"],
});

type Row = readonly [what: string, figure: string, ratio: string];

async function measure(bench: Bench, what: string, next: () => Typed): Promise<Row[]> {
  let answered = 0;
  const type = async () => {
    const response = await request(bench, "suggest", suggestBody(next()));
    const { queries, products } = JSON.parse(response.toString()) as SuggestResult;
    if (queries.length + products.length > 0) answered += 1;
  };
  await atRate(type, PER_SECOND, WARMUP_SECONDS);
  answered = 0;
  const { requests, times, calls, processor } = await measureAtRate(bench, type, PER_SECOND, SECONDS);
  return [
    [what, times, "(target: p99 under 20 ms)"],
    ["  with suggestions", `${((100 * answered) / requests).toFixed(1)} %`, ""],
    ["  OpenSearch calls per request", calls, ""],
    ["  CPU time per request", processor, ""],
  ];
}

/** Changes products during `work`, so that each ingestion invalidates the cached results. */
async function whileItChanges<T>(bench: Bench, { variants }: BenchCatalogue, work: () => Promise<T>): Promise<T> {
  const control = new AbortController();
  const changes = (async () => {
    for (let nth = 0; !control.signal.aborted; nth += 1) {
      await changeOneProduct(bench, { ...(variants[nth % variants.length] as ProductData), price: 10 + nth });
      await new Promise((resolve) => setTimeout(resolve, CHANGE_EVERY_MS));
    }
  })();
  try {
    return await work();
  } finally {
    control.abort();
    await changes;
  }
}
