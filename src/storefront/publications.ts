import { randomBytes } from "node:crypto";
import { deleteMatching } from "../engine/by-query.js";
import { getDocument, putDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { configurationChanges } from "./configuration-changes.js";
import type { ConfigurationDocument } from "./configuration.js";

/** A published change of a storefront's configuration, as stored in the engine. */
export interface Publication extends PublicationEntry {
  readonly before: ConfigurationDocument;
  readonly after: ConfigurationDocument;
}

export interface PublicationEntry {
  readonly id: string;
  readonly client_id: string;
  /** Number of the publication; the publications of a client are numbered consecutively. */
  readonly number: number;
  /** Id of the preceding publication; null for the first publication. */
  readonly previous: string | null;
  /** Author: a person's name, or the prefix of a private key, such as `key sk_abcde…`. */
  readonly author: string;
  readonly note: string;
  /** Time of the publication, as an ISO 8601 timestamp in UTC. */
  readonly at: string;
  /** Id of the publication that this publication reverts, if any. */
  readonly undo_of: string | null;
  /** Number of settings that the publication changed. */
  readonly changes: number;
  /** Impact on shoppers that the author accepted; absent for publications without impact. */
  readonly accepted_impact?: AcceptedImpact;
}

/** Impact of a publication on shoppers, accepted by the author: the most affected listings, and the number of all affected listings. */
export interface AcceptedImpact {
  /** Number of products that shoppers can no longer find, and number of all products; null for at most a tenth of all products. */
  readonly hidden: { readonly products: number; readonly of: number } | null;
  readonly listings: readonly {
    readonly name: string;
    readonly products: number;
    readonly left: number;
  }[];
  readonly count: number;
}

export interface PublicationNote {
  readonly author: string;
  readonly note?: string;
  readonly undo_of?: string | null;
}

const MAX_KEPT = 1_000;
/** Number of additional records to fetch, because some records belong to publications that never went live. */
const SPARE = 20;

const indexOf = ({ prefix }: Pick<Engine, "prefix">) => `${prefix}publications`;

/**
 * Writes the record of a publication before the client document refers to it. If the process crashes or a concurrent publication succeeds
 * first, no client document refers to the record, and the record is not part of the history. A retry writes a new record. Records never
 * change, so a search that misses the latest record still sees the correct predecessors.
 */
export async function recordPublication(
  engine: Engine,
  given: Omit<Publication, "id" | "number" | "changes">,
): Promise<Publication> {
  const id = randomBytes(12).toString("hex");
  const previous = given.previous === null ? undefined : await getPublication(engine, given.client_id, given.previous);
  const changes = configurationChanges(given.before, given.after).length;
  const publication: Publication = { ...given, id, number: (previous?.number ?? 0) + 1, changes };
  await putDocument(engine, indexOf(engine), id, publication);
  return publication;
}

/** Deletes all but the newest 1,000 publications of a client. */
export async function trimPublications(engine: Engine, { client_id, number }: PublicationEntry): Promise<void> {
  const old = [{ term: { client_id } }, { range: { number: { lte: number - MAX_KEPT } } }];
  if (number > MAX_KEPT) await deleteMatching(engine, indexOf(engine), { bool: { filter: old } }, MAX_KEPT);
}

/**
 * Returns a publication by its id; undefined if the client has no publication with this id. The publication may never have gone live, see
 * `isInHistory`.
 */
export async function getPublication(engine: Engine, clientId: string, id: string): Promise<Publication | undefined> {
  const found = await getDocument<Publication>(engine, indexOf(engine), id);
  return found?.source.client_id === clientId ? found.source : undefined;
}

/**
 * Returns the publications of a client, newest first, starting from a given publication.
 * @param from id of the first publication to return; null returns an empty list
 */
export async function readHistory(
  engine: Engine,
  clientId: string,
  from: string | null,
  limit: number,
): Promise<PublicationEntry[]> {
  const first = from === null ? undefined : await getPublication(engine, clientId, from);
  if (first === undefined) return [];
  const filter = [{ term: { client_id: clientId } }, { range: { number: { lt: first.number } } }];
  const { hits } = await searchDocuments<PublicationEntry>(engine, indexOf(engine), {
    size: limit + SPARE,
    sort: [{ number: "desc" }],
    query: { bool: { filter } },
    _source: { excludes: ["before", "after"] },
  });
  const known = new Map(hits.hits.map(({ _source }) => [_source.id, _source]));
  const history: PublicationEntry[] = [];
  for (let next: PublicationEntry | undefined = first; next !== undefined && history.length < limit;) {
    history.push(entryOf(next));
    // The latest records may not be searchable yet and are therefore read by id.
    next =
      next.previous === null
        ? undefined
        : (known.get(next.previous) ?? (await getPublication(engine, clientId, next.previous)));
  }
  return history;
}

/**
 * Returns whether a publication has ever been live. The search starts at the live publication.
 * @param from identifier of the live publication
 */
export async function isInHistory(engine: Engine, clientId: string, from: string | null, id: string): Promise<boolean> {
  return (await readHistory(engine, clientId, from, MAX_KEPT)).some((entry) => entry.id === id);
}

function entryOf(publication: PublicationEntry): PublicationEntry {
  const { before, after, ...entry } = publication as Publication;
  return entry;
}
