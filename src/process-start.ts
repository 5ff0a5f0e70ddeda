import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAlive } from "./part-file.js";

/**
 * Returns a hash of the start time of a process, as 12 hexadecimal digits. The hash is constant while the process runs, and differs for a
 * later process with the same id. Returns undefined if the process does not exist or its start time is unknown.
 */
export function startOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    const start = process.platform === "linux" ? startInProc(pid) : startFromPs(pid);
    return createHash("sha256").update(start).digest("hex").slice(0, 12);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a process exists and is the process whose start was recorded. Without a recorded start, only the process id is compared.
 */
export function isSameProcess(pid: number, start: string | undefined): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return start === undefined || now === undefined || start === now;
}

/** Returns the boot id of the machine and the start time of a process in ticks since boot. */
function startInProc(pid: number): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot} ${startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"))}`;
}

/**
 * Returns the start time of a process in ticks: the 22nd field of `/proc/<pid>/stat`. The second field is the program name in parentheses,
 * which may contain any character.
 */
export function startTicks(stat: string): string {
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  if (ticks === undefined) throw new Error(`expected the content of /proc/<pid>/stat, got ${stat}`);
  return ticks;
}

const startFromPs = (pid: number): string =>
  execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
