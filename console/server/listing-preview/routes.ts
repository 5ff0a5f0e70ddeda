import type { Response, Router } from "express";
import { readingLive, type LiveCatalogs } from "../../../src/catalog/live.js";
import { byDeadline } from "../../../src/engine/deadline.js";
import { validationError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { consoleRoutes } from "../console-routes.js";
import { withDraft } from "../drafts/drafts.js";
import type { ConsoleGuards } from "../guards.js";
import { textOf } from "../parameters.js";
import { momentOf } from "../preview/moment.js";
import { readChoices, type ChoicesDeps } from "./choices.js";
import { readMeant, type MeantDeps } from "./meant.js";
import { MAX_QUERY_LENGTH } from "../../../src/search/request-schema.js";
import { readFields, readValues } from "./values.js";
import { LISTING_PREVIEW_REQUEST, preview, type ListingPreviewDeps } from "./listing-preview.js";
import { previewSlots, SLOTS_PREVIEW_REQUEST, type SlotsPreviewDeps } from "./slots.js";

export interface ListingPreviewRoutesDeps extends ListingPreviewDeps, SlotsPreviewDeps, MeantDeps, ChoicesDeps {
  readonly guards: ConsoleGuards;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
}

/**
 * Routes below `/console/api/listing-previews`. The routes return first pages with explanations, recommendation slots
 * for any shopper, and the values for the controls of the preview.
 */
export function listingPreviewRoutes(deps: ListingPreviewRoutesDeps): Router {
  const parseListing = validateBody(LISTING_PREVIEW_REQUEST);
  const parseSlots = validateBody(SLOTS_PREVIEW_REQUEST);
  const storefrontFor = async (res: Response, draftId: string | null | undefined) =>
    draftId == null ? storefrontOf(res) : withDraft(deps.engine, storefrontOf(res), draftId);
  return consoleRoutes(deps.guards, {
    "POST /": async (req, res) => {
      const { draft_id, at, ...requested } = parseListing(req.body);
      const storefront = await storefrontFor(res, draft_id);
      const previewed = () => preview(deps, storefront, requested, momentOf(at, deps.now));
      return byDeadline(readingLive(deps.liveCatalogs, storefront.client_id, previewed));
    },
    "POST /slots": async (req, res) => {
      const { draft_id, at, ...requested } = parseSlots(req.body);
      const storefront = await storefrontFor(res, draft_id);
      return byDeadline(previewSlots(deps, storefront, requested, momentOf(at, deps.now)));
    },
    "GET /meant": async (req, res) => {
      const query = textOf(req.query, "query")?.trim() ?? "";
      if (query.length > MAX_QUERY_LENGTH) {
        throw validationError("query", `query: expected at most ${MAX_QUERY_LENGTH} characters`);
      }
      return query === "" ? [] : await readMeant(deps, storefrontOf(res).client_id, query);
    },
    "GET /fields": (_req, res) => readFields(deps, storefrontOf(res).client_id),
    "GET /values": (req, res) => {
      const { client_id } = storefrontOf(res);
      const [field = "", typed = ""] = ["field", "q"].map((name) => textOf(req.query, name)?.slice(0, 255));
      const read = () => readValues(deps, client_id, field, typed.trim());
      return byDeadline(readingLive(deps.liveCatalogs, client_id, read));
    },
    "GET /choices": (_req, res) => readChoices(deps, storefrontOf(res)),
  });
}
