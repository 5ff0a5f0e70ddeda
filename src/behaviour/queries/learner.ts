import { LeaseLostError, type Lease, type Leases } from "../../catalog/ingestion/lease.js";
import { getDocument, putDocument } from "../../engine/documents.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import type { TailCursor } from "../../tracking/read-months.js";
import { readStoredAnswers } from "../../tracking/stored-answers.js";
import { readStoredEvents } from "../../tracking/tail.js";
import { choicesIn, permitted, searchesIn, type ObserveDeps, type TypedQueries } from "./observe.js";
import { learnQueries } from "./record.js";
import { changeQueries } from "./record-store.js";

export interface QueryLearnerDeps extends ObserveDeps {
  readonly leases: Leases;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface QueryLearner {
  /**
   * Learns from all answers and events that have been stored until now. Nothing is done while another process does it.
   * Runs come one after another. @throws errors of the engine as they are
   */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** No client has a blank in its id. */
const LEASE = "typed queries";
const CHECKPOINT_ID = "query learner:checkpoint";
const AT_ONCE = 2_000;
/** What was typed longer ago has faded to a few per cent. */
const MONTHS = 5;

/** Where to read on; only ever behind what the records say they have counted. */
interface Checkpoint {
  readonly answers: TailCursor;
  readonly events: TailCursor;
}

/** Learns what shoppers type from what all processes have stored. One process of an installation does it at a time. */
export function createQueryLearner(deps: QueryLearnerDeps): QueryLearner {
  const { engine, leases, now } = deps;
  const index = `${engine.prefix}state`;
  let held: Lease | undefined;
  let isClosing = false;
  let latest: Promise<void> = Promise.resolve();

  /** @returns whether there may be more */
  async function learnSome(lease: Lease): Promise<boolean> {
    const found = await getDocument<Checkpoint>(engine, index, CHECKPOINT_ID);
    const { answers, events } = found?.source ?? { answers: {}, events: {} };
    const reading = { limit: AT_ONCE, oldest: monthsBefore(monthOf(now()), MONTHS) };
    const typed = await readStoredAnswers(engine, answers, reading);
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
      // Asked anew for every attempt: whoever erases a device leaves its tombstone first and changes the record then.
      await changeQueries(engine, clientId, async (before) =>
        learnQueries(before, await permitted(deps, clientId, own)),
      );
    }
  }

  async function runOnce(): Promise<void> {
    try {
      held ??= await leases.acquire(LEASE);
      if (held === undefined) return;
      await held.check();
      while (!isClosing && (await learnSome(held)));
    } catch (error) {
      await letGo();
      if (!(error instanceof LeaseLostError)) throw error;
    }
  }

  async function letGo(): Promise<void> {
    const lease = held;
    held = undefined;
    await lease?.release().catch(() => undefined);
  }

  return {
    run() {
      const own = latest.then(() => (isClosing ? undefined : runOnce()));
      latest = own.catch(() => undefined);
      return own;
    },
    async close() {
      isClosing = true;
      await latest;
      await letGo();
    },
  };
}
