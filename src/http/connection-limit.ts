import { readFileSync } from "node:fs";

/** Descriptors for everything but connections of clients: the engine's (at most 256), files, the operations listener. */
const RESERVED = 512;

/** Beyond it a process has no processor time for them anyway. */
const MOST = 10_000;

const FEWEST = 64;

/** The limit where the system's is unknown. */
const USUAL_LIMIT = 1_024;

/** How many connections a process that may have so many files open should keep at most. */
export const connectionsWithin = (openFiles: number): number =>
  Math.min(MOST, Math.max(FEWEST, openFiles - RESERVED, Math.floor(openFiles / 4)));

/** Reads the soft limit from Linux's `/proc/<process>/limits`; undefined when it is not there. Infinity is a number. */
export function openFilesIn(limits: string): number | undefined {
  const soft = /^Max open files\s+(\d+|unlimited)\s/m.exec(limits)?.[1];
  if (soft === undefined) return undefined;
  return soft === "unlimited" ? Infinity : Number(soft);
}

/** How many files this process may have open. */
export function openFileLimit(): number {
  try {
    return openFilesIn(readFileSync("/proc/self/limits", "utf8")) ?? USUAL_LIMIT;
  } catch {
    return USUAL_LIMIT;
  }
}
