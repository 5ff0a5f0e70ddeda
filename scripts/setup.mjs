/**
 * Brings a checkout into a state in which it can run: Node, dependencies, build. Plain Node without dependencies,
 * because it runs before there are any. Says nothing when there is nothing to do, and speaks on standard error, so that
 * the output of a command stays its own.
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
 * Installs and builds what is out of date. Ends the process with a message when that is impossible.
 * @param needsEngine whether an engine is started afterwards: its jars are fetched while packages are
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
    // Nothing here needs an install script, and without them only the registry is asked for anything.
    const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const installing = () => Promise.all([run("npm", install), needsEngine ? fetchEngine() : undefined]);
    await step(`Packages${needsEngine ? " and engine" : ""} fetched`, installing);
  }
  if (!buildIsCurrent()) await step("Built", build);
}

/** Whether what npm wrote down about `node_modules` is what the lock file asks for. */
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
/** What builds a part, and the folder it goes to. As in `npm run build`. */
const BUILDERS = [
  ["scripts/compile.mjs", "."],
  ["scripts/bundle-shop.mjs", "demo/shop"],
  ["scripts/bundle-console.mjs", "console/pages"],
];

function buildIsCurrent() {
  const stamp = inCheckout("dist", BUILT_FROM);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash();
}

/** A hash of everything the build depends on. */
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

/** Compiles beside the old build and then takes its place, so that it is always whole. */
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

/** Two starts on one checkout must not install or build over each other. */
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
    if (start && now !== undefined && now !== start) rmSync(lock, { force: true }); // another has got its number
  } catch (error) {
    if (error.code === "ESRCH") rmSync(lock, { force: true }); // its owner died
  }
  return false;
}

/** When a process started: another one with its number is another process. As `src/process-start.ts`, which is not built yet. */
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

/** Runs a program silently. Rejects with what it said when it fails. */
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
