import { previewRoutes } from "../console/preview/routes.js";
import { consolePages } from "../console/pages/routes.js";
import { readConsoleFiles } from "../console/pages/files.js";
import { sessionGuards } from "../console/guards.js";
import { sessionRoutes } from "../console/session/routes.js";
import { createSessions } from "../console/session/session.js";
import { ServiceError } from "../errors.js";
import { jsonBody } from "../http/json-body.js";
import { checkConfiguration } from "../storefront/check-configuration.js";
import type { Domain, Foundation } from "./domain.js";
import { previewSearch } from "./preview-search.js";

/**
 * The console: its pages, and what they ask.
 * @param secret shared by all processes of the installation
 */
export async function consoleDomain(foundation: Foundation, secret: Uint8Array): Promise<Domain> {
  const { config, directory, engine, liveCatalogs, addressLimit, now } = foundation;
  const sessions = createSessions(secret);
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, body, now });
  const preview = previewRoutes({
    ...{ liveCatalogs, guards, now, searching: previewSearch(engine) },
    draftOf: () => Promise.reject(new ServiceError("not_found", "there is no such draft")),
    withConfiguration: (storefront, document) => {
      const checked = checkConfiguration(document);
      if (!("mistakes" in checked)) return { ...storefront, configuration: checked.configuration };
      throw new ServiceError("validation_error", "the configuration has mistakes", { mistakes: checked.mistakes });
    },
  });
  const api = (area: string) => `/console/api/${area}`;
  return {
    routers: [
      { path: api("session"), router: sessionRoutes({ directory, sessions, addressLimit, body, now }, guards) },
      { path: api("preview"), router: preview },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}
