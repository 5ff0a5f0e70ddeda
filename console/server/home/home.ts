import type { Router } from "express";
import { validationError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { consoleRoutes } from "../console-routes.js";
import type { ConsoleGuards } from "../guards.js";
import type { Requested } from "../insights/bodies.js";
import { countEverything } from "../insights/counts.js";
import { readRevenue } from "../insights/earnings.js";
import { DAY_MS, dayOf, rangeBefore, startOf } from "../insights/range.js";
import { readSample, type ReportDeps } from "../insights/report.js";
import { createReports } from "../insights/reports.js";
import type { FewClicksRow, QueryRow, RevenueRow } from "../insights/tables.js";
import { integerOf } from "../parameters.js";
import { untilClosed } from "../stream.js";

/**
 * Metric of the most recent days and of the preceding period of the same length. Unknown values and changes are `null`.
 */
export interface Metric {
  readonly value: number | null;
  readonly before: number | null;
  /** Relative change: 0.05 is +5 %. `null` if one of the periods has too little data. */
  readonly change: number | null;
}

/** Revenue in one currency, excluding units without a price. */
export interface RevenueMetric extends Metric {
  /** Upper-case ISO 4217 code of the currency; `null` if unknown. */
  readonly currency: string | null;
}

/** Metrics of typed searches and recommendations. Rates are shares of searches, from 0 to 1. */
export interface HomeReport {
  readonly searches: Metric;
  readonly without_results: Metric;
  readonly click_rate: Metric;
  readonly cart_rate: Metric;
  /** Revenue from searches and from recommendations, with one entry per currency. */
  readonly search_revenue: readonly RevenueMetric[];
  readonly recommendation_revenue: readonly RevenueMetric[];
  /** Searches that mostly have no results, and searches with significantly fewer clicks than usual. */
  readonly to_fix: {
    readonly without_results: readonly (QueryRow & { readonly without_results: number })[];
    readonly few_clicks: readonly FewClicksRow[];
  };
}

export interface HomeDeps extends ReportDeps {
  readonly guards: ConsoleGuards;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

const PERIODS: readonly number[] = [7, 28];
/** Minimum number of searches or sold units that is required to show a rate or a change. */
const MIN_COUNT = 30;
const MAX_TO_FIX = 5;
/**
 * Target number of sampled searches per period. The number is lower than on the Analytics page, because the home page
 * opens after every sign-in.
 */
const TARGET_SEARCHES = 12_000;

/** Route `GET /console/api/home?days`, which returns the metrics of the home page. */
export function homeRoutes(deps: HomeDeps): Router {
  const reports = createReports((requested, _onProgress, signal) => homeReport(deps, requested, signal));
  return consoleRoutes(deps.guards, {
    "GET /": (req, res) => {
      const days = integerOf(req.query, "days") ?? 7;
      if (!PERIODS.includes(days)) throw validationError("days", `days: expected ${PERIODS.join(" or ")}`);
      const { client_id: clientId, configuration } = storefrontOf(res);
      const to = dayOf(deps.now());
      const range = { from: dayOf(startOf(to) - (days - 1) * DAY_MS), to };
      const requested = { clientId, range, currency: configuration.currency };
      return reports.get(requested, () => undefined, untilClosed(res));
    },
  });
}

/**
 * Computes the metrics of a date range that ends today and compares them with the preceding period of equal length.
 * @throws the errors of the engine, and the reason of `signal`
 */
async function homeReport(deps: HomeDeps, requested: Requested, signal: AbortSignal): Promise<HomeReport> {
  const now = await measured(deps, requested, signal);
  const before = await measured(deps, { ...requested, range: rangeBefore(requested.range, deps.now()) }, signal);
  const isEnough = Math.min(now.searches, before.searches) >= MIN_COUNT;
  const compared = (name: "searches" | "without_results" | "click_rate" | "cart_rate") =>
    metric(now[name], before[name], isEnough);
  return {
    searches: compared("searches"),
    without_results: compared("without_results"),
    click_rate: compared("click_rate"),
    cart_rate: compared("cart_rate"),
    search_revenue: revenue(now.revenue("search"), before.revenue("search")),
    recommendation_revenue: revenue(now.revenue("block"), before.revenue("block")),
    to_fix: now.to_fix,
  };
}

async function measured(deps: ReportDeps, requested: Requested, signal: AbortSignal) {
  const { days, frequent } = await countEverything(deps.engine, requested, signal);
  const { sources } = await readRevenue(deps, requested, signal);
  const sampling = [
    { target: TARGET_SEARCHES, ...deps },
    { ...requested, isSearchesOnly: true },
  ] as const;
  const { tally } = await readSample(...sampling, () => undefined, signal);
  const { blocks, few_clicks } = tally.tables();
  const rates = blocks.find(({ kind }) => kind === "search");
  const sum = (name: "searches" | "without_results") => days.reduce((total, day) => total + day[name], 0);
  const searches = sum("searches");
  return {
    searches,
    without_results: searches < MIN_COUNT ? null : sum("without_results") / searches,
    click_rate: rates?.click_rate ?? null,
    cart_rate: rates?.cart_rate ?? null,
    revenue: (from: "search" | "block") => sources.filter(({ source }) => source === from),
    to_fix: {
      without_results: frequent
        .filter(({ searches: all, without_results }) => 2 * without_results > all)
        .sort((one, other) => other.without_results - one.without_results)
        .slice(0, MAX_TO_FIX),
      few_clicks: few_clicks.filter(({ verdict }) => verdict === "less").slice(0, MAX_TO_FIX),
    },
  };
}

const metric = (value: number | null, before: number | null, isEnough: boolean): Metric => ({
  value,
  before,
  change: isEnough && value !== null && before !== null && before > 0 ? value / before - 1 : null,
});

/** Compares the revenue of two periods, separately for each currency. Units without a known price are ignored. */
const revenue = (now: readonly RevenueRow[], before: readonly RevenueRow[]): RevenueMetric[] =>
  [...new Set([...now, ...before].map(({ currency }) => currency))].map((currency) => {
    const [one, other] = [now, before].map((rows) => rows.find((row) => row.currency === currency));
    const isEnough = [one, other].every((row) => row !== undefined && row.units - row.without_price >= MIN_COUNT);
    return {
      currency,
      ...metric(one === undefined ? 0 : one.revenue, other === undefined ? 0 : other.revenue, isEnough),
    };
  });
