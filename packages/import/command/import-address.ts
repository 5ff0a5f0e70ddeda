import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clientIdOf } from "../../../src/storefront/client.js";
import { download, withoutPassword } from "./download.js";
import { importCommand, type ImportCommandDeps } from "./import-command.js";
import type { ImportCommandOptions } from "./import-options.js";
import { downloadedFile } from "../../../src/commands/instance.js";

export interface AddressOptions extends ImportCommandOptions {
  readonly allowPrivate: boolean;
}

export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file);

/**
 * Imports the file at a URL, unless the file and the options are unchanged since the last import.
 * @returns the exit code
 */
export async function importAddress(
  deps: ImportCommandDeps,
  address: string,
  options: AddressOptions,
): Promise<number> {
  const { dataDir } = deps.config;
  const file = downloadedFile(clientIdOf(options.client));
  const { allowPrivate, ...how } = options;
  const way = JSON.stringify([address, how]);
  const isTrial = options.dryRun || options.suggest;
  const last = isTrial ? undefined : await file.read(dataDir);
  const folder = await mkdtemp(join(tmpdir(), "vitrine-download-"));
  try {
    const path = join(folder, "download");
    const known = last?.way === way ? last.validators : undefined;
    const askedAt = new Date();
    const validators = await download(address, path, { allowPrivate, known });
    if (validators === "unchanged") {
      deps.print(`${withoutPassword(address)} has not changed since it was imported.`);
      return 0;
    }
    const snapshot = momentOf(validators.last_modified, askedAt);
    const code = await importCommand({ ...deps, name: withoutPassword(address), snapshot }, path, how);
    if (!isTrial && code !== 1) await file.write(dataDir, { way, validators });
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Time of the file's content, RFC 3339: `Last-Modified` if it is earlier than the request, else the time of the request. */
export function momentOf(lastModified: string | undefined, askedAt: Date): string {
  const written = lastModified === undefined ? NaN : Date.parse(lastModified);
  return (written < askedAt.getTime() ? new Date(written) : askedAt).toISOString();
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Converts an interval such as "15m", "1h" or "1d" to milliseconds. Returns undefined for an invalid or zero interval.
 */
export function intervalOf(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? 0);
  return ms > 0 ? ms : undefined;
}

/**
 * Repeats an import until `signal` is aborted; `everyMs` is the pause between runs. Stops if the first run fails. Later
 * failures are reported and leave the live catalogue unchanged.
 * @param run function that runs the import and returns the exit code
 */
export async function repeated(
  run: () => Promise<number>,
  everyMs: number,
  onFailure: (message: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const code = await run();
  if (code === 1) return code;
  for (;;) {
    const isOver = await delay(everyMs, false, signal === undefined ? {} : { signal }).catch(() => true);
    if (isOver) return 0;
    try {
      await run();
    } catch (error) {
      onFailure((error as Error).message);
    }
  }
}
