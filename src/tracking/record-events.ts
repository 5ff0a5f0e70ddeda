import { EngineUnavailableError } from "../engine/engine.js";
import type { Arrival } from "./arrival.js";
import type { EventConsumer } from "./consumer.js";
import type { ShopperEvent } from "./event.js";
import { storeEvents, type EventStoreDeps, type StoreOutcome } from "./event-store.js";
import type { TrackingMetrics } from "./metrics.js";

export interface RecordDeps extends EventStoreDeps {
  readonly consumers: readonly EventConsumer[];
  readonly metrics: TrackingMetrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onConsumerFailure: (consumer: string, error: unknown) => void;
}

export interface Recorded {
  /** In the order of the arrivals. */
  readonly outcomes: readonly StoreOutcome[];
  /** To be told to the consumers, in order of arrival. */
  readonly fresh: readonly ShopperEvent[];
  /** Not stored yet. */
  readonly busy: readonly Arrival[];
}

/** Stores events and counts what became of them. @throws as `storeEvents` */
export async function recordEvents(
  deps: RecordDeps,
  arrivals: readonly Arrival[],
  how: { readonly timeoutMs: number; readonly isRetry: boolean },
): Promise<Recorded> {
  const outcomes = await storeEvents(deps, arrivals, how);
  arrivals.forEach(({ event }, at) => {
    const outcome = outcomes[at] as StoreOutcome;
    if (outcome !== "busy") deps.metrics.events.inc({ type: event.type, outcome: countedAs(outcome, event) });
    if (outcome === "refused") deps.metrics.rejected.inc({ reason: "engine_refused" });
  });
  const having = (wanted: StoreOutcome) => arrivals.filter((_, at) => outcomes[at] === wanted);
  return { outcomes, fresh: having("stored").map(({ event }) => event), busy: having("busy") };
}

function countedAs(outcome: Exclude<StoreOutcome, "busy">, { counts }: ShopperEvent): string {
  if (outcome === "refused") return "rejected";
  return outcome === "stored" && !counts ? "bot" : outcome;
}

/** Events that a consumer has to be told again. */
export interface Untold {
  readonly consumer: string;
  readonly events: readonly ShopperEvent[];
}

/**
 * Tells consumers what is new. @param only the one consumer of this name
 * @returns what could not be told because the engine is away; what fails otherwise is counted and not told again
 */
export async function tellConsumers(
  { consumers, metrics, now, onConsumerFailure }: RecordDeps,
  events: readonly ShopperEvent[],
  only?: string,
): Promise<Untold[]> {
  if (events.length === 0) return [];
  const told = consumers.filter(({ name }) => only === undefined || name === only);
  const untold = await Promise.all(
    told.map(async (consumer): Promise<Untold | undefined> => {
      try {
        await consumer.consume(events);
        return undefined;
      } catch (error) {
        if (error instanceof EngineUnavailableError) return { consumer: consumer.name, events };
        metrics.untold.inc({ consumer: consumer.name }, events.length);
        onConsumerFailure(consumer.name, error);
        return undefined;
      }
    }),
  );
  const missed = untold.filter((one) => one !== undefined);
  if (missed.length === 0) {
    for (const { source, received_at } of events) {
      if (source === "tracker") metrics.effect.observe(Math.max(0, now() - received_at) / 1000);
    }
  }
  return missed;
}
