import { setTimeout as delay } from "node:timers/promises";
import { type Engine, EngineError, engineError, EngineUnavailableError, INDEX_GONE, unlessAbsent } from "./engine.js";

/** The version of a document when it was read, used as the precondition of a compare-and-set. */
export interface Version {
  readonly seq_no: number;
  readonly primary_term: number;
}

export interface StoredDocument<T> extends Version {
  readonly id: string;
  readonly source: T;
}

interface GetResponse<T> {
  found?: boolean;
  /** Error of a failed lookup in a multi-get response. It is then unknown whether the document exists. */
  error?: { type: string; reason: string };
  _id: string;
  _seq_no: number;
  _primary_term: number;
  _source: T;
}

const path = (index: string, api: string, id?: string) =>
  `/${encodeURIComponent(index)}/${api}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

/** Reads one document by id in real time (no refresh needed). Undefined if the document or its index does not exist. */
export async function getDocument<T>(
  engine: Engine,
  index: string,
  id: string,
): Promise<StoredDocument<T> | undefined> {
  const hit = await unlessAbsent(engine.call<GetResponse<T>>("get", { method: "GET", path: path(index, "_doc", id) }));
  return hit && storedDocument(hit);
}

const storedDocument = <T>({ _id, _seq_no, _primary_term, _source }: GetResponse<T>): StoredDocument<T> => ({
  id: _id,
  seq_no: _seq_no,
  primary_term: _primary_term,
  source: _source,
});

interface ReadOptions {
  /** Source fields to return; `[]` omits the source. Default: all. */
  readonly includes?: readonly string[];
  /** `searchable` reads the documents as of the last refresh and throws if the index is missing. Default: real-time read. */
  readonly as?: "searchable";
  readonly signal?: AbortSignal;
}

/** Reads many documents by id, in the requested order. Missing documents are undefined. */
export async function getDocuments<T>(
  engine: Engine,
  index: string,
  ids: readonly string[],
  { includes, as, signal }: ReadOptions = {},
): Promise<(StoredDocument<T> | undefined)[]> {
  if (ids.length === 0) return [];
  const querystring = {
    ...(includes?.length === 0 && { _source: false }),
    ...(includes !== undefined && includes.length > 0 && { _source_includes: includes.join(",") }),
    ...(as === undefined ? {} : { realtime: false }),
  };
  const { docs } = await engine.call<{ docs: GetResponse<T>[] }>("mget", {
    method: "POST",
    path: path(index, "_mget"),
    ...(Object.keys(querystring).length === 0 ? {} : { querystring }),
    body: { ids },
    ...(signal === undefined ? {} : { signal }),
  });
  const gone = as === "searchable" ? docs.find(isOfNoIndex)?.error : undefined;
  if (gone !== undefined) throw engineError(404, gone.type, gone.reason);
  return docs.map((hit) => (isFound(hit) ? storedDocument(hit) : undefined));
}

/** Whether the engine found the document. @throws {EngineUnavailableError} if the document's shard did not respond */
function isFound({ found, error }: GetResponse<unknown>): boolean {
  if (error === undefined || error.type === INDEX_GONE) return found === true;
  throw new EngineUnavailableError(`failed to load a document: ${error.type}: ${error.reason}`);
}

const isOfNoIndex = ({ error }: GetResponse<unknown>): boolean => error?.type === INDEX_GONE;

/** Precondition of a write: no precondition, the document does not exist yet, or the document's version is unchanged since it was read. */
export type Precondition = "none" | "absent" | Version;

/**
 * Writes one document durably and makes it visible to searches if `refresh` is set.
 * @returns the new version, or "conflict" if the precondition failed
 */
export async function putDocument(
  engine: Engine,
  index: string,
  id: string,
  source: object,
  precondition: Precondition = "none",
  refresh: boolean | "wait_for" = false,
): Promise<Version | "conflict"> {
  try {
    const response = await engine.call<{ _seq_no: number; _primary_term: number }>("index", {
      method: "PUT",
      path: path(index, "_doc", id),
      querystring: {
        ...(refresh === false ? {} : { refresh }),
        ...(precondition === "none"
          ? {}
          : precondition === "absent"
            ? { op_type: "create" }
            : { if_seq_no: precondition.seq_no, if_primary_term: precondition.primary_term }),
      },
      body: source,
    });
    return { seq_no: response._seq_no, primary_term: response._primary_term };
  } catch (error) {
    if (error instanceof EngineError && error.status === 409) return "conflict";
    throw error;
  }
}

/** Deletes one document; a missing document is not an error. */
export async function deleteDocument(engine: Engine, index: string, id: string): Promise<void> {
  await unlessAbsent(engine.call("delete", { method: "DELETE", path: path(index, "_doc", id) }));
}

/**
 * Deletes a document if it is unchanged since it was read, and refreshes the index.
 * @returns `true` if the document was deleted
 */
export async function deleteUnchanged(
  engine: Engine,
  index: string,
  id: string,
  { seq_no, primary_term }: Version,
): Promise<boolean> {
  const querystring = { refresh: true, if_seq_no: seq_no, if_primary_term: primary_term };
  try {
    await engine.call("delete", { method: "DELETE", path: path(index, "_doc", id), querystring });
    return true;
  } catch (error) {
    if (error instanceof EngineError && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
}

/** Returns the next integer of a named sequence. Values start at 1 and are unique and increasing across processes. */
export async function nextInSequence(engine: Engine, index: string, name: string): Promise<number> {
  const response = await engine.call<{ get: { _source: { value: number } } }>("update", {
    method: "POST",
    path: path(index, "_update", name),
    querystring: { _source: true, retry_on_conflict: 50 },
    body: { script: { source: "ctx._source.value += 1", lang: "painless" }, upsert: { value: 1 } },
  });
  return response.get._source.value;
}

const ATTEMPTS = 20;
const PAUSE_MS = 5;

interface ChangeOptions {
  readonly refresh?: boolean;
}

/**
 * Changes one document by compare-and-set: reads it in real time, computes the new document with `next` and writes it.
 * Repeats these steps if another process wrote in between.
 * @param next receives undefined if the document does not exist; an unchanged or undefined result is not written
 * @returns the current document
 * @throws {EngineUnavailableError} after repeated conflicts; errors of `next` are thrown unchanged
 */
export async function changeDocument<T extends object, Next extends T | undefined>(
  engine: Engine,
  index: string,
  id: string,
  next: (before: T | undefined) => Next | Promise<Next>,
  { refresh = false }: ChangeOptions = {},
): Promise<Next> {
  let after: Next | undefined;
  await untilWritten(`document ${id} of ${index}`, async () => {
    const found = await getDocument<T>(engine, index, id);
    after = await next(found?.source);
    if (after === undefined || after === found?.source) return true;
    return isWritten(await putDocument(engine, index, id, after, found ?? "absent", refresh));
  });
  return after as Next;
}

const isWritten = (outcome: Version | "conflict") => outcome !== "conflict";

/**
 * Repeats a compare-and-set with growing pauses until it succeeds without a conflict.
 * @param attempt reads, changes and writes; resolves to true if every write succeeded
 * @throws {EngineUnavailableError} after repeated conflicts
 */
export async function untilWritten(what: string, attempt: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ATTEMPTS; round += 1) {
    if (round > 0) await delay(PAUSE_MS * round * Math.random());
    if (await attempt()) return;
  }
  throw new EngineUnavailableError(`failed to update ${what}, because of concurrent changes`);
}
