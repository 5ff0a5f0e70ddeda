import type { Searching } from "../search/searching.js";
import { publicationRoutes } from "../../console/server/drafts/publication-routes.js";
import { draftRoutes } from "../../console/server/drafts/routes.js";
import { experimentRoutes } from "../../console/server/experiments/routes.js";
import { sessionGuards } from "../../console/server/guards.js";
import { imageUploadRoutes } from "../../console/server/images/routes.js";
import { listingPreviewRoutes } from "../../console/server/listing-preview/routes.js";
import { readConsoleFiles } from "../../console/server/pages/files.js";
import { consolePages } from "../../console/server/pages/routes.js";
import { previewRoutes } from "../../console/server/preview/routes.js";
import { createAudit } from "../../console/server/people/audit.js";
import { createPeople } from "../../console/server/people/people.js";
import { machineInvitationRoutes, peopleRoutes } from "../../console/server/people/routes.js";
import { synonymRoutes } from "../../console/server/synonyms/routes.js";
import { sessionRoutes } from "../../console/server/session/routes.js";
import { createSessions, createTokens } from "../../console/server/session/session.js";
import { createSingleSignOn } from "../../console/server/session/single-sign-on.js";
import { singleSignOnRoutes } from "../../console/server/session/single-sign-on-routes.js";
import type { Config } from "../config.js";
import type { Request } from "express";
import { errorFields } from "../observability/index.js";
import { limitFailures } from "../http/client-address.js";
import { jsonBody } from "../http/json-body.js";
import { imageRoutes } from "../images/routes.js";
import { storefrontRoutes } from "../publishing/index.js";
import { getLive } from "../storefront/clients.js";
import type { Ingestion } from "./catalog.js";
import { type Domain, type Foundation, leasesOf, OWNER } from "./foundation.js";
import { searchForPreview } from "./search.js";
import type { Personalization } from "./shoppers.js";
import { atRoot } from "../app.js";
import { warned } from "../context.js";
import { catalogRoutes } from "../../console/server/catalog/routes.js";
import { productsBeside } from "../behaviour/index.js";
import { homeRoutes } from "../../console/server/home/home.js";
import { importRoutes } from "../../console/server/import/routes.js";
import { insightsRoutes } from "../../console/server/insights/routes.js";

/**
 * Creates the pages of the console and their API.
 * @param secret secret shared by all processes; the key for signing sessions is derived from the secret
 */
export async function consoleDomain(
  foundation: Foundation,
  secret: Uint8Array,
  search: Searching,
  { store: tastes, products, neighbours, personalizer }: Personalization,
  ingestion: Ingestion,
): Promise<Domain> {
  const { config, directory, engine, logger, liveCatalogs, addressLimit, addresses, now, elapsed, authenticate } =
    foundation;
  const sessions = createSessions(secret);
  const people = createPeople(engine, elapsed);
  const audit = createAudit(engine, (error, { did }) =>
    logger.error("failed to write an entry to the activity log", { did, ...errorFields(error) }),
  );
  const attempts = [addressLimit, ...limitFailures(addresses, accountOf)];
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, people, audit, body, now });
  const entering = { directory, sessions, people, audit, now };
  const api = (area: string) => `/console/api/${area}`;
  const singleSignOn = singleSignOnOf(config);
  const onFailure = warned(foundation, "single sign-on failed");
  const tokens = createTokens(secret, "vitrine single sign-on");
  const providerRoutes =
    singleSignOn === undefined
      ? []
      : [{ path: api("session/oidc"), router: singleSignOnRoutes({ ...entering, singleSignOn, tokens, onFailure }) }];
  const publishing = { engine, liveCatalogs, now, directory, guards };
  /** Resolves product and variant identifiers to products. */
  const { identify } = products;
  const recommending = { ...foundation, personalizer, neighbours, identify };
  const listings = { engine, liveCatalogs, search, tastes, products, recommending, identify, now, guards };
  const previewing = { engine, liveCatalogs, now, guards, identify, searching: searchForPreview(engine) };
  const catalog = catalogRoutes({
    engine,
    liveCatalogs,
    search,
    guards,
    payloads: ingestion.payloads,
    onCancelled: ingestion.wake,
    leases: leasesOf(foundation, `console ${OWNER}`),
    generationHours: config.generationRetentionHours,
    identify: async (clientId, name) => (await identify(clientId, [name])).get(name),
    beside: (clientId, product) =>
      productsBeside(neighbours.companions, clientId, product, { limit: BESIDE, at: now() }).map(({ id }) => id),
    now: () => new Date(now()).toISOString(),
  });
  const insights = insightsRoutes({
    engine,
    liveCatalogs,
    now,
    guards,
    identify,
    searching: previewing.searching,
    publication: async (clientId) => (await getLive({ engine }, clientId)).publication,
  });
  return {
    routers: [
      ...providerRoutes,
      {
        path: api("session"),
        router: sessionRoutes(
          { ...entering, attempts, body: foundation.guards.body, singleSignOn: singleSignOn !== undefined },
          guards,
        ),
      },
      { path: api("people"), router: peopleRoutes({ people, audit, guards, now }) },
      {
        path: api("invitations"),
        router: machineInvitationRoutes({ people, audit, now, authenticate, body }),
      },
      { path: api("listing-previews"), router: listingPreviewRoutes(listings) },
      { path: api("drafts"), router: draftRoutes(publishing) },
      { path: api("publications"), router: publicationRoutes(publishing) },
      { path: api("preview"), router: previewRoutes(previewing) },
      { path: api("synonyms"), router: synonymRoutes(previewing) },
      { path: api("experiments"), router: experimentRoutes({ ...publishing, search, previewing }) },
      { path: api("images"), router: imageUploadRoutes({ engine, now, guards, origin: config.consoleOrigin }) },
      { path: api("catalog"), router: catalog },
      {
        path: api("imports"),
        router: importRoutes({ payloads: ingestion.payloads, receive: ingestion.receive, liveCatalogs, guards, now }),
      },
      { path: api("insights"), router: insights },
      { path: api("home"), router: homeRoutes({ engine, liveCatalogs, now, guards, identify }) },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}

/** Maximum number of related products on a product page of the console: products viewed in the same sessions. */
const BESIDE = 20;

/** Returns undefined if single sign-on is not configured. */
function singleSignOnOf({ oidcIssuer, oidcClientId, oidcClientSecret, consoleOrigin }: Config) {
  if (oidcIssuer === undefined || oidcClientId === undefined || consoleOrigin === undefined) return undefined;
  const client = { clientId: oidcClientId, clientSecret: oidcClientSecret };
  return createSingleSignOn({ issuer: oidcIssuer, ...client, origin: consoleOrigin });
}

/** Returns the account for which an attempt to sign in, or to accept an invitation, is counted. */
function accountOf({ body }: Request): string {
  const { email, token } = (body ?? {}) as { readonly email?: unknown; readonly token?: unknown };
  const account = email ?? token;
  return typeof account === "string" ? account.trim().toLowerCase() : "";
}

/** Creates the API with which a merchant's programs read and change the configuration, and the routes for banner images. */
export function storefrontDomain(foundation: Foundation): Domain {
  const { config, directory, engine, liveCatalogs, now, authenticate, addressLimit, guards } = foundation;
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  return {
    routers: atRoot(
      storefrontRoutes({ engine, liveCatalogs, now, directory, authenticate, body }),
      imageRoutes(engine, [addressLimit, guards.admit]),
    ),
  };
}
