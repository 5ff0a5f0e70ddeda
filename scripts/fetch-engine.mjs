import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";

const SOURCE = fileURLToPath(new URL("../local-engine/java", import.meta.url));
const CACHE = fileURLToPath(new URL("../.cache/engine", import.meta.url));

/**
 * Downloads the engine's jars with Maven in parallel with npm, if no other engine is available.
 * `local-engine/engine-files.ts` uses the jars. Errors are ignored, because the later start of the engine retries the
 * download and reports its errors.
 */
export function fetchEngine() {
  const { OPENSEARCH_URL, DOCKER_HOST } = process.env;
  if (OPENSEARCH_URL || DOCKER_HOST || existsSync("/var/run/docker.sock")) return Promise.resolve();
  const pom = join(SOURCE, "pom.xml");
  const folder = join(CACHE, `fetched-${shortHash(pom)}`);
  const taken = join(CACHE, shortHash(pom, join(SOURCE, "Launcher.java")));
  if (existsSync(folder) || existsSync(taken)) return Promise.resolve();
  const temporary = `${folder}.making`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${temporary}`, "-DincludeScope=runtime"];
  const quiet = ["--batch-mode", "--quiet", "--strict-checksums", "--file", pom];
  return new Promise((resolve) => {
    const maven = spawn("mvn", [...quiet, ...goal], { stdio: "ignore" });
    maven.on("error", resolve);
    maven.on("close", (code) => {
      if (code === 0) renameSync(temporary, folder);
      else rmSync(temporary, { recursive: true, force: true });
      resolve();
    });
  });
}

/** Returns the hash for a cache folder's name, with the same algorithm as `local-engine/engine-files.ts`. */
function shortHash(...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 12);
}
