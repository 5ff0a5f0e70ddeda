import { getDocument, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { stateIndex } from "../../engine/indices.js";
import type { Metrics } from "../../observability/metrics.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import { readStoredEvents, readStoredImpressions, type TailCursor } from "../../tracking/tail.js";
import { createLeasedLearner, type LeasedLearner } from "../leased-learner.js";
import { learnTyped, type ObserveDeps } from "../queries/observe.js";
import { copyLearned, type CopyDeps } from "./copy-learned.js";
import { distil } from "./distil.js";
import { learnEvents, restoreVisits, type LearnDeps, type StoredEvent } from "./learn-events.js";
import { clientsWithSignals, productsWithSignals, writeSignals } from "./signals-store.js";
import { Visits } from "./visits.js";

export interface LearnerDeps extends LearnDeps, ObserveDeps, Omit<CopyDeps, "signal"> {
  readonly leases: Leases;
  readonly metrics: Metrics["learner"];
  /** Months of events that are kept, beside the current one. */
  readonly keptMonths: number;
}

export interface Learner extends Pick<LeasedLearner<Visits>, "run" | "close"> {
  /** Forgets the visit of a device that goes on. @param device by `shopperId` */
  forget(clientId: string, device: string): void;
}

export const SIGNALS_LEASE = "product signals";
const EVENTS_AT_ONCE = 2_000;
/** Queries typed earlier have decayed to a few per cent. */
const QUERY_MONTHS = 5;
/** After so many batches documents get what was learnt, although there is more to learn. */
const BATCHES_A_ROUND = 25;
/** Whoever takes over recalls the visits that go on from so many events of each of the last two months. */
const RECALLED = 5_000;

/**
 * Learns about products and typed queries from what all processes have stored, and brings product signals into product
 * documents. One process of an installation does it at a time.
 */
export function createLearner(deps: LearnerDeps): Learner {
  const { engine, leases, metrics, now } = deps;

  /** Learns from the next `BATCHES_A_ROUND` batches of stored events. @returns false once all stored events have been learned from */
  async function learnSome(visits: Visits, lease: Lease, stop: AbortSignal): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_A_ROUND && !stop.aborted; batch += 1) {
      const before = await readCheckpoint(engine);
      const since = (months: number) => ({ limit: EVENTS_AT_ONCE, oldest: monthsBefore(monthOf(now()), months) });
      const tail = await readStoredEvents(engine, before.cursor, since(deps.keptMonths));
      const impressions = await readStoredImpressions(engine, before.impressions, since(QUERY_MONTHS));
      const { events, positions, cursor } = tail;
      if (events.length + impressions.documents.length === 0) return false;
      await lease.check();
      const stored = events.map((event, at): StoredEvent => ({
        event,
        position: positions[at] as StoredEvent["position"],
      }));
      await learnEvents(deps, visits, stored);
      await learnTyped(deps, impressions, tail);
      await writeCheckpoint(engine, { cursor, impressions: impressions.cursor });
      metrics.events.inc(events.length);
      const isLast = events.length < EVENTS_AT_ONCE;
      metrics.lag.set(isLast ? 0 : Math.max(0, now() - (events.at(-1)?.received_at ?? now())) / 1000);
      if (isLast && impressions.documents.length < EVENTS_AT_ONCE) return false;
    }
    return true;
  }

  const learner = createLeasedLearner({
    leases,
    lease: SIGNALS_LEASE,
    newState: () => new Visits(),
    onTurn: (isOurs) => metrics.active.set(isOurs ? 1 : 0),
    async recall(visits) {
      await restoreVisits(deps, visits, await eventsBefore(deps, (await readCheckpoint(engine)).cursor));
    },
    async learn(visits, lease, stop) {
      const endTimer = metrics.duration.startTimer();
      for (let isMore = true; isMore && !stop.aborted;) {
        isMore = await learnSome(visits, lease, stop);
        await revisit(deps);
        for (const clientId of await clientsWithSignals(engine, { pending: true })) {
          const written = await copyLearned({ ...deps, signal: stop }, clientId);
          metrics.rewritten.inc(written ?? 0);
        }
      }
      endTimer();
    },
  });

  return {
    run: () => learner.run(),
    forget: (clientId, device) => learner.state?.forget(clientId, device),
    close: () => learner.close(),
  };
}

/** The last events that were learned from, at most two months old. */
async function eventsBefore({ engine, now }: LearnerDeps, cursor: TailCursor): Promise<StoredEvent[]> {
  const oldest = monthsBefore(monthOf(now()), 1);
  const earlier = Object.fromEntries(
    Object.entries(cursor).map(([month, number]) => [month, Math.max(-1, number - RECALLED)]),
  );
  const { events, positions } = await readStoredEvents(engine, earlier, { limit: 2 * RECALLED, oldest });
  return events.flatMap((event, at): StoredEvent[] => {
    const position = positions[at] as StoredEvent["position"];
    return position.number <= (cursor[position.month] ?? -1) ? [{ event, position }] : [];
  });
}

/**
 * Updates products whose signals change with time alone: popularity that has dropped by a step, and trends that are
 * over.
 */
async function revisit({ engine, rulesOf, now }: LearnerDeps): Promise<void> {
  const at = now();
  for (const clientId of await clientsWithSignals(engine, { revisit_before: at })) {
    const rules = await rulesOf(clientId);
    if (rules === undefined) continue;
    let after: string | undefined;
    for (;;) {
      const page = await productsWithSignals(engine, clientId, { revisit_before: at }, after);
      after = page.at(-1)?.signals.product_identifier;
      if (after === undefined) break;
      await writeSignals(
        engine,
        page.map(({ signals, stored }) => ({ signals: distil(signals, rules, at), stored })),
      );
    }
  }
}

const CHECKPOINT_ID = "learner:checkpoint";

/** Up to where stored events and impressions have been learnt from. */
interface Checkpoint {
  readonly cursor: TailCursor;
  readonly impressions: TailCursor;
}

async function readCheckpoint(engine: Engine): Promise<Checkpoint> {
  const found = await getDocument<Checkpoint>(engine, stateIndex(engine), CHECKPOINT_ID);
  return found?.source ?? { cursor: {}, impressions: {} };
}

/**
 * Never ahead of the positions in product signals and query records: a reader that continues from it reads some events
 * again, and misses none.
 */
async function writeCheckpoint(engine: Engine, checkpoint: Checkpoint): Promise<void> {
  await putDocument(engine, stateIndex(engine), CHECKPOINT_ID, checkpoint);
}
