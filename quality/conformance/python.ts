import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cachedFolder } from "../../local-engine/cached-folder.js";
import { CHECKOUT } from "../../test/support/process.js";

/** This machine lacks a Python, or a reachable package index. It says nothing about the service. */
export class NotRunError extends Error {}

/** The oldest Python that the pinned schemathesis supports. */
const OLDEST = { major: 3, minor: 11 } as const;
const REQUIREMENTS = fileURLToPath(new URL("requirements.txt", import.meta.url));
const CACHE = join(CHECKOUT, ".cache", "schemathesis");
const INSTALL_TIMEOUT_MS = 300_000;
/** An index that cannot be reached should say so soon. */
const PATIENCE = ["--retries", "1", "--timeout", "20"];
/** Wheels alone: nothing of what is fetched runs before it is asked to. */
const QUIETLY = ["--quiet", "--no-input", "--disable-pip-version-check", "--only-binary", ":all:"];

interface Python {
  readonly executable: string;
  readonly version: string;
}

const run = promisify(execFile);

/**
 * A Python with the pinned schemathesis. Made on first use, in the checkout's cache, and kept until the pins or the machine's Python
 * change; no other Python of this machine is touched.
 * @returns its path
 * @throws NotRunError
 */
export async function pythonWithSchemathesis(): Promise<string> {
  const python = await findPython();
  const hash = createHash("sha256").update(await readFile(REQUIREMENTS));
  const name = hash.update(`\0${python.executable}\0${python.version}`).digest("hex").slice(0, 12);
  const folder = await cachedFolder(join(CACHE, name), (making) => install(python, making));
  return pythonIn(folder);
}

/** Its scripts name the folder that it was made in, so it is only ever called as `python -m …`. */
const pythonIn = (folder: string) => join(folder, "bin", "python");

async function findPython(): Promise<Python> {
  const report = "import sys; print(sys.executable); print(*sys.version_info[:3], sep='.')";
  const found: string[] = [];
  for (const command of ["python3", "python"]) {
    const reported = await run(command, ["-c", report]).catch(() => undefined);
    const [executable, version] = reported?.stdout.split("\n") ?? [];
    if (executable === undefined || version === undefined) continue;
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return { executable, version };
    found.push(version);
  }
  const there = found.length === 0 ? "there is none" : `there is ${found.join(" and ")}`;
  throw new NotRunError(`Python ${OLDEST.major}.${OLDEST.minor} or newer is needed, and ${there}`);
}

async function install(python: Python, folder: string): Promise<void> {
  await run(python.executable, ["-m", "venv", folder]).catch((error: unknown) => {
    // Debian has it in a package of its own.
    throw new NotRunError(`Python ${python.version} cannot make a virtual environment: ${reported(error)}`);
  });
  const pip = ["-m", "pip", "install", ...QUIETLY, ...PATIENCE, "--requirement", REQUIREMENTS];
  await run(pythonIn(folder), pip, { timeout: INSTALL_TIMEOUT_MS }).catch((error: unknown) => {
    const reasons = reported(error);
    const isTooSlow = (error as { killed?: boolean }).killed === true;
    if (!isTooSlow && !saysUnreachable(reasons)) throw new Error(`schemathesis could not be installed:\n${reasons}`);
    throw new NotRunError("no package index could be reached");
  });
}

/** Whether no index answered pip; one that has not got what is wanted is another thing, and a mistake. */
export const saysUnreachable = (reasons: string): boolean =>
  /after connection broken by|Could not fetch URL|\(from versions: none\)/.test(reasons);

function reported(error: unknown): string {
  const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || message;
}
