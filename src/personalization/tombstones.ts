import type { Context } from "../context.js";
import { DAY_MS } from "../lib/zone-clock.js";
import type { Engine } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { tasteIndex } from "./taste-store.js";
import type { TasteDocument } from "./taste/document.js";
import { deleteMatching } from "../engine/by-query.js";
import { monthOf, monthsBefore, startOfMonth } from "../tracking/month.js";

/**
 * Tombstone: the record that remains of a device or user after a request to forget or erase. The tombstone does not contain the id of the
 * device or user.
 */
export interface Tombstone {
  /** Hash that identifies the device or user, see `shopperId`. */
  readonly shopper: string;
  readonly client_id: string;
  /** Time of the request to forget, in milliseconds since 1970. */
  readonly forgotten_at: number;
  /** Time of the erasure, or null if the shopper was only forgotten. */
  readonly erased_at: number | null;
}

const AT_ONCE = 1_000;

/**
 * Yields the tombstones since a time (milliseconds since 1970) in pages, oldest first. Tombstones written after the
 * last index refresh are missing.
 * @throws the errors of the engine
 */
export async function* tombstonesSince(engine: Engine, from: number): AsyncGenerator<Tombstone[], void, undefined> {
  let after: unknown[] | undefined;
  do {
    const { hits } = await searchDocuments<Pick<TasteDocument, "client_id" | "forgotten_at" | "erased_at">>(
      engine,
      tasteIndex(engine),
      {
        size: AT_ONCE,
        track_total_hits: false,
        _source: ["client_id", "forgotten_at", "erased_at"],
        query: { range: { forgotten_at: { gte: from } } },
        sort: [{ forgotten_at: "asc" }, { _seq_no: "asc" }],
        ...(after === undefined ? {} : { search_after: after }),
      },
    );
    yield hits.hits.map(({ _id, _source: { client_id, forgotten_at, erased_at = null } }) => ({
      shopper: _id,
      client_id,
      forgotten_at: forgotten_at ?? 0,
      erased_at,
    }));
    after = hits.hits.length < AT_ONCE ? undefined : hits.hits.at(-1)?.sort;
  } while (after !== undefined);
}

/** Maximum number of taste documents removed per sweep. The next sweep removes further documents. */
const MOST = 10_000;

/**
 * Removes taste documents that have not changed for `TASTE_RETENTION_DAYS`. A tombstone is kept as long as earlier events may still be
 * imported. Several processes may sweep at the same time.
 */
export function sweepTaste({ engine, now, config }: Context): Promise<number> {
  const oldestEvent = startOfMonth(monthsBefore(monthOf(now()), config.eventRetentionMonths));
  const query = {
    bool: {
      filter: [{ range: { updated_at: { lt: now() - config.tasteRetentionDays * DAY_MS } } }],
      must_not: [{ range: { forgotten_at: { gte: oldestEvent } } }],
    },
  };
  return deleteMatching(engine, tasteIndex(engine), query, MOST);
}
