import { randomBytes } from "node:crypto";
import { deleteMatching } from "../../../src/engine/by-query.js";
import { putDocument } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";

/** Log entry for an action of a user in the console. */
export interface AuditEntry {
  readonly client_id: string;
  /** Time of the action, in ISO 8601 format and UTC. */
  readonly at: string;
  readonly email: string;
  readonly name: string;
  readonly did: string;
  /** Target of the action; may be empty. */
  readonly what: string;
}

export interface Audit {
  /** Records an entry. Errors are logged instead of thrown, because the action has already been performed. */
  record(entry: AuditEntry): Promise<void>;
  /**
   * Returns a page of log entries, newest first.
   * @param before time of the last entry on the previous page; `undefined` for the first page
   */
  read(clientId: string, before: string | undefined): Promise<readonly AuditEntry[]>;
}

/** Maximum number of log entries per client. The number may be exceeded slightly until older entries are deleted. */
const MOST_KEPT = 5_000;
const TRIM_EVERY = 100;
const PAGE = 100;

export function createAudit(engine: Engine, onFailure: (error: unknown, entry: AuditEntry) => void): Audit {
  const index = `${engine.prefix}audit`;
  let written = 0;

  const newest = (client_id: string, more: object) =>
    searchDocuments<AuditEntry>(engine, index, { sort: [{ at: "desc" }], query: { term: { client_id } }, ...more });

  async function trim(client_id: string) {
    const { hits } = await newest(client_id, { from: MOST_KEPT, size: 1 });
    const last = hits.hits[0]?._source.at;
    if (last === undefined) return;
    const old = { bool: { filter: [{ term: { client_id } }, { range: { at: { lte: last } } }] } };
    await deleteMatching(engine, index, old, MOST_KEPT);
  }

  return {
    async record(entry) {
      try {
        await putDocument(engine, index, randomBytes(12).toString("hex"), entry, "absent", true);
        written += 1;
        if (written % TRIM_EVERY === 1) await trim(entry.client_id);
      } catch (error) {
        onFailure(error, entry);
      }
    },
    async read(client_id, before) {
      const older = before === undefined ? [] : [{ range: { at: { lt: before } } }];
      const query = { bool: { filter: [{ term: { client_id } }, ...older] } };
      return (await newest(client_id, { size: PAGE, query })).hits.hits.map(({ _source }) => _source);
    },
  };
}
