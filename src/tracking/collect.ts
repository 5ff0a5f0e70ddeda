import type { Directory } from "../storefront/directory.js";
import { vouchedUser } from "../storefront/signed-user.js";
import { createTimeSlice } from "../time-slice.js";
import type { Arrival } from "./arrival.js";
import type { Intake } from "./intake.js";
import type { TrackingMetrics } from "./metrics.js";
import { rejection, reportOf, taken, type EventReport } from "./event-report.js";
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
 * costs the others nothing. Resolves once what can be taken is safe, with a report of each payload in its order.
 * @throws ServiceError unavailable, as `Intake.accept`; EngineUnavailableError when a client cannot be looked up
 */
export async function collect(
  deps: CollectDeps,
  payloads: readonly unknown[],
  context: CollectorContext,
): Promise<readonly EventReport[]> {
  const { directory, intake, metrics, newToken } = deps;
  const arrivals: Arrival[] = [];
  const reports: EventReport[] = [];
  const reject = (reason: string, type = "unknown") => {
    metrics.events.inc({ type, outcome: "rejected" });
    metrics.rejected.inc({ reason });
  };
  const slice = createTimeSlice();
  for (const payload of payloads) {
    if (slice.isOver()) await slice.next();
    const decoded = decodePayload(payload, context);
    if (decoded.outcome !== "event") reports.push(reportOf(decoded));
    switch (decoded.outcome) {
      case "event": {
        const { event, month } = decoded;
        const storefront = await directory.findStorefront(event.client_id);
        if (storefront === undefined) {
          reject("unknown_client", event.type);
          reports.push(rejection("unknown_client", event.type));
          break;
        }
        const { user_id, forged } = vouchedUser(storefront, event.user_id);
        if (forged) metrics.forgedUsers.inc();
        arrivals.push({ event: { ...event, user_id }, month, token: newToken() });
        reports.push(taken(event));
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
  await intake.accept(arrivals);
  return reports;
}
