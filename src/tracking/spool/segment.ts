import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Arrival } from "../event.js";

/** One file of the spool: whole lines, which stand in the log from `base` on. */
export interface Segment {
  readonly path: string;
  base: number;
  /** Bytes on the disk. */
  size: number;
}

const SUFFIX = ".ndjson";

export const segmentPath = (folder: string, number: number): string =>
  join(folder, `${String(number).padStart(9, "0")}${SUFFIX}`);

/** The segments that somebody left in a folder, oldest first. */
export async function segmentsIn(folder: string): Promise<{ readonly path: string; readonly size: number }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, size: (await stat(path)).size };
    }),
  );
}

export const removeSegment = ({ path }: Segment): Promise<void> => rm(path, { force: true });

/**
 * Reads at most `most` lines from offset `from` of the log, and returns them with the offset where the last one ends. A last
 * line without a line feed was never acknowledged, and is skipped.
 */
export async function readSegmentLines(
  { path, base, size }: Segment,
  from: number,
  most: number,
): Promise<{ readonly lines: readonly string[]; readonly end: number }> {
  const bytes = await readFrom(path, from - base, base + size - from);
  const lines: string[] = [];
  let start = 0;
  while (lines.length < most) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return { lines, end: base + size };
    lines.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return { lines, end: from + start };
}

async function readFrom(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await file.read(bytes, read, length - read, start + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await file.close();
  }
}

/** @throws the system's error; then the contents of the file after the earlier ones are unknown */
export async function appendDurably(file: FileHandle, bytes: Buffer): Promise<void> {
  await file.appendFile(bytes);
  await file.datasync();
}

/** A file survives a crash of the machine only once its folder's entry does. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A line of the spool. */
interface SpoolRecord {
  readonly kind: "arrival";
  readonly arrival: Arrival;
}

export const lineOf = (arrival: Arrival): string =>
  `${JSON.stringify({ kind: "arrival", arrival } satisfies SpoolRecord)}\n`;

/** Undefined for a line that is not whole: the process died while it was written, before its write was acknowledged. */
export function arrivalIn(line: string): Arrival | undefined {
  try {
    const record = JSON.parse(line) as SpoolRecord | null;
    return record?.kind === "arrival" ? record.arrival : undefined;
  } catch {
    return undefined;
  }
}
