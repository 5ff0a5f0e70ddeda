import type { Searching } from "../../../src/search/searching.js";
import type { Request, Response, Router } from "express";
import Type from "typebox";
import { readingLive, type LiveCatalogs } from "../../../src/catalog/live.js";
import { errorListName } from "../../../src/catalog/ingestion/job.js";
import type { PayloadStore } from "../../../src/catalog/ingestion/payloads.js";
import { ServiceError, validationError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed, list } from "../../../src/schema/typed.js";
import { why } from "./why.js";
import { SEARCH_REQUEST } from "../../../src/search/request-schema.js";
import { sendCsv } from "../csv.js";
import { consoleRoutes } from "../console-routes.js";
import type { ConsoleGuards } from "../guards.js";
import { integerOf, textOf } from "../parameters.js";
import { findProducts, MAX_WANTED_LENGTH, namedProducts } from "./find-products.js";
import { generations, goBack, rollbackEffect, type GenerationDeps } from "./generations.js";
import { cancelOwnJob, jobDetail, jobsPage, ownJob } from "./jobs.js";
import { productLife, type ProductLifeDeps } from "./product-life.js";
import { allRejectedLines, rejectedLines } from "./rejected-lines.js";

export interface CatalogRoutesDeps extends GenerationDeps, Omit<ProductLifeDeps, "liveCatalogs"> {
  readonly liveCatalogs: LiveCatalogs;
  readonly payloads: PayloadStore;
  readonly search: Searching;
  /** Notifies the workers that a job was cancelled. */
  readonly onCancelled: () => void;
  readonly guards: ConsoleGuards;
}

/** Routes below `/console/api/catalog`: jobs, versions and the state of products. */
export function catalogRoutes(deps: CatalogRoutesDeps): Router {
  return consoleRoutes(deps.guards, {
    "GET /jobs": (req, res) => jobsPage(deps.engine, storefrontOf(res).client_id, integerOf(req.query, "before")),
    "GET /jobs/:id": (req, res) => jobDetail(deps.engine, storefrontOf(res).client_id, idOf(req)),
    "GET /jobs/:id/errors": (req, res) => errors(deps, req, res),
    "POST /jobs/:id/cancel": async (req, res) => {
      const job = await cancelOwnJob(deps.engine, storefrontOf(res).client_id, idOf(req), deps.now());
      // The process that ran the job may be gone. In that case any worker ends the job.
      deps.onCancelled();
      return job;
    },
    "GET /generations": (_req, res) => generations(deps, storefrontOf(res).client_id),
    "GET /generations/effect": (_req, res) => rollbackEffect(deps.engine, storefrontOf(res).client_id),
    "POST /generations/roll-back": (req, res) => goBack(deps, storefrontOf(res).client_id, parseRollback(req.body).to),
    "GET /products": async (req, res) => {
      const wanted = textOf(req.query, "q")?.trim() ?? "";
      if (wanted.length > MAX_WANTED_LENGTH) {
        throw validationError("q", `q: expected at most ${MAX_WANTED_LENGTH} characters`);
      }
      const { client_id } = storefrontOf(res);
      return readingLive(deps.liveCatalogs, client_id, () => findProducts(deps, client_id, wanted));
    },
    "POST /named-products": async (req, res) => {
      const { client_id } = storefrontOf(res);
      const { ids } = parseNamed(req.body);
      return readingLive(deps.liveCatalogs, client_id, () => namedProducts(deps, client_id, ids));
    },
    "GET /products/:product": async (req, res) => {
      const storefront = storefrontOf(res);
      const read = () => productLife(deps, storefront, productIn(req));
      return readingLive(deps.liveCatalogs, storefront.client_id, read);
    },
    "POST /products/:product/why": async (req, res) => {
      const storefront = storefrontOf(res);
      const body = parseSearch(req.body);
      const explain = () => why(deps.search, storefront, body, productIn(req));
      return readingLive(deps.liveCatalogs, storefront.client_id, explain);
    },
  });
}

const parseRollback = validateBody(closed({ to: Type.String({ maxLength: 255 }) }));
const parseNamed = validateBody(closed({ ids: list(Type.String({ maxLength: 512 }), { maxItems: 1_000 }) }));
const parseSearch = validateBody(SEARCH_REQUEST);

const idOf = (req: Request): number => integerOf(req.params, "id") as number;

const MAX_PRODUCT_LENGTH = 512;

function productIn(req: Request): string {
  const product = textOf(req.params, "product") ?? "";
  if (Buffer.byteLength(product) > MAX_PRODUCT_LENGTH) {
    throw validationError("product", `product: expected at most ${MAX_PRODUCT_LENGTH} bytes`);
  }
  return product;
}

/** Returns a page of a job's errors, or all errors of the job as CSV. */
async function errors({ engine, payloads }: CatalogRoutesDeps, req: Request, res: Response): Promise<unknown> {
  const job = await ownJob(engine, storefrontOf(res).client_id, idOf(req));
  if (textOf(req.query, "format") !== "csv") {
    return rejectedLines(payloads, job.id, integerOf(req.query, "skip") ?? 0);
  }
  const list = await payloads.read(errorListName(job.id));
  if (list === undefined)
    throw new ServiceError("not_found", `the list of errors of import ${job.id} is no longer stored`);
  const columns = ["line", "product_identifier", "field", "reason"];
  return sendCsv(res, `job-${job.id}-errors`, columns, allRejectedLines(list));
}
