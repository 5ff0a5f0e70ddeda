import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { completedIngestion, postIngestion } from "../../../src/commands/service-client.js";
import { createEngine } from "../../../src/engine/engine.js";
import { addClient } from "../../../src/storefront/clients.js";
import type { Bench } from "../bench.js";
import { readCatalogue } from "../catalogue.js";

const COPIES = 10;
const POLL_MS = 500;
const CONFIGURATION = new URL("../../../demo/storefront.json", import.meta.url);

/**
 * A second client of the same service, whose catalogue has ten times the products. All but the first tenth are in categories and
 * of designers of their own, so that a listing of either client shows as much.
 */
export async function addTenfold(bench: Bench): Promise<Bench> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix });
  try {
    const configuration: unknown = JSON.parse(await readFile(CONFIGURATION, "utf8"));
    const access = await addClient({ engine, now: () => new Date() }, { name: "tenfold", configuration });
    const { variants } = await readCatalogue(bench.catalogPath);
    const upload = { bytes: 0, gzip: false, stream: Readable.from(feed(variants)) };
    const at = { ...access, base_url: bench.service.demo.base_url };
    await completedIngestion(at, await postIngestion(at, upload, "soft_replace", () => undefined), POLL_MS);
    return { ...bench, access };
  } finally {
    await engine.close();
  }
}

const LINES_AT_ONCE = 500;

function* feed(variants: readonly ProductData[]): Generator<string> {
  for (let copy = 0; copy < COPIES; copy += 1) {
    for (let start = 0; start < variants.length; start += LINES_AT_ONCE) {
      yield variants
        .slice(start, start + LINES_AT_ONCE)
        .map((data) => `${JSON.stringify({ operation: "insert", product_data: copyOf(data, copy) })}\n`)
        .join("");
    }
  }
}

function copyOf(data: ProductData, copy: number): ProductData {
  if (copy === 0) return data;
  const { product_identifier, variant_identifier, designer, categories } = data;
  const renamed = (name: unknown) => (typeof name === "string" ? name.replace(/^[^:]+/, `$& ${copy}`) : name);
  return {
    ...data,
    product_identifier: `${product_identifier}-${copy}`,
    variant_identifier: `${variant_identifier}-${copy}`,
    ...(designer === undefined ? {} : { designer: renamed(designer) }),
    ...(Array.isArray(categories) ? { categories: categories.map(renamed) } : {}),
  } as ProductData;
}
