import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerAnswers, startDockerEngine } from "../../src/engine/local/docker-engine.js";
import { startJvmEngine } from "../../src/engine/local/jvm-engine.js";
import type { LocalEngine } from "../../src/engine/local/local-engine.js";
import { ask } from "./http.js";
import { isAlive, until } from "./until.js";

/** An engine of one suite's own: what is done to it disturbs no other test. */
export interface OwnEngine {
  /** Stays the same whatever becomes of the engine, as a load balancer's would. */
  url(): string;
  /** Kills the node without a warning where it is a process of ours, else stops it. */
  kill(): Promise<void>;
  /** Starts the node again, on the same data. */
  revive(): Promise<void>;
  /** How many points in time are open. */
  pointsInTime(): Promise<number>;
  deletePointsInTime(): Promise<void>;
}

const FIRST_START_MS = 300_000;
const java = { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] };

/** Call it inside `describe`, before what uses it. */
export function useOwnEngine(): OwnEngine {
  let dataDir = "";
  let node: (LocalEngine & { readonly pid?: number }) | undefined;
  let relay: Relay | undefined;

  async function start(): Promise<void> {
    const options = { dataDir, keepData: true, onProgress: () => undefined };
    node = (await dockerAnswers()) ? await startDockerEngine(options) : await startJvmEngine({ ...options, java });
  }

  before("have it stopped after everything that uses it", function () {
    // Hooks run in the order in which they are added; those of users are added while suites are defined.
    this.runnable().parent?.afterAll("stop the engine", async function () {
      this.timeout(60_000);
      await relay?.close();
      await node?.close();
      await rm(dataDir, { recursive: true, force: true });
    });
  });

  before("start an engine of its own", async function () {
    this.timeout(FIRST_START_MS);
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    await start();
    relay = await startRelay(() => node?.url);
  });

  const own: OwnEngine = {
    url() {
      if (relay === undefined) throw new Error("the engine is there in hooks and tests, not while suites are defined");
      return relay.url;
    },
    async kill() {
      const dying = node;
      node = undefined;
      relay?.cut();
      const { pid } = dying ?? {};
      if (pid !== undefined) {
        process.kill(pid, "SIGKILL");
        await until("the engine to be gone", () => !isAlive(pid));
      }
      await dying?.close();
    },
    revive: start,
    async pointsInTime() {
      const { status, body } = await ask(`${own.url()}/_search/point_in_time/_all`);
      return status === 404 ? 0 : (body as { pits: unknown[] }).pits.length;
    },
    async deletePointsInTime() {
      const { status, body } = await ask(`${own.url()}/_search/point_in_time/_all`, { method: "DELETE" });
      if (status !== 200 && status !== 404) throw new Error(`not deleted: ${status} ${JSON.stringify(body)}`);
    },
  };
  return own;
}

interface Relay {
  readonly url: string;
  /** Closes all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Passes connections on to wherever the engine is at the moment; refuses them while it is nowhere. */
async function startRelay(target: () => string | undefined): Promise<Relay> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.on("error", () => undefined); // closes it, and that tells the other side
  };
  const server: Server = createServer((client) => {
    const url = target();
    if (url === undefined) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(url);
    const engine = connect({ host: hostname, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    track(client, engine);
    track(engine, client);
    client.pipe(engine).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
