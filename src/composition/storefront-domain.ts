import { requirePrivateKey } from "../http/authentication.js";
import { jsonBody } from "../http/json-body.js";
import { storefrontRoutes } from "../publishing/routes.js";
import type { Domain, Foundation } from "./domain.js";
import { createLiveCatalogs, type LiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import type { PublishingDeps } from "../publishing/publish.js";
import { searchFor, STRANGERS } from "./search.js";

export function storefrontDomain(foundation: Foundation): Domain {
  const { config, directory } = foundation;
  const router = storefrontRoutes({
    ...publishingDeps(foundation),
    directory,
    authenticate: requirePrivateKey(directory),
    body: jsonBody({ maxBytes: config.configurationMaxBytes }),
  });
  return { routers: [{ path: "/v1/storefront", router }] };
}

interface Published {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "forget" | "lose">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What publishing needs. It asks as strangers do; nothing of it is remembered or cached beside what shoppers ask. */
export const publishingDeps = ({ engine, liveCatalogs, now }: Published): PublishingDeps => ({
  engine,
  liveCatalogs,
  now,
  search: searchFor(engine, { now, personalizer: STRANGERS, liveCatalogs }),
});

/** The same for a command, which runs without a service. */
export const publishingByCommand = (engine: Engine): PublishingDeps =>
  publishingDeps({ engine, liveCatalogs: createLiveCatalogs(engine), now: () => Date.now() });
