import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isDockerRunning } from "../../../local-engine/docker-engine.js";
import { prepareEngineFiles } from "../../../local-engine/engine-files.js";
import { findJava } from "../../../local-engine/java-home.js";
import { startJvmEngine, type JvmEngine } from "../../../local-engine/jvm-engine.js";
import { isAlive } from "../../../src/part-file.js";
import { until } from "../../support/until.js";

/** Timeout in milliseconds. On a new machine, the first start also downloads the engine's jar files. */
const FETCHING_MS = 300_000;

const java = { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] };

/** Whether these tests run. They are skipped only on a machine with Docker but without a JDK and Maven. */
const needed = !(await isDockerRunning()) || (await hasJdkAndMaven());

(needed ? describe : () => undefined)("an engine on a JVM of this machine", function () {
  let dataDir = "";
  const open: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((engine) => engine.close()));
    await rm(dataDir, { recursive: true });
  });

  async function start(folder = dataDir, options: { heap?: string; nodes?: number } = {}): Promise<JvmEngine> {
    const engine = await startJvmEngine({ dataDir: folder, java, onProgress: () => undefined, ...options });
    open.push(engine);
    return engine;
  }

  /** Starts an engine as the child of a separate process, so that this parent process can be killed. */
  async function startInProcess(): Promise<{ url: string; pid: number; killParent: () => Promise<void> }> {
    const program = fileURLToPath(new URL("../../support/hold-engine.ts", import.meta.url));
    const holder = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const killParent = async () => {
      if (!holder.kill("SIGKILL")) return;
      await once(holder, "exit");
    };
    open.push({ close: killParent });
    const [line] = (await once(createInterface({ input: holder.stdout }), "line")) as [string];
    return { ...(JSON.parse(line) as { url: string; pid: number }), killParent };
  }

  before("download missing files", async function () {
    this.timeout(FETCHING_MS);
    await prepareEngineFiles(await findJava(java), () => undefined);
  });

  it("the local engine listens on loopback, locks its data folder, and exits when it is closed", async () => {
    const engine = await start();
    const root = (await request(engine.url, "/")) as { version: { number: string; distribution: string } };
    expect(root.version.number).to.match(/^3\./);
    expect(new URL(engine.url).hostname).to.equal("127.0.0.1");
    const unasked = await fetch(`${engine.url}/nowhere/_doc/1`, json("PUT", { a: 1 }));
    expect(unasked.status).to.equal(404);

    const second = await start().catch((error: unknown) => String(error));
    expect(second, "a second one on the same folder").to.equal(
      `EngineNotFoundError: the OpenSearch of process ${engine.pid} uses the data folder ${join(dataDir, "engine")}; ` +
        "stop this process, or set another DATA_DIR",
    );
    expect((await fetch(engine.url)).status).to.equal(200);

    await engine.close();
    expect(isAlive(engine.pid)).to.equal(false);
  });

  it("the local engine runs alongside a second local engine without forming a cluster", async () => {
    const otherDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    try {
      const [one, other] = [await start(), await start(otherDir)];
      const seen = await Promise.all(
        [one, other].map(async ({ url }) => [
          ((await request(url, "/")) as { cluster_uuid: string }).cluster_uuid,
          ((await request(url, "/_cluster/health")) as { number_of_nodes: number }).number_of_nodes,
        ]),
      );
      expect(seen.map(([, nodes]) => nodes)).to.deep.equal([1, 1]);
      expect(seen[0]![0]).to.not.equal(seen[1]![0]);
      expect(one.url).to.not.equal(other.url);
      await other.close();
    } finally {
      await rm(otherDir, { recursive: true });
    }
  });

  it("the local engine keeps every acknowledged write after kill -9", async () => {
    const held = await startInProcess();
    await write(held.url, "1");
    await held.killParent();
    await until("the engine to follow its parent", () => !isAlive(held.pid));

    const successor = await start();
    expect(await read(successor.url, "1")).to.equal(200);
    await write(successor.url, "2");
    process.kill(successor.pid, "SIGKILL");
    await until("the engine to be gone", () => !isAlive(successor.pid));

    const { url } = await start();
    expect([await read(url, "1"), await read(url, "2"), await read(url, "3")]).to.deep.equal([200, 200, 404]);
  });

  it("the local engine reports its last log lines if it does not start", async () => {
    const failure = await start(dataDir, { heap: "1k" }).catch((error: unknown) => String(error));
    const log = join(dataDir, "engine", "jvm.log");
    expect(failure).to.include(`the engine exited with code 1\n${log} ends with\n`);
    expect(failure).to.include((await readFile(log, "utf8")).trimEnd());
  });

  it("the local engine can run as a cluster of several nodes that recovers its data after a restart", async () => {
    const state = async (engine: JvmEngine) => {
      const nodes = (await request(engine.url, "/_cat/nodes?format=json&h=http")) as { http: string }[];
      return nodes.map(({ http }) => `http://${http}`).sort();
    };
    const first = await start(dataDir, { nodes: 3 });
    expect(first.urls).to.have.length(3);
    expect(await state(first)).to.deep.equal([...first.urls].sort());
    await write(first.url, "1");
    await first.close();
    const again = await start(dataDir, { nodes: 3 });
    expect(await state(again)).to.deep.equal([...again.urls].sort());
    expect(await read(again.url, "1")).to.equal(200);
  });
});

async function hasJdkAndMaven(): Promise<boolean> {
  const found = await findJava(java).catch(() => undefined);
  return found !== undefined && spawnSync("mvn", ["--version"]).status === 0;
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function request(url: string, path: string): Promise<unknown> {
  return (await fetch(`${url}${path}`)).json();
}

async function write(url: string, id: string): Promise<void> {
  await fetch(`${url}/kept`, { method: "PUT" });
  const response = await fetch(`${url}/kept/_doc/${id}`, json("PUT", { a: 1 }));
  expect(response.status).to.equal(201);
}

const read = async (url: string, id: string) => (await fetch(`${url}/kept/_doc/${id}`)).status;
