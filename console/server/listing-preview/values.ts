import type { FieldType } from "../../../src/catalog/fields.js";
import { indexField, VARIANTS_PATH } from "../../../src/catalog/fields.js";
import { type FrequentValue, frequentValues } from "../../../src/catalog/frequent-values.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import type { ChoicesDeps } from "./choices.js";

/** Catalogue field that can be used in the conditions of a rule or filter. */
export interface CatalogField {
  readonly field: string;
  readonly type: FieldType;
}

const MOST = 100;

/** Returns all catalogue fields, sorted by name. Private fields are included, because console users may see them. */
export async function readFields({ liveCatalogs }: ChoicesDeps, clientId: string): Promise<CatalogField[]> {
  const live = await liveCatalogs.get(clientId);
  return [...(live?.fields ?? [])]
    .map(([field, type]) => ({ field, type }))
    .sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** Returns the values of a field that contain a given text, most frequent first. */
export async function readValues(
  { engine, liveCatalogs }: ChoicesDeps,
  clientId: string,
  field: string,
  typed: string,
): Promise<FrequentValue[]> {
  const live = await liveCatalogs.get(clientId);
  const type = live?.fields.get(field);
  if (live === undefined || type === undefined) return [];
  if (type !== "string" || typed === "") {
    const [values = []] = await frequentValues(engine, live.index, [{ field, size: MOST }]);
    return values.filter(({ value }) => value.toLowerCase().includes(typed.toLowerCase()));
  }
  const include = `.*${Array.from(typed, eitherCase).join("")}.*`;
  const body = {
    size: 0,
    track_total_hits: false,
    query: { term: { active: true } },
    aggs: {
      variants: {
        nested: { path: VARIANTS_PATH },
        aggs: {
          values: {
            terms: { field: indexField(field), size: MOST, include },
            aggs: { products: { reverse_nested: {} } },
          },
        },
      },
    },
  };
  const { aggregations } = await searchDocuments<never, Counted>(engine, live.index, body);
  return (aggregations?.variants.values.buckets ?? []).map(({ key, products }) => ({
    value: key,
    products: products.doc_count,
  }));
}

/**
 * Returns a pattern that matches a character in upper and lower case. Regular expressions of the engine have no flag
 * for this purpose.
 */
const eitherCase = (character: string): string => {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (/[^\p{L}\p{N} ]/u.test(character)) return `\\${character}`;
  return lower === upper || lower.length + upper.length > 2 ? character : `[${lower}${upper}]`;
};

interface Counted {
  readonly variants: {
    readonly values: {
      readonly buckets: readonly { readonly key: string; readonly products: { readonly doc_count: number } }[];
    };
  };
}
