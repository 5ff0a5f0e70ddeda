import { setTimeout as delay } from "node:timers/promises";
import type { Directory } from "../storefront/directory.js";
import type { Arrival } from "./arrival.js";
import type { Intake } from "./intake.js";
import type { TrackingMetrics } from "./metrics.js";
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
 * costs the others nothing. Resolves once what can be taken is safe. An event whose client cannot be looked up in time is
 * taken like any other; it is judged when it is stored.
 * @throws ServiceError unavailable, as `Intake.accept`
 */
export async function collect(deps: CollectDeps, payloads: readonly unknown[], context: CollectorContext) {
  const { directory, intake, metrics, newToken } = deps;
  const arrivals: Arrival[] = [];
  const reject = (reason: string, type = "unknown") => {
    metrics.events.inc({ type, outcome: "rejected" });
    metrics.rejected.inc({ reason });
  };
  for (const payload of payloads) {
    const decoded = decodePayload(payload, context);
    switch (decoded.outcome) {
      case "event":
        arrivals.push({ event: decoded.event, month: decoded.month, token: newToken() });
        break;
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
  const unknown = await unknownClients(directory, new Set(arrivals.map(({ event }) => event.client_id)));
  for (const { event } of arrivals) if (unknown.has(event.client_id)) reject("unknown_client", event.type);
  await intake.accept(arrivals.filter(({ event }) => !unknown.has(event.client_id)));
}

/** So long a client is looked for before its events are taken unseen. */
const LOOK_MS = 300;

/** Clients that there surely are not. */
async function unknownClients(directory: Directory, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  const looks = [...ids].map((id) =>
    directory.findStorefront(id).then(
      (storefront) => {
        if (storefront === undefined) unknown.add(id);
      },
      () => undefined,
    ),
  );
  const late = new AbortController();
  const timer = delay(LOOK_MS, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([Promise.all(looks), timer]);
  late.abort();
  // What is found out from now on comes too late.
  return new Set(unknown);
}
