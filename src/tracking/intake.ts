import { setTimeout as delay } from "node:timers/promises";
import type { Arrival } from "./arrival.js";
import { ServiceError } from "../errors.js";
import { recordEvents, tellConsumers, type RecordDeps, type Untold } from "./record-events.js";
import { startDrain, type Drain, type Progress } from "./spool/drain.js";
import type { SpoolRecord } from "./spool/record.js";
import { SpoolFullError, type Spool, type SpoolBatch } from "./spool/spool.js";

/** Where tracked events are made safe. */
export interface Intake {
  /**
   * Resolves once all are safe: stored and told to the consumers, or on the disk while the engine is slow or away.
   * @throws ServiceError unavailable when neither is possible; the sender has to try again
   */
  accept(arrivals: readonly Arrival[]): Promise<void>;
  /**
   * Waits, at most `withinMs`, until all that is on the disk has been dealt with and is gone from there.
   * @returns whether it has
   */
  settle(withinMs: number): Promise<boolean>;
  /** Stops taking events; stores what is on the disk for at most `graceMs`, the rest stays there. */
  close(graceMs: number): Promise<void>;
}

export interface IntakeDeps extends RecordDeps {
  readonly spool: Spool;
  readonly onSpooling: (error: unknown) => void;
  readonly onStoreFailure: (error: unknown) => void;
  /** Milliseconds that the engine has to store a group before it goes to the disk: a shopper's browser waits for it. */
  readonly storeBudgetMs: number;
}

interface Request {
  readonly arrivals: readonly Arrival[];
  readonly weight: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Weight of one bulk request, and of what waits for it to end. */
const GROUP_WEIGHT = 1_000;
const QUEUE_WEIGHT = 20_000;
const DRAIN_TIMEOUT_MS = 30_000;
/** Orphaned spools of other machines are looked for so often. */
const ADOPT_EVERY_MS = 15_000;
const SETTLE_LOOK_MS = 25;

/**
 * Gathers what arrives at the same time into one bulk request. Order is kept: while anything is on the disk, what arrives
 * goes behind it, until so little is left that it is quicker to wait for it.
 */
export function startIntake(deps: IntakeDeps): Intake {
  const { spool, metrics } = deps;
  const queue: Request[] = [];
  let queued = 0;
  let isClosed = false;
  let running: Promise<void> | undefined;
  /** Consumers hear of one group after the other, while the next one is being stored. */
  let telling: Promise<void> = Promise.resolve();
  const drain: Drain = startDrain({
    spool,
    store: (batch) => storeBatch(deps, batch),
    onFailure: deps.onStoreFailure,
  });

  async function adopt() {
    try {
      await spool.adopt();
      if (!spool.isEmpty) drain.wake();
    } catch (error) {
      deps.onStoreFailure(error);
    }
  }
  let adopting = adopt();
  const adoptTimer = setInterval(() => {
    adopting = adopting.then(adopt);
  }, ADOPT_EVERY_MS).unref();

  function take(): Request[] {
    const group: Request[] = [];
    let weight = 0;
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (group.length > 0 && weight + next.weight > GROUP_WEIGHT) break;
      group.push(next);
      queue.shift();
      weight += next.weight;
    }
    queued -= weight;
    return group;
  }

  async function toDisk(records: readonly SpoolRecord[]): Promise<void> {
    try {
      await spool.append(records);
    } catch (error) {
      const reason = error instanceof SpoolFullError ? "spool_full" : "disk";
      metrics.overloads.inc({ reason });
      throw new ServiceError("unavailable", "events cannot be held at the moment; send them again shortly", null, {
        cause: error,
      });
    }
    metrics.spooled.inc(records.length);
    drain.wake();
  }

