import { hostname } from "node:os";
import { draftStorefront, readDraft } from "../../console/server/drafts/drafts.js";
import { publicationRoutes } from "../../console/server/drafts/publication-routes.js";
import { draftRoutes } from "../../console/server/drafts/routes.js";
import { experimentRoutes } from "../../console/server/experiments/routes.js";
import { type ConsoleGuards, sessionGuards } from "../../console/server/guards.js";
import { lookRoutes } from "../../console/server/looks/routes.js";
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
import { errorFields } from "../observability/logger.js";
import { limitFailures } from "../http/client-address.js";
import { requirePrivateKey } from "../http/authentication.js";
import { jsonBody } from "../http/json-body.js";
import { storefrontRoutes } from "../publishing/routes.js";
import type { SearchDeps } from "../search/listing/page.js";
import type { Storefront } from "../storefront/client.js";
import { getInForce } from "../storefront/clients.js";
import type { Domain, Foundation } from "./domain.js";
import type { Ingestion } from "./ingestion-domain.js";
import type { Personalization } from "./personalization-domain.js";
import { searchForPreview } from "./search.js";
import type { MountedRouter } from "../app.js";
import { catalogRoutes } from "../../console/server/catalog/routes.js";
import type { PurchasesDeps } from "../../console/server/insights/purchases.js";
import { insightsRoutes } from "../../console/server/insights/routes.js";
import { createLeases } from "../engine/lease.js";

/** What the console uses of other parts. */
interface ConsoleParts {
  /** Shared by all processes of the installation; sessions are signed with a key derived from it. */
  readonly secret: Uint8Array;
  readonly search: SearchDeps;
  readonly personalization: Personalization;
  readonly ingestion: Ingestion;
}

/** The console: its pages, and what they ask. */
export async function consoleDomain(foundation: Foundation, parts: ConsoleParts): Promise<Domain> {
  const { config, directory, engine, logger, liveCatalogs, addressLimit, addresses, now } = foundation;
  const { store: tastes, products } = parts.personalization;
  const sessions = createSessions(parts.secret);
  const people = createPeople(engine, () => performance.now());
  const audit = createAudit(engine, (error, { did }) =>
    logger.error("the audit log lacks an entry", { did, ...errorFields(error) }),
  );
  const attempts = [addressLimit, ...limitFailures(addresses, accountOf)];
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, people, audit, body, now });
  const entering = { directory, sessions, people, audit, now };
  const api = (area: string) => `/console/api/${area}`;
  const singleSignOn = singleSignOnOf(config);
  const onFailure = (error: unknown) => logger.warn("single sign-on failed", errorFields(error));
  const tokens = createTokens(parts.secret, "vitrine single sign-on");
  const providerRoutes =
    singleSignOn === undefined
      ? []
      : [{ path: api("session/oidc"), router: singleSignOnRoutes({ ...entering, singleSignOn, tokens, onFailure }) }];
  const publishing = { engine, liveCatalogs, now, directory, guards };
  const looking = { engine, liveCatalogs, search: parts.search, tastes, products, now, guards };
  const withDraft = async (storefront: Storefront, draftId: string) =>
    draftStorefront(storefront, await readDraft(engine, storefront.client_id, draftId));
  /** The products that product and variant identifiers stand for. */
  const identify = async (clientId: string, names: readonly string[]) => {
    const found = await products.find(clientId, names);
    return new Map([...found].map(([name, { id }]) => [name, id]));
  };
  const previewing = { liveCatalogs, now, guards, identify, searching: searchForPreview(engine) };
  return {
    routers: [
      ...providerRoutes,
      {
        path: api("session"),
        router: sessionRoutes(
          { ...entering, attempts, body: foundation.body, singleSignOn: singleSignOn !== undefined },
          guards,
        ),
      },
      { path: api("people"), router: peopleRoutes({ people, audit, guards, now }) },
      {
        path: api("invitations"),
        router: machineInvitationRoutes({ people, audit, now, authenticate: requirePrivateKey(directory), body }),
      },
      { path: api("looks"), router: lookRoutes({ ...looking, withDraft }) },
      { path: api("drafts"), router: draftRoutes(publishing) },
      { path: api("publications"), router: publicationRoutes(publishing) },
      { path: api("preview"), router: previewRoutes({ ...previewing, withDraft }) },
      { path: api("synonyms"), router: synonymRoutes({ ...previewing, engine, withDraft }) },
      { path: api("experiments"), router: experimentRoutes({ ...publishing, search: parts.search }) },
      ...consoleReports(foundation, { ...parts, identify }, guards),
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}

interface ReportedParts {
  readonly search: SearchDeps;
  readonly ingestion: Ingestion;
  readonly identify: PurchasesDeps["identify"];
}

/** The parts of the console that tell what happened: to the catalogue, and what shoppers did. */
function consoleReports(
  { config, engine, liveCatalogs, now }: Foundation,
  { search, ingestion, identify }: ReportedParts,
  guards: ConsoleGuards,
): MountedRouter[] {
  const catalog = catalogRoutes({
    engine,
    liveCatalogs,
    search,
    guards,
    payloads: ingestion.payloads,
    onCancelled: ingestion.wake,
    leases: createLeases(engine, `console ${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    generationHours: config.generationRetentionHours,
    identify: async (clientId, name) => (await identify(clientId, [name])).get(name),
    now: () => new Date(now()).toISOString(),
  });
  return [
    { path: "/console/api/catalog", router: catalog },
    {
      path: "/console/api/insights",
      router: insightsRoutes({
        engine,
        liveCatalogs,
        now,
        guards,
        identify,
        searching: searchForPreview(engine),
        publication: async (clientId) => (await getInForce({ engine }, clientId)).publication,
      }),
    },
  ];
}

/** Undefined where people come with passwords only. */
function singleSignOnOf({ oidcIssuer, oidcClientId, oidcClientSecret, consoleOrigin }: Config) {
  if (oidcIssuer === undefined || oidcClientId === undefined || consoleOrigin === undefined) return undefined;
  const client = { clientId: oidcClientId, clientSecret: oidcClientSecret };
  return createSingleSignOn({ issuer: oidcIssuer, ...client, origin: consoleOrigin });
}

/** Whom an attempt to sign in, or to accept an invitation, is counted for. */
function accountOf({ body }: Request): string {
  const { email, token } = (body ?? {}) as { readonly email?: unknown; readonly token?: unknown };
  const account = email ?? token;
  return typeof account === "string" ? account.trim().toLowerCase() : "";
}

/** The interface through which a merchant's own programs read and change the configuration. */
export function storefrontDomain(foundation: Foundation): Domain {
  const { config, directory, engine, liveCatalogs, now } = foundation;
  const router = storefrontRoutes({
    engine,
    liveCatalogs,
    now,
    directory,
    authenticate: requirePrivateKey(directory),
    body: jsonBody({ maxBytes: config.configurationMaxBytes }),
  });
  return { routers: [{ path: "/", router }] };
}
