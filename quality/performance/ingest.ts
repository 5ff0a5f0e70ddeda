import { Readable } from "node:stream";
import type { ProductData } from "../../src/catalog/product-document.js";
import { readFeedLines } from "../../src/catalog/ingestion/feed-reader.js";
import { fieldMapping } from "../../src/catalog/ingestion/generations.js";
import { buildDocument } from "../../test/support/build-document.js";
import type { FeedMode } from "../../src/catalog/ingestion/ingestion-record.js";
import { completedIngestion, postIngestion, type Upload, uploadOf } from "../../src/commands/service-client.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { addClient } from "../../src/storefront/clients.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import type { Bench } from "./bench.js";
import { feedStream, type BenchCatalogue } from "./catalogue.js";
import { processorSoFar, type Processor } from "./cost.js";
import { median, timed } from "../shared/measure.js";
import { flatBodies, flatSettings } from "./raw-engine.js";
import { bulkBodies, load } from "../shared/raw-index.js";

const ROUNDS = 5;
const POLL_MS = 20;
/** Interval between changed products in the measured feed with few changes (100: every hundredth product). */
const LITTLE = 100;

/**
 * Compares the ingestion speed of feeds to direct bulk requests to OpenSearch, with nested and with flat documents.
 * Each measurement ends with a refresh of the index.
 */
export async function benchIngest(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const { engineUrl } = bench;
  const nested = bulkBodies(
    catalogue.products.map((product) => [
      product.product_identifier,
      buildDocument(product, catalogue.types, DEFAULT_CONFIGURATION),
    ]),
  );
  const flat = flatBodies(catalogue);
  const flatIndex = await flatSettings();
  const nestedIndex = JSON.stringify({ mappings: fieldMapping(catalogue.types) });
  const engine = createEngine({ url: engineUrl, prefix: bench.prefix });
  try {
    const changed = await changedFeed(bench.catalogPath, catalogue);
    let shop = await newShop(bench, engine, 0);
    const contenders = {
      raw: () => load(engineUrl, `${bench.prefix}products-english-bench-0-0`, nestedIndex, nested),
      flat: () => load(engineUrl, `${bench.prefix}flat-load`, flatIndex, flat),
      first: () => throughEndpoint(shop),
      unchanged: () => throughEndpoint(shop),
      little: () => sendFeed(shop, changed),
    };
    const rounds: Record<keyof typeof contenders, Taken>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const taken = {} as Record<keyof typeof contenders, Taken>;
      for (const [name, load] of Object.entries(contenders)) {
        taken[name as keyof typeof contenders] = await measured(bench, load);
      }
      // Do not count the first round, which is a warm-up.
      if (round > 0) rounds.push(taken);
      shop = await newShop(bench, engine, round + 1);
    }
    const row = (what: string, name: keyof typeof contenders, wanted: string) => {
      const of = (pick: (taken: Taken) => number) => median(rounds.map((round) => pick(round[name])));
      const ratio = median(rounds.map((round) => round.raw.seconds / round[name].seconds));
      const processor = `service ${of((one) => one.service).toFixed(1)} s, engine ${of((one) => one.engine).toFixed(1)} s`;
      return [
        what,
        `${of((one) => one.seconds).toFixed(2)} s`,
        `${ratio.toFixed(2)}  (${processor})${wanted}`,
      ] as const;
    };
    const { products, variants } = catalogue;
    bench.table(
      `Ingesting ${bench.catalogName}: ${variants.length} lines, ${products.length} products, soft_replace; median of ${ROUNDS}, ` +
        "speed relative to raw _bulk requests in the same round (in brackets: CPU time)",
      [
        row("raw _bulk requests, nested documents", "raw", ""),
        row("raw _bulk requests, flat documents", "flat", ""),
        row("ingestion endpoint, first load", "first", " target: at least 0.80"),
        row("ingestion endpoint, unchanged feed", "unchanged", " target: at least 2.20"),
        row(`ingestion endpoint, feed with one changed product in ${LITTLE}`, "little", ""),
      ],
    );
  } finally {
    await engine.close();
  }
}

interface Taken extends Processor {
  readonly seconds: number;
}

/** Measures the duration and CPU time of a call in seconds. */
async function measured(bench: Bench, call: () => Promise<unknown>): Promise<Taken> {
  const before = await processorSoFar(bench);
  const seconds = (await timed(call)) / 1000;
  const after = await processorSoFar(bench);
  return {
    seconds,
    service: (after.service - before.service) / 1000,
    engine: (after.engine - before.engine) / 1000,
  };
}

/** Creates a new client, which has no catalogue. */
async function newShop(bench: Bench, engine: Engine, round: number): Promise<Bench> {
  return { ...bench, access: await addClient({ engine, now: () => new Date() }, { name: `load ${round}` }) };
}

/** Returns a copy of the feed in which only the price of every `LITTLE`-th product is changed. */
async function changedFeed(path: string, { products }: BenchCatalogue): Promise<string> {
  const changed = new Set(products.filter((_, at) => at % LITTLE === 0).map((one) => one.product_identifier));
  const feed: string[] = [];
  for await (const lines of readFeedLines(feedStream(path), 1_000_000)) {
    for (const line of lines) {
      if (!("text" in line)) continue;
      const { operation, product_data } = JSON.parse(line.text) as { operation: string; product_data: ProductData };
      const isChanged = changed.has(product_data.product_identifier);
      const text = isChanged
        ? JSON.stringify({ operation, product_data: { ...product_data, price: 12.34 } })
        : line.text;
      feed.push(`${text}\n`);
    }
  }
  return feed.join("");
}

const sendFeed = (bench: Bench, feed: string): Promise<void> =>
  sendUpload(bench, plain([Buffer.from(feed)]), "soft_replace");

/** Ingests the catalogue through the ingestion endpoint and waits until the job is completed. */
export const throughEndpoint = async (bench: Bench): Promise<void> =>
  sendUpload(bench, await uploadOf(bench.catalogPath), "soft_replace");

/** Returns an uncompressed upload whose lines are generated while the upload is sent. */
export const plain = (lines: Iterable<Buffer>): Upload => ({ bytes: 0, gzip: false, stream: Readable.from(lines) });

/** Sends a feed and waits until its job is completed. */
export async function sendUpload({ service, access }: Bench, upload: Upload, mode: FeedMode): Promise<void> {
  const at = { ...access, base_url: service.demo.base_url };
  await completedIngestion(at, await postIngestion(at, upload, mode, () => undefined), POLL_MS);
}

/** Inserts a single variant, as a shop's webhook for product changes does. */
export const changeOneProduct = (bench: Bench, product_data: ProductData): Promise<void> =>
  sendUpload(bench, plain([Buffer.from(JSON.stringify({ operation: "insert", product_data }))]), "insert");
