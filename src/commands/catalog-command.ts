import { randomUUID } from "node:crypto";
import { createLeases } from "../engine/lease.js";
import { rollBack, RollbackError } from "../catalog/ingestion/rollback.js";
import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { CommandError } from "./command-error.js";

/** Longer than any single step below takes, so that the lease need not be renewed. */
const LEASE_SECONDS = 30;

export async function rollbackCatalog(engine: Engine, clientId: string): Promise<string> {
  const leases = createLeases(engine, `command ${randomUUID()}`, LEASE_SECONDS);
  const deps = { engine, leases, liveCatalogs: createLiveCatalogs(engine), now: () => new Date().toISOString() };
  try {
    const { from, to } = await rollBack(deps, clientId);
    return `${clientId} shows ${to} again; ${from} is kept, and the same command goes back to it.`;
  } catch (error) {
    if (error instanceof RollbackError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
