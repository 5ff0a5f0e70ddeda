import type { Engine } from "../engine/engine.js";
import { deleteIndex, listIndices } from "../engine/indices.js";
import { ensureIndex } from "../engine/templates.js";
import { queriesStem } from "./impressions.js";
import { eventsStem } from "./event-store.js";
import { monthOf, monthsBefore, namesBefore } from "./month.js";

/** Deletes the months of events and answers that are over. @returns the indices deleted */
export async function deleteOldMonths(engine: Engine, now: number, keptMonths: number): Promise<string[]> {
  const oldest = monthsBefore(monthOf(now), keptMonths);
  const old: string[] = [];
  for (const stem of [eventsStem(engine.prefix), queriesStem(engine.prefix)]) {
    old.push(...namesBefore(await listIndices(engine, `${stem}*`), stem, oldest));
  }
  for (const index of old) await deleteIndex(engine, index);
  return old;
}

const AHEAD_MS = 2 * 86_400_000;

/**
 * Makes the indices of the month that it is in two days, so that no request meets the making of an index: for a collector
 * that has two seconds, a cluster with many of them takes long.
 */
export async function prepareMonths(engine: Engine, now: number): Promise<void> {
  const month = monthOf(now + AHEAD_MS);
  for (const stem of [eventsStem(engine.prefix), queriesStem(engine.prefix)]) await ensureIndex(engine, stem + month);
}
