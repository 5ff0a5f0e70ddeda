import { hostname } from "node:os";
import type { TagDevice } from "../behaviour/device-tag.js";
import { createQueryLearner } from "../behaviour/queries/query-learner.js";
import { createLearner } from "../behaviour/signals/signals-learner.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { tokenValues } from "../catalog/taste-tokens.js";
import { createLeases } from "../engine/lease.js";
import { errorFields } from "../observability/logger.js";
import { learnerMetrics } from "../observability/learner-metrics.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization-domain.js";

/** Builds the learners of product signals and of typed queries. */
export function learningDomain(
  { config, engine, logger, metrics, directory, now }: Foundation,
  { products, store }: Personalization,
  tagDevice: TagDevice,
): Domain & { readonly learn: () => Promise<void>; readonly forget: (clientId: string, shopper: string) => void } {
  const configurationOf = async (clientId: string) => (await directory.findStorefront(clientId))?.configuration;
  const leases = createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds);
  const learner = createLearner({
    engine,
    now,
    tagDevice,
    metrics: learnerMetrics(metrics.registry),
    leases,
    keptMonths: config.eventRetentionMonths,
    rulesOf: async (clientId) => (await configurationOf(clientId))?.popularity,
    documentRulesOf: configurationOf,
    identify: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map([...found].map(([name, { id }]) => [name, id]));
    },
    forgottenAt: (clientId, devices) => store.forgottenAt(clientId, devices),
  });
  const queries = createQueryLearner({
    engine,
    now,
    leases,
    forgottenAt: (clientId, devices) => store.forgottenAt(clientId, devices),
    describe: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map(
        [...found].map(([name, { id, tokens }]) => [name, { id, categories: tokenValues(tokens, CATEGORIES_LEAF) }]),
      );
    },
  });
  const everyMs = config.learnEverySeconds * 1000;
  const learning = [
    startPeriodic(() => learner.run(), {
      everyMs,
      onError: (error) => logger.warn("nothing can be learnt about products now", errorFields(error)),
    }),
    startPeriodic(() => queries.run(), {
      everyMs,
      onError: (error) => logger.warn("nothing can be learnt about what is typed now", errorFields(error)),
    }),
  ];
  return {
    routers: [],
    forget: (clientId, shopper) => learner.forget(clientId, shopper),
    learn: async () => {
      await learner.run();
      await queries.run();
    },
    close: async () => {
      await Promise.all([...learning.map((one) => one.close()), learner.close(), queries.close()]);
    },
  };
}
