import { EngineUnavailableError } from "../engine/engine.js";
import { type Arrival, type EventConsumer, MAX_AGE_MS, type ShopperEvent } from "./event.js";
import { type EventStoreDeps, type Stored, storeEvents, type StoreOutcome } from "./event-store.js";
import type { TrackingMetrics } from "../observability/tracking-metrics.js";
import type { Directory } from "../storefront/directory.js";
import { verifiedUser } from "../storefront/keys.js";

export interface RecordDeps extends EventStoreDeps {
  readonly judge: VerifyArrivals;
  readonly consumers: readonly EventConsumer[];
  readonly metrics: TrackingMetrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onConsumerFailure: (consumer: string, error: unknown) => void;
}

interface Recorded {
  /** Of the arrivals that were accepted, in their order. */
  readonly outcomes: readonly StoreOutcome[];
  /** Not stored yet, because their index rejects writes for now. The others are stored and consumed. */
  readonly busy: readonly Arrival[];
}

/**
 * Stores events and teaches them to the consumers; counts what became of them once that is done. It may be called again with
 * the same arrivals whenever it has thrown: the store keeps one of each, and consumers know what they have consumed.
 * @throws EngineUnavailableError when the engine is away or takes nothing at all, for the store or for a consumer; AbortError
 */
export async function recordEvents(
  deps: RecordDeps,
  arrivals: readonly Arrival[],
  how: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Recorded> {
  const judged = await deps.judge(arrivals);
  const accepted = judged.flatMap(({ arrival }) => arrival ?? []);
  const stored = await storeEvents(deps, accepted, how);
  const busy = accepted.filter((_, at) => stored[at]?.outcome === "busy");
  if (busy.length > 0 && busy.length === accepted.length) throw new EngineUnavailableError("the engine is busy");
  const events = await teach(deps, stored, how.signal);
  countJudged(deps, judged);
  countStored(deps, accepted, stored);
  for (const { source, received_at } of events) {
    if (source === "tracker") deps.metrics.effect.observe(Math.max(0, deps.now() - received_at) / 1000);
  }
  return { outcomes: stored.map(({ outcome }) => outcome), busy };
}

/**
 * So long after it was stored an event that is sent again is offered to the consumers again, because the process that
 * stored it may have died before consumers received it. Taste documents have to live longer than that.
 */
const OFFERED_FOR_MS = MAX_AGE_MS;

/** @returns the events that this arrival of theirs has stored */
async function teach(
  { consumers, metrics, now, onConsumerFailure }: RecordDeps,
  stored: readonly Stored[],
  signal: AbortSignal | undefined,
): Promise<readonly ShopperEvent[]> {
  const oldest = now() - OFFERED_FOR_MS;
  const offered = stored.flatMap(({ outcome, event, isNew }) => {
    if (event === undefined || (outcome === "duplicate" && event.received_at < oldest)) return [];
    return [{ event, isNew, isOwn: outcome === "stored" }];
  });
  if (offered.length === 0) return [];
  const events = offered.map(({ event }) => event);
  const repeated = new Set(offered.filter(({ isNew }) => !isNew).map(({ event }) => event));
  const failures = await Promise.all(
    consumers.map(async (consumer): Promise<{ readonly error: unknown } | undefined> => {
      try {
        await consumer.consume(events, { repeated, ...(signal === undefined ? {} : { signal }) });
        return undefined;
      } catch (error) {
        if (error instanceof EngineUnavailableError || signal?.aborted === true) return { error };
        metrics.undelivered.inc({ consumer: consumer.name }, events.length);
        onConsumerFailure(consumer.name, error);
        return undefined;
      }
    }),
  );
  const failure = failures.find((one) => one !== undefined);
  if (failure !== undefined)
    throw new EngineUnavailableError("events cannot be passed to their consumers", { cause: failure.error });
  return offered.filter(({ isOwn }) => isOwn).map(({ event }) => event);
}

function countJudged({ metrics }: RecordDeps, judged: readonly VerifiedArrival[]): void {
  for (const one of judged) {
    if (one.arrival === undefined) {
      metrics.events.inc({ type: one.event.type, outcome: "rejected" });
      metrics.rejected.inc({ reason: one.reason });
    } else if (one.unverified) metrics.unverifiedUsers.inc();
  }
}

function countStored({ metrics }: RecordDeps, arrivals: readonly Arrival[], stored: readonly Stored[]): void {
  arrivals.forEach(({ event: { type, counts } }, at) => {
    const { outcome } = stored[at] as Stored;
    if (outcome === "busy") return;
    const told = outcome === "refused" ? "rejected" : outcome === "stored" && !counts ? "bot" : outcome;
    metrics.events.inc({ type, outcome: told });
    if (outcome === "refused") metrics.rejected.inc({ reason: "engine_refused" });
  });
}

/** The result of verifying an arrival before it is stored. */
type VerifiedArrival =
  | { readonly arrival: Arrival; readonly unverified: boolean }
  /** It is not stored: there is no such client. */
  | { readonly arrival: undefined; readonly event: Arrival["event"]; readonly reason: "unknown_client" };

/**
 * Judges arrivals on their way into the store. Everything that is stored passes here, whether it comes straight from a
 * tracker, from the disk or from an import, and may pass again when storing it has failed.
 * @throws EngineUnavailableError when a client cannot be looked up: nothing is decided then
 */
export type VerifyArrivals = (arrivals: readonly Arrival[]) => Promise<readonly VerifiedArrival[]>;

/** Trackers say what they like; imports have been sent with a private key. */
export function createArrivalVerifier(directory: Pick<Directory, "findStorefront">): VerifyArrivals {
  return async (arrivals) => {
    const told = arrivals.filter(({ event }) => event.source === "tracker").map(({ event }) => event.client_id);
    const clients = [...new Set(told)];
    const found = await Promise.all(clients.map((id) => directory.findStorefront(id)));
    const storefronts = new Map(clients.map((id, at) => [id, found[at]]));
    return arrivals.map((arrival): VerifiedArrival => {
      const { event } = arrival;
      if (event.source === "import") return { arrival, unverified: false };
      const storefront = storefronts.get(event.client_id);
      if (storefront === undefined) return { arrival: undefined, event, reason: "unknown_client" };
      const { user_id, unverified } = verifiedUser(storefront, event.user_id);
      return { arrival: { ...arrival, event: { ...event, user_id } }, unverified };
    });
  };
}
