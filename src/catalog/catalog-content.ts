import { getDocument, putDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { type IndexContent, indexContentOf } from "../engine/point-in-time.js";
import { stateIndex } from "../engine/indices.js";
import { catalogAlias } from "./live.js";
import { leafField, VARIANTS_PATH } from "./leaves.js";
import { searchDocuments } from "../engine/search-documents.js";

/**
 * Two states of an index that hold the same products, one before and one after what was learnt about them was written. The
 * later one passes for the earlier.
 */
interface Alike {
  readonly signature: string;
  readonly passes_for: string;
  /** When the state that it passes for was first seen, milliseconds since 1970. */
  readonly since: number;
}

/** After so long a new popularity is a change like any other: orders that chains share are not to be of last week. */
const LONGEST_MS = 10 * 60_000;

const idOf = (clientId: string) => `content:${clientId}`;

/** The contents of a client's catalogue. The signature changes when products do, not when their learned signals do. */
export async function catalogContent(engine: Engine, clientId: string, alias: string): Promise<IndexContent> {
  const [content, alike] = await Promise.all([
    indexContentOf(engine, alias),
    getDocument<Alike>(engine, stateIndex(engine), idOf(clientId)),
  ]);
  return alike?.source.signature === content.signature ? { ...content, signature: alike.source.passes_for } : content;
}

/**
 * Runs a job that changes documents but no product. The caller holds the client's lease, so that no other process
 * writes meanwhile.
 * @param now milliseconds since 1970
 */
export async function withoutChange<T>(
  engine: Engine,
  clientId: string,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  const alias = catalogAlias(engine, clientId);
  const { signature: before } = await indexContentOf(engine, alias);
  const found = await getDocument<Alike>(engine, stateIndex(engine), idOf(clientId));
  const result = await work();
  const { signature } = await indexContentOf(engine, alias);
  const known = found?.source.signature === before && now - found.source.since < LONGEST_MS ? found.source : undefined;
  const alike: Alike = { signature, passes_for: known?.passes_for ?? before, since: known?.since ?? now };
  await putDocument(engine, stateIndex(engine), idOf(clientId), alike);
  return result;
}

/** A value of a field, and how many active products have it. */
export interface FrequentValue {
  readonly value: string;
  readonly products: number;
}

interface Terms {
  readonly buckets: readonly { readonly key: string | number; readonly products: { readonly doc_count: number } }[];
}

/**
 * The values of each field that the most products have, these first.
 * @param wanted fields of variants, and how many of their values
 * @throws errors of the engine as they are
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
        terms: { field: leafField(field), size, order: [{ products: "desc" }, { _key: "asc" }] },
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
    (aggregations?.variants[`f${at}`]?.buckets ?? []).map(({ key, products }) => ({
      value: String(key),
      products: products.doc_count,
    })),
  );
}
