import { Router, type Request } from "express";
import { validationError } from "../../../src/errors.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { sendCsv } from "../csv.js";
import type { ConsoleGuards } from "../guards.js";
import { textOf } from "../parameters.js";
import { streamed, untilClosed } from "../stream.js";
import { rangeOf } from "./range.js";
import { insightsReport, type ReportDeps } from "./report.js";
import { createReports } from "./reports.js";
import { COLUMNS, type TableName } from "./tables.js";

export interface InsightsRoutesDeps extends ReportDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly guards: ConsoleGuards;
}

/** `/console/api/insights?from&to`: what shoppers did, whole as a stream, and each of its tables as a CSV file. */
export function insightsRoutes(deps: InsightsRoutesDeps): Router {
  const router = Router();
  const reports = createReports((asked, onProgress, signal) => insightsReport(deps, asked, onProgress, signal));
  router
    .route("/")
    .post(...deps.guards.write, async (req, res) => {
      const asked = { clientId: storefrontOf(res).client_id, range: rangeOf(req.query, deps.now()) };
      await streamed(res, (onProgress, signal) => reports.get(asked, onProgress, signal));
    })
    .all(methodNotAllowed("POST"));
  router
    .route("/:table.csv")
    .get(...deps.guards.read, async (req, res) => {
      const table = tableIn(req);
      const range = rangeOf(req.query, deps.now());
      const asked = { clientId: storefrontOf(res).client_id, range };
      const report = await reports.get(asked, () => undefined, untilClosed(res));
      await sendCsv(res, `${table.replaceAll("_", "-")}-${range.from}-to-${range.to}`, COLUMNS[table], report[table]);
    })
    .all(methodNotAllowed("GET"));
  return router;
}

function tableIn(req: Request): TableName {
  const name = textOf(req.params, "table") ?? "";
  if (Object.hasOwn(COLUMNS, name)) return name as TableName;
  throw validationError("table", `table: expected one of ${Object.keys(COLUMNS).join(", ")}`);
}
