import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { searchMany } from "../engine/multi-search.js";
import { productsMatching } from "../catalog/matching/filter-query.js";
import { checkRules, type RuleReport } from "../search/rules/check-rules.js";
import { getStorefront } from "../storefront/clients.js";
import { CommandError } from "./command-error.js";
import { columns } from "./columns.js";

/** Rules that are counted in one call of the engine, and how long it may take for each. */
const BATCH = 50;
const BUDGET_MS = 60_000;

/** Which rules are in force, match nothing or stand in each other's way, as a table. @throws CommandError */
export async function checkRulesCommand(engine: Engine, clientId: string, json: boolean): Promise<string> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
  const live = await createLiveCatalogs(engine).get(clientId);
  const checked = checkRules(storefront.configuration, Date.now());
  const leaves = live?.leaves ?? new Map();
  const bodies = checked.counts
    .flatMap(({ meant, visible }) => [meant, visible])
    .map((filter) => ({ size: 0, track_total_hits: true, query: productsMatching(filter, leaves) }));
  const totals = live === undefined ? [] : await countAll(engine, live.index, bodies);
  const counted = checked.counts.map((_, at) => ({ meant: totals[2 * at] ?? 0, visible: totals[2 * at + 1] ?? 0 }));
  const reports = checked.report(counted, leaves);
  return json ? JSON.stringify(reports, null, 2) : rulesTable(reports);
}

async function countAll(engine: Engine, index: string, bodies: readonly object[]): Promise<number[]> {
  const totals: number[] = [];
  for (let from = 0; from < bodies.length; from += BATCH) {
    for (const answer of await searchMany(engine, index, bodies.slice(from, from + BATCH), BUDGET_MS)) {
      if (answer.outcome === "failed") throw new CommandError(`a rule cannot be counted: ${answer.reason}`);
      totals.push(answer.response.hits.total.value);
    }
  }
  return totals;
}

export function rulesTable(reports: readonly RuleReport[]): string {
  if (reports.length === 0) return "There are no rules.";
  const rows = reports.map(({ key, action, state, products, remarks }) => {
    return [key, action, state, String(products), remarks.join("; ") || "–"];
  });
  const troubled = reports.filter(({ remarks }) => remarks.length > 0).length;
  const ended = reports.filter(({ state }) => state === "ended").length;
  const count = (number: number, what: string) => `${number} ${what}`;
  return [
    ...columns([["rule", "action", "state", "products", "remarks"], ...rows]),
    "",
    `${count(reports.length, reports.length === 1 ? "rule" : "rules")}: ${count(troubled, "with remarks")}, ${count(ended, "ended")}`,
  ].join("\n");
}
