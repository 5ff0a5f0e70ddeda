import type { Engine } from "../engine/engine.js";
import { withoutDeadline } from "../engine/deadline.js";
import { searchColumns } from "../engine/search-documents.js";
import type { FeatureMetrics } from "../observability/metrics.js";
import type { Edition } from "./edition.js";
import { FEATURE_FIELDS, type FeatureRows, FeatureTable } from "./features.js";

/** The feature tables of all catalogues that this process ranks. */
export interface Features {
  /**
   * @param hashes of identifiers, see `ProductDocument.hash`: the same object for the same products, as far as can be, because its rows
   * are looked up once
   * @throws errors of the engine as they are
   */
  rowsOf(live: Edition, hashes: Float64Array): Promise<FeatureRows>;
  /** The same without asking the engine, of what is there, however old; undefined where a product has no row. */
  lastRowsOf(live: Edition, hashes: Float64Array): FeatureRows | undefined;
  /** Loads what is missing of the catalogue, and ends when it is there. */
  warm(live: Edition): Promise<void>;
}

export interface FeaturesDeps {
  readonly engine: Engine;
  /** Of all tables together. */
  readonly maxBytes: number;
  readonly metrics: FeatureMetrics;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** Told that a table could not be loaded ahead: rows are then read as they are needed. */
  readonly onFailure: (error: unknown) => void;
}

/** What is learnt of products comes without an edition: rows may be this old. */
const FRESH_MS = 60_000;
/** After an attempt to load a table that failed, the next one waits for so long. */
const RETRY_MS = 5_000;
/** Loading a table again takes at most this share of the time. */
const LOADING_SHARE = 1 / 50;
/** Parsing a page of so many rows takes a few milliseconds, in which nothing else happens. */
const PAGE = 2_000;

interface Place {
  table: FeatureTable;
  /** How long loading the whole table took, in milliseconds; 0 before it has been loaded. */
  loadMs: number;
  /** When it was last begun. */
  begunAt: number;
  loading: Promise<void> | undefined;
  /** The rows of lists of products that are in the table. */
  known: WeakMap<Float64Array, { readonly version: number; readonly rows: Int32Array }>;
}

export function createFeatures({ engine, maxBytes, metrics, now, onFailure }: FeaturesDeps): Features {
  /** By index, the one used last at the end. */
  const places = new Map<string, Place>();

  const emptyTable = (live: Edition) => new FeatureTable(live.edition, now());

  function placeOf(live: Edition): Place {
    const place: Place = places.get(live.index) ?? {
      table: emptyTable(live),
      loadMs: 0,
      begunAt: -Infinity,
      loading: undefined,
      known: new WeakMap(),
    };
    places.delete(live.index);
    places.set(live.index, place);
    if (!place.table.follow(live)) {
      replace(place, emptyTable(live));
      place.loadMs = 0;
      place.begunAt = -Infinity;
    }
    return place;
  }

  function replace(place: Place, table: FeatureTable): void {
    place.table = table;
    place.known = new WeakMap();
  }

  /** Makes room by the tables that were used least lately, and at last by the rows of the table itself. */
  function bound(live: Edition, place: Place): void {
    let bytes = [...places.values()].reduce((sum, { table }) => sum + table.bytes, 0);
    for (const [index, { table }] of places) {
      if (bytes <= maxBytes || index === live.index) break;
      places.delete(index);
      bytes -= table.bytes;
    }
    if (place.table.bytes > maxBytes) replace(place, emptyTable(live));
    metrics.bytes.set([...places.values()].reduce((sum, { table }) => sum + table.bytes, 0));
  }

  async function read(live: Edition, query: object, after: string | undefined, size: number) {
    const { hits } = await searchColumns(engine, live.index, {
      size,
      track_total_hits: false,
      ...FEATURE_FIELDS,
      query: { constant_score: { filter: query } },
      sort: [{ product_identifier: "asc" }],
      ...(after === undefined ? {} : { search_after: [after] }),
    });
    return hits.hits.map(({ sort, fields }) => ({ id: String(sort?.[0]), fields }));
  }

  /** Reads all active products into a table of its own, as far as there is room. */
  async function load(live: Edition, place: Place): Promise<void> {
    const table = emptyTable(live);
    const from = now();
    place.begunAt = from;
    for (let last: string | undefined; table.bytes < maxBytes / 2;) {
      const page = await read(live, { term: { active: true } }, last, PAGE);
      for (const { id, fields } of page) table.put(id, fields);
      if (page.length < PAGE) break;
      last = page.at(-1)?.id;
    }
    metrics.rows.inc({ read: "ahead" }, table.size);
    place.loadMs = now() - from;
    replace(place, table);
    bound(live, place);
  }

  function loadAhead(live: Edition, place: Place): Promise<void> {
    place.loading ??= withoutDeadline(() => load(live, place)).finally(() => (place.loading = undefined));
    return place.loading;
  }

  const mayBeLoaded = ({ table, loadMs, begunAt, loading }: Place): boolean =>
    loading === undefined &&
    now() - begunAt > RETRY_MS &&
    (loadMs === 0 || now() - table.readAt > Math.max(FRESH_MS, loadMs / LOADING_SHARE));

  function lookedUp({ table, known }: Place, hashes: Float64Array): { rows: Int32Array; missing: number[] } {
    const before = known.get(hashes);
    if (before?.version === table.version) return { rows: before.rows, missing: [] };
    const rows = new Int32Array(hashes.length);
    const missing: number[] = [];
    for (let at = 0; at < rows.length; at += 1) {
      const hash = hashes[at] as number;
      const row = table.rowWith(hash);
      rows[at] = row;
      if (row === -1) missing.push(hash);
    }
    if (missing.length === 0) known.set(hashes, { version: table.version, rows });
    return { rows, missing };
  }

  return {
    async rowsOf(live, hashes) {
      const place = placeOf(live);
      if (mayBeLoaded(place)) loadAhead(live, place).catch(onFailure);
      const { missing, rows } = lookedUp(place, hashes);
      if (missing.length === 0) return { table: place.table, rows };
      const found = [];
      for (let from = 0; from < missing.length; from += PAGE) {
        const some = missing.slice(from, from + PAGE);
        found.push(...(await read(live, { terms: { hash: some } }, undefined, some.length)));
      }
      metrics.rows.inc({ read: "needed" }, found.length);
      // Meanwhile another table may have been loaded, or this one dropped.
      const current = placeOf(live);
      const { table } = current;
      for (const { id, fields } of found) table.put(id, fields);
      const { rows: own } = lookedUp(current, hashes);
      if (table.isAheadOf(live)) table.doubt(found.map(({ id }) => id));
      bound(live, current);
      return { table, rows: own };
    },

    lastRowsOf(live, hashes) {
      const place = places.get(live.index);
      if (place === undefined) return undefined;
      const { table } = place;
      const rows = Int32Array.from(hashes, (hash) => table.lastRowWith(hash));
      return rows.includes(-1) ? undefined : { table, rows };
    },

    async warm(live) {
      const place = placeOf(live);
      if (place.loadMs === 0) await loadAhead(live, place);
    },
  };
}
