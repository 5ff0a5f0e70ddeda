import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { requirePrivateKey } from "../http/authentication.js";
import { jsonBody } from "../http/json-body.js";
import { collectorCrossOrigin } from "../http/cors.js";
import { errorFields } from "../observability/logger.js";
import { createImpressionLog, type ImpressionLog, type ImpressionConsumer } from "../tracking/impressions.js";
import { collectorRoutes } from "../tracking/collector-routes.js";
import type { EventConsumer, FindErased } from "../tracking/event.js";
import { importRoutes } from "../tracking/import-routes.js";
import { startIntake, type Intake } from "../tracking/intake.js";
import { createArrivalVerifier, type RecordDeps } from "../tracking/record-events.js";
import { createTrackingMetrics } from "../observability/tracking-metrics.js";
import { startPeriodic } from "../lib/periodic.js";
import { deleteOldMonths, prepareMonths } from "../tracking/erase-events.js";
import { createSpool } from "../tracking/spool.js";
import type { Domain, Foundation } from "./domain.js";

/** @param consumers what learns from events, in no order @param impressionConsumers what learns from impressions @param findErased who must not be stored */
export function trackingDomain(
  foundation: Foundation,
  consumers: readonly EventConsumer[],
  impressionConsumers: readonly ImpressionConsumer[],
  findErased: FindErased,
): Domain & { readonly impressions: ImpressionLog; readonly settleSpool: Intake["settle"] } {
  const { config, engine, logger, directory, now } = foundation;
  const metrics = createTrackingMetrics(foundation.metrics.registry);
  const warn = (message: string) => (error: unknown) => {
    logger.warn(message, errorFields(error));
  };
  const spool = createSpool({
    folder: join(config.dataDir, "spool"),
    maxBytes: config.spoolMaxBytes,
    onUnreadable: (path, lines) => {
      logger.error("lines of the event spool cannot be read", { path, lines });
      metrics.events.inc({ type: "unknown", outcome: "rejected" }, lines);
      metrics.rejected.inc({ reason: "spool_line" }, lines);
    },
    now: () => performance.now(),
  });
  const recording: RecordDeps = {
    engine,
    findErased,
    consumers,
    metrics,
    now,
    judge: createArrivalVerifier(directory),
    onRefused: ({ event }, reason) => {
      logger.error("the engine refuses an event", { client_id: event.client_id, event_id: event.event_id, reason });
    },
    onConsumerFailure: (consumer, error) => {
      logger.error("a consumer of events failed", { consumer, ...errorFields(error) });
    },
  };
  const intake = startIntake({
    ...recording,
    spool,
    answerWithinMs: ANSWER_WITHIN_MS,
    onFailure: warn("events wait on the disk: they cannot be stored or learned from"),
  });
  const impressions = createImpressionLog({
    engine,
    findErased,
    metrics,
    consumers: impressionConsumers,
    onError: warn("impressions cannot be stored yet"),
  });
  const keepMonths = async () => {
    await prepareMonths(engine, now());
    const indices = await deleteOldMonths(engine, now(), config.eventRetentionMonths);
    if (indices.length > 0) logger.info("old events deleted", { indices });
  };
  const retention = startPeriodic(keepMonths, {
    everyMs: RETENTION_EVERY_MS,
    atOnce: true,
    onError: warn("months of events cannot be made or deleted yet"),
  });
  const newToken = () => randomBytes(9).toString("base64url");
  const collector = collectorRoutes({
    directory,
    intake,
    metrics,
    now,
    newToken,
    crossOrigin: collectorCrossOrigin(directory),
    admit: foundation.admitEvents,
    limit: foundation.addressLimit,
    // `navigator.sendBeacon` sends text as text.
    body: jsonBody({ maxBytes: config.eventMaxBodyBytes, mediaTypes: ["application/json", "text/plain"] }),
    cookieDays: config.collectorCookieDays,
  });
  const imports = importRoutes({
    ...recording,
    newToken,
    maxLineBytes: config.ingestionMaxLineBytes,
    maxBytes: config.ingestionMaxBytes,
    retentionMonths: config.eventRetentionMonths,
    authenticate: requirePrivateKey(directory),
  });
  return {
    impressions,
    settleSpool: (withinMs) => intake.settle(withinMs),
    routers: [
      { path: "/", router: collector },
      { path: "/", router: imports },
    ],
    beforeScrape: () => {
      metrics.spoolBytes.set(spool.bytes);
      const since = intake.waitingSince;
      metrics.spoolAge.set(since === null ? 0 : Math.max(0, now() - since) / 1000);
      return Promise.resolve();
    },
    close: async (graceMs) => {
      await retention.close();
      await Promise.all([intake.close(graceMs), impressions.close(graceMs)]);
    },
  };
}

/** A tracker has its answer within two seconds, finding out about its client included. */
const ANSWER_WITHIN_MS = 1_600;
const RETENTION_EVERY_MS = 6 * 3_600_000;
