import { requirePrivateKey } from "../http/authentication.js";
import { storefrontRoutes } from "../storefront/routes.js";
import type { Domain, Foundation } from "./domain.js";

export function storefrontDomain({ engine, directory, body, now }: Foundation): Domain {
  const router = storefrontRoutes({
    engine,
    now: () => new Date(now()),
    directory,
    authenticate: requirePrivateKey(directory),
    body,
  });
  return { routers: [{ path: "/v1/storefront", router }] };
}
