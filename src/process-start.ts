import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAlive } from "./part-file.js";

/**
 * When a process started, as 12 hexadecimal digits: the same for as long as it runs, another value for a later process
 * of the same number. Undefined when there is no such process, or its start is unknown.
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

/** Whether the process is still the one that was noted with `start`; its number alone counts where no start was noted. */
export function isSameProcess(pid: number, start: string | undefined): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return start === undefined || now === undefined || start === now;
}

/** Ticks since the machine was started, and which start of the machine that was. */
function startInProc(pid: number): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot} ${startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"))}`;
}

/** The 22nd field of `/proc/<pid>/stat`. The second is the program's name in parentheses and may hold anything. */
export function startTicks(stat: string): string {
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  if (ticks === undefined) throw new Error(`not the line of a process: ${stat}`);
  return ticks;
}

const startFromPs = (pid: number): string =>
  execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
