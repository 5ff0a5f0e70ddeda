import { deviceTags } from "../../src/behaviour/device-tag.js";
import type { LeasedLearner } from "../../src/behaviour/leased-learner.js";
import { createLearner, type LearnerDeps } from "../../src/behaviour/signals/signals-learner.js";
import { createLeases } from "../../src/engine/lease.js";
import { catalogAlias } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import type { Metrics } from "../../src/observability/metrics.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import { storeEvents } from "../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { monthOf } from "../../src/tracking/month.js";
import { contextOn } from "./context.js";
import { nobodyErased } from "./nobody-erased.js";
import { productTokensOn } from "./product-tokens.js";

export interface TestLearner extends LeasedLearner {
  readonly metrics: Metrics["learner"];
}

/** Creates the learner of one service process. The learner processes events only when the test calls a method. */
export function learnerOn(engine: Engine, owner: string, given: Partial<LearnerDeps> = {}): TestLearner {
  const context = contextOn(engine);
  const products = productTokensOn(engine);
  const learner = createLearner({
    ...context,
    leases: createLeases(engine, owner, 0.5),
    configurationOf: () => Promise.resolve(DEFAULT_CONFIGURATION),
    find: products.find,
    forgottenAt: () => Promise.resolve(new Map()),
    tagDevice: deviceTags(new Uint8Array(0)),
    ...given,
  });
  return { ...learner, metrics: context.metrics.learner };
}

/** Stores events in the given order, in the same way as the service. */
export async function storeAll(engine: Engine, events: readonly ShopperEvent[]): Promise<void> {
  const arrivals = events.map((event) => ({ event, month: monthOf(event.received_at), token: event.event_id }));
  const stored = await storeEvents(contextOn(engine), nobodyErased, arrivals, { timeoutMs: 20_000 });
  if (stored.some(({ outcome }) => outcome === "refused")) throw new Error("OpenSearch rejected an event");
}

export interface LearnedFields {
  readonly popularity: unknown;
}

/**
 * Returns the learned signals that searches read, by product identifier. Products are in the order of the `featured`
 * sort.
 */
export async function learnedIn(engine: Engine, clientId: string): Promise<Map<string, LearnedFields>> {
  const { hits } = await searchDocuments<never>(engine, catalogAlias(engine, clientId), {
    size: 1_000,
    stored_fields: "_none_",
    query: { term: { active: true } },
    docvalue_fields: ["learned.popularity"],
    sort: [{ prior: "desc" }, { product_identifier: "asc" }],
  });
  return new Map(
    hits.hits.map(({ sort, fields = {} }) => [
      String(sort?.at(-1)),
      {
        popularity: fields["learned.popularity"]?.[0],
      },
    ]),
  );
}
