import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedFolder } from "../../local-engine/cached-folder.js";
import { fetchWithMaven } from "../../local-engine/engine-files.js";
import { findJava, type Java } from "../../local-engine/java-home.js";
import { quietPorts } from "./ports.js";
import { CHECKOUT } from "./process.js";
import { startRelay, type Relay } from "./relay.js";
import { until } from "./until.js";

const SOURCE = fileURLToPath(new URL("s3-server/", import.meta.url));
const BUCKET = "payloads-of-tests";
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test-access-key", AWS_SECRET_ACCESS_KEY: "test-secret-key" };
/** Startup timeout in milliseconds, including a download of 24 MB at the first start on a machine. */
const FIRST_START_MS = 300_000;

export interface S3Bucket {
  /** Bucket URL, `s3://…`. */
  readonly address: string;
  readonly endpoint: string;
  /** Environment variables that make a service store its payloads in the bucket. */
  readonly settings: Readonly<Record<string, string>>;
  /** Makes the server unavailable until `comeBack` is called. */
  shed(): void;
  comeBack(): void;
  /** TCP relay between clients and the S3 server. */
  readonly relay: Relay;
  /** All files in the bucket, including parts of unfinished uploads. */
  files(): Promise<string[]>;
  /** Total size of all files, in bytes. */
  bytes(): Promise<number>;
}

/**
 * Runs S3Proxy, which serves a folder over the S3 protocol, as a separate process for the enclosing suite. Sets credentials in this
 * process's environment, where the SDK reads them.
 */
export function useS3(): S3Bucket {
  let folder = "";
  let relay: Relay | undefined;
  let stop = () => Promise.resolve();
  let isUnavailable = false;
  const saved = Object.keys(CREDENTIALS).map((name) => [name, process.env[name]] as const);

  before("start an S3 server", async function () {
    this.timeout(FIRST_START_MS);
    const java = await findJava({
      openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"],
      javaHome: process.env["JAVA_HOME"],
    });
    const pom = join(SOURCE, "pom.xml");
    const hash = createHash("sha256")
      .update(await readFile(pom))
      .digest("hex")
      .slice(0, 12);
    const jars = await cachedFolder(join(CHECKOUT, ".cache", "s3-server", hash), (made) =>
      fetchWithMaven(java, pom, made),
    );
    folder = await mkdtemp(join(tmpdir(), "vitrine-s3-"));
    const server = await startServer(java, jars, folder);
    ({ stop } = server);
    relay = await startRelay(() => (isUnavailable ? undefined : server.url));
    Object.assign(process.env, CREDENTIALS);
  });

  after("stop the S3 server", async function () {
    for (const [name, value] of saved) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await relay?.close();
    await stop();
    if (folder !== "") await rm(folder, { recursive: true, force: true });
  });

  return {
    address: `s3://${BUCKET}/of/tests`,
    get relay() {
      if (relay === undefined) throw new Error("the server is there in hooks and tests, not while suites are defined");
      return relay;
    },
    get endpoint() {
      return this.relay.url;
    },
    get settings() {
      return { PAYLOAD_BUCKET: this.address, S3_ENDPOINT: this.endpoint };
    },
    shed() {
      isUnavailable = true;
      this.relay.cut();
    },
    comeBack() {
      isUnavailable = false;
    },
    async files() {
      return (await filesOf(join(folder, BUCKET))).map(({ name }) => name).sort();
    },
    async bytes() {
      const files = await filesOf(join(folder, BUCKET));
      const sizes = await Promise.all(
        files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

/** Shell command that ends the server when its standard input closes, so that the server never outlives this process. */
const HANGING_ON_A_PIPE = '"$@" & cat > /dev/null; kill -9 $!; wait';

async function startServer(java: Java, jars: string, folder: string) {
  const [port] = await quietPorts(1);
  const url = `http://127.0.0.1:${port}`;
  await mkdir(join(folder, BUCKET));
  const properties = join(folder, "s3proxy.properties");
  await writeFile(
    properties,
    [
      `s3proxy.endpoint=${url}`,
      "s3proxy.authorization=aws-v2-or-v4",
      `s3proxy.identity=${CREDENTIALS.AWS_ACCESS_KEY_ID}`,
      `s3proxy.credential=${CREDENTIALS.AWS_SECRET_ACCESS_KEY}`,
      "jclouds.provider=filesystem-nio2",
      `jclouds.filesystem.basedir=${folder}`,
    ].join("\n"),
  );
  const options = ["-Xmx256m", "-XX:+UseSerialGC", `-Dlogback.configurationFile=${join(SOURCE, "logback.xml")}`];
  const program = ["-cp", join(jars, "*"), "org.gaul.s3proxy.Main", "--properties", properties];
  const command = [join(java.home, "bin", "java"), ...options, ...program];
  const child = spawn("sh", ["-c", HANGING_ON_A_PIPE, "sh", ...command], { stdio: ["pipe", "pipe", "pipe"] });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  try {
    // A running server rejects an unsigned request with 403.
    await until("an S3 server", async () => (await fetch(url)).status === 403);
  } catch (error) {
    await stop();
    throw new Error(`the S3 server did not start; it printed\n${printed}`, { cause: error });
  }
  return { url, stop };
}
