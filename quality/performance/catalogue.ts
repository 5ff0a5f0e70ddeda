import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { applyLines } from "../../src/catalog/ingestion/changes.js";
import { parseFeedLine } from "../../src/catalog/ingestion/feed-line.js";
import { readFeedLines } from "../../src/catalog/ingestion/feed-reader.js";
import { LeafSurvey } from "../../src/catalog/leaf-survey.js";
import type { LeafTypes } from "../../src/catalog/leaves.js";
import { BASE_LEAF_TYPES } from "../../src/catalog/leaf-types.js";
import type { ProductData, ProductSource } from "../../src/catalog/product-document.js";
import { NO_LEAF_RULES } from "../../test/support/leaf-rules.js";

export interface BenchCatalogue {
  readonly types: LeafTypes;
  readonly products: readonly ProductSource[];
  readonly variants: readonly ProductData[];
}

/** The bytes of a feed, plain or gzip. */
export function feedStream(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  return path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
}

/** Reads a feed (plain or gzip) whole into memory, in the way the service does. */
export async function readCatalogue(path: string): Promise<BenchCatalogue> {
  const survey = new LeafSurvey(BASE_LEAF_TYPES, NO_LEAF_RULES);
  const products = new Map<string, ProductSource>();
  const variants: ProductData[] = [];
  const stamp = new Date().toISOString();
  for await (const lines of readFeedLines(feedStream(path), 1_000_000)) {
    for (const line of lines) {
      if (!("text" in line)) continue;
      const parsed = parseFeedLine(line.text);
      if (parsed.kind !== "insert") continue;
      survey.observe(parsed.leaves);
      const id = parsed.product_identifier;
      products.set(id, applyLines(products.get(id), [parsed], "keep", stamp) as ProductSource);
      variants.push(parsed.variant.data);
    }
  }
  return { types: survey.decide().types, products: [...products.values()], variants };
}

/** The titles of its variants, blank ones left out. @throws Error where there is none */
export function titlesOf({ variants }: Pick<BenchCatalogue, "variants">): string[] {
  const titles = variants.flatMap(({ title }) => (typeof title === "string" && title.trim() !== "" ? [title] : []));
  if (titles.length === 0) throw new Error("the catalogue has no titles");
  return titles;
}
