import { Readable } from "node:stream";
import type { ProductData } from "../src/catalog/document.js";
import { buildDocument } from "../src/catalog/product.js";
import { leafMapping } from "../src/catalog/ingestion/generations.js";
import { completedIngestion, postIngestion, uploadOf } from "../src/commands/service-client.js";
import { DEFAULT_CONFIGURATION } from "../src/storefront/configuration.js";
import type { BenchCatalogue } from "./catalogue.js";
import type { Bench } from "./bench.js";
import { alternate, median } from "./measure.js";
import { bulkBodies, flatBodies, flatSettings, load } from "./raw-engine.js";

const ROUNDS = 5;
const POLL_MS = 20;

/**
 * A second load through the endpoint beside the same finished documents sent raw, over one connection; and, for
 * comparison, flat documents. Each contender ends with a refresh: what was loaded can be searched.
 */
export async function benchIngest(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const { engineUrl, service } = bench;
  const nested = bulkBodies(
    catalogue.products.map((product) => [
      product.product_identifier,
      buildDocument(product, catalogue.types, DEFAULT_CONFIGURATION),
    ]),
  );
  const flat = flatBodies(catalogue);
  const flatIndex = await flatSettings();
  const nestedIndex = JSON.stringify({ mappings: leafMapping(catalogue.types) });

  await throughEndpoint(bench); // the first load: what follows are second loads
  const seconds = await alternate(
    {
      nested: () => load(engineUrl, `${bench.prefix}products-english-bench-0-0`, nestedIndex, nested),
      flat: () => load(engineUrl, `${bench.prefix}flat-load`, flatIndex, flat),
      service: () => throughEndpoint(bench),
    },
    { warmup: 1, counted: ROUNDS },
  );
  const rate = (name: keyof typeof seconds, documents: number) => documents / (median(seconds[name]) / 1000);
  const lines = catalogue.variants.length;
  const rates = { nested: rate("nested", catalogue.products.length), service: rate("service", lines) };
  bench.table(`Ingesting ${bench.catalogName}: ${lines} lines, soft_replace, second load, median of ${ROUNDS}`, [
    ["raw _bulk, the finished nested documents", `${rates.nested.toFixed(0)} products/s`, "1.00"],
    ["raw _bulk, flat documents", `${rate("flat", lines).toFixed(0)} lines/s`, ""],
    [
      `the endpoint of ${service.demo.base_url}`,
      `${rates.service.toFixed(0)} lines/s`,
      `${(rates.service / rates.nested).toFixed(2)} (wanted: at least 0.50)`,
    ],
  ]);
}

/** Loads the catalogue through the endpoint and waits for its job. */
export async function throughEndpoint({ service, catalogPath, access }: Bench): Promise<void> {
  const at = { ...access, base_url: service.demo.base_url };
  const id = await postIngestion(at, await uploadOf(catalogPath), "soft_replace", () => undefined);
  await completedIngestion(at, id, POLL_MS);
}

/** A webhook's job: one variant, inserted. */
export async function changeOneProduct({ service, access }: Bench, product_data: ProductData): Promise<void> {
  const at = { ...access, base_url: service.demo.base_url };
  const line = Buffer.from(JSON.stringify({ operation: "insert", product_data }));
  const upload = { bytes: line.length, gzip: false, stream: Readable.from([line]) };
  await completedIngestion(at, await postIngestion(at, upload, "insert", () => undefined), POLL_MS);
}
