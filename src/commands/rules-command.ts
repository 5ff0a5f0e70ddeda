import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { columns } from "./output.js";
import { CommandError } from "./command-error.js";
import { reportRules } from "../search/rules/rule-reports.js";
import type { RuleReport } from "../search/rules/check-rules.js";
import { getStorefront } from "../storefront/clients.js";

/** A table of rules: which are in force, match nothing or want a position that another pin has. @throws CommandError */
export async function checkRulesCommand(engine: Engine, clientId: string, json: boolean): Promise<string> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
  const live = await createLiveCatalogs(engine).get(clientId);
  const reports = await reportRules(engine, live, storefront.configuration, Date.now());
  return json ? JSON.stringify(reports, null, 2) : rulesTable(reports);
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
