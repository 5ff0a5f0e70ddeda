import type { Engine } from "../engine/engine.js";
import { tombstonesSince, type Tombstone } from "../personalization/tombstones.js";

export interface FollowDeps {
  readonly engine: Engine;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds before the start from which tombstones still matter to what this process may be handed. */
  readonly reachMs: number;
  /** Lets this process know nothing of these shoppers any more. What it throws has it called with them again. */
  readonly onTombstones: (tombstones: readonly Tombstone[]) => Promise<void>;
}

export interface TombstoneFollower {
  /** Looks for tombstones that have come since. Runs come one after another. @throws errors of the engine as they are */
  run(): Promise<void>;
}

/** Clocks of processes differ by less, and so does the time between a tombstone's date and its being searchable. */
const OVERLAP_MS = 120_000;

/** Notifies this process of shoppers who were forgotten or erased, by any process or command. */
export function followTombstones({ engine, now, reachMs, onTombstones }: FollowDeps): TombstoneFollower {
  let from = now() - reachMs - OVERLAP_MS;
  /** By shopper, those since `from` that have been dealt with. */
  let known = new Map<string, number>();
  let latest: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    let newest = from + OVERLAP_MS;
    for await (const some of tombstonesSince(engine, from)) {
      const fresh = some.filter(({ shopper, forgotten_at }) => known.get(shopper) !== forgotten_at);
      if (fresh.length > 0) await onTombstones(fresh);
      for (const { shopper, forgotten_at } of some) {
        known.set(shopper, forgotten_at);
        newest = Math.max(newest, forgotten_at);
      }
    }
    from = newest - OVERLAP_MS;
    known = new Map([...known].filter(([, at]) => at >= from));
  }

  return {
    run() {
      const own = latest.then(look);
      latest = own.catch(() => undefined);
      return own;
    },
  };
}
