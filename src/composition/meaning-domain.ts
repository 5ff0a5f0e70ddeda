import { hostname } from "node:os";
import { createLeasedLearner } from "../behaviour/leased-learner.js";
import { createLeases } from "../engine/lease.js";
import { createEncoder, type Encoder } from "../meaning/encoder.js";
import { createNearProducts, type NearProducts } from "../meaning/near-products.js";
import { encodeCatalogues, type EncodedEditions } from "../meaning/vectors-learner.js";
import { startPeriodic } from "../lib/periodic.js";
import { errorFields } from "../observability/logger.js";
import { meaningMetrics } from "../observability/meaning-metrics.js";
import type { Config } from "../config.js";
import type { Domain, Foundation } from "./domain.js";

/** Names the lease of the process that encodes. */
export const VECTORS_LEASE = "product vectors";

/** Builds what finds by meaning, and what gives products their vectors; undefined where no encoder is configured. */
export function meaningDomain({
  config,
  engine,
  logger,
  metrics,
  directory,
  liveCatalogs,
}: Foundation): (Domain & { readonly near: NearProducts; readonly encode: () => Promise<void> }) | undefined {
  const configured = encoderOf(config);
  if (configured === undefined) return undefined;
  const measures = meaningMetrics(metrics.registry);
  const encoder = measured(configured, measures.queryDuration);
  let isFull = false;
  const near = createNearProducts({
    engine,
    encoder,
    maxBytes: config.vectorsMaxBytes,
    now: () => performance.now(),
    onFull: () => {
      if (!isFull) logger.warn("VECTORS_MAX_BYTES leaves vectors of products out");
      isFull = true;
    },
  });
  const learner = createLeasedLearner<EncodedEditions>({
    leases: createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    lease: VECTORS_LEASE,
    newState: () => new Map(),
    learn: (editions, lease, stop) =>
      encodeCatalogues(
        {
          engine,
          encoder,
          liveCatalogs,
          listStorefronts: () => directory.listStorefronts(),
          onEncoded: (count) => measures.encoded.inc(count),
          onRemaining: (count) => measures.remaining.set(count),
        },
        editions,
        lease,
        stop,
      ),
  });
  const everyMs = config.learnEverySeconds * 1000;
  const running = [
    startPeriodic(() => learner.run(), {
      everyMs,
      onError: (error) => logger.warn("products cannot be given vectors now", errorFields(error)),
    }),
    startPeriodic(() => near.refresh(), {
      everyMs,
      atOnce: true,
      onError: (error) => logger.warn("newer vectors cannot be read; the known ones serve", errorFields(error)),
    }),
  ];
  return {
    near,
    routers: [],
    encode: async () => {
      await learner.run();
      await near.refresh();
    },
    beforeScrape: () => {
      const { products, bytes } = near.size();
      measures.products.set(products);
      measures.bytes.set(bytes);
      return Promise.resolve();
    },
    close: async () => {
      await Promise.all([...running.map((one) => one.close()), learner.close()]);
    },
  };
}

/** The encoder that is configured; undefined where none is. */
function encoderOf(config: Config): Encoder | undefined {
  if (config.encoderUrl === undefined) return undefined;
  return createEncoder({
    url: config.encoderUrl,
    key: config.encoderKey,
    model: config.encoderModel,
    prefixes: { query: config.encoderQueryPrefix, passage: config.encoderPassagePrefix },
    budgetMs: config.encoderBudgetMs,
  });
}

function measured(encoder: Encoder, duration: ReturnType<typeof meaningMetrics>["queryDuration"]): Encoder {
  return {
    ...encoder,
    async query(text) {
      const stop = duration.startTimer();
      try {
        const vector = await encoder.query(text);
        stop({ outcome: "answered" });
        return vector;
      } catch (error) {
        stop({ outcome: "failed" });
        throw error;
      }
    },
  };
}
