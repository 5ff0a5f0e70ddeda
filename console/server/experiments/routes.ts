import type { CachedEngine } from "../../../src/catalog/cache.js";
import type { Router } from "express";
import { LRUCache } from "lru-cache";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { choice, closed, nullable } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import type { PublishingDeps } from "../../../src/publishing/index.js";
import { getLive } from "../../../src/storefront/clients.js";
import type { Directory } from "../../../src/storefront/directory.js";
import { sendCsv } from "../csv.js";
import { readDraft, refuseUnapproved } from "../drafts/drafts.js";
import { ACCEPTING } from "../drafts/routes.js";
import { consoleRoutes } from "../console-routes.js";
import { authorOf, doneTo, signedIn, type ConsoleGuards } from "../guards.js";
import { streamed, untilClosed, type Progress } from "../stream.js";
import {
  endExperiment,
  getExperiment,
  listExperiments,
  reviewEnd,
  reviewStart,
  startExperiment,
} from "./experiments.js";
import { readResults, type Results } from "./results.js";
import { COLUMNS, resultRows } from "./rows.js";

export interface ExperimentRoutesDeps extends PublishingDeps {
  readonly search: CachedEngine;
  readonly directory: Pick<Directory, "refresh">;
  readonly guards: ConsoleGuards;
}

const START = closed({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  hypothesis: Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
  draft_id: Type.String({ minLength: 1, maxLength: 100 }),
  share: Type.Number({ minimum: 0.01, maximum: 1 }),
  split: Type.Number({ minimum: 0.05, maximum: 0.95 }),
  days: Type.Integer({ minimum: 1, maximum: 90 }),
  ...ACCEPTING,
});

const ENDING = { outcome: choice(["keep_a", "publish_b"]), version: Type.String({ minLength: 1, maxLength: 100 }) };
const END = closed({ ...ENDING, ...ACCEPTING });
/** Experiment to review: the start with a draft, or the end of the running experiment. */
const REVIEW = Type.Union([closed({ draft_id: START.properties.draft_id }), closed(ENDING)]);

/** `id` of the experiment; omitted for the holdout alone. */
const RESULTS = closed({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) });

const CACHED_MS = 60_000;
const MAX_CACHED = 100;

/** Routes below `/console/api/experiments`. */
export function experimentRoutes(deps: ExperimentRoutesDeps): Router {
  const [parseStart, parseEnd, parseReview] = [validateBody(START), validateBody(END), validateBody(REVIEW)];
  const parseResults = validateBody(RESULTS);
  const known = new LRUCache<string, Results>({ max: MAX_CACHED, ttl: CACHED_MS });

  async function resultsOf(
    { client_id, arms }: Storefront,
    id: string | undefined,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<Results> {
    const holdout_share = arms?.holdout.share ?? 0;
    const experiment = id === undefined ? null : await getExperiment(deps, client_id, id);
    const key = JSON.stringify([client_id, id ?? holdout_share, experiment?.ended_at]);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const requested = { client_id, experiment, holdout_share, now: deps.now() };
    const results = await readResults(deps.search, requested, onProgress, signal);
    known.set(key, results);
    return results;
  }

  /** Reads a draft as variant B of an experiment. */
  async function bOf(client_id: string, draft_id: string) {
    const { publication } = await getLive(deps, client_id);
    const { would_be: configuration, approved_by } = await readDraft(deps.engine, client_id, draft_id);
    return { approved_by, plan: { configuration, publication } };
  }

  return consoleRoutes(deps.guards, {
    "GET /": (_req, res) => listExperiments(deps, storefrontOf(res).client_id),
    "POST /": async (req, res) => {
      const { client_id } = storefrontOf(res);
      const { draft_id, hypothesis = null, accept_impact, ...given } = parseStart(req.body);
      const { approved_by, plan } = await bOf(client_id, draft_id);
      // B is shown to shoppers and may be published at the end, so it needs the same approval as a publication.
      if (signedIn(res).team.needs_approval) refuseUnapproved({ approved_by });
      doneTo(res, given.name);
      await startExperiment(
        deps,
        client_id,
        { ...given, hypothesis, ...plan },
        { author: authorOf(res), accept_impact },
      );
      await deps.directory.refresh();
      res.status(201);
      return listExperiments(deps, client_id);
    },
    "POST /end": async (req, res) => {
      const { client_id } = storefrontOf(res);
      const { accept_impact, ...ending } = parseEnd(req.body);
      await endExperiment(deps, client_id, ending, { author: authorOf(res), accept_impact });
      await deps.directory.refresh();
      return listExperiments(deps, client_id);
    },
    "POST /review": async (req, res) => {
      const { client_id } = storefrontOf(res);
      const requested = parseReview(req.body);
      return "draft_id" in requested
        ? reviewStart(deps, client_id, (await bOf(client_id, requested.draft_id)).plan)
        : reviewEnd(deps, client_id, requested);
    },
    "POST /results": async (req, res) => {
      const { id } = parseResults(req.body);
      await streamed(res, (onProgress, signal) => resultsOf(storefrontOf(res), id, onProgress, signal));
    },
    "GET /results.csv": async (req, res) => {
      const { id } = req.query;
      if (id !== undefined && typeof id !== "string") throw new ServiceError("validation_error", "`id` comes once");
      const results = await resultsOf(storefrontOf(res), id, () => undefined, untilClosed(res));
      await sendCsv(res, "experiment", COLUMNS, resultRows(results));
    },
  });
}
