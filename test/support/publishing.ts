import { createLiveCatalogs } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { ServiceError } from "../../src/errors.js";
import { publishConfiguration, type PublishingDeps, type PublishRequest } from "../../src/publishing/publish.js";
import type { Storefront } from "../../src/storefront/client.js";

interface Given {
  readonly engine: Engine;
  readonly now?: () => Date;
}

/** Creates the dependencies for publishing a configuration without a running service. */
export const publishingOf = ({ engine, now = () => new Date() }: Given): PublishingDeps => ({
  engine,
  liveCatalogs: createLiveCatalogs(engine),
  now: () => now().getTime(),
});

/** Publishes a client's configuration and accepts the impact on listings, if any. */
export async function putConfiguration(
  given: Given,
  clientId: string,
  configuration: unknown,
  request: Pick<PublishRequest, "author" | "note">,
): Promise<Storefront> {
  const deps = publishingOf(given);
  try {
    return (await publishConfiguration(deps, clientId, configuration, request)).storefront;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.context?.["reason"] !== "impact") throw error;
    const accepting = { ...request, accept_impact: String(error.context["accept_impact"]) };
    return (await publishConfiguration(deps, clientId, configuration, accepting)).storefront;
  }
}
