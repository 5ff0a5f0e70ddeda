import { pick } from "stream-json/filters/pick.js";
import { parser } from "stream-json/parser.js";
import { streamArray } from "stream-json/streamers/stream-array.js";
import { streamObject } from "stream-json/streamers/stream-object.js";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ImportError } from "./import-error.js";
import type { Json } from "../../../src/catalog/product-document.js";
import type { JsonList } from "./json-lists.js";
import { isObject, type JsonRecord } from "./json-object.js";
import { withBoundedRecords } from "./text-source.js";

/**
 * Whether a file is JSON Lines (one object per line). A file with a single line that contains a list of objects is not
 * JSON Lines.
 */
export function isJsonLines(head: string): boolean {
  const [first = "", second = ""] = head
    .replace(/^\ufeff/, "")
    .trim()
    .split("\n", 2);
  const object = parsed(first);
  if (!isObject(object)) return false;
  return second === "" ? !holdsObjects(object) : second.trimStart().startsWith("{");
}

const holdsObjects = (node: unknown): boolean =>
  Array.isArray(node) ? node.some(isObject) : isObject(node) && Object.values(node).some(holdsObjects);

/**
 * Reads the objects from JSON Lines or from a list in a JSON document.
 * @param list path of the list; the first array by default
 * @throws {ImportError} with the position if the JSON has a syntax error
 */
export async function* jsonRecords(
  text: AsyncIterable<string>,
  lines: boolean,
  list?: JsonList,
): AsyncGenerator<JsonRecord> {
  const { pieces, ended } = withBoundedRecords(text);
  for await (const record of lines ? ofLines(pieces) : ofList(pieces, list)) {
    ended();
    yield record;
  }
}

async function* ofLines(pieces: AsyncIterable<string>): AsyncGenerator<JsonRecord> {
  let at = 0;
  for await (const line of linesOf(pieces)) {
    at += 1;
    if (line.trim() === "") continue;
    const value = parsed(line);
    if (!isObject(value)) throw new ImportError(`line ${at}: expected a JSON object`);
    yield { at, value };
  }
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

async function* ofList(pieces: AsyncIterable<string>, list: JsonList | undefined): AsyncGenerator<JsonRecord> {
  const tokens = parser.asStream({ streamKeys: false, streamStrings: false, streamNumbers: false });
  const start = list?.kind === "object" ? "startObject" : "startArray";
  const isAt = (stack: readonly unknown[]) => list === undefined || (stack.length === list.path.length && list.path.every((name, at) => name === stack[at])); // prettier-ignore
  const found = pick.asStream({ filter: (stack, { name }) => name === start && isAt(stack), once: true });
  const values = list?.kind === "object" ? streamObject.asStream() : streamArray.asStream();
  const done = pipeline(Readable.from(pieces), tokens, found, values);
  done.catch(() => undefined);
  let at = 0;
  try {
    for await (const { key, value } of values as AsyncIterable<{ readonly key: unknown; readonly value: Json }>) {
      at += 1;
      if (isObject(value)) yield { at, value: typeof key === "string" ? { id: key, ...value } : value };
      else if (typeof key !== "string") throw new ImportError(`record ${at}: expected a JSON object`);
    }
    await done;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`the file is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
