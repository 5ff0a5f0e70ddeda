import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { shopperHash } from "../../src/behaviour/queries/observe.js";
import type { Engine } from "../../src/engine/engine.js";
import { getMapping, listIndices, refresh } from "../../src/engine/indices.js";
import { scan } from "../../src/engine/point-in-time.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { markOf } from "../../src/search/paging/state.js";
import { shopperId } from "../../src/tracking/shopper-id.js";

/** Texts that identify a shopper and for which all stored data is searched. */
export interface Traces {
  readonly clientId: string;
  readonly devices: readonly string[];
  readonly users: readonly string[];
  /** Texts that identify the shopper: session ids, search words, addresses and order numbers. */
  readonly texts: readonly string[];
}

function looker(traces: Traces) {
  const needles = [...needlesOf(traces)];
  const found = new Set<string>();
  const look = (where: string, text: string) => {
    for (const needle of needles) if (text.includes(needle)) found.add(`${where}: ${needle}`);
  };
  return { look, found };
}

/**
 * Returns a text in plain, URL-encoded and base64 form. There are three base64 forms, one for each alignment of the
 * bytes.
 */
function spellings(text: string): string[] {
  const aligned = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64url");
    // The first and last base64 characters depend on the adjacent text, so they are removed.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -2);
  });
  return [
    text,
    encodeURIComponent(text),
    ...aligned,
    ...aligned.map((one) => one.replaceAll("-", "+").replaceAll("_", "/")),
  ];
}

/** Texts to search for: plain texts in every encoding, and the hashes computed from shopper ids. */
function needlesOf({ clientId, devices, users, texts }: Traces): ReadonlySet<string> {
  const named = [
    ...devices.map((id) => shopperId({ client_id: clientId, kind: "device", id })),
    ...users.map((id) => shopperId({ client_id: clientId, kind: "user", id })),
  ];
  const hashes = [
    ...named.map(markOf),
    ...devices.map((device) => shopperHash(clientId, device)),
    ...[...devices, ...users].map((id) => createHash("sha256").update(id).digest("base64url")),
  ];
  return new Set([...[...devices, ...users, ...texts].flatMap(spellings), ...hashes]);
}

const DOC_VALUES = new Set(["keyword", "long", "integer", "short", "byte", "double", "float", "date", "boolean"]);
const FIELDS_AT_ONCE = 50;

interface Mapping {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Mapping>>;
}

/** Fields with doc values, which are stored in addition to the source. */
function fieldsIn({ properties = {} }: Mapping, before = ""): string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    ...(DOC_VALUES.has(field.type ?? "") ? [before + name] : []),
    ...(field.type === "nested" ? [] : fieldsIn(field, `${before}${name}.`)),
  ]);
}

/**
 * Reports all traces of a shopper in an installation: in the sources and doc values of all indices, and in all files of
 * a folder. The id of a tombstone (a document that blocks late events of an erased shopper) does not count as a trace.
 */
export async function findTraces(engine: Engine, dataDir: string, traces: Traces): Promise<string[]> {
  const { look, found } = looker(traces);
  for (const index of await listIndices(engine, `${engine.prefix}*`)) {
    const kind = index.slice(engine.prefix.length);
    await refresh(engine, index);
    for await (const hits of scan(engine, index, 500)) {
      for (const { _id, _source } of hits) look(kind, JSON.stringify(kind === "taste" ? _source : { _id, _source }));
    }
    const fields = fieldsIn((await getMapping<Mapping>(engine, index)) ?? {});
    for (let start = 0; start < fields.length; start += FIELDS_AT_ONCE) {
      const docvalue_fields = fields.slice(start, start + FIELDS_AT_ONCE);
      const { hits } = await searchDocuments(engine, index, { size: 10_000, _source: false, docvalue_fields });
      for (const hit of hits.hits) look(`${kind} values`, JSON.stringify(hit.fields ?? {}));
    }
  }
  return [...found, ...(await findTracesInFiles(dataDir, traces))].sort();
}

/** Reports all traces of a shopper in the names and contents of files. */
export async function findTracesInFiles(dataDir: string, traces: Traces): Promise<string[]> {
  const { look, found } = looker(traces);
  for (const path of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    look(join("files", path.name), path.name);
    look(join("files", path.name), await readFile(join(path.parentPath, path.name), "latin1"));
  }
  return [...found].sort();
}
