import type { Router } from "express";
import Type from "typebox";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { validationError } from "../../../src/errors.js";
import { choice, closed, nullable, record } from "../../../src/schema/typed.js";
import { PUBLISHED_CONFIGURATION_SCHEMA, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { getLive } from "../../../src/storefront/clients.js";
import { consoleRoutes } from "../console-routes.js";
import { authorOf, doneTo, signedIn, type ConsoleGuards } from "../guards.js";
import { approveDraft, beginDraft, listDrafts, openDraft, removeDraft, saveOpened } from "./drafts.js";
import { checkRules, mergeDraft, publishDraft, reviewDraft, type PublishDeps } from "./publish.js";

const title = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
const version = Type.String({ maxLength: 50 });
const NOTE = Type.String({ maxLength: 2_000 });
/** `accept_impact`: token of the review whose impact the user confirmed. */
export const ACCEPTING = { accept_impact: Type.Optional(Type.String({ maxLength: 100 })) };
export const PUBLISHING = { note: Type.Optional(NOTE), ...ACCEPTING };

const parseNew = validateBody(closed({ title }));
const parseChange = validateBody(
  closed({
    title,
    version,
    base: nullable(Type.String({ maxLength: 100 })),
    configuration: Type.Unsafe<ConfigurationDocument>({ type: "object" }),
  }),
);
const parseVersion = validateBody(closed({ version }));
const parseMerge = validateBody(
  closed({
    version,
    take: record(Type.String({ maxLength: 2_000 }), choice(["mine", "theirs"]), { maxProperties: 10_000 }),
  }),
);
const parsePublish = validateBody(closed({ version, ...PUBLISHING }));

/** Routes below `/console/api/drafts`. */
export function draftRoutes(deps: PublishDeps & { readonly guards: ConsoleGuards }): Router {
  const { engine, guards } = deps;
  return consoleRoutes(guards, {
    "GET /": (_req, res) => listDrafts(engine, storefrontOf(res).client_id),
    "POST /": (req, res) => {
      const draft = parseNew(req.body);
      doneTo(res, draft.title);
      return beginDraft(deps, storefrontOf(res).client_id, draft.title.trim(), authorOf(res));
    },
    "GET /live": async (_req, res) => (await getLive({ engine }, storefrontOf(res).client_id)).configuration,
    "GET /schema": () => PUBLISHED_CONFIGURATION_SCHEMA,
    "GET /:id": (_req, res, named) => openDraft(engine, storefrontOf(res).client_id, named),
    "PUT /:id": async (req, res, named) => {
      const change = parseChange(req.body);
      refuseDepth(change.configuration);
      const { client_id } = storefrontOf(res);
      doneTo(res, change.title);
      return saveOpened(deps, client_id, { id: named, ...change, author: authorOf(res) });
    },
    "DELETE with body /:id": async (req, res, named) => {
      await removeDraft(engine, storefrontOf(res).client_id, named, parseVersion(req.body).version);
      return { deleted: true };
    },
    "GET /:id/review": (_req, res, named) => reviewDraft(deps, storefrontOf(res).client_id, named),
    "GET /:id/rules": (_req, res, named) => checkRules(deps, storefrontOf(res).client_id, named),
    "POST /:id/merge": (req, res, named) => {
      const { version, take } = parseMerge(req.body);
      const settlement = { id: named, version, author: authorOf(res), take: new Map(Object.entries(take)) };
      return mergeDraft(deps, storefrontOf(res).client_id, settlement);
    },
    "POST /:id/approve": async (req, res, named) => {
      const { client_id } = storefrontOf(res);
      const { version } = parseVersion(req.body);
      await approveDraft(engine, client_id, { id: named, version, author: authorOf(res) });
      const draft = await openDraft(engine, client_id, named);
      doneTo(res, draft.title);
      return draft;
    },
    "POST /:id/publish": async (req, res, named) => {
      const { needs_approval } = signedIn(res).team;
      const request = { ...parsePublish(req.body), author: authorOf(res), needs_approval };
      const { id, number } = await publishDraft(deps, storefrontOf(res).client_id, named, request);
      doneTo(res, `version ${number}`);
      return { publication: id, number };
    },
  });
}

/**
 * Maximum nesting of a document. Valid filters have at most 20 levels. Deeper documents cannot be stored or compared.
 */
const MAX_DEPTH = 100;

function refuseDepth(document: unknown): void {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw validationError("configuration", `the configuration may be nested at most ${MAX_DEPTH} levels deep`);
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
}
