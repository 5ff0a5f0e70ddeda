import { hostname } from "node:os";
import { createLearner, type Learner } from "../behaviour/signals/learner.js";
import { createLeases } from "../catalog/ingestion/lease.js";
import { errorFields } from "../observability/logger.js";
import { learnerMetrics } from "../observability/learner-metrics.js";
import { startPeriodic } from "../periodic.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization.js";

/** What learns about products from what shoppers did. */
export function learningDomain(
  { config, engine, logger, metrics, directory, now }: Foundation,
  { products, store }: Personalization,
): Domain & { readonly learner: Learner } {
  const configurationOf = async (clientId: string) => (await directory.findStorefront(clientId))?.configuration;
  const learner = createLearner({
    ...{ engine, now, metrics: learnerMetrics(metrics.registry) },
    leases: createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    keptMonths: config.eventRetentionMonths,
    rulesOf: async (clientId) => (await configurationOf(clientId))?.popularity,
    documentRulesOf: configurationOf,
    identify: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map([...found].map(([name, { id }]) => [name, id]));
    },
    forgottenAt: (clientId, devices) => store.forgottenAt(clientId, devices),
  });
  const running = startPeriodic(() => learner.run(), {
    everyMs: config.learnEverySeconds * 1000,
    onError: (error) => logger.warn("nothing can be learnt about products now", errorFields(error)),
  });
  return {
    routers: [],
    learner,
    close: async () => {
      await Promise.all([running.close(), learner.close()]);
    },
  };
}
