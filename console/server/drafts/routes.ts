import { Router } from "express";
import Type from "typebox";
import { success } from "../../../src/http/envelope.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { validationError } from "../../../src/errors.js";
import { choice, closed, record } from "../../../src/schema/typed.js";
import { PUBLISHED_CONFIGURATION_SCHEMA, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { authorOf, doneTo, signedIn, type ConsoleGuards } from "../guards.js";
import { approveDraft, beginDraft, listDrafts, openDraft, removeDraft, saveDraft } from "./drafts.js";
import { mergeDraft, publishDraft, reviewDraft, type PublishDeps } from "./publish.js";

const title = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
const version = Type.String({ maxLength: 50 });
const NOTE = Type.String({ maxLength: 2_000 });
/** `accept_losses`: of the review that said what shoppers would lose. */
export const ACCEPTING = { accept_losses: Type.Optional(Type.String({ maxLength: 100 })) };
export const PUBLISHING = { note: Type.Optional(NOTE), ...ACCEPTING };

const parseNew = validateBody(closed({ title }));
const parseChange = validateBody(
  closed({ title, version, configuration: Type.Unsafe<ConfigurationDocument>({ type: "object" }) }),
);
const parseVersion = validateBody(closed({ version }));
const parseMerge = validateBody(
  closed({
    version,
    take: record(Type.String({ maxLength: 2_000 }), choice(["mine", "theirs"]), { maxProperties: 10_000 }),
  }),
);
const parsePublish = validateBody(closed({ version, ...PUBLISHING }));

/** `/console/api/drafts`. */
export function draftRoutes(deps: PublishDeps & { readonly guards: ConsoleGuards }): Router {
  const { engine, guards } = deps;
  const router = Router();
  router
    .route("/")
    .get(...guards.read, async (_req, res) => {
      res.json(success(await listDrafts(engine, storefrontOf(res).client_id)));
    })
    .post(...guards.write, async (req, res) => {
      const draft = parseNew(req.body);
      doneTo(res, draft.title);
      res.json(success(await beginDraft(deps, storefrontOf(res).client_id, draft.title.trim(), authorOf(res))));
    })
    .all(methodNotAllowed("GET", "POST"));
  router
    .route("/schema")
    .get(...guards.read, (_req, res) => {
      res.json(success(PUBLISHED_CONFIGURATION_SCHEMA));
    })
    .all(methodNotAllowed("GET"));
  router
    .route("/:id")
    .get(...guards.read, async (req, res) => {
      res.json(success(await openDraft(engine, storefrontOf(res).client_id, req.params.id)));
    })
    .put(...guards.write, async (req, res) => {
      const change = parseChange(req.body);
      refuseDepth(change.configuration);
      const { client_id } = storefrontOf(res);
      doneTo(res, change.title);
      await saveDraft(deps, client_id, { id: req.params.id, ...change, author: authorOf(res) });
      res.json(success(await openDraft(engine, client_id, req.params.id)));
    })
    .delete(...guards.write, async (req, res) => {
      await removeDraft(engine, storefrontOf(res).client_id, req.params.id, parseVersion(req.body).version);
      res.json(success({ deleted: true }));
    })
    .all(methodNotAllowed("GET", "PUT", "DELETE"));
  router
    .route("/:id/review")
    .get(...guards.read, async (req, res) => {
      res.json(success(await reviewDraft(deps, storefrontOf(res).client_id, req.params.id)));
    })
    .all(methodNotAllowed("GET"));
  router
    .route("/:id/merge")
    .post(...guards.write, async (req, res) => {
      const { version, take } = parseMerge(req.body);
      const settlement = { id: req.params.id, version, author: authorOf(res), take: new Map(Object.entries(take)) };
      res.json(success(await mergeDraft(deps, storefrontOf(res).client_id, settlement)));
    })
    .all(methodNotAllowed("POST"));
  router
    .route("/:id/approve")
    .post(...guards.write, async (req, res) => {
      const { client_id } = storefrontOf(res);
      const { version } = parseVersion(req.body);
      await approveDraft(engine, client_id, { id: req.params.id, version, author: authorOf(res) });
      const draft = await openDraft(engine, client_id, req.params.id);
      doneTo(res, draft.title);
      res.json(success(draft));
    })
    .all(methodNotAllowed("POST"));
  router
    .route("/:id/publish")
    .post(...guards.write, async (req, res) => {
      const { needs_approval } = signedIn(res).team;
      const request = { ...parsePublish(req.body), author: authorOf(res), needs_approval };
      const { id, number } = await publishDraft(deps, storefrontOf(res).client_id, req.params.id, request);
      doneTo(res, `publication ${number}`);
      res.json(success({ publication: id, number }));
    })
    .all(methodNotAllowed("POST"));
  return router;
}

/** Filters may be nested in 20 levels; what is deeper has mistakes anyway, and could not be stored or compared. */
const MAX_DEPTH = 100;

function refuseDepth(document: unknown): void {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw validationError("configuration", `it may be nested at most ${MAX_DEPTH} levels deep`);
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
}
