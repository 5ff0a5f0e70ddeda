import { randomUUID } from "node:crypto";
import { createLeases } from "../engine/lease.js";
import { generationsOf } from "../catalog/ingestion/generations.js";
import { rollBack, RollbackError } from "../catalog/ingestion/rollback.js";
import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { generations } from "../../console/server/catalog/generations.js";
import { columns } from "./output.js";
import { CommandError } from "./command-error.js";

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
      kept_until ?? (role === "kept" ? "the next job deletes it" : ""),
    ]),
  ]).join("\n");
}

/** @param generation the name of its index, or the number of the job that made it; the previous one unless given */
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
