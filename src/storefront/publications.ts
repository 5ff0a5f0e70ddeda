import { randomBytes } from "node:crypto";
import { deleteMatching } from "../engine/by-query.js";
import { getDocument, putDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { configurationChanges } from "./configuration-changes.js";
import type { ConfigurationDocument } from "./configuration.js";

/** A change of a storefront's configuration that came into force, as the engine keeps it. */
export interface Publication extends PublicationEntry {
  readonly before: ConfigurationDocument;
  readonly after: ConfigurationDocument;
}

export interface PublicationEntry {
  readonly id: string;
  readonly client_id: string;
  /** Counts those of a client. */
  readonly number: number;
  /** The id of the one that was in force before; null for the first. */
  readonly previous: string | null;
  /** A person's name, or `key sk_abcde…`. */
  readonly author: string;
  readonly note: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The id of the one that this one takes back. */
  readonly undo_of: string | null;
  /** In how many places the configuration changed. */
  readonly changes: number;
  /** What shoppers lost by it, which its author accepted; absent where that was nothing. */
  readonly accepted_impact?: AcceptedImpact;
}

/** The largest losses that were accepted, and how many there were. */
export interface AcceptedImpact {
  /** Products that could not be found any more, where these were many. */
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
/** Records beyond those asked for, as some may be of publications that never came into force. */
const SPARE = 20;

const indexOf = ({ prefix }: Pick<Engine, "prefix">) => `${prefix}publications`;

/**
 * Writes the record of a publication, before the client names it: a process that dies in between, or loses the race, leaves a
 * record that no later one names as its predecessor, so it is in no history. Whoever tries again writes another: records never
 * change, so that a search which does not see the latest sees no other predecessor.
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

/** Deletes what is older than the newest 1,000. */
export async function trimPublications(engine: Engine, { client_id, number }: PublicationEntry): Promise<void> {
  const old = [{ term: { client_id } }, { range: { number: { lte: number - MAX_KEPT } } }];
  if (number > MAX_KEPT) await deleteMatching(engine, indexOf(engine), { bool: { filter: old } }, MAX_KEPT);
}

/** Undefined when the client has none of that id. It may be one that never came into force: see `isInHistory`. */
export async function getPublication(engine: Engine, clientId: string, id: string): Promise<Publication | undefined> {
  const found = await getDocument<Publication>(engine, indexOf(engine), id);
  return found?.source.client_id === clientId ? found.source : undefined;
}

/**
 * The history of a client, newest first, from one publication backwards.
 * @param from the id of the first one to answer; null for none
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
    // Searches do not see the latest yet.
    next =
      next.previous === null
        ? undefined
        : (known.get(next.previous) ?? (await getPublication(engine, clientId, next.previous)));
  }
  return history;
}

/** Whether a publication has ever been in force. @param from the one that is now */
export async function isInHistory(engine: Engine, clientId: string, from: string | null, id: string): Promise<boolean> {
  return (await readHistory(engine, clientId, from, MAX_KEPT)).some((entry) => entry.id === id);
}

function entryOf(publication: PublicationEntry): PublicationEntry {
  const { before, after, ...entry } = publication as Publication;
  return entry;
}
