import { changeQueries, choicesIn, type ObserveDeps, permitted, searchesIn, type TypedQueries } from "./observe.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { getDocument, putDocument } from "../../engine/documents.js";
import { stateIndex } from "../../engine/indices.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import { readStoredEvents, readStoredImpressions, type TailCursor } from "../../tracking/tail.js";
import { createLeasedLearner, type LeasedLearner } from "../leased-learner.js";
import { learnQueries } from "./query-record.js";

interface QueryLearnerDeps extends ObserveDeps {
  readonly leases: Leases;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const QUERIES_LEASE = "typed queries";
const CHECKPOINT_ID = "query learner:checkpoint";
const AT_ONCE = 2_000;
/** Queries typed earlier have decayed to a few per cent. */
const MONTHS = 5;

/** Where to read on; only ever behind what the records say they have counted. */
interface Checkpoint {
  readonly answers: TailCursor;
  readonly events: TailCursor;
}

/** Learns what shoppers type from what all processes have stored. One process of an installation does it at a time. */
export function createQueryLearner(deps: QueryLearnerDeps): LeasedLearner<null> {
  const { engine, leases, now } = deps;
  const index = stateIndex(engine);

  /** @returns whether there may be more */
  async function learnSome(lease: Lease): Promise<boolean> {
    const found = await getDocument<Checkpoint>(engine, index, CHECKPOINT_ID);
    const { answers, events } = found?.source ?? { answers: {}, events: {} };
    const reading = { limit: AT_ONCE, oldest: monthsBefore(monthOf(now()), MONTHS) };
    const typed = await readStoredImpressions(engine, answers, reading);
    const done = await readStoredEvents(engine, events, reading);
    if (typed.documents.length + done.events.length === 0) return false;
    await lease.check();
    await learn(searchesIn(typed));
    await learn(await choicesIn(deps, done));
    const checkpoint: Checkpoint = { answers: typed.cursor, events: done.cursor };
    await putDocument(engine, index, CHECKPOINT_ID, checkpoint);
    return typed.documents.length === AT_ONCE || done.events.length === AT_ONCE;
  }

  async function learn(typed: TypedQueries): Promise<void> {
    for (const [clientId, own] of typed) {
      // Read again for every attempt: an erasure writes its tombstone first, and changes the record then.
      await changeQueries(engine, clientId, async (before) =>
        learnQueries(before, await permitted(deps, clientId, own)),
      );
    }
  }

  return createLeasedLearner({
    leases,
    lease: QUERIES_LEASE,
    newState: () => null,
    async learn(_state, lease, stop) {
      while (!stop.aborted && (await learnSome(lease)));
    },
  });
}
