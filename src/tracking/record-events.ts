import { randomBytes } from "node:crypto";
import type { Context } from "../context.js";
import { EngineUnavailableError } from "../engine/engine.js";
import { type Arrival, type EventConsumer, type FindErased, MAX_AGE_MS, type ShopperEvent } from "./event.js";
import { type Stored, storeEvents, type StoreOutcome } from "./event-store.js";
import { errorFields, type Metrics } from "../observability/index.js";
import type { Directory } from "../storefront/directory.js";
import { verifiedUser } from "../storefront/keys.js";

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
export type RecordEvents = (
  arrivals: readonly Arrival[],
  how: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<Recorded>;

export function createRecorder(
  context: Context,
  directory: Pick<Directory, "findStorefront">,
  findErased: FindErased,
  consumers: readonly EventConsumer[],
): RecordEvents {
  const { tracking } = context.metrics;
  return async (arrivals, how) => {
    const judged = await Promise.all(arrivals.map((arrival) => judge(directory, arrival)));
    const accepted = judged.flatMap(({ arrival }) => arrival ?? []);
    const stored = await storeEvents(context, findErased, accepted, how);
    const busy = accepted.filter((_, at) => stored[at]?.outcome === "busy");
    if (busy.length > 0 && busy.length === accepted.length) throw new EngineUnavailableError("the engine is busy");
    const events = await teach(context, consumers, stored, how.signal);
    countJudged(tracking, judged);
    countStored(tracking, accepted, stored);
    for (const { source, received_at } of events) {
      if (source === "tracker") tracking.effect.observe(Math.max(0, context.now() - received_at) / 1000);
    }
    return { outcomes: stored.map(({ outcome }) => outcome), busy };
  };
}

/** Distinguishes an arrival from all others, of all processes. */
export const newToken = (): string => randomBytes(9).toString("base64url");

/**
 * So long after it was stored an event that is sent again is offered to the consumers again, because the process that
 * stored it may have died before consumers received it. Taste documents have to live longer than that.
 */
const OFFERED_FOR_MS = MAX_AGE_MS;

/** @returns the events that this arrival of theirs has stored */
async function teach(
  { now, logger, metrics: { tracking } }: Context,
  consumers: readonly EventConsumer[],
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
        tracking.undelivered.inc({ consumer: consumer.name }, events.length);
        logger.error("a consumer of events failed", { consumer: consumer.name, ...errorFields(error) });
        return undefined;
      }
    }),
  );
  const failure = failures.find((one) => one !== undefined);
  if (failure !== undefined)
    throw new EngineUnavailableError("events cannot be passed to their consumers", { cause: failure.error });
  return offered.filter(({ isOwn }) => isOwn).map(({ event }) => event);
}

function countJudged(metrics: Metrics["tracking"], judged: readonly Judged[]): void {
  for (const one of judged) {
    if (one.arrival === undefined) {
      metrics.events.inc({ type: one.event.type, outcome: "rejected" });
      metrics.rejected.inc({ reason: one.reason });
    } else if (one.unverified) metrics.unverifiedUsers.inc();
  }
}

function countStored(metrics: Metrics["tracking"], arrivals: readonly Arrival[], stored: readonly Stored[]): void {
  arrivals.forEach(({ event: { type, counts } }, at) => {
    const { outcome } = stored[at] as Stored;
    if (outcome === "busy") return;
    const reported = outcome === "refused" ? "rejected" : outcome === "stored" && !counts ? "bot" : outcome;
    metrics.events.inc({ type, outcome: reported });
    if (outcome === "refused") metrics.rejected.inc({ reason: "engine_refused" });
  });
}

/** An arrival on its way into the store. */
type Judged =
  | { readonly arrival: Arrival; readonly unverified: boolean }
  /** It is not stored: there is no such client. */
  | { readonly arrival: undefined; readonly event: Arrival["event"]; readonly reason: "unknown_client" };

/**
 * Everything that is stored passes here, whether it comes straight from a tracker, from the disk or from an import, and may pass
 * again when storing it has failed. Trackers say what they like; imports have been sent with a private key.
 * @throws EngineUnavailableError when a client cannot be looked up: nothing is decided then
 */
async function judge(directory: Pick<Directory, "findStorefront">, arrival: Arrival): Promise<Judged> {
  const { event } = arrival;
  if (event.source === "import") return { arrival, unverified: false };
  const storefront = await directory.findStorefront(event.client_id);
  if (storefront === undefined) return { arrival: undefined, event, reason: "unknown_client" };
  const { user_id, unverified } = verifiedUser(storefront, event.user_id);
  return { arrival: { ...arrival, event: { ...event, user_id } }, unverified };
}
