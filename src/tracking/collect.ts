import { setTimeout as delay } from "node:timers/promises";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { createTimeSlice } from "../lib/time-slice.js";
import type { Arrival } from "./arrival.js";
import type { Intake } from "./intake.js";
import type { TrackingMetrics } from "../observability/tracking-metrics.js";
import { storedAddress } from "./page-address.js";
import { rejection, reportOf, taken, type EventReport } from "./event-report.js";
import type { Decoded } from "./snowplow/decoded.js";
import { decodePayload, type CollectorContext } from "./snowplow/decode.js";

export interface CollectDeps {
  readonly directory: Directory;
  readonly intake: Intake;
  readonly metrics: TrackingMetrics;
  /** Tells one arrival from all others, of all processes. */
  readonly newToken: () => string;
}

/**
 * Takes the payloads of one request of a tracker, each for itself: what cannot be taken is counted with its reason and
 * costs the others nothing. Resolves once what can be taken is safe, with a report of each payload in its order. An event whose
 * client cannot be looked up in time is taken like any other; it is judged when it is stored.
 * @throws ServiceError unavailable, as `Intake.accept`
 */
export async function collect(
  deps: CollectDeps,
  payloads: readonly unknown[],
  context: CollectorContext,
): Promise<readonly EventReport[]> {
  const { directory, intake, metrics, newToken } = deps;
  const arrivals: Arrival[] = [];
  const decodings: Decoded[] = [];
  const reject = (reason: string, type = "unknown") => {
    metrics.events.inc({ type, outcome: "rejected" });
    metrics.rejected.inc({ reason });
  };
  const slice = createTimeSlice();
  for (const payload of payloads) {
    if (slice.isOver()) await slice.next();
    const decoded = decodePayload(payload, context);
    decodings.push(decoded);
    switch (decoded.outcome) {
      case "event": {
        const { event, month, happened_at } = decoded;
        arrivals.push({ event, month, token: newToken(), ...(happened_at === undefined ? {} : { happened_at }) });
        break;
      }
      case "anonymous":
        metrics.events.inc({ type: decoded.type, outcome: "anonymous" });
        break;
      case "ignored":
        metrics.events.inc({ type: "other", outcome: "ignored" });
        break;
      case "rejected":
        reject(decoded.reason);
        break;
    }
  }
  const clients = await lookUp(directory, new Set(arrivals.map(({ event }) => event.client_id)));
  const isUnknown = (id: string) => clients.has(id) && clients.get(id) === undefined;
  for (const { event } of arrivals) if (isUnknown(event.client_id)) reject("unknown_client", event.type);
  const known = arrivals.filter(({ event }) => !isUnknown(event.client_id));
  await intake.accept(known.map((arrival) => withStoredAddress(arrival, clients.get(arrival.event.client_id))));
  return decodings.map((decoded) => {
    if (decoded.outcome !== "event") return reportOf(decoded);
    const { event } = decoded;
    return isUnknown(event.client_id) ? rejection("unknown_client", event.type) : taken(event);
  });
}

/** Before it is written anywhere. Of a client that could not be looked up no parameter is known to be allowed. */
function withStoredAddress(arrival: Arrival, storefront: Storefront | undefined): Arrival {
  const allowed = storefront?.configuration.events.page_url_parameters ?? [];
  return { ...arrival, event: { ...arrival.event, page_url: storedAddress(arrival.event.page_url, allowed) } };
}

/** So long a client is looked for before its events are taken unseen. */
const LOOK_MS = 300;

/** The clients that could be looked up in time; undefined for those that there surely are not. */
async function lookUp(
  directory: Directory,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Storefront | undefined>> {
  const found = new Map<string, Storefront | undefined>();
  const looks = [...ids].map((id) =>
    directory.findStorefront(id).then(
      (storefront) => {
        found.set(id, storefront);
      },
      () => undefined,
    ),
  );
  const late = new AbortController();
  const timer = delay(LOOK_MS, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([Promise.all(looks), timer]);
  late.abort();
  // A lookup that ends after this is too late for this request.
  return new Map(found);
}
