import { requirePrivateKey } from "../http/authentication.js";
import { jsonBody } from "../http/json-body.js";
import { storefrontRoutes } from "../storefront/routes.js";
import type { Domain, Foundation } from "./domain.js";

export function storefrontDomain({ config, engine, directory, now }: Foundation): Domain {
  const router = storefrontRoutes({
    engine,
    now: () => new Date(now()),
    directory,
    authenticate: requirePrivateKey(directory),
    body: jsonBody({ maxBytes: config.configurationMaxBytes }),
  });
  return { routers: [{ path: "/v1/storefront", router }] };
}
