import { createHash } from "node:crypto";
import { getDocument, getDocuments, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { emptyQueries, type QueryRecord } from "./record.js";

const indexOf = ({ prefix }: Engine) => `${prefix}query-signals`;

/** Another process may have taken over and be at it. */
const MAX_ROUNDS = 5;

/** What shoppers of a storefront type, in real time. */
export async function readQueries(engine: Engine, clientId: string): Promise<QueryRecord> {
  const found = await getDocument<QueryRecord>(engine, indexOf(engine), clientId);
  return found?.source ?? emptyQueries(clientId);
}

/** Names a state of it: another one whenever more has been learnt. */
export async function queriesState(engine: Engine, clientId: string): Promise<number> {
  const [found] = await getDocuments<QueryRecord>(engine, indexOf(engine), [clientId], { includes: ["client_id"] });
  return found?.seq_no ?? -1;
}

/** Changes it by compare-and-set. @param next what comes back as it was passed is not written @throws Error when others are always faster */
export async function changeQueries(
  engine: Engine,
  clientId: string,
  next: (before: QueryRecord) => QueryRecord,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await getDocument<QueryRecord>(engine, indexOf(engine), clientId);
    const before = found?.source ?? emptyQueries(clientId);
    const after = next(before);
    if (after === before) return;
    if ((await putDocument(engine, indexOf(engine), clientId, after, found ?? "absent")) !== "conflict") return;
  }
  throw new Error(`what shoppers of ${clientId} type is changed by others all the time`);
}

/** Names nobody, and is another one in another storefront. */
export const shopperHash = (clientId: string, deviceId: string): string =>
  createHash("sha256")
    .update(JSON.stringify([clientId, deviceId]))
    .digest("base64url")
    .slice(0, 12);
