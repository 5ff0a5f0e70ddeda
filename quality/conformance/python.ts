import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cachedFolder } from "../../local-engine/cached-folder.js";
import { CHECKOUT } from "../../test/support/process.js";

/** Thrown if the service cannot be checked, because Python or the package index is not available on this machine. */
export class NotRunError extends Error {}

/** Oldest Python version that is supported by the pinned version of schemathesis. */
const OLDEST = { major: 3, minor: 11 } as const;
const REQUIREMENTS = fileURLToPath(new URL("requirements.txt", import.meta.url));
const CACHE = join(CHECKOUT, ".cache", "schemathesis");
const INSTALL_TIMEOUT_MS = 300_000;
/** pip options that limit retries and waiting time if the package index is unreachable. */
const PATIENCE = ["--retries", "1", "--timeout", "20"];
/** pip options that reduce output and install wheels only, so that no downloaded code runs during the installation. */
const QUIETLY = ["--quiet", "--no-input", "--disable-pip-version-check", "--only-binary", ":all:"];

interface Python {
  readonly executable: string;
  readonly version: string;
}

const run = promisify(execFile);

/**
 * Creates a virtual environment with the pinned schemathesis. The environment is cached in the checkout until the
 * pinned versions or the machine's Python change. Other Python environments stay untouched.
 * @returns the path of the environment's Python executable
 * @throws {NotRunError}
 */
export async function pythonWithSchemathesis(): Promise<string> {
  const python = await findPython();
  const hash = createHash("sha256").update(await readFile(REQUIREMENTS));
  const name = hash.update(`\0${python.executable}\0${python.version}`).digest("hex").slice(0, 12);
  const folder = await cachedFolder(join(CACHE, name), (making) => install(python, making));
  return pythonIn(folder);
}

/**
 * Returns the path of an environment's Python. Run tools as `python -m …`, because moving an environment breaks the
 * scripts in it.
 */
const pythonIn = (folder: string) => join(folder, "bin", "python");

async function findPython(): Promise<Python> {
  const report = "import sys; print(sys.executable); print(*sys.version_info[:3], sep='.')";
  const found: string[] = [];
  for (const command of ["python3", "python"]) {
    const outputOf = await run(command, ["-c", report]).catch(() => undefined);
    const [executable, version] = outputOf?.stdout.split("\n") ?? [];
    if (executable === undefined || version === undefined) continue;
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return { executable, version };
    found.push(version);
  }
  const there = found.length === 0 ? "no Python was found" : `there is ${found.join(" and ")}`;
  throw new NotRunError(`Python ${OLDEST.major}.${OLDEST.minor} or newer is required; ${there}`);
}

async function install(python: Python, folder: string): Promise<void> {
  await run(python.executable, ["-m", "venv", folder]).catch((error: unknown) => {
    // On Debian, `venv` is missing unless the package python3-venv is installed.
    throw new NotRunError(`Python ${python.version} failed to create a virtual environment: ${outputOf(error)}`);
  });
  const pip = ["-m", "pip", "install", ...QUIETLY, ...PATIENCE, "--requirement", REQUIREMENTS];
  await run(pythonIn(folder), pip, { timeout: INSTALL_TIMEOUT_MS }).catch((error: unknown) => {
    const reasons = outputOf(error);
    const isTooSlow = (error as { killed?: boolean }).killed === true;
    if (!isTooSlow && !saysUnreachable(reasons)) throw new Error(`failed to install schemathesis:\n${reasons}`);
    throw new NotRunError("no Python package index is reachable");
  });
}

/**
 * Whether pip failed because the package index was unreachable. A package missing from a reachable index is an error
 * instead.
 */
export const saysUnreachable = (reasons: string): boolean =>
  /after connection broken by|Could not fetch URL|\(from versions: none\)/.test(reasons);

function outputOf(error: unknown): string {
  const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || message;
}
