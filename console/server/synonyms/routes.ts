import type { Router } from "express";
import pLimit from "p-limit";
import Type from "typebox";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { consoleRoutes } from "../console-routes.js";
import type { ConsoleGuards } from "../guards.js";
import { streamed } from "../stream.js";
import { proposeSynonyms, type ProposeDeps } from "./propose-synonyms.js";

export interface SynonymRoutesDeps extends ProposeDeps {
  /**
   * Returns the storefront as if a draft were published.
   * @throws ServiceError `not_found`, `validation_error`
   */
  readonly withDraft: (storefront: Storefront, id: string) => Promise<Storefront>;
  readonly guards: ConsoleGuards;
}

const parse = validateBody(closed({ draft_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }));

/**
 * Route `/console/api/synonyms/proposed`: streams progress and then `SynonymProposals` for the live configuration or a
 * draft.
 */
export function synonymRoutes(deps: SynonymRoutesDeps): Router {
  const oneAtATime = pLimit(1);
  return consoleRoutes(deps.guards, {
    "POST /proposed": async (req, res) => {
      const { draft_id } = parse(req.body);
      const own = storefrontOf(res);
      const storefront = draft_id === undefined ? own : await deps.withDraft(own, draft_id);
      await streamed(res, (onProgress, signal) =>
        oneAtATime(() => proposeSynonyms(deps, storefront, onProgress, signal)),
      );
    },
  });
}
