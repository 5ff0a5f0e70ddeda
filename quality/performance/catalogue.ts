import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { applyLines } from "../../src/catalog/ingestion/changes.js";
import { parseFeedLine } from "../../src/catalog/ingestion/feed-line.js";
import { readFeedLines } from "../../src/catalog/ingestion/feed-reader.js";
import { FieldScan } from "../../src/catalog/field-scan.js";
import type { FieldTypes } from "../../src/catalog/fields.js";
import { BASE_FIELD_TYPES } from "../../src/catalog/field-types.js";
import type { ProductData, ProductSource } from "../../src/catalog/product-document.js";
import { NO_FIELD_RULES } from "../../test/support/field-rules.js";

export interface BenchCatalogue {
  readonly types: FieldTypes;
  readonly products: readonly ProductSource[];
  readonly variants: readonly ProductData[];
}

/** Returns the decompressed bytes of a feed file, which may be plain or gzipped. */
export function feedStream(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  return path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
}

/** Loads a whole feed (plain or gzip) into memory, parsed in the same way as in the service. */
export async function readCatalogue(path: string): Promise<BenchCatalogue> {
  const scan = new FieldScan(BASE_FIELD_TYPES, NO_FIELD_RULES);
  const products = new Map<string, ProductSource>();
  const variants: ProductData[] = [];
  const stamp = new Date().toISOString();
  for await (const lines of readFeedLines(feedStream(path), 1_000_000)) {
    for (const line of lines) {
      if (!("text" in line)) continue;
      const parsed = parseFeedLine(line.text);
      if (parsed.kind !== "insert") continue;
      scan.observe(parsed.fields);
      const id = parsed.product_identifier;
      products.set(id, applyLines(products.get(id), [parsed], "keep", stamp) as ProductSource);
      variants.push(parsed.variant.data);
    }
  }
  return { types: scan.decide().types, products: [...products.values()], variants };
}

/**
 * Returns the non-empty titles of all variants.
 * @throws Error if no variant has a title
 */
export function titlesOf({ variants }: Pick<BenchCatalogue, "variants">): string[] {
  const titles = variants.flatMap(({ title }) => (typeof title === "string" && title.trim() !== "" ? [title] : []));
  if (titles.length === 0) throw new Error("no product of the catalogue has a title");
  return titles;
}
