import { randomBytes } from "node:crypto";
import type { Context } from "../context.js";
import { EngineUnavailableError } from "../engine/engine.js";
import { type Arrival, type EventConsumer, type FindErased, MAX_AGE_MS, type ShopperEvent } from "./event.js";
import { type Stored, storeEvents, type StoreOutcome } from "./event-store.js";
import { errorFields, type Metrics } from "../observability/index.js";
import type { Directory } from "../storefront/directory.js";
import { verifiedUser } from "../storefront/keys.js";

interface Recorded {
  /** Results of storing the accepted events, in the order of the events. */
  readonly outcomes: readonly StoreOutcome[];
  /** Events that are not stored yet, because their index temporarily rejects writes. All other events are stored and consumed. */
  readonly busy: readonly Arrival[];
}

/**
 * Stores events, delivers them to the consumers, and then counts the results. After an error, the function may be called again with the
 * same events: duplicates are removed, and consumers recognize repeated events.
 * @throws {EngineUnavailableError} if the engine is unavailable to the store or to a consumer, or rejects all events; AbortError if the
 * call is aborted
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
    if (busy.length > 0 && busy.length === accepted.length) throw new EngineUnavailableError("OpenSearch is busy");
    const events = await teach(context, consumers, stored, how.signal);
    countJudged(tracking, judged);
    countStored(tracking, accepted, stored);
    for (const { source, received_at } of events) {
      if (source === "tracker") tracking.effect.observe(Math.max(0, context.now() - received_at) / 1000);
    }
    return { outcomes: stored.map(({ outcome }) => outcome), busy };
  };
}

/** Returns a token that is unique across all processes. */
export const newToken = (): string => randomBytes(9).toString("base64url");

/**
 * Time in milliseconds during which a repeated event is delivered to consumers again, because the process that stored the event may have
 * died before the delivery. Taste documents must be retained for longer than this time.
 */
const OFFERED_FOR_MS = MAX_AGE_MS;

/** Passes newly stored events to the consumers, and returns the stored events. */
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
        logger.error("an event consumer failed to process events", { consumer: consumer.name, ...errorFields(error) });
        return undefined;
      }
    }),
  );
  const failure = failures.find((one) => one !== undefined);
  if (failure !== undefined)
    throw new EngineUnavailableError("failed to deliver events to the event consumers", { cause: failure.error });
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
    const outcomeLabel = outcome === "refused" ? "rejected" : outcome === "stored" && !counts ? "bot" : outcome;
    metrics.events.inc({ type, outcome: outcomeLabel });
    if (outcome === "refused") metrics.rejected.inc({ reason: "engine_refused" });
  });
}

/** Result of checking the client and the user of an event. */
type Judged =
  | { readonly arrival: Arrival; readonly unverified: boolean }
  /** An event that is not stored, because its client does not exist. */
  | { readonly arrival: undefined; readonly event: Arrival["event"]; readonly reason: "unknown_client" };

/**
 * Checks the client and the user of a received event. Every event passes this check, whether it comes from a tracker, from the disk or from
 * an import, and again if storing has failed. Tracked events are not trusted. Imported events are trusted, because imports require a
 * private key.
 * @throws {EngineUnavailableError} if the client cannot be looked up
 */
async function judge(directory: Pick<Directory, "findStorefront">, arrival: Arrival): Promise<Judged> {
  const { event } = arrival;
  if (event.source === "import") return { arrival, unverified: false };
  const storefront = await directory.findStorefront(event.client_id);
  if (storefront === undefined) return { arrival: undefined, event, reason: "unknown_client" };
  const { user_id, unverified } = verifiedUser(storefront, event.user_id);
  return { arrival: { ...arrival, event: { ...event, user_id } }, unverified };
}
