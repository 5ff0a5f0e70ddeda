import { MAX_TAGS } from "../device-tag.js";
import { MINUTE_MS } from "./ended-sessions.js";
import { MAX_VISITS } from "./running-sessions.js";
import type { ReturnCounts } from "./return-rates.js";
import { MIN_VISITS, type SessionIndex } from "./session-index.js";
import { newStorefrontSessions, type StorefrontSessions } from "./storefront-sessions.js";

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
  /** How many `records` has. */
  readonly sessions: number;
}

/** Of a record before its visits: how many they are, when the last one was, in minutes since 1970, and the device's tag. */
const RECORD_HEAD = 3;
/** About 10 ms of reading, and larger than the largest record. */
const BATCH_SLOTS = 262_144;

/**
 * Prepares the sessions for saving, without names: running sessions are saved as ended. The records are numbers, a few
 * at a time: for each session, the one that ended first first, its visits, the minute of its last one, the tag of its
 * device, and its products.
 */
export function saveSessions(index: SessionIndex): SavedSessions & { readonly records: Generator<Int32Array> } {
  index.endAll();
  const places = new Map([...index.storefronts.values()].map((storefront, place) => [storefront, place]));
  const products = Array.from({ length: index.products.end - 1 }, (_, place) => {
    const owner = index.products.ownerOf(place + 1);
    return owner === undefined ? null : ([places.get(owner) as number, index.products.name(place + 1)] as const);
  });
  return {
    storefronts: [...index.storefronts].map(([client_id, { returns, lately }]) => ({
      client_id,
      returns: returns.counts(),
      lately: lately.tags(),
    })),
    products,
    sessions: index.ended.count,
    records: recordsOf(index),
  };
}

function* recordsOf({ ended }: SessionIndex): Generator<Int32Array> {
  const batch = new Int32Array(BATCH_SLOTS);
  let used = 0;
  for (const header of ended.headers()) {
    const visits = ended.visits(header);
    if (used + RECORD_HEAD + visits > BATCH_SLOTS) {
      yield batch.subarray(0, used);
      used = 0;
    }
    batch[used] = visits;
    batch[used + 1] = ended.endedAt(header) / MINUTE_MS;
    batch[used + 2] = ended.tagOf(header);
    batch.set(ended.items.subarray(header + 1, header + 1 + visits), used + RECORD_HEAD);
    used += RECORD_HEAD + visits;
  }
  if (used > 0) yield batch.subarray(0, used);
}

/**
 * Fills an empty index with what was saved of another, which may have had other limits: as far as there is room, the latest
 * sessions stay.
 * @param records parts of what was written, cut anywhere; they are changed
 * @throws RangeError for what no index has saved; the index is empty then
 */
export async function restoreSessions(
  index: SessionIndex,
  saved: SavedSessions,
  records: AsyncIterable<Int32Array>,
): Promise<void> {
  let numbers: Int32Array | undefined;
  try {
    numbers = openProducts(index, saved);
    await addRecords(index, numbers, saved.sessions, records);
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
  const stranger = products.find((product) => product !== null && storefronts[product[0]] === undefined);
  if (stranger != null) throw new RangeError(`expected one of ${storefronts.length} storefronts, got ${stranger[0]}`);
  const owners = storefronts.map(({ returns, lately }) => newStorefrontSessions(returns, lately));
  storefronts.forEach(({ client_id }, place) => index.storefronts.set(client_id, owners[place] as StorefrontSessions));
  const numbers = new Int32Array(products.length + 1);
  products.forEach((product, place) => {
    if (product === null) return;
    const number = index.products.open(owners[product[0]] as StorefrontSessions, product[1]);
    index.products.add(number);
    numbers[place + 1] = number;
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
  records: AsyncIterable<Int32Array>,
): Promise<void> {
  let added = 0;
  let cut: Int32Array = new Int32Array(0);
  for await (const part of records) {
    const slots = joined(cut, part);
    let start = 0;
    for (let end = endOfRecord(slots, start); end <= slots.length; end = endOfRecord(slots, start)) {
      addRecord(index, numbers, slots.subarray(start, end));
      start = end;
      added += 1;
    }
    cut = slots.slice(start);
  }
  if (added !== expected || cut.length > 0) {
    throw new RangeError(`expected ${expected} saved sessions, got ${added} and ${cut.length} numbers more`);
  }
}

const joined = (cut: Int32Array, part: Int32Array): Int32Array => {
  if (cut.length === 0) return part;
  const slots = new Int32Array(cut.length + part.length);
  slots.set(cut);
  slots.set(part, cut.length);
  return slots;
};

/** Behind the array where the record goes on there, or its beginning is not known. */
function endOfRecord(slots: Int32Array, start: number): number {
  const visits = slots[start];
  if (visits === undefined) return Infinity;
  if (visits < MIN_VISITS || visits > MAX_VISITS) {
    throw new RangeError(`expected ${MIN_VISITS} to ${MAX_VISITS} visits of a saved session, got ${visits}`);
  }
  return start + RECORD_HEAD + visits;
}

function addRecord(index: SessionIndex, numbers: Int32Array, record: Int32Array): void {
  const { products } = index;
  const [visits, minute, tag] = record as unknown as readonly [number, number, number];
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
