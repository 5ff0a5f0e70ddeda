/**
 * Makes a checkout ready to run: checks the Node version, installs dependencies and builds the code. This file must not
 * import dependencies, because it runs before they are installed. Progress is printed to standard error, and only if
 * there is work to do, so that the output of commands stays clean.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, URL } from "node:url";
import { fetchEngine } from "./fetch-engine.mjs";

export const checkout = fileURLToPath(new URL("..", import.meta.url));
const inCheckout = (...parts) => join(checkout, ...parts);

/**
 * Installs missing or outdated dependencies and rebuilds outdated code. Exits with a message if this fails.
 * @param needsEngine whether the search engine is needed afterwards. If true, its jars are downloaded in parallel with
 * the packages.
 */
export async function setUp({ needsEngine = false } = {}) {
  checkNode();
  if (!dependenciesAreInstalled() || !buildIsCurrent()) await holdingLock(() => installAndBuild(needsEngine));
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(inCheckout("package.json"), "utf8"));
  const [major, minor] = engines.node.match(/\d+/g).map(Number);
  const [hasMajor, hasMinor] = process.versions.node.split(".").map(Number);
  if (hasMajor > major || (hasMajor === major && hasMinor >= minor)) return;
  giveUp(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node} (${process.execPath}).`);
}

async function installAndBuild(needsEngine) {
  if (!dependenciesAreInstalled()) {
    // No dependency needs an install script, and without scripts the installation contacts only the registry.
    const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const installing = () => Promise.all([run("npm", install), needsEngine ? fetchEngine() : undefined]);
    await step(`Packages${needsEngine ? " and engine" : ""} fetched`, installing);
  }
  if (!buildIsCurrent()) await step("Built", build);
}

/** Returns whether npm's record of `node_modules` matches the lock file. */
function dependenciesAreInstalled() {
  const wanted = readPackages(inCheckout("package-lock.json"));
  const installed = readPackages(inCheckout("node_modules", ".package-lock.json"));
  if (wanted === undefined) giveUp("package-lock.json is missing or damaged.");
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true; // this package itself
    return path in installed ? installed[path].version === version : optional === true;
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const BUILT_FROM = "built-from";
/** Build scripts with their output folders in `dist`, as in `npm run build`. */
const BUILDERS = [
  ["scripts/compile.mjs", "."],
  ["scripts/bundle-shop.mjs", "demo/shop"],
  ["scripts/bundle-console.mjs", "console/pages"],
];

function buildIsCurrent() {
  const stamp = inCheckout("dist", BUILT_FROM);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash();
}

/** Returns a hash of all inputs of the build. */
function sourceHash() {
  const files = ["src", "demo", "console", "local-engine", "packages/client/src", "packages/import"]
    .flatMap((folder) => readdirSync(inCheckout(folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const others = ["tsconfig.json", "package-lock.json", ...BUILDERS.map(([script]) => script)];
  const hash = createHash("sha256");
  for (const file of [...files, ...others.map((name) => inCheckout(name))]) {
    hash.update(relative(checkout, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Builds into a separate folder and then replaces the old build, so that `dist` is always complete. */
async function build() {
  const hash = sourceHash();
  const fresh = inCheckout(".cache", "build");
  rmSync(fresh, { recursive: true, force: true });
  await Promise.all(
    BUILDERS.map(([script, folder]) => run(process.execPath, [inCheckout(script), join(fresh, folder)])),
  );
  writeFileSync(join(fresh, BUILT_FROM), hash);
  rmSync(inCheckout("dist"), { recursive: true, force: true });
  renameSync(fresh, inCheckout("dist"));
}

/** Prevents two processes from installing or building in the same checkout at the same time. */
async function holdingLock(work) {
  mkdirSync(inCheckout(".cache"), { recursive: true });
  const lock = inCheckout(".cache", "setup.lock");
  while (!take(lock)) await delay(200);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  await work();
  process.off("exit", release);
  release();
}

function take(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid) ?? ""}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    const [owner, start] = readFileSync(lock, "utf8").split(" ");
    if (Number(owner) > 0) process.kill(Number(owner), 0);
    const now = startOf(owner);
    if (start && now !== undefined && now !== start) rmSync(lock, { force: true }); // the lock owner's process id was reused
  } catch (error) {
    if (error.code === "ESRCH") rmSync(lock, { force: true }); // the process that held the lock has ended
  }
  return false;
}

/**
 * Returns the start time of a process as a hash, which distinguishes processes with the same id. Uses the same
 * algorithm as `src/process-start.ts`, which is not built yet.
 */
function startOf(pid) {
  const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 12);
  try {
    if (process.platform !== "linux") return hash(execFileSync("ps", ["-p", String(pid), "-o", "lstart="]));
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return hash(`${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`);
  } catch {
    return undefined;
  }
}

async function step(title, work) {
  const started = performance.now();
  if (process.stderr.isTTY) process.stderr.write(`… ${title}`);
  const say = (mark) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const line = `${mark} ${title.padEnd(34)} ${seconds.padStart(6)} s\n`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}` : line);
  };
  try {
    await work();
    say("✔");
  } catch (error) {
    say("✖");
    giveUp(error.message);
  }
}

/** Runs a program without showing its output. Rejects with the output if the program fails. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: checkout, stdio: ["ignore", "pipe", "pipe"] });
    const forward = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.once(signal, forward);
    let said = "";
    for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (said += chunk));
    child.on("error", (error) => reject(new Error(`${command} could not be run: ${error.message}`)));
    child.on("close", (code, signal) => {
      for (const signal of SIGNALS) process.off(signal, forward);
      if (code === 0) resolve();
      else reject(new Error(said.trim() || `${command} ended with ${signal ?? `code ${code}`}`));
    });
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"];

function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
