import { requirePrivateKey } from "../http/authentication.js";
import { jsonBody } from "../http/json-body.js";
import { storefrontRoutes } from "../publishing/routes.js";
import type { Domain, Foundation } from "./domain.js";
import { publishingDeps } from "./publishing-deps.js";

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
