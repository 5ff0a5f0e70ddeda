import { open, type FileHandle } from "node:fs/promises";
import { unlessGone, writePrivateFile } from "../../part-file.js";
import { MAX_TAGS } from "../device-tag.js";
import { MINUTE_MS } from "./ended-sessions.js";
import { MAX_VISITS } from "./running-sessions.js";
import type { ReturnCounts } from "./return-rates.js";
import { MIN_VISITS, type SessionIndex } from "./session-index.js";
import { newStorefrontSessions, type StorefrontSessions } from "./product-numbers.js";

/** File signature: identifies the format, version and byte order. Files with another signature are ignored. */
const MAGIC = 0x56_53_53_03;
/** Number of slots before the file header. These slots contain the file signature and the header length in slots. */
const PREFIX_SLOTS = 2;
const SLOT_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** The header of a session file: JSON, padded with spaces. */
interface Head<P> {
  /** The position up to which events had been read. */
  readonly position: P;
  readonly saved: SavedSessions;
}

/**
 * Ends the running sessions of an index, and writes all sessions to a file atomically.
 * @param position JSON that `readSessions` returns
 * @throws the errors of the file system, or the abort reason of `signal`
 */
export async function writeSessions(
  path: string,
  index: SessionIndex,
  position: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const { batches, ...saved } = saveSessions(index);
  await writePrivateFile(path, async (file) => {
    await file.writeFile(prefixed(JSON.stringify({ position, saved } satisfies Head<unknown>)));
    for (const { buffer, byteOffset, byteLength } of batches) {
      signal?.throwIfAborted();
      await file.writeFile(new Uint8Array(buffer, byteOffset, byteLength));
    }
    await file.sync();
  });
}

/**
 * Loads the sessions of a file into an empty index.
 * @param accepts returns whether sessions can continue from the saved position; it is called before sessions are read
 * @returns the saved position, or undefined if there is no file or its position is not accepted
 * @throws {RangeError}, SyntaxError or TypeError for a damaged file, or file system errors; the index remains empty
 */
export async function readSessions<P>(
  path: string,
  index: SessionIndex,
  accepts: (position: P) => boolean,
): Promise<P | undefined> {
  const file = await open(path).catch(unlessGone);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const [magic, headSlots = 0] = await readSlots(file, PREFIX_SLOTS);
    if (magic !== MAGIC) return undefined;
    if (headSlots < 0 || headSlots * SLOT_BYTES > size) {
      throw new RangeError(`expected a session file header of at most ${size} bytes, got ${headSlots * SLOT_BYTES}`);
    }
    const head = await readSlots(file, headSlots);
    const { position, saved } = JSON.parse(Buffer.from(head.buffer).toString()) as Head<P>;
    if (!accepts(position)) return undefined;
    await restoreSessions(index, saved, batchesIn(file));
    return position;
  } finally {
    await file.close();
  }
}

function prefixed(json: string): Buffer {
  const slots = Math.ceil(Buffer.byteLength(json) / SLOT_BYTES);
  const bytes = Buffer.alloc((PREFIX_SLOTS + slots) * SLOT_BYTES, " ");
  bytes.write(json, PREFIX_SLOTS * SLOT_BYTES);
  new Int32Array(bytes.buffer, bytes.byteOffset, PREFIX_SLOTS).set([MAGIC, slots]);
  return bytes;
}

async function* batchesIn(file: FileHandle): AsyncGenerator<Int32Array> {
  for (;;) {
    const [slots] = await readSlots(file, 1);
    if (slots === undefined) return;
    const batch = slots > 0 && slots < BATCH_SLOTS ? await readSlots(file, slots) : undefined;
    if (batch?.length !== slots)
      throw new RangeError(`expected ${slots} numbers in a batch of saved sessions, got an incomplete batch`);
    yield batch;
  }
}

/** Reads up to `slots` slots from the current position of the file. An incomplete slot at the end of the file is dropped. */
async function readSlots(file: FileHandle, slots: number): Promise<Int32Array> {
  const bytes = new Uint8Array(slots * SLOT_BYTES);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return new Int32Array(bytes.buffer, 0, Math.floor(read / SLOT_BYTES));
}

/** A saved session index, without the secret for device tags. */
export interface SavedSessions {
  readonly storefronts: readonly {
    readonly client_id: string;
    readonly returns: ReturnCounts;
    /** Tags of the devices whose sessions most recently changed the return rates. */
    readonly lately: readonly number[];
  }[];
  /** Index of the storefront and product identifier, by product number from 1. Unused numbers are null. */
  readonly products: readonly (readonly [storefront: number, name: string] | null)[];
  /** Number of sessions in all batches. */
  readonly sessions: number;
}

/**
 * Number of slots before the visits of a session record. These slots contain the number of visits, the minute of the last visit since 1970,
 * and the device tag.
 */
const RECORD_HEAD = 3;
/** Maximum number of slots in a batch, which takes about 10 ms to read. The longest session must fit into a batch. */
const BATCH_SLOTS = 262_144;

/**
 * Prepares the sessions of an index for saving, without device names. Ends the running sessions first. A batch starts with the number of
 * slots that follow. The sessions follow in the order in which they ended. A session consists of the number of visits, the minute of the
 * last visit, the device tag, and the product numbers.
 */
