import type { Request, Router } from "express";
import pLimit from "p-limit";
import Type from "typebox";
import { validationError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed, list } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { sendCsv } from "../csv.js";
import { consoleRoutes } from "../console-routes.js";
import type { ConsoleGuards } from "../guards.js";
import { rulesEarned, type RulesEarnedDeps } from "../earned/rules-earned.js";
import { textOf } from "../parameters.js";
import { streamed, untilClosed } from "../stream.js";
import type { Requested } from "./bodies.js";
import { MAX_PRODUCTS, productMetrics } from "./product-metrics.js";
import { rangeOf } from "./range.js";
import { insightsReport, type ReportDeps } from "./report.js";
import { createReports } from "./reports.js";
import { COLUMNS, type TableName } from "./tables.js";

export interface InsightsRoutesDeps extends ReportDeps, RulesEarnedDeps {
  readonly liveCatalogs: ReportDeps["liveCatalogs"];
  readonly guards: ConsoleGuards;
}

const parseProducts = validateBody(
  closed({ ids: list(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: MAX_PRODUCTS }) }),
);

/** Routes below `/console/api/insights?from&to`: the report as a stream, and each of its tables as a CSV file. */
export function insightsRoutes(deps: InsightsRoutesDeps): Router {
  const reports = createReports((requested, onProgress, signal) => insightsReport(deps, requested, onProgress, signal));
  const oneAtATime = pLimit(1);
  return consoleRoutes(deps.guards, {
    "POST /": async (req, res) => {
      const requested = requestedBy(storefrontOf(res), req, deps.now());
      await streamed(res, (onProgress, signal) => reports.get(requested, onProgress, signal));
    },
    "POST /rules": async (_req, res) => {
      await streamed(res, (onProgress, signal) =>
        oneAtATime(() => rulesEarned(deps, storefrontOf(res), onProgress, signal)),
      );
    },
    "POST /products": (req, res) => {
      const { ids } = parseProducts(req.body);
      return productMetrics(deps, storefrontOf(res), ids);
    },
    "GET /:table.csv": async (req, res) => {
      const table = tableIn(req);
      const requested = requestedBy(storefrontOf(res), req, deps.now());
      const { range } = requested;
      const report = await reports.get(requested, () => undefined, untilClosed(res));
      await sendCsv(res, `${table.replaceAll("_", "-")}-${range.from}-to-${range.to}`, COLUMNS[table], report[table]);
    },
  });
}

const requestedBy = ({ client_id, configuration }: Storefront, { query }: Request, now: number): Requested => ({
  clientId: client_id,
  range: rangeOf(query, now),
  currency: configuration.currency,
});

function tableIn(req: Request): TableName {
  const name = textOf(req.params, "table") ?? "";
  if (Object.hasOwn(COLUMNS, name)) return name as TableName;
  throw validationError("table", `table: expected one of ${Object.keys(COLUMNS).join(", ")}`);
}