  async function storeGroup(group: readonly Request[]): Promise<void> {
    const arrivals = group.flatMap((request) => request.arrivals);
    if (!spool.isEmpty || drain.isRunning) {
      await settle(group, () => toDisk(arrivals.map(asRecord)));
      return;
    }
    try {
      const { fresh, busy } = await recordEvents(deps, arrivals, { timeoutMs: deps.storeBudgetMs, isRetry: false });
      await telling;
      telling = settle(group, async () => {
        const [untold] = await Promise.all([
          tellConsumers(deps, fresh),
          busy.length === 0 ? undefined : toDisk(busy.map(asRecord)),
        ]);
        if (untold.length > 0) await toDisk(untold.flatMap(asUntold));
      });
    } catch (error) {
      deps.onSpooling(error);
      await settle(group, () => toDisk(arrivals.map(asRecord)));
    }
  }

  async function run() {
    while (queue.length > 0) {
      if (drain.isNearlyDone) await drain.pause();
      else await storeGroup(take());
      if (queue.length === 0) await telling;
    }
    running = undefined;
  }

  return {
    accept(arrivals) {
      if (arrivals.length === 0) return Promise.resolve();
      const weight = arrivals.reduce((sum, arrival) => sum + weightOf(arrival), 0);
      if (isClosed || queued + weight > QUEUE_WEIGHT) {
        metrics.overloads.inc({ reason: "queue_full" });
        return Promise.reject(new ServiceError("unavailable", "too many events at once; send them again shortly"));
      }
      return new Promise((resolve, reject) => {
        queue.push({ arrivals, weight, resolve, reject });
        queued += weight;
        running ??= run();
      });
    },

    async settle(withinMs) {
      const deadline = performance.now() + withinMs;
      while (!spool.isEmpty && performance.now() < deadline) {
        drain.wake();
        await delay(SETTLE_LOOK_MS);
      }
      return spool.isEmpty;
    },

    async close(graceMs) {
      isClosed = true;
      clearInterval(adoptTimer);
      await adopting;
      while (running !== undefined) await running;
      await drain.close(graceMs);
      await spool.close();
    },
  };
}

/** Roughly the memory of an event, in that of the smallest one: most of a large one is products. */
const weightOf = ({ event }: Arrival): number => 1 + ("products" in event ? Math.ceil(event.products.length / 4) : 0);

/** Tells every request of a group how the work that was done for it ended. Never fails. */
async function settle(group: readonly Request[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
    for (const { resolve } of group) resolve();
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

const asRecord = (arrival: Arrival): SpoolRecord => ({ kind: "arrival", arrival });
const asUntold = ({ consumer, events }: Untold): SpoolRecord[] =>
  events.map((event) => ({ kind: "untold", consumer, event }));

/**
 * Stores a batch from the disk. It counts as dealt with before the consumers hear of it: a process that dies in between
 * leaves them without these events rather than with the same events twice.
 */
async function storeBatch(deps: IntakeDeps, batch: SpoolBatch): Promise<Progress> {
  const arrivals = batch.records.flatMap((record) => (record.kind === "arrival" ? [record.arrival] : []));
  const { fresh, busy } = await recordEvents(deps, arrivals, { timeoutMs: DRAIN_TIMEOUT_MS, isRetry: true });
  // Behind what is there already, and safe before the batch goes.
  if (busy.length > 0) await deps.spool.append(busy.map(asRecord));
  await batch.advance();
  const untold = await tellConsumers(deps, fresh);
  for (const { name } of deps.consumers) {
    const events = batch.records.flatMap((one) => (one.kind === "untold" && one.consumer === name ? [one.event] : []));
    untold.push(...(await tellConsumers(deps, events, name)));
  }
  if (untold.length > 0) await keepUntold(deps, untold);
  return busy.length + untold.length > 0 ? "partly" : "done";
}

/** The batch is dealt with, so whatever happens now must not bring it back. */
async function keepUntold({ spool, metrics, onConsumerFailure }: IntakeDeps, untold: readonly Untold[]): Promise<void> {
  try {
    await spool.append(untold.flatMap(asUntold));
  } catch (error) {
    for (const { consumer, events } of untold) {
      metrics.untold.inc({ consumer }, events.length);
      onConsumerFailure(consumer, error);
    }
  }
}
