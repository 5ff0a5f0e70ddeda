import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { cachedFolder } from "./cached-folder.js";
import { ENGINE_CACHE, ENGINE_SOURCE } from "./checkout.js";
import type { Java } from "./java-home.js";
import { EngineNotFoundError } from "./local-engine.js";
import { withProgress, type OnStartProgress } from "./start-progress.js";

/** Files that a JVM needs to run the engine. */
export interface EngineFiles {
  /** Folder with all jars, including the jar of the launcher. */
  readonly jars: string;
  /** Path of the JVM's class data archive, which speeds up later starts. The JVM writes the archive on exit. */
  readonly classArchive: string;
}

const run = promisify(execFile);

/** Timeout for Maven in milliseconds. On first use, Maven downloads 71 MB. */
const MAVEN_TIMEOUT_MS = 600_000;

/**
 * Downloads and compiles the engine files that are missing. The files stay in the checkout's cache until the POM or the
 * launcher changes.
 */
export async function prepareEngineFiles(java: Java, onProgress: OnStartProgress): Promise<EngineFiles> {
  const pom = await readFile(join(ENGINE_SOURCE, "pom.xml"));
  const launcher = await readFile(join(ENGINE_SOURCE, "Launcher.java"));
  const fetched = join(ENGINE_CACHE, `fetched-${shortHash(pom)}`);
  const jars = await cachedFolder(join(ENGINE_CACHE, shortHash(pom, launcher)), (folder) =>
    withProgress(onProgress, "Engine fetched", () => fetchJars(java, fetched, folder)),
  );
  // A class data archive is valid only for the JVM that wrote the archive.
  return { jars, classArchive: `${jars}-classes-${shortHash(java.home, java.version)}.jsa` };
}

/**
 * Fills a folder with the engine's jars and the compiled launcher.
 * @param fetched folder with the jars that `scripts/fetch-engine.mjs` has downloaded; may be missing
 */
async function fetchJars(java: Java, fetched: string, folder: string): Promise<void> {
  await rmdir(folder);
  await rename(fetched, folder).catch(async () => {
    await mkdir(folder);
    await fetchWithMaven(java, join(ENGINE_SOURCE, "pom.xml"), folder);
  });
  const classes = join(folder, "classes");
  await mkdir(classes);
  const compiler = ["--release", "21", "-cp", join(folder, "*"), "-d", classes, join(ENGINE_SOURCE, "Launcher.java")];
  await run(join(java.home, "bin", "javac"), compiler);
  // Class data archives require jars; they do not support folders of classes.
  await run(join(java.home, "bin", "jar"), ["--create", "--file", join(folder, "launcher.jar"), "-C", classes, "."]);
  await rm(classes, { recursive: true });
}

/** Copies the jars that a Maven POM lists, and the dependencies of these jars, into a folder. */
export async function fetchWithMaven(java: Java, pom: string, folder: string): Promise<void> {
  const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${folder}`, "-DincludeScope=runtime"];
  const quiet = ["--batch-mode", "--quiet", "--strict-checksums", "--file", pom];
  try {
    await run("mvn", [...quiet, ...goal], {
      timeout: MAVEN_TIMEOUT_MS,
      env: { ...process.env, JAVA_HOME: java.home },
    });
  } catch (error) {
    const { code, stdout = "", message } = error as NodeJS.ErrnoException & { stdout?: string };
    if (code === "ENOENT") {
      throw new EngineNotFoundError("Maven (mvn) was not found; it is required once to download OpenSearch", {
        cause: error,
      });
    }
    const printed = stdout.split("\n").filter((line) => line.includes("[ERROR]"));
    throw new EngineNotFoundError(
      `Maven failed to download OpenSearch:\n${printed.length > 0 ? printed.slice(0, 5).join("\n") : message}`,
      { cause: error },
    );
  }
}

function shortHash(...parts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 12);
}
