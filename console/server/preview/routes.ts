import type { Router } from "express";
import pLimit from "p-limit";
import Type from "typebox";
import type { Engine } from "../../../src/engine/engine.js";
import { validationError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed } from "../../../src/schema/typed.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { draftStorefront, withDraft } from "../drafts/drafts.js";
import { consoleRoutes } from "../console-routes.js";
import type { ConsoleGuards } from "../guards.js";
import { streamed } from "../stream.js";
import { AT } from "./moment.js";
import { DEFAULT_RESPONSES, MAX_RESPONSES, preview, type PreviewDeps } from "./preview.js";

export interface PreviewRoutesDeps extends PreviewDeps {
  readonly engine: Engine;
  readonly guards: ConsoleGuards;
}

const PREVIEW_REQUEST = closed({
  draft_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  configuration: Type.Optional(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object" })),
  responses: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RESPONSES })),
  at: AT,
});

const parsePreview = validateBody(PREVIEW_REQUEST);

/** Routes below `/console/api/preview`: streams progress and then a `Preview`. */
export function previewRoutes(deps: PreviewRoutesDeps): Router {
  const oneAtATime = pLimit(1);
  return consoleRoutes(deps.guards, {
    "POST /": async (req, res) => {
      const { draft_id, configuration, responses: most = DEFAULT_RESPONSES, at = null } = parsePreview(req.body);
      const replay = { most, at: at === null ? null : Date.parse(at) };
      if ((draft_id === undefined) === (configuration === undefined)) {
        throw validationError("draft_id", "expected either `draft_id` or `configuration`");
      }
      const before = storefrontOf(res);
      const after =
        draft_id === undefined
          ? draftStorefront(before, configuration as ConfigurationDocument)
          : await withDraft(deps.engine, before, draft_id);
      await streamed(res, (onProgress, signal) =>
        oneAtATime(() => preview(deps, { before, after }, replay, onProgress, signal)),
      );
    },
  });
}
