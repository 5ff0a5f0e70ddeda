import type { Router } from "express";
import type { Engine } from "../../../src/engine/engine.js";
import { ServiceError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed } from "../../../src/schema/typed.js";
import { getLive } from "../../../src/storefront/clients.js";
import { configurationChanges, type ConfigurationChange } from "../../../src/storefront/configuration-changes.js";
import {
  getPublication,
  isInHistory,
  readHistory,
  type Publication,
  type PublicationEntry,
} from "../../../src/storefront/publications.js";
import { consoleRoutes } from "../console-routes.js";
import { authorOf, doneTo, type ConsoleGuards } from "../guards.js";
import { reviewUndo, undoPublication, type PublishDeps } from "./publish.js";
import { PUBLISHING } from "./routes.js";

export interface History {
  /** Newest first. */
  readonly publications: readonly PublicationEntry[];
  /** Value of `before` for the next page; `null` on the last page. */
  readonly before: string | null;
}

export interface PublicationView extends PublicationEntry {
  readonly diff: readonly ConfigurationChange[];
}

const PAGE = 50;

const parseUndo = validateBody(closed(PUBLISHING));

/** Routes below `/console/api/publications`. */
export function publicationRoutes(deps: PublishDeps & { readonly guards: ConsoleGuards }): Router {
  const { engine, guards } = deps;
  return consoleRoutes(guards, {
    "GET /": (req, res) => readPage(engine, storefrontOf(res).client_id, req.query["before"]),
    "GET /:id": async (_req, res, named): Promise<PublicationView> => {
      const { before, after, ...entry } = await find(engine, storefrontOf(res).client_id, named);
      return { ...entry, diff: configurationChanges(before, after) };
    },
    "GET /:id/undo": async (_req, res, named) => {
      const { client_id } = storefrontOf(res);
      return reviewUndo(deps, client_id, await find(engine, client_id, named));
    },
    "POST /:id/undo": async (req, res, named) => {
      const { note, accept_impact } = parseUndo(req.body);
      const { client_id } = storefrontOf(res);
      const publication = await find(engine, client_id, named);
      const request = { author: authorOf(res), accept_impact, note: note ?? `Undo ${publication.number}` };
      doneTo(res, `version ${publication.number}`);
      const { id, number } = await undoPublication(deps, client_id, publication, request);
      return { publication: id, number };
    },
  });
}

async function readPage(engine: Engine, clientId: string, before: unknown): Promise<History> {
  const from =
    typeof before === "string"
      ? (await find(engine, clientId, before)).previous
      : (await getLive({ engine }, clientId)).publication;
  const publications = await readHistory(engine, clientId, from, PAGE);
  const last = publications.at(-1);
  return { publications, before: publications.length < PAGE || last?.previous == null ? null : last.id };
}

/**
 * Returns a publication of a client.
 * @throws {ServiceError} `not_found` if the publication does not exist or never became live
 */
async function find(engine: Engine, clientId: string, id: string): Promise<Publication> {
  const found = await getPublication(engine, clientId, id);
  const { publication } = await getLive({ engine }, clientId);
  if (found !== undefined && (await isInHistory(engine, clientId, publication, id))) return found;
  throw new ServiceError("not_found", "this version of the configuration does not exist or is no longer stored");
}
