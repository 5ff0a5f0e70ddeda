import { open, type FileHandle } from "node:fs/promises";
import { writePrivateFile } from "../../part-file.js";
import { restoreSessions, saveSessions, type SavedSessions } from "./saved-sessions.js";
import type { SessionIndex } from "./session-index.js";

/** Says what the file is, of which version and in which order of bytes: another one is as good as none. */
const MAGIC = 0x56_53_53_02;
/** The magic, and the length of the head in slots. */
const PREFIX_SLOTS = 2;
const SLOT_BYTES = Int32Array.BYTES_PER_ELEMENT;
const SLOTS_AT_ONCE = 262_144;

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
  const { records, ...saved } = saveSessions(index);
  await writePrivateFile(path, async (file) => {
    await file.writeFile(prefixed(JSON.stringify({ position, saved } satisfies Head<unknown>)));
    for (const { buffer, byteOffset, byteLength } of records) {
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
  const file = await open(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
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
    await restoreSessions(index, saved, partsOf(file));
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

async function* partsOf(file: FileHandle): AsyncGenerator<Int32Array> {
  for (;;) {
    const part = await readSlots(file, SLOTS_AT_ONCE);
    if (part.length === 0) return;
    yield part;
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
