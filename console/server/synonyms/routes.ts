import type { Router } from "express";
import pLimit from "p-limit";
import Type from "typebox";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import type { Language } from "../../../src/languages/index.js";
import { closed } from "../../../src/schema/typed.js";
import { builtInSynonyms } from "../../../src/search/text/synonyms.js";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { consoleRoutes } from "../console-routes.js";
import { withDraft } from "../drafts/drafts.js";
import type { ConsoleGuards } from "../guards.js";
import { streamed } from "../stream.js";
import { proposeSynonyms, type ProposeDeps } from "./propose-synonyms.js";

export interface SynonymRoutesDeps extends ProposeDeps {
  readonly guards: ConsoleGuards;
}

const parse = validateBody(closed({ draft_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }));

/** Synonyms that searches use in addition to the storefront's own synonyms. */
export interface BuiltInSynonyms {
  readonly language: Language;
  /** Whether searches use built-in synonyms, from the live setting `search.general_synonyms`. */
  readonly isEnabled: boolean;
  readonly synonyms: readonly SynonymRule[];
}

/**
 * Routes below `/console/api/synonyms`. `POST /proposed` streams progress and then `SynonymProposals` for the live
 * configuration or a draft. `GET /built-in` returns all built-in synonyms of the live language.
 */
export function synonymRoutes(deps: SynonymRoutesDeps): Router {
  const oneAtATime = pLimit(1);
  return consoleRoutes(deps.guards, {
    "GET /built-in": (_req, res): BuiltInSynonyms => {
      const { language, search } = storefrontOf(res).configuration;
      return { language, isEnabled: search.general_synonyms, synonyms: builtInSynonyms(language) };
    },
    "POST /proposed": async (req, res) => {
      const { draft_id } = parse(req.body);
      const own = storefrontOf(res);
      const storefront = draft_id === undefined ? own : await withDraft(deps.engine, own, draft_id);
      await streamed(res, (onProgress, signal) =>
        oneAtATime(() => proposeSynonyms(deps, storefront, onProgress, signal)),
      );
    },
  });
}
