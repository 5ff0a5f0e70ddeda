import type { Engine } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { indexField, VARIANTS_PATH } from "./fields.js";

/** A value of a field and the number of active products with this value. */
export interface FrequentValue {
  readonly value: string;
  readonly products: number;
}

interface Terms {
  readonly buckets: readonly {
    readonly key: string | number;
    /** The key of the bucket as text. Present only for booleans ("true") and dates, whose keys are numbers. */
    readonly key_as_string?: string;
    readonly products: { readonly doc_count: number };
  }[];
}

/**
 * Returns the most frequent values of each field, by number of products.
 * @param wanted variant fields, and the number of values to return for each field
 * @throws the errors of the engine
 */
export async function frequentValues(
  engine: Engine,
  index: string,
  wanted: readonly { readonly field: string; readonly size: number }[],
): Promise<FrequentValue[][]> {
  const aggs = Object.fromEntries(
    wanted.map(({ field, size }, at) => [
      `f${at}`,
      {
        terms: { field: indexField(field), size, order: [{ products: "desc" }, { _key: "asc" }] },
        aggs: { products: { reverse_nested: {} } },
      },
    ]),
  );
  const { aggregations } = await searchDocuments<never, { readonly variants: Readonly<Record<string, Terms>> }>(
    ...[engine, index],
    {
      size: 0,
      track_total_hits: false,
      query: { term: { active: true } },
      aggs: { variants: { nested: { path: VARIANTS_PATH }, aggs } },
    },
  );
  return wanted.map((_, at) =>
    (aggregations?.variants[`f${at}`]?.buckets ?? []).map(({ key, key_as_string, products }) => ({
      value: key_as_string ?? String(key),
      products: products.doc_count,
    })),
  );
}
