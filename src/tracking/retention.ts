import type { Engine } from "../engine/engine.js";
import { deleteIndex, listIndices } from "../engine/indices.js";
import { queriesStem } from "./answers.js";
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

export interface RetentionDeps {
  readonly engine: Engine;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly keptMonths: number;
  readonly everyMs: number;
  readonly onDeleted: (indices: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Looks now and then; several processes may. */
export function startRetention(deps: RetentionDeps): { close(): Promise<void> } {
  const { engine, now, keptMonths, everyMs, onDeleted, onError } = deps;
  const sweep = async () => {
    try {
      const deleted = await deleteOldMonths(engine, now(), keptMonths);
      if (deleted.length > 0) onDeleted(deleted);
    } catch (error) {
      onError(error);
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
