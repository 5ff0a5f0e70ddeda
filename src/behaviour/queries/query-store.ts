import { createHash } from "node:crypto";
import { changeDocument, getDocument, getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { emptyQueries, withoutShoppers, type LearnedQuery, type QueryRecord } from "./query-record.js";

const indexOf = ({ prefix }: Engine) => `${prefix}query-signals`;

/** Reads the queries that shoppers of a storefront typed, in real time. */
export async function readQueries(engine: Engine, clientId: string): Promise<QueryRecord> {
  const found = await getDocument<QueryRecord>(engine, indexOf(engine), clientId);
  return found?.source ?? emptyQueries(clientId);
}

/** Names a state of it: another one whenever more has been learnt. */
export async function queriesState(engine: Engine, clientId: string): Promise<number> {
  const [found] = await getDocuments<QueryRecord>(engine, indexOf(engine), [clientId], { includes: ["client_id"] });
  return found?.seq_no ?? -1;
}

/** Changes it by compare-and-set. @param next what comes back as it was passed is not written @throws EngineUnavailableError when others are always faster */
export async function changeQueries(
  engine: Engine,
  clientId: string,
  next: (before: QueryRecord) => QueryRecord | Promise<QueryRecord>,
): Promise<void> {
  const empty = emptyQueries(clientId);
  await changeDocument(engine, indexOf(engine), clientId, async (stored: QueryRecord | undefined) => {
    const after = await next(stored ?? empty);
    return after === empty ? undefined : after;
  });
}

/**
 * Takes devices out of what is typed. It is written even where none of them is in it: whoever learns from one of them at the
 * same time then has to look again, and meets its tombstone.
 * @returns how many queries nobody else has typed, which are gone, and how many stay without them
 */
export async function removeShoppers(
  engine: Engine,
  clientId: string,
  devices: readonly string[],
): Promise<{ readonly removed: number; readonly anonymized: number }> {
  const hashes = new Set(devices.map((device) => shopperHash(clientId, device)));
  let counts = { removed: 0, anonymized: 0 };
  await changeQueries(engine, clientId, (before) => {
    const after = withoutShoppers(before, hashes);
    const removed = before.queries.length - after.queries.length;
    const touched = before.queries.filter((query) => names(query, hashes)).length;
    counts = { removed, anonymized: touched - removed };
    return after;
  });
  return counts;
}

const names = ({ shoppers, last_search, last_choice, chosen }: LearnedQuery, hashes: ReadonlySet<string>): boolean =>
  [...shoppers, last_search, last_choice, ...(chosen?.shoppers ?? [])].some((one) => one !== null && hashes.has(one));

/** A hash of the shopper, different in each storefront. */
export const shopperHash = (clientId: string, deviceId: string): string =>
  createHash("sha256")
    .update(JSON.stringify([clientId, deviceId]))
    .digest("base64url")
    .slice(0, 12);