export function saveSessions(index: SessionIndex): SavedSessions & { readonly batches: Generator<Int32Array> } {
  index.endAll();
  const positions = new Map([...index.storefronts.values()].map((storefront, position) => [storefront, position]));
  const products = Array.from({ length: index.products.end - 1 }, (_, position) => {
    const owner = index.products.ownerOf(position + 1);
    return owner === undefined ? null : ([positions.get(owner) as number, index.products.name(position + 1)] as const);
  });
  return {
    storefronts: [...index.storefronts].map(([client_id, { returns, lately }]) => ({
      client_id,
      returns: returns.counts(),
      lately: lately.tags(),
    })),
    products,
    sessions: index.ended.count,
    batches: batchesOf(index),
  };
}

function* batchesOf({ ended }: SessionIndex): Generator<Int32Array> {
  const batch = new Int32Array(BATCH_SLOTS);
  let used = 1;
  const filled = () => {
    batch[0] = used - 1;
    return batch.subarray(0, used);
  };
  for (const header of ended.headers()) {
    const visits = ended.visits(header);
    if (used + RECORD_HEAD + visits > BATCH_SLOTS) {
      yield filled();
      used = 1;
    }
    batch[used] = visits;
    batch[used + 1] = ended.endedAt(header) / MINUTE_MS;
    batch[used + 2] = ended.tagOf(header);
    batch.set(ended.items.subarray(header + 1, header + 1 + visits), used + RECORD_HEAD);
    used += RECORD_HEAD + visits;
  }
  if (used > 1) yield filled();
}

/**
 * Loads saved sessions into an empty index. If the sessions exceed the limits of the index, only the latest sessions are loaded.
 * @param batches session records; the arrays are modified
 * @throws {RangeError} for invalid data; the index remains empty
 */
export async function restoreSessions(
  index: SessionIndex,
  saved: SavedSessions,
  batches: AsyncIterable<Int32Array>,
): Promise<void> {
  let numbers: Int32Array | undefined;
  try {
    numbers = openProducts(index, saved);
    await addRecords(index, numbers, saved.sessions, batches);
    closeProducts(index, numbers);
    index.removeForProducts();
  } catch (error) {
    if (numbers !== undefined) closeProducts(index, numbers);
    index.clear();
    throw error;
  }
}

/**
 * Assigns a number to every saved product. Counts one extra session for each product, so that no product number is released during loading.
 * @returns the new product number by saved number, or 0 for unused numbers
 */
function openProducts(index: SessionIndex, { storefronts, products }: SavedSessions): Int32Array {
  const orphan = products.find((product) => product !== null && storefronts[product[0]] === undefined);
  if (orphan != null)
    throw new RangeError(
      `expected a saved product of one of ${storefronts.length} storefronts, got storefront number ${orphan[0]}`,
    );
  const owners = storefronts.map(({ returns, lately }) => newStorefrontSessions(returns, lately));
  storefronts.forEach(({ client_id }, position) =>
    index.storefronts.set(client_id, owners[position] as StorefrontSessions),
  );
  const numbers = new Int32Array(products.length + 1);
  products.forEach((product, position) => {
    if (product === null) return;
    const number = index.products.open(owners[product[0]] as StorefrontSessions, product[1]);
    index.products.add(number);
    numbers[position + 1] = number;
  });
  return numbers;
}

function closeProducts(index: SessionIndex, numbers: Int32Array): void {
  for (const number of numbers) if (number > 0) index.products.remove(number);
}

async function addRecords(
  index: SessionIndex,
  numbers: Int32Array,
  expected: number,
  batches: AsyncIterable<Int32Array>,
): Promise<void> {
  let added = 0;
  for await (const slots of batches) {
    for (let start = 0; start < slots.length;) {
      const end = start + RECORD_HEAD + slots[start]!;
      addRecord(index, numbers, slots.subarray(start, end));
      added += 1;
      start = end;
    }
  }
  if (added !== expected) throw new RangeError(`expected ${expected} saved sessions, got ${added}`);
}

function addRecord(index: SessionIndex, numbers: Int32Array, record: Int32Array): void {
  const { products } = index;
  const [visits, minute, tag] = record as unknown as readonly [number, number, number];
  if (visits < MIN_VISITS || visits > MAX_VISITS || record.length !== RECORD_HEAD + visits) {
    throw new RangeError(`expected ${MIN_VISITS} to ${MAX_VISITS} visits of a saved session, got ${visits}`);
  }
  if (tag < 1 || tag > MAX_TAGS)
    throw new RangeError(`expected a device tag from 1 to ${MAX_TAGS} in a saved session, got ${tag}`);
  let storefront: StorefrontSessions | undefined;
  for (let slot = RECORD_HEAD; slot < record.length; slot += 1) {
    const number = numbers[record[slot]!] ?? 0;
    storefront ??= products.ownerOf(number);
    if (storefront === undefined || products.ownerOf(number) !== storefront) {
      throw new RangeError(
        `expected the products of a saved session to belong to one storefront, got product number ${record[slot]}`,
      );
    }
    record[slot] = number;
  }
  index.addEnded(storefront as StorefrontSessions, record, RECORD_HEAD, visits, { at: minute * MINUTE_MS, tag });
}
