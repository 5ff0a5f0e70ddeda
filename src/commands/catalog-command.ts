import { randomUUID } from "node:crypto";
import { createLeases } from "../engine/lease.js";
import { generationsOf, liveGeneration } from "../catalog/ingestion/generations.js";
import { rollBack, RollbackError } from "../catalog/ingestion/rollback.js";
import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { generations } from "../../console/server/catalog/generations.js";
import { columns } from "./output.js";
import { CommandError } from "./command-error.js";
import { reportRules } from "../search/rules/rule-reports.js";
import type { RuleReport } from "../search/rules/check-rules.js";
import { getStorefront } from "../storefront/clients.js";
import type { ProductSource } from "../catalog/product-document.js";
import { headPosition } from "../catalog/kind.js";
import { scan } from "../engine/point-in-time.js";
import { type SynonymCandidate, synonymCandidates } from "../search/vocabulary/candidates.js";
import { collectNames } from "../search/vocabulary/catalogue-names.js";
import { madeSearches } from "../search/vocabulary/made-searches.js";
import { collectReformulations } from "../search/vocabulary/reformulations.js";

/** Longer than any single step below takes, so that the lease need not be renewed. */
const LEASE_SECONDS = 30;

/** A client's generations as a table, or as JSON, the newest first. */
export async function listGenerations(engine: Engine, clientId: string, generationHours: number, json: boolean) {
  const rows = await generations({ engine, generationHours }, clientId);
  if (json) return JSON.stringify(rows);
  if (rows.length === 0) return `${clientId} has no catalogue`;
  return columns([
    ["generation", "", "products", "made", "kept until"],
    ...rows.map(({ index, role, products, created_at, kept_until }) => [
      index,
      role,
      products.toLocaleString("en-US"),
      created_at ?? "not known any more",
      kept_until ?? (role === "kept" ? "nobody pages through it" : ""),
    ]),
  ]).join("\n");
}

/** @param generation its index, or the number of the job that made it; the previous one unless given */
export async function rollbackCatalog(engine: Engine, clientId: string, generation?: string): Promise<string> {
  const leases = createLeases(engine, `command ${randomUUID()}`, LEASE_SECONDS);
  const deps = { engine, leases, liveCatalogs: createLiveCatalogs(engine), now: () => new Date().toISOString() };
  try {
    const known = generation === undefined ? [] : await generationsOf(engine, clientId);
    const wanted = known.find(({ index, ingestion }) => index === generation || String(ingestion) === generation);
    if (generation !== undefined && wanted === undefined) {
      throw new CommandError(
        `${clientId} has no generation ${generation}; vitrine catalog list ${clientId} shows them`,
      );
    }
    const { from, to } = await rollBack(deps, clientId, wanted?.index);
    return `${clientId} shows ${to} again; ${from} is kept, and catalog rollback ${clientId} goes back to it.`;
  } catch (error) {
    if (error instanceof RollbackError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

/** Which rules are in force, match nothing or stand in each other's way, as a table. @throws CommandError */
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

export interface CandidateOptions {
  readonly days: number;
  /** Different devices that must have replaced one word by another. */
  readonly shoppers: number;
  readonly json: boolean;
}

const DAY_MS = 86_400_000;
const PAGE = 200;

/** Synonyms that a merchandiser may want. Nothing is changed. @throws CommandError when there is no such client */
export async function synonymCandidatesCommand(
  engine: Engine,
  clientId: string,
  { days, shoppers, json }: CandidateOptions,
): Promise<string> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
  const { configuration } = storefront;
  const reformulations = collectReformulations();
  for await (const made of madeSearches(engine, clientId, Date.now() - days * DAY_MS)) reformulations.add(made);
  const names = collectNames(headPosition(configuration.language));
  const index = await liveGeneration(engine, clientId);
  if (index !== undefined) {
    for await (const hits of scan<ProductSource>(engine, index, PAGE, { query: { term: { active: true } } })) {
      for (const { _source } of hits) names.observe(_source);
    }
  }
  const found = synonymCandidates(reformulations.substitutions(shoppers), names.pairs(), configuration);
  if (json) return JSON.stringify(found, null, 2);
  if (found.length === 0) return "Nothing found that is not a synonym already.";
  return [...found.map(line), "", "To use some, add them to search.synonyms (vitrine storefront apply)."].join("\n");
}

function line({ rule: { terms, to }, shoppers, products }: SynonymCandidate): string {
  const words = to === undefined ? terms.join(" = ") : `${terms.join(", ")} → ${to.join(", ")}`;
  const why = shoppers > 0 ? `${shoppers} shoppers typed one for the other` : `${products} products are called both`;
  return `${words.padEnd(40)} ${why}`;
}
