import type { Registry } from "prom-client";
import type { Config } from "../config.js";
import { createGate, type Entrance, type Gate } from "../http/admission/gate.js";
import { createRefusals } from "../http/admission/refusal.js";
import { createVegasLimit } from "../http/admission/vegas.js";
import { admissionMetrics } from "../observability/admission-metrics.js";
import type { Logger } from "../observability/logger.js";
import { PIXEL_PATH, TRACKER_PATH } from "../tracking/collector-routes.js";

export interface Admission {
  /** Of what shoppers wait for. */
  readonly reads: Gate;
  /** Of what trackers send. */
  readonly events: Gate;
  readonly entrances: readonly Entrance[];
}

/**
 * Builds the admission of requests. Requests of shoppers and events of trackers have separate limits, so that neither
 * keeps out the other. Requests with private keys are not limited: they are few, and must get through.
 */
export function admission(config: Config, registry: Registry, logger: Logger): Admission {
  const shared = {
    metrics: admissionMetrics([registry]),
    refuse: createRefusals(),
    onRefused: (name: string, count: number) =>
      logger.warn("requests are sent away: too much is asked at once", { class: name, count }),
  };
  const ceiling = config.readConcurrency;
  const reads = createGate({
    ...shared,
    name: "reads",
    limit:
      ceiling === 0
        ? { limit: Infinity }
        : createVegasLimit({ initial: INITIAL, floor: Math.min(FLOOR, ceiling), ceiling }),
    most: MAX_WAITING,
    deadlineMs: config.readDeadlineMs,
  });
  const events = createGate({ ...shared, name: "events", limit: { limit: EVENTS_AT_ONCE }, most: 0 });
  return {
    reads,
    events,
    entrances: [
      { leadsHere: (path) => path.startsWith("/v2/"), gate: reads },
      { leadsHere: (path) => path === TRACKER_PATH || path === PIXEL_PATH, gate: events },
    ],
  };
}

/** The least that keeps a process and its engine busy; and at the start, the requests that a page makes at once. */
const FLOOR = 4;
const INITIAL = 16;
/** The number of requests that a few pages make at once. */
const MAX_WAITING = 250;
/** Events are written in batches, and to the disk where the engine is slow: many wait for one write. */
const EVENTS_AT_ONCE = 1_000;
