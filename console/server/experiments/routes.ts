import type { CachedEngine } from "../../../src/catalog/cache.js";
import type { Router } from "express";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { choice, closed, nullable, type Of } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import type { PublishingDeps } from "../../../src/publishing/index.js";
import { getLive } from "../../../src/storefront/clients.js";
import type { Directory } from "../../../src/storefront/directory.js";
import { sendCsv } from "../csv.js";
import { draftStorefront, readDraft, refuseUnapproved } from "../drafts/drafts.js";
import { ACCEPTING } from "../drafts/routes.js";
import { consoleRoutes } from "../console-routes.js";
import { authorOf, doneTo, signedIn, type ConsoleGuards } from "../guards.js";
import { streamed, untilClosed, type Progress } from "../stream.js";
import { readDifference, type DifferenceDeps } from "./difference.js";
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
  readonly previewing: DifferenceDeps;
  readonly directory: Pick<Directory, "refresh">;
  readonly guards: ConsoleGuards;
}

/** Change to test: a draft, or another default sort option. */
const VARIANT = Type.Union([
  closed({ draft_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  closed({ default_sort: Type.String({ minLength: 1, maxLength: 100 }) }),
]);

const START = closed({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  hypothesis: Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
  variant: VARIANT,
  share: Type.Number({ minimum: 0.01, maximum: 1 }),
  split: Type.Number({ minimum: 0.05, maximum: 0.95 }),
  days: Type.Integer({ minimum: 1, maximum: 90 }),
  ...ACCEPTING,
});

const ENDING = { outcome: choice(["keep_a", "publish_b"]), version: Type.String({ minLength: 1, maxLength: 100 }) };
const END = closed({ ...ENDING, ...ACCEPTING });
/** Action to review: starting a test of a variant, or ending the running test. */
const REVIEW = Type.Union([closed({ variant: VARIANT }), closed(ENDING)]);
const DIFFERENCE = closed({ variant: VARIANT });

/** Query parameters of the results. Without the `id` of an experiment, only the holdout is evaluated. */
const RESULTS = closed({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) });

const CACHED_MS = 60_000;
const MAX_CACHED = 100;

/** Routes below `/console/api/experiments`. */
export function experimentRoutes(deps: ExperimentRoutesDeps): Router {
  const [parseStart, parseEnd, parseReview] = [validateBody(START), validateBody(END), validateBody(REVIEW)];
  const [parseDifference, parseResults] = [validateBody(DIFFERENCE), validateBody(RESULTS)];
  const oneAtATime = pLimit(1);
  const known = new LRUCache<string, Results>({ max: MAX_CACHED, ttl: CACHED_MS });

  async function resultsOf(
    { client_id, arms, configuration }: Storefront,
    id: string | undefined,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<Results> {
    const holdout_share = arms?.holdout.share ?? 0;
    const experiment = id === undefined ? null : await getExperiment(deps, client_id, id);
    const key = JSON.stringify([client_id, id ?? holdout_share, experiment?.ended_at]);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const currency = configuration.currency ?? null;
    const requested = { client_id, experiment, holdout_share, currency, now: deps.now() };
    const results = await readResults(deps.search, requested, onProgress, signal);
    known.set(key, results);
    return results;
  }

  /** Returns the configuration of a variant. */
  async function planOf(client_id: string, variant: Of<typeof VARIANT>) {
    const { publication, configuration } = await getLive(deps, client_id);
    if ("default_sort" in variant) {
      return { approved_by: null, plan: { configuration: { ...configuration, ...variant }, publication } };
    }
    const { would_be, approved_by } = await readDraft(deps.engine, client_id, variant.draft_id);
    return { approved_by, plan: { configuration: would_be, publication } };
  }

  return consoleRoutes(deps.guards, {
    "GET /": (_req, res) => listExperiments(deps, storefrontOf(res).client_id),
    "POST /": async (req, res) => {
      const { client_id } = storefrontOf(res);
      const { variant, hypothesis = null, accept_impact, ...given } = parseStart(req.body);
      const { approved_by, plan } = await planOf(client_id, variant);
      // The variant is shown to shoppers and may be published at the end, so it needs the same approval as a publication.
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
      return "variant" in requested
        ? reviewStart(deps, client_id, (await planOf(client_id, requested.variant)).plan)
        : reviewEnd(deps, client_id, requested);
    },
    "POST /difference": async (req, res) => {
      const before = storefrontOf(res);
      const { plan } = await planOf(before.client_id, parseDifference(req.body).variant);
      const after = draftStorefront(before, plan.configuration);
      return oneAtATime(() => readDifference(deps.previewing, { before, after }, untilClosed(res)));
    },
    "POST /results": async (req, res) => {
      const { id } = parseResults(req.body);
      await streamed(res, (onProgress, signal) => resultsOf(storefrontOf(res), id, onProgress, signal));
    },
    "GET /results.csv": async (req, res) => {
      const { id } = req.query;
      if (id !== undefined && typeof id !== "string") throw new ServiceError("validation_error", "expected one `id`");
      const results = await resultsOf(storefrontOf(res), id, () => undefined, untilClosed(res));
      await sendCsv(res, "ab-test", COLUMNS, resultRows(results));
    },
  });
}
