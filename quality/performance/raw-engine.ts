import { readFile } from "node:fs/promises";
import { bulkBodies, load } from "../shared/raw-index.js";
import type { BenchCatalogue } from "./catalogue.js";

export const flatSettings = (): Promise<string> =>
  readFile(new URL("baseline/flat-index.json", import.meta.url), "utf8");

/** Returns bulk request bodies for an OpenSearch index with one flat document per variant. */
export const flatBodies = ({ variants }: BenchCatalogue): string[] =>
  bulkBodies(variants.map((data) => [data.variant_identifier, withoutEmpty(data)]));

export async function loadFlat(engineUrl: string, index: string, catalogue: BenchCatalogue): Promise<void> {
  await load(engineUrl, index, await flatSettings(), flatBodies(catalogue));
}

/** Removes empty values, so that OpenSearch without Vitrine counts the same facet values as the service. */
function withoutEmpty(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ""));
}
