import { leafField, VARIANTS_PATH, type LeafTypes } from "../catalog/leaves.js";
import type { LiveCatalog } from "../catalog/live.js";
import { withoutDeadline } from "../engine/deadline.js";
import type { Engine } from "../engine/engine.js";
import { search } from "../engine/search.js";
import type { Facet, FacetRange } from "../storefront/configuration.js";
import { PROPOSED_PERCENTS, proposeRanges } from "./range-proposals.js";

/** What counting facets needs to know of a catalogue's index and that no request should have to ask again. */
export interface CatalogFacts {
  readonly shards: number;
  /** Leaf → ranges for range facets that have none configured. */
  readonly proposed: ReadonlyMap<string, readonly FacetRange[]>;
}

/** Of what nothing is known, or nothing is counted. */
export const NO_FACTS: CatalogFacts = { shards: 1, proposed: new Map() };

/** Prices drift without the catalogue becoming another; older proposals are still used while new ones are fetched. */
const FRESH_MS = 60_000;

interface Entry {
  readonly fields: readonly string[];
  readonly readAt: number;
  readonly facts: Promise<CatalogFacts>;
}

export interface CatalogFactsCache {
  /** For the range facets without configured ranges among `facets`. */
  get(live: LiveCatalog, facets: readonly Facet[]): Promise<CatalogFacts>;
}

/** @param now monotonic milliseconds */
export function createCatalogFacts({
  engine,
  now,
}: {
  readonly engine: Engine;
  readonly now: () => number;
}): CatalogFactsCache {
  // New leaves come with what else may be new about an index.
  const cached = new WeakMap<LeafTypes, Entry>();

  function fetch(live: LiveCatalog, fields: readonly string[]): Entry {
    const facts = withoutDeadline(() => readFacts(engine, live.index, fields));
    return { fields, readAt: now(), facts };
  }

  return {
    get(live, facets) {
      const fields = fieldsToPropose(live, facets);
      const entry = cached.get(live.leaves);
      if (entry !== undefined && fields.every((field) => entry.fields.includes(field))) {
        if (now() - entry.readAt > FRESH_MS) {
          // Whoever comes in the meantime is served the old ones and does not ask again.
          cached.set(live.leaves, { ...entry, readAt: now() });
          const fresh = fetch(live, entry.fields);
          fresh.facts.then(
            () => cached.set(live.leaves, fresh),
            () => undefined,
          );
        }
        return entry.facts;
      }
      const first = fetch(live, fields);
      cached.set(live.leaves, first);
      first.facts.catch(() => {
        if (cached.get(live.leaves) === first) cached.delete(live.leaves);
      });
      return first.facts;
    },
  };
}

function fieldsToPropose(live: LiveCatalog, facets: readonly Facet[]): string[] {
  return facets.flatMap((facet) =>
    facet.type === "range" && facet.ranges.length === 0 && live.leaves.get(facet.field) === "number"
      ? [facet.field]
      : [],
  );
}

/** What the engine answers for one leaf. */
interface Spread {
  readonly stats: { readonly min: number | null; readonly max: number | null };
  readonly percentiles: { readonly values: readonly { readonly value: number | null }[] };
}

type Spreads = Readonly<Record<string, Spread["stats"] | Spread["percentiles"]>>;

async function readFacts(engine: Engine, index: string, fields: readonly string[]): Promise<CatalogFacts> {
  const aggs: Record<string, object> = {};
  fields.forEach((leaf, position) => {
    const field = leafField(leaf);
    aggs[`s${position}`] = { stats: { field } };
    aggs[`p${position}`] = { percentiles: { field, percents: PROPOSED_PERCENTS, keyed: false } };
  });
  const answer = await search<never, { readonly variants?: Spreads }>(engine, index, {
    size: 0,
    track_total_hits: false,
    ...(fields.length === 0 ? {} : { aggs: { variants: { nested: { path: VARIANTS_PATH }, aggs } } }),
  });
  const proposed = new Map<string, readonly FacetRange[]>();
  fields.forEach((leaf, position) => {
    const { min, max } = answer.aggregations?.variants?.[`s${position}`] as Spread["stats"];
    const { values } = answer.aggregations?.variants?.[`p${position}`] as Spread["percentiles"];
    if (min === null || max === null) return;
    proposed.set(leaf, proposeRanges({ min, max, percentiles: values.flatMap(({ value }) => value ?? []) }));
  });
  return { shards: answer._shards.total, proposed };
}
