import { leafField, VARIANTS_PATH } from "../catalog/leaves.js";
import { catalogAlias } from "../catalog/live.js";
import { EngineError, type Engine } from "../engine/engine.js";
import { search, type Hit } from "../engine/search.js";
import { createFreshMemory } from "../fresh-memory.js";
import type { OrderedProduct } from "./taste/document.js";

/** Finds what the catalogue knows of products as storefronts name them. */
export interface ProductTokens {
  /**
   * @param ids product or variant identifiers
   * @returns by the identifier asked for; those that the catalogue does not have are missing
   * @throws errors of the engine as they are
   */
  find(clientId: string, ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, OrderedProduct>>;
}

export interface ProductTokensDeps {
  readonly engine: Engine;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** A product that has changed tells of its old tokens for so long. */
const FRESH_MS = 60_000;
const MAX_CACHED = 50_000;
const IDS_AT_ONCE = 500;
/** The engine's limit of inner hits; more variants of one product in one batch are rare, and only not recognised. */
const MAX_VARIANTS = 100;

/** Looks products up in the live catalogue and remembers them for a while. */
export function createProductTokens({ engine, now }: ProductTokensDeps): ProductTokens {
  /** Null: the catalogue does not have it. */
  const cached = createFreshMemory<OrderedProduct | null>({ max: MAX_CACHED, freshMs: FRESH_MS, now });

  return {
    async find(clientId, ids, signal) {
      const found = new Map<string, OrderedProduct>();
      const unknown = new Set<string>();
      for (const id of ids) {
        const product = cached.get(keyOf(clientId, id));
        if (product === undefined) unknown.add(id);
        else if (product !== null) found.set(id, product);
      }
      const wanted = [...unknown];
      for (let start = 0; start < wanted.length; start += IDS_AT_ONCE) {
        const some = wanted.slice(start, start + IDS_AT_ONCE);
        const looked = await lookUp(engine, catalogAlias(engine, clientId), some, signal);
        for (const id of some) {
          const product = looked.get(id);
          cached.set(keyOf(clientId, id), product ?? null);
          if (product !== undefined) found.set(id, product);
        }
      }
      return found;
    },
  };
}

/** A client id has no blank. */
const keyOf = (clientId: string, id: string) => `${clientId} ${id}`;

async function lookUp(
  engine: Engine,
  index: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, OrderedProduct>> {
  const found = new Map<string, OrderedProduct>();
  for (const hit of await hitsOf(engine, index, productsBody(ids), signal)) {
    const product = productOf(hit);
    found.set(product.id, product);
  }
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  for (const hit of await hitsOf(engine, index, variantsBody(others), signal)) {
    const product = productOf(hit);
    for (const variant of hit.inner_hits?.[VARIANTS_PATH]?.hits.hits ?? []) {
      found.set(String(variant.fields?.[VARIANT_IDENTIFIER]?.[0]), product);
    }
  }
  return found;
}

const VARIANT_IDENTIFIER = leafField("variant_identifier");
const FIELDS = ["product_identifier", "taste"];

export const productsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  stored_fields: "_none_",
  docvalue_fields: FIELDS,
  query: { constant_score: { filter: { ids: { values: ids } } } },
});

export const variantsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  _source: false,
  docvalue_fields: FIELDS,
  query: {
    nested: {
      path: VARIANTS_PATH,
      score_mode: "none",
      query: { terms: { [VARIANT_IDENTIFIER]: ids } },
      inner_hits: { size: MAX_VARIANTS, _source: false, docvalue_fields: [VARIANT_IDENTIFIER] },
    },
  },
});

const productOf = ({ fields }: Hit<never>): OrderedProduct => ({
  id: String(fields?.["product_identifier"]?.[0]),
  tokens: (fields?.["taste"] ?? []).map(String),
});

/** None while nothing has been ingested. */
async function hitsOf(
  engine: Engine,
  index: string,
  body: object,
  signal: AbortSignal | undefined,
): Promise<readonly Hit<never>[]> {
  try {
    return (await search<never>(engine, index, body, signal)).hits.hits;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return [];
    throw error;
  }
}
