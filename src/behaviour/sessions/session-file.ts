import { open, type FileHandle } from "node:fs/promises";
import { unlessGone, writePrivateFile } from "../../part-file.js";
import { MAX_TAGS } from "../device-tag.js";
import { MINUTE_MS } from "./ended-sessions.js";
import { MAX_VISITS } from "./running-sessions.js";
import type { ReturnCounts } from "./return-rates.js";
import { MIN_VISITS, type SessionIndex } from "./session-index.js";
import { newStorefrontSessions, type StorefrontSessions } from "./product-numbers.js";

/** Says what the file is, of which version and in which order of bytes: another one is as good as none. */
const MAGIC = 0x56_53_53_03;
/** The magic, and the length of the head in slots. */
const PREFIX_SLOTS = 2;
const SLOT_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** The first part of the file, as JSON padded with blanks. */
interface Head<P> {
  /** The position up to which events had been read. */
  readonly position: P;
  readonly saved: SavedSessions;
}

/**
 * Writes all sessions of an index, the running ones ended, to a file, which appears whole or not at all.
 * @param position any JSON, to be had back with the sessions
 * @throws errors of the file system as they are, and what `signal` was aborted with
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
 * Fills an empty index with the sessions of a file.
 * @param accepts whether sessions can continue from that position; called before anything is read
 * @returns the position they were written with; undefined where there is no file, or it is not accepted
 * @throws RangeError, SyntaxError, TypeError for a file that is damaged, and errors of the file system; the index is
 * empty then
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
      throw new RangeError(`expected a head of at most ${size} bytes, got ${headSlots * SLOT_BYTES}`);
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
    if (batch?.length !== slots) throw new RangeError(`expected a batch of saved sessions, of ${slots} numbers`);
    yield batch;
  }
}

/** From where the file was read last, as many as there are; bytes that are no whole slot at its end are left out. */
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

/** A session index as it is saved, without the key of device tags. */
export interface SavedSessions {
  readonly storefronts: readonly {
    readonly client_id: string;
    readonly returns: ReturnCounts;
    /** Tags of the devices that returns were learnt from last. */
    readonly lately: readonly number[];
  }[];
  /** By number, from 1: the place of its storefront, and its identifier; null where the number is not in use. */
  readonly products: readonly (readonly [storefront: number, name: string] | null)[];
  /** How many all batches have. */
  readonly sessions: number;
}

/** Of a record before its visits: how many they are, when the last one was, in minutes since 1970, and the device's tag. */
const RECORD_HEAD = 3;
/** Of a batch and its length before it: about 10 ms of reading, and larger than the largest record. */
const BATCH_SLOTS = 262_144;

/**
 * Prepares the sessions for saving, without names: running sessions are saved as ended. A batch is how many numbers follow, and
 * for each session, the one that ended first first, its visits, the minute of its last one, the tag of its device, and its
 * products.
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
 * Fills an empty index with what was saved of another, which may have had other limits: as far as there is room, the latest
 * sessions stay.
 * @param batches without their lengths; they are changed
 * @throws RangeError for what no index has saved; the index is empty then
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
 * Opens all products, each as if it had one session more, so that none loses its number while sessions come and go.
 * @returns by saved number the product's number now, 0 where it was not in use
 */
function openProducts(index: SessionIndex, { storefronts, products }: SavedSessions): Int32Array {
  const unknownShopper = products.find((product) => product !== null && storefronts[product[0]] === undefined);
  if (unknownShopper != null)
    throw new RangeError(`expected one of ${storefronts.length} storefronts, got ${unknownShopper[0]}`);
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
    throw new RangeError(`expected a tag of 1 to ${MAX_TAGS} in a saved session, got ${tag}`);
  let storefront: StorefrontSessions | undefined;
  for (let slot = RECORD_HEAD; slot < record.length; slot += 1) {
    const number = numbers[record[slot]!] ?? 0;
    storefront ??= products.ownerOf(number);
    if (storefront === undefined || products.ownerOf(number) !== storefront) {
      throw new RangeError(`expected products of one storefront in a saved session, got number ${record[slot]}`);
    }
    record[slot] = number;
  }
  index.addEnded(storefront as StorefrontSessions, record, RECORD_HEAD, visits, { at: minute * MINUTE_MS, tag });
}
