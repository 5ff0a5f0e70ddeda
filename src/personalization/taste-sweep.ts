import { deleteMatching } from "../engine/by-query.js";
import type { Engine } from "../engine/engine.js";
import { monthOf, monthsBefore, startOfMonth } from "../tracking/month.js";
import { tasteIndex } from "./taste-store.js";

export interface TasteSweepDeps {
  readonly engine: Engine;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly retentionDays: number;
  /** Months that events are kept, beside the current one: what is older cannot arrive any more. */
  readonly eventMonths: number;
}

const DAY_MS = 86_400_000;
/** The most documents of one sweep; the next one continues. */
const MOST = 10_000;

/**
 * Removes what has not changed for so long. A tombstone stays for as long as an event from before it may be imported. Any
 * number of processes may do so at once.
 */
export function sweepTaste({ engine, now, retentionDays, eventMonths }: TasteSweepDeps): Promise<number> {
  const oldestEvent = startOfMonth(monthsBefore(monthOf(now()), eventMonths));
  const query = {
    bool: {
      filter: [{ range: { updated_at: { lt: now() - retentionDays * DAY_MS } } }],
      must_not: [{ range: { forgotten_at: { gte: oldestEvent } } }],
    },
  };
  return deleteMatching(engine, tasteIndex(engine), query, MOST);
}
