import { execFile } from "node:child_process";
import { access, readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { EngineNotFoundError } from "./local-engine.js";

/** Minimum Java version of OpenSearch 3.x. */
export const MINIMUM_JAVA = 21;

export interface JavaSettings {
  /**
   * Value of OPENSEARCH_JAVA_HOME. If this variable is set, only this JDK is considered, and an unsuitable JDK is an
   * error.
   */
  readonly openSearchJavaHome?: string | undefined;
  /** Value of JAVA_HOME. This JDK is considered first, and skipped if it is unsuitable. */
  readonly javaHome?: string | undefined;
}

/** Java installation with its folder and version, such as `25.0.3`. */
export interface Java {
  readonly home: string;
  readonly version: string;
}

/**
 * Finds a JDK that can compile and run the engine: from the settings, the PATH, and then the usual installation
 * folders. In the folders, the lowest suitable version is preferred, because it is closest to the version OpenSearch
 * was built with.
 * @throws {EngineNotFoundError} with the required JDK version and the unsuitable installations found
 */
export async function findJava(settings: JavaSettings): Promise<Java> {
  if (settings.openSearchJavaHome !== undefined) return namedJava(settings.openSearchJavaHome);
  const unfit: Java[] = [];
  for (const candidates of [() => homeOf(settings.javaHome), javaOnPath, javaInUsualFolders]) {
    for (const java of await candidates()) {
      if (await fits(java)) return java;
      if (!unfit.some(({ home }) => home === java.home)) unfit.push(java);
    }
  }
  const found = unfit.map(({ home, version }) => `${version} in ${home}`).join(", ");
  throw new EngineNotFoundError(
    `no JDK ${MINIMUM_JAVA} or newer was found (${found === "" ? "no Java was found" : `only ${found}`})`,
  );
}

/**
 * Returns the feature release of a version: `25.0.3` → 25, `21-ea` → 21, `1.8.0_292` → 8; `undefined` for other texts.
 */
export function featureRelease(version: string): number | undefined {
  const digits = /^(?:1\.)?(\d+)(?!\d)/.exec(version)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads JAVA_VERSION from the `release` file of a Java installation. */
export function releaseVersion(text: string): string | undefined {
  return /^JAVA_VERSION="([^"]+)"/m.exec(text)?.[1];
}

/** Reads the folder and version of a Java installation from the output of `java -XshowSettings:properties -version`. */
export function settingsJava(text: string): Java | undefined {
  const property = (name: string) => new RegExp(`^\\s*${name.replace(".", "\\.")} = (.+?)\\s*$`, "m").exec(text)?.[1];
  const home = property("java.home");
  const version = property("java.version");
  return home === undefined || version === undefined ? undefined : { home, version };
}

async function namedJava(home: string): Promise<Java> {
  const [java] = await homeOf(home);
  if (java !== undefined && (await fits(java))) return java;
  const found = java === undefined ? "found no JDK" : `found ${java.version}`;
  throw new EngineNotFoundError(`OPENSEARCH_JAVA_HOME=${home}: expected JDK ${MINIMUM_JAVA} or newer, but ${found}`);
}

/**
 * Whether an installation is a JDK of a supported version. The installation must include a compiler, because the
 * launcher is compiled locally.
 */
async function fits({ home, version }: Java): Promise<boolean> {
  return (featureRelease(version) ?? 0) >= MINIMUM_JAVA && (await exists(join(home, "bin", "javac")));
}

async function homeOf(home: string | undefined): Promise<Java[]> {
  if (home === undefined) return [];
  const release = await readFile(join(home, "release"), "utf8").catch(() => "");
  const version = releaseVersion(release);
  return version === undefined ? javaThatSays(join(home, "bin", "java")) : [{ home, version }];
}

const javaOnPath = () => javaThatSays("java");

async function javaThatSays(command: string): Promise<Java[]> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, ["-XshowSettings:properties", "-version"]);
    const java = settingsJava(stdout + stderr);
    return java === undefined ? [] : [java];
  } catch {
    return []; // The Java command is missing or not executable.
  }
}

async function javaInUsualFolders(): Promise<Java[]> {
  const folders: [parent: string, inside: string][] = [
    ["/usr/lib/jvm", ""],
    ["/usr/java", ""],
    ["/opt/java", ""],
    ["/Library/Java/JavaVirtualMachines", "Contents/Home"],
    [join(homedir(), "Library/Java/JavaVirtualMachines"), "Contents/Home"],
    ["/opt/homebrew/opt", "libexec/openjdk.jdk/Contents/Home"],
    ["/usr/local/opt", "libexec/openjdk.jdk/Contents/Home"],
    [join(homedir(), ".sdkman/candidates/java"), ""],
  ];
  const found: Java[] = [];
  for (const [parent, inside] of folders) {
    for (const name of (await readdir(parent).catch(() => [])).sort()) {
      const home = join(parent, name, inside);
      if (await exists(join(home, "bin", "java"))) found.push(...(await homeOf(home)));
    }
  }
  return found.sort((a, b) => (featureRelease(a.version) ?? 0) - (featureRelease(b.version) ?? 0));
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
