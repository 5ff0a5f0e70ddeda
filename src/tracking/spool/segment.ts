import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** One file of the spool: whole lines, read from the front. */
export interface Segment {
  readonly path: string;
  /** Bytes written. */
  size: number;
  /** Bytes at the front that need not be read again. */
  done: number;
}

const SUFFIX = ".ndjson";
const donePath = (path: string) => `${path}.done`;

export const segmentPath = (folder: string, number: number): string =>
  join(folder, `${String(number).padStart(9, "0")}${SUFFIX}`);

/** The segments that somebody left in a folder, oldest first. */
export async function segmentsIn(folder: string): Promise<Segment[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size } = await stat(path);
      return { path, size, done: Math.min(size, await readDone(path)) };
    }),
  );
}

async function readDone(path: string): Promise<number> {
  const text = await readFile(donePath(path), "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  });
  return /^\d{12}$/.test(text) ? Number(text) : 0;
}

/** Remembers durably how far a segment has been dealt with. */
export async function writeDone({ path, done }: Segment): Promise<void> {
  const file = await open(donePath(path), "w", 0o600);
  try {
    await file.writeFile(String(done).padStart(12, "0"));
    await file.datasync();
  } finally {
    await file.close();
  }
}

export async function removeSegment({ path }: Segment): Promise<void> {
  await rm(path, { force: true });
  await rm(donePath(path), { force: true });
}

/** Lines from where the segment is done, at most `most`, and where the last of them ends. A last one without its end is not among them. */
export async function readLines(
  { path, done }: Segment,
  most: number,
): Promise<{ readonly lines: readonly string[]; readonly end: number }> {
  const bytes = await readFile(path);
  const lines: string[] = [];
  let start = done;
  while (lines.length < most) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) break;
    lines.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return { lines, end: lines.length < most ? bytes.length : start };
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
