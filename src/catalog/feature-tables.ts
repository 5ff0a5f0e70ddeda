import { withoutDeadline } from "../engine/deadline.js";
import { searchColumns } from "../engine/search-documents.js";
import { type Context, warned } from "../context.js";
import { areMany, catalogOf, type CatalogVersion } from "./catalog-version.js";
import { FEATURE_FIELDS, type FeatureRows, FeatureTable } from "./features.js";

export interface Features {
  /**
   * Returns the feature rows of products.
   * @param hashes hashes of product ids, see `ProductDocument.hash`. Pass the same array for the same products, because
   *   rows are cached by array.
   * @throws the errors of the engine
   */
  rowsOf(live: CatalogVersion, hashes: Float64Array): Promise<FeatureRows>;
  warm(live: CatalogVersion): Promise<void>;
}

/** Milliseconds after which a table is loaded again, because learned features change without a new catalogue version. */
const FRESH_MS = 60_000;
/** Minimum time in milliseconds between a failed load and the next load. */
const RETRY_MS = 5_000;
/** Maximum share of the elapsed time that is spent on loading a table. */
const LOADING_SHARE = 1 / 50;
/** Number of rows per engine request; parsing a page of rows blocks the process for a few milliseconds. */
const PAGE = 2_000;

interface TableState {
  table: FeatureTable;
  /** Duration of the last load in milliseconds; 0 before the first load. */
  loadMs: number;
  begunAt: number;
  loading: Promise<void> | undefined;
  /** Whether any product may have changed since its row was read. */
  isOutdated: boolean;
  /** Cache of looked-up row numbers, by array of product hashes. */
  known: WeakMap<Float64Array, { readonly version: number; readonly rows: Int32Array }>;
}

/** Creates the feature tables of all catalogues. @param maxBytes memory limit of all tables together */
export function createFeatures(context: Context, maxBytes: number): Features {
  const {
    engine,
    elapsed: now,
    metrics: { features: metrics },
  } = context;
  const onFailure = warned(context, "failed to preload product features");
  /** Feature tables by catalogue, least recently used first. */
  const states = new Map<string, TableState>();

  const emptyTable = (live: CatalogVersion) => new FeatureTable(live.catalogVersion, now());

  function stateOf(live: CatalogVersion): TableState {
    const state: TableState = states.get(catalogOf(live)) ?? {
      table: emptyTable(live),
      loadMs: 0,
      begunAt: -Infinity,
      loading: undefined,
      isOutdated: false,
      known: new WeakMap(),
    };
    states.delete(catalogOf(live));
    states.set(catalogOf(live), state);
    state.isOutdated = !state.table.follow(live);
    // Keeps an outdated table with many rows until the new table is loaded, so that each listing need not read rows.
    if (state.isOutdated && !areMany(state.table.size)) {
      replace(state, emptyTable(live));
      state.isOutdated = false;
      state.loadMs = 0;
      state.begunAt = -Infinity;
    }
    return state;
  }

  function replace(state: TableState, table: FeatureTable): void {
    state.table = table;
    state.known = new WeakMap();
  }

  /**
   * Frees memory until the tables fit into `maxBytes`: first removes the least recently used tables, then the rows of the current table.
   */
  function bound(live: CatalogVersion, state: TableState): void {
    let bytes = [...states.values()].reduce((sum, { table }) => sum + table.bytes, 0);
    for (const [catalog, { table }] of states) {
      if (bytes <= maxBytes || catalog === catalogOf(live)) break;
      states.delete(catalog);
      bytes -= table.bytes;
    }
    if (state.table.bytes > maxBytes) replace(state, emptyTable(live));
    metrics.bytes.set([...states.values()].reduce((sum, { table }) => sum + table.bytes, 0));
  }

  async function read(live: CatalogVersion, query: object, after: string | undefined, size: number) {
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

  /** Loads the features of all active products into a new table. Stops when the table uses half of the memory limit. */
  async function load(live: CatalogVersion, state: TableState): Promise<void> {
    const table = emptyTable(live);
    const from = now();
    state.begunAt = from;
    for (let last: string | undefined; table.bytes < maxBytes / 2;) {
      const page = await read(live, { term: { active: true } }, last, PAGE);
      for (const { id, fields } of page) table.put(id, fields);
      if (page.length < PAGE) break;
      last = page.at(-1)?.id;
    }
    metrics.rows.inc({ read: "ahead" }, table.size);
    state.loadMs = now() - from;
    replace(state, table);
    bound(live, state);
  }

  function loadAhead(live: CatalogVersion, state: TableState): Promise<void> {
    state.loading ??= withoutDeadline(() => load(live, state)).finally(() => (state.loading = undefined));
    return state.loading;
  }

  const mayBeLoaded = ({ table, loadMs, begunAt, loading, isOutdated }: TableState): boolean =>
    loading === undefined &&
    now() - begunAt > RETRY_MS &&
    (loadMs === 0 || isOutdated || now() - table.readAt > Math.max(FRESH_MS, loadMs / LOADING_SHARE));

  function lookedUp({ table, known }: TableState, hashes: Float64Array): { rows: Int32Array; missing: number[] } {
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
      const state = stateOf(live);
      if (mayBeLoaded(state)) loadAhead(live, state).catch(onFailure);
      const { missing, rows } = lookedUp(state, hashes);
      if (missing.length === 0) return { table: state.table, rows };
      const found = [];
      for (let from = 0; from < missing.length; from += PAGE) {
        const some = missing.slice(from, from + PAGE);
        found.push(...(await read(live, { terms: { hash: some } }, undefined, some.length)));
      }
      metrics.rows.inc({ read: "needed" }, found.length);
      // Gets the current table, because the feature table may have been replaced while rows were read.
      const current = stateOf(live);
      const { table } = current;
      for (const { id, fields } of found) table.put(id, fields);
      const { rows: own } = lookedUp(current, hashes);
      if (table.isAheadOf(live)) table.doubt(found.map(({ id }) => id));
      bound(live, current);
      return { table, rows: own };
    },

    async warm(live) {
      const state = stateOf(live);
      if (state.loadMs === 0) await loadAhead(live, state);
    },
  };
}
