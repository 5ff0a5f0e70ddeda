import type { CachedEngine, Kind } from "../../catalog/cache.js";
import { indexField, VARIANTS_PATH } from "../../catalog/fields.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { PRICE_FIELD } from "../../filters/field-names.js";
import type { Engine } from "../../engine/engine.js";
import { countDocuments, searchDocuments } from "../../engine/search-documents.js";
import type { Facet, FacetRange } from "../../storefront/facets-configuration.js";
import { isAnswerable } from "./facet-filters.js";

/** Index properties that are needed to count facets, cached for all requests. */
export interface CatalogFacts {
  readonly shards: number;
  /** Proposed ranges by field, for range facets without configured ranges. */
  readonly proposed: ReadonlyMap<string, readonly FacetRange[]>;
}

/** Index properties that are used if no facets are counted. */
export const NO_FACTS: CatalogFacts = { shards: 1, proposed: new Map() };

/** Cache of index properties. Entries are valid for two minutes and refreshed in the background, because prices change slowly. */
const FACTS: Kind<CatalogFacts> = {
  name: "facts",
  bytesOf: ({ proposed }) => 200 + [...proposed.values()].reduce((sum, ranges) => sum + 100 * (1 + ranges.length), 0),
  freshMs: 120_000,
};

/** Reads the value ranges of all range facets without configured ranges. @throws the errors of the engine */
export function readCatalogFacts(
  { engine, cache }: CachedEngine,
  live: LiveCatalog,
  facets: readonly Facet[],
): Promise<CatalogFacts> {
  const fields = fieldsToPropose(live, facets);
  // The cache key ignores small product updates, which hardly change ranges. New fields change the catalogue version.
  const kept = { index: live.index, catalogVersion: live.version };
  return cache.read(FACTS, kept, JSON.stringify(fields), async () => ({
    value: await readFacts(engine, live.index, fields),
  }));
}

/** Minimum share of active products that have a price. If fewer products have a price, a price filter would hide most results. */
const MIN_PRICED_SHARE = 1 / 10;

const PRICED: Kind<{ readonly isPriced: boolean }> = { name: "priced", bytesOf: () => 50, freshMs: 120_000 };

/**
 * Returns whether enough products have a price, so that a price in a query is used as a filter.
 * @throws engine errors
 */
export async function isPriced({ engine, cache }: CachedEngine, live: LiveCatalog): Promise<boolean> {
  const read = await cache.read(PRICED, live, "", async () => {
    const active = { term: { active: true } };
    const has = { nested: { path: VARIANTS_PATH, query: { exists: { field: indexField(PRICE_FIELD) } } } };
    const [all, priced] = await Promise.all([
      countDocuments(engine, live.index, active),
      countDocuments(engine, live.index, { bool: { filter: [active, has] } }),
    ]);
    return { value: { isPriced: priced > 0 && priced >= MIN_PRICED_SHARE * all } };
  });
  return read.isPriced;
}

const fieldsToPropose = ({ fields }: LiveCatalog, facets: readonly Facet[]): string[] =>
  facets
    .filter((facet) => facet.type === "range" && facet.ranges.length === 0 && isAnswerable(facet, fields))
    .map(({ field }) => field);

interface SpreadResponse {
  readonly stats: { readonly min: number | null; readonly max: number | null };
  readonly percentiles: { readonly values: readonly { readonly value: number | null }[] };
}

type Spreads = Readonly<Record<string, SpreadResponse["stats"] | SpreadResponse["percentiles"]>>;

async function readFacts(engine: Engine, index: string, fields: readonly string[]): Promise<CatalogFacts> {
  const aggs: Record<string, object> = {};
  fields.forEach((fieldName, position) => {
    const field = indexField(fieldName);
    aggs[`s${position}`] = { stats: { field } };
    aggs[`p${position}`] = { percentiles: { field, percents: PROPOSED_PERCENTS, keyed: false } };
  });
  const response = await searchDocuments<never, { readonly variants?: Spreads }>(engine, index, {
    size: 0,
    track_total_hits: false,
    ...(fields.length === 0 ? {} : { aggs: { variants: { nested: { path: VARIANTS_PATH }, aggs } } }),
  });
  const proposed = new Map<string, readonly FacetRange[]>();
  fields.forEach((field, position) => {
    const { min, max } = response.aggregations?.variants?.[`s${position}`] as SpreadResponse["stats"];
    const { values } = response.aggregations?.variants?.[`p${position}`] as SpreadResponse["percentiles"];
    if (min === null || max === null) return;
    proposed.set(field, proposeRanges({ min, max, percentiles: values.flatMap(({ value }) => value ?? []) }));
  });
  return { shards: response._shards.total, proposed };
}

/** The distribution of a number field over a catalogue. `percentiles` are the values at PROPOSED_PERCENTS. */
export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly percentiles: readonly number[];
}

/** Percentiles that divide the values into five ranges with about the same number of products. */
const PROPOSED_PERCENTS = [20, 40, 60, 80];

/**
 * Proposes up to five ranges between round numbers. The first range has no lower bound, and the last range has no upper bound. Adjacent
 * ranges share a bound, which belongs to the upper range (`withoutSharedBounds`). Returns no ranges if all values are the same.
 */
export function proposeRanges({ min, max, percentiles }: Spread): FacetRange[] {
  const cuts = [...new Set(percentiles.map(round))].filter((cut) => cut > min && cut < max).sort((a, b) => a - b);
  const [first] = cuts;
  const last = cuts.at(-1);
  if (first === undefined || last === undefined) return [];
  const inner = cuts.slice(1).map((cut, position) => ({ min: cuts[position] as number, max: cut }));
  return [{ max: first }, ...inner, { min: last }];
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10];

/** The nearest round number: 17.3 → 15, 96 → 100, 1234 → 1000. */
function round(value: number): number {
  if (value === 0) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const mantissa = Math.abs(value) / 10 ** magnitude;
  const step = STEPS.reduce((best, candidate) =>
    Math.abs(candidate - mantissa) < Math.abs(best - mantissa) ? candidate : best,
  );
  // Conversion from text avoids rounding errors: 7.5 × 10⁻² must be 0.075, not 0.07500000000000001.
  return Math.sign(value) * Number(`${step}e${magnitude}`);
}
