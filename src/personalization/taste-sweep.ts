import { deleteMatching } from "../engine/delete-matching.js";
import type { Engine } from "../engine/engine.js";
import { tasteIndex } from "./taste-store.js";

export interface TasteSweepDeps {
  readonly engine: Engine;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly retentionDays: number;
}

const DAY_MS = 86_400_000;
/** What is not reached now is reached next time. */
const MOST = 10_000;

/** Removes what has not changed for so long, tombstones included. Any number of processes may do so at once. */
export function sweepTaste({ engine, now, retentionDays }: TasteSweepDeps): Promise<number> {
  const query = { range: { updated_at: { lt: now() - retentionDays * DAY_MS } } };
  return deleteMatching(engine, tasteIndex(engine), query, MOST);
}
