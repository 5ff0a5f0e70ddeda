import { readFile } from "node:fs/promises";
import type { SearchResult } from "../src/search/response.js";
import type { Bench } from "./bench.js";
import { typicalDesigner, type BenchCatalogue } from "./catalogue.js";
import { exchange } from "./http.js";
import { throughEndpoint } from "./ingest.js";
import { alternate, atRate, median, percentile } from "./measure.js";
import { loadFlat } from "./raw-engine.js";
import { ask, look } from "./shopper.js";

const PRODUCTS = 500;
const ROUNDS = { warmup: 300, counted: 1_000 };
const SHOPPERS = 300;
const EVENTS_PER_SECOND = 200;
const JSON_TYPE = { "Content-Type": "application/json" };
const GIVEN_UP_MS = 30_000;
/** Milliseconds. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1_000, 2_000];

/** What personal ranking costs a listing, and how long after an event it shows. */
export async function benchTaste(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  await benchPersonalListing(bench, catalogue);
  await benchEffect(bench, catalogue);
}

async function benchPersonalListing(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const designer = typicalDesigner(catalogue.variants, PRODUCTS);
  const flat = `${bench.prefix}flat`;
  await loadFlat(bench.engineUrl, flat, catalogue);
  const body = async (name: string) => {
    const text = await readFile(new URL(`baseline/${name}.json`, import.meta.url), "utf8");
    return text.replaceAll('"${designer}"', JSON.stringify(designer.name));
  };
  const flatBody = await body("listing");
  const request = JSON.parse(await body("service-listing")) as object;
  const liked = catalogue.variants.filter((variant) => variant.designer === designer.name).slice(0, 10);
  for (const variant of liked) await look(bench, "fond", variant.product_identifier);
  const listing = (device_id: string) => ask(bench, "search", { ...request, user: { device_id } });
  const contenders = {
    flat: () =>
      exchange(new URL(`/${flat}/_search`, bench.engineUrl), { method: "POST", headers: JSON_TYPE, body: flatBody }),
    stranger: () => listing("stranger"),
    fond: () => listing("fond"),
  };
  if (orderOf(await listing("fond")) === orderOf(await listing("stranger"))) {
    throw new Error("the listing that is measured is not personal");
  }
  const times = await alternate(contenders, ROUNDS);
  const row = (what: string, name: keyof typeof times, wanted = ""): [string, string, string] => {
    const at = (share: number) => percentile(times[name], share);
    const ratio = (value: number, base: number) => (value / base).toFixed(2);
    const base = times.flat;
    return [
      what,
      `${median(times[name]).toFixed(2)} ms (p99 ${at(0.99).toFixed(2)})`,
      `${ratio(median(times[name]), median(base))}, p99 ${ratio(at(0.99), percentile(base, 0.99))}${wanted}`,
    ];
  };
  bench.table(
    `Listing of 24 with 5 facets by taste, ${bench.catalogName}, designer ${designer.name} (${designer.products} products)`,
    [
      row("raw engine, flat index, unpersonalized", "flat"),
      row("the service, a shopper of whom nothing is known", "stranger"),
      row("the service, personalized", "fond", " (wanted: at most 3.00, p99 4.00)"),
    ],
  );
}

/** From sending an event to the end of the first listing that differs by it, while others send theirs. */
async function benchEffect(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const listing = (device_id: string) => ask(bench, "search", { user: { device_id } });
  const products = catalogue.variants.map((variant) => variant.product_identifier);
  const productAt = (place: number) => products[(place * 7_919) % products.length] ?? "";
  let others = 0;
  const seconds = SHOPPERS / 10;
  const background = atRate(
    () => look(bench, `other-${++others % 2_000}`, productAt(others)),
    EVENTS_PER_SECOND,
    seconds,
  );
  const times: number[] = [];
  let looks = 0;
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    const device = `effect-${shopper}`;
    const started = performance.now();
    await look(bench, device, productAt(shopper));
    looks += 1;
    for (;;) {
      const own = await listing(device);
      const milliseconds = performance.now() - started;
      // Everybody's order changes meanwhile, by what becomes popular.
      if (orderOf(own) === orderOf(await listing("anonymous"))) {
        if (milliseconds > GIVEN_UP_MS) throw new Error(`${device} never sees what it has looked at`);
        looks += 1;
        continue;
      }
      times.push(milliseconds);
      break;
    }
  }
  await background;
  const within = (bound: number) => times.filter((time) => time <= bound).length;
  bench.table(
    `From an event to a listing that differs by it, ${SHOPPERS} new shoppers one after another, ${EVENTS_PER_SECOND} events/s from others`,
    [
      ["median", `${median(times).toFixed(0)} ms`, ""],
      ["99th percentile", `${percentile(times, 0.99).toFixed(0)} ms`, "(wanted: within 1,000 ms)"],
      ["listings that did not differ yet", String(looks - SHOPPERS), ""],
      ...BOUNDS.map((bound): [string, string, string] => [`  within ${bound} ms`, `${within(bound)}`, ""]),
    ],
  );
}

const orderOf = (answer: Buffer): string =>
  (JSON.parse(answer.toString()) as SearchResult).items.map((item) => item.product_identifier).join();
