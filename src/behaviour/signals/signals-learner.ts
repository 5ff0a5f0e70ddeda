import { getDocument, putDocument } from "../../engine/documents.js";
import type { Lease } from "../../engine/lease.js";
import { stateIndex } from "../../engine/indices.js";
import type { Engine } from "../../engine/engine.js";
import { groupedBy } from "../../lib/grouped-by.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import { shopperId } from "../../tracking/shopper-id.js";
import { readStoredEvents, readStoredImpressions, type StoredEvent, type TailCursor } from "../../tracking/tail.js";
import type { TagDevice } from "../device-tag.js";
import { createLeasedLearner, type LeasedLearner } from "../leased-learner.js";
import { learnTyped, type ObserveDeps } from "../queries/observe.js";
import { type Interest, interestOf, visitsIn } from "../visited.js";
import { accumulate, type Contribution } from "./accumulate.js";
import { copyLearned, type CopyDeps } from "./copy-learned.js";
import { distil } from "./distil.js";
import { changeSignals, clientsWithSignals, productsWithSignals, writeSignals } from "./signals-store.js";

export interface LearnerDeps extends CopyDeps, ObserveDeps {
  readonly tagDevice: TagDevice;
}

export const SIGNALS_LEASE = "product signals";
const EVENTS_AT_ONCE = 2_000;
/** Number of months of impressions to read. Older queries have decayed to a few per cent of their weight. */
const QUERY_MONTHS = 5;
/** Number of event batches after which learned signals are copied to the documents even if there are more events to learn from. */
const BATCHES_A_ROUND = 25;
/** Maximum number of products that are counted per basket. */
const MAX_PRODUCTS = 30;

/**
 * Learns about products and typed queries from the events of all processes, and writes product signals to product documents. Runs in one
 * process of an installation at a time.
 */
export function createLearner(deps: LearnerDeps): LeasedLearner {
  const { engine, leases, now, config } = deps;
  const metrics = deps.metrics.learner;

  /**
   * Learns from the next `BATCHES_A_ROUND` batches of stored events.
   * @returns `false` once all stored events have been processed
   */
  async function learnSome(lease: Lease, stop: AbortSignal): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_A_ROUND && !stop.aborted; batch += 1) {
      const before = await readCheckpoint(engine);
      const since = (months: number) => ({ limit: EVENTS_AT_ONCE, oldest: monthsBefore(monthOf(now()), months) });
      const { stored: events, cursor } = await readStoredEvents(
        engine,
        before.cursor,
        since(config.eventRetentionMonths),
      );
      const impressions = await readStoredImpressions(engine, before.impressions, since(QUERY_MONTHS));
      if (events.length + impressions.stored.length === 0) return false;
      await lease.check();
      await learnProducts(deps, events);
      await learnTyped(deps, impressions.stored, events);
      await putDocument(engine, stateIndex(engine), CHECKPOINT_ID, { cursor, impressions: impressions.cursor });
      metrics.events.inc(events.length);
      const isLast = events.length < EVENTS_AT_ONCE;
      metrics.lag.set(isLast ? 0 : Math.max(0, now() - (events.at(-1)?.event.received_at ?? now())) / 1000);
      if (isLast && impressions.stored.length < EVENTS_AT_ONCE) return false;
    }
    return true;
  }

  return createLeasedLearner({
    leases,
    lease: SIGNALS_LEASE,
    newState: () => null,
    onTurn: (isOurs) => metrics.active.set(isOurs ? 1 : 0),
    async learn(_, lease, stop) {
      const endTimer = metrics.duration.startTimer();
      for (let isMore = true; isMore && !stop.aborted;) {
        isMore = await learnSome(lease, stop);
        await revisit(deps);
        for (const clientId of await clientsWithSignals(engine, { pending: true })) {
          const written = await copyLearned(deps, clientId, stop);
          metrics.rewritten.inc(written ?? 0);
        }
      }
      endTimer();
    },
  });
}

/**
 * Adds events to the signals of the products in which the events show interest. A retry after a crash is safe: events that are already
 * counted are not counted again.
 * @param events in the order of arrival
 */
async function learnProducts(deps: LearnerDeps, events: readonly StoredEvent[]): Promise<void> {
  const { engine, tagDevice, configurationOf, now } = deps;
  const visits = await visitsIn(events, deps.find);
  for (const [client_id, own] of groupedBy(visits, ({ stored }) => stored.event.client_id)) {
    const rules = (await configurationOf(client_id))?.popularity;
    if (rules === undefined) continue;
    const contributions = own.flatMap(({ stored: { event, position }, products }) => {
      const interest = interestOf(event) as Interest;
      const tag = tagDevice(shopperId({ client_id, kind: "device", id: event.device_id }));
      // Limit the event time, because a shopper's clock that runs ahead would age all earlier events.
      const at = Math.min(event.occurred_at, event.received_at);
      const distinct = [...new Set(products.map(({ id }) => id))].slice(0, MAX_PRODUCTS);
      return distinct.map((product): Contribution => ({ product, tag, at, position, interest }));
    });
    const byProduct = groupedBy(contributions, ({ product }) => product);
    await changeSignals(engine, client_id, [...byProduct.keys()], (before) =>
      before.map((one) => {
        const grown = accumulate(one, byProduct.get(one.product_identifier) ?? [], rules);
        return grown === one ? one : distil(grown, rules, now());
      }),
    );
  }
}

/** Updates products whose signals change with time alone: popularity that has dropped by a step, and trends that are over. */
async function revisit({ engine, configurationOf, now }: LearnerDeps): Promise<void> {
  const at = now();
  for (const clientId of await clientsWithSignals(engine, { revisit_before: at })) {
    const rules = (await configurationOf(clientId))?.popularity;
    if (rules === undefined) continue;
    for await (const page of productsWithSignals(engine, clientId, { revisit_before: at })) {
      await writeSignals(
        engine,
        page.map(({ signals, stored }) => ({ signals: distil(signals, rules, at), stored })),
      );
    }
  }
}

const CHECKPOINT_ID = "learner:checkpoint";

/**
 * The positions up to which stored events and impressions have been processed. These positions are never ahead of the positions in product
 * signals and query records: a reader that continues from these positions may read events twice, but does not miss events.
 */
interface Checkpoint {
  readonly cursor: TailCursor;
  readonly impressions: TailCursor;
}

async function readCheckpoint(engine: Engine): Promise<Checkpoint> {
  const found = await getDocument<Checkpoint>(engine, stateIndex(engine), CHECKPOINT_ID);
  return found?.source ?? { cursor: {}, impressions: {} };
}
