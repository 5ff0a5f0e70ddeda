/**
 * `npm run image:check`: executes the instructions of the Dockerfile without Docker, one folder per stage, then starts
 * the image's command and checks that the service responds. Instructions that run as root are skipped, because they
 * only prepare the operating system of the image.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { checkout, setUp } from "./setup.mjs";

/** Maximum number of packages, and maximum size in megabytes, of the production installation. */
const MOST = { packages: 215, megabytes: 105 };
const START_WITHIN_MS = 120_000;

await setUp();
process.chdir(checkout);
const place = mkdtempSync(join(tmpdir(), "vitrine-image-"));
try {
  const { folder, command } = build();
  const { packages, megabytes } = weigh(join(folder, "node_modules"));
  console.log(`${packages} packages, ${megabytes} MB; at most ${MOST.packages} and ${MOST.megabytes}`);
  await serves(folder, command);
  if (packages > MOST.packages || megabytes > MOST.megabytes) process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

/**
 * Executes the Dockerfile locally. Returns the folder that contains /app of the last stage, and the command of the
 * image.
 */
function build() {
  const stages = new Map();
  let folder = "";
  let command = [];
  for (const line of readFileSync("Dockerfile", "utf8").split("\n")) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === "FROM") {
      const name = /AS (\S+)$/.exec(rest)?.[1] ?? "image";
      mkdirSync((folder = join(place, name)));
      stages.set(name, folder);
    }
    if (instruction === "COPY" && !rest.startsWith("--chmod")) copy(rest.split(" "), stages, folder);
    if (instruction === "RUN" && rest.startsWith("npm ")) {
      execFileSync("sh", ["-c", rest], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    }
    if (instruction === "CMD") command = JSON.parse(rest);
  }
  return { folder, command };
}

function copy(words, stages, folder) {
  const from = words[0].startsWith("--from=") ? stages.get(words.shift().slice("--from=".length)) : checkout;
  const to = words.pop();
  const isSource = (path) => from !== checkout || !/\/(node_modules|dist)(\/|$)/.test(path.slice(checkout.length));
  for (const word of words) {
    const name = word.replace(/^\/app\//, "");
    cpSync(join(from, name), resolve(folder, to === "./" ? name : to), {
      recursive: true,
      filter: isSource,
      verbatimSymlinks: true,
    });
  }
}

/** Returns the number of installed packages and their size on disk in megabytes. */
function weigh(modules) {
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = entries.reduce(
    (sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size,
    0,
  );
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  return { packages: installed.length, megabytes: Math.round(bytes / 2 ** 20) };
}

/**
 * Starts the image's command and waits for a response.
 * @throws Error with the program's output if the service does not respond
 */
async function serves(folder, [program, ...args]) {
  await import("tsx");
  const { startSharedEngine } = await import("../test/support/engine.ts");
  const { quietPorts } = await import("../test/support/ports.ts");
  const given = process.env.TEST_ENGINE_URL;
  const engine = given === undefined ? await startSharedEngine() : { url: given, close: () => undefined };
  const [port, operations] = await quietPorts(2);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: place,
      NODE_ENV: "production",
      NODE_OPTIONS: "--max-semi-space-size=16",
      PORT: String(port),
      OPERATIONS_PORT: String(operations),
      DATA_DIR: join(place, "data"),
      OPENSEARCH_URL: engine.url,
      INDEX_PREFIX: `image-${process.pid}-`,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  try {
    const deadline = Date.now() + START_WITHIN_MS;
    for (;;) {
      const ready = await globalThis.fetch(`http://127.0.0.1:${operations}/readyz`).catch(() => undefined);
      if (ready?.ok) break;
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`it does not serve; it printed\n${printed}`);
      await delay(200);
    }
    console.log("the service in the container image starts and is ready");
  } finally {
    child.kill("SIGTERM");
    await new Promise((ended) => (child.exitCode === null ? child.once("close", ended) : ended()));
    await globalThis.fetch(`${engine.url}/image-${process.pid}-*`, { method: "DELETE" }).catch(() => undefined);
    await engine.close();
  }
}
