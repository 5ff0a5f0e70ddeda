import { createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { GenericContainer } from "testcontainers";
import { COMPOSE_FILE } from "./checkout.js";
import { composeImage } from "./compose-image.js";
import { mayHaveDocker, type Machine } from "./docker-traces.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";
import { withProgress, type OnStartProgress } from "./start-progress.js";

export interface DockerEngineOptions {
  readonly dataDir: string;
  /** Whether data is kept in `dataDir` for the next start. Otherwise, the data is deleted with the container. */
  readonly keepData: boolean;
  /** Folder for snapshots; defaults to `dataDir/snapshots`. */
  readonly snapshots?: string;
  readonly heap?: string | undefined;
  readonly onProgress: OnStartProgress;
}

const HTTP_PORT = 9200;
const DATA_IN_CONTAINER = "/usr/share/opensearch/data";
const SNAPSHOTS_IN_CONTAINER = "/mnt/snapshots";

/**
 * Timeout for a response of the Docker daemon in milliseconds. After the timeout, the engine is started on a local JVM.
 */
const DAEMON_TIMEOUT_MS = 5_000;
/** Timeout for the start of the container in milliseconds, including the image download on the first start. */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Returns whether a local Docker daemon is running. A remote daemon could not publish ports on the local loopback
 * interface.
 */
export async function isDockerRunning(): Promise<boolean> {
  // This check avoids loading `testcontainers`, which takes 30 MB of memory.
  if (!mayHaveDocker(thisMachine())) return false;
  const library = await import("testcontainers").catch(() => undefined);
  // Production installations do not include `testcontainers`, because production uses another engine.
  if (library === undefined) return false;
  const { getContainerRuntimeClient } = library;
  const client = await Promise.race([
    getContainerRuntimeClient().catch(() => undefined),
    delay(DAEMON_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  return client !== undefined && ["localhost", "127.0.0.1", "::1"].includes(client.info.containerRuntime.host);
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  environment: process.env,
  home: homedir(),
  uid: process.getuid?.(),
  exists: existsSync,
});

/**
 * Runs a container from the image in `docker-compose.yml`. Only this machine can connect to the container. If this
 * process dies without closing the container, testcontainers removes it.
 */
export async function startDockerEngine(options: DockerEngineOptions): Promise<LocalEngine> {
  const { dataDir, keepData, snapshots = join(dataDir, "snapshots"), heap = "1g", onProgress } = options;
  const image = composeImage(await readFile(COMPOSE_FILE, "utf8"), "opensearch");
  const folder = join(dataDir, "engine");
  const log = join(folder, "docker.log");
  await mkdir(folder, { recursive: true });

  const container = await loopbackContainer(image);
  container
    .withEnvironment({
      "discovery.type": "single-node",
      "action.auto_create_index": "false",
      "cluster.routing.allocation.disk.threshold_enabled": "false",
      "path.repo": SNAPSHOTS_IN_CONTAINER,
      DISABLE_SECURITY_PLUGIN: "true",
      DISABLE_INSTALL_DEMO_CONFIG: "true",
      OPENSEARCH_JAVA_OPTS: `-Xms${heap} -Xmx${heap}`,
    })
    .withStartupTimeout(START_TIMEOUT_MS)
    .withLogConsumer((output) => output.pipe(createWriteStream(log)));
  container.withBindMounts([
    { source: await openFolder(snapshots), target: SNAPSHOTS_IN_CONTAINER },
    ...(keepData ? [{ source: await openFolder(folder), target: DATA_IN_CONTAINER }] : []),
  ]);

  try {
    const started = await withProgress(onProgress, `Engine started in Docker (${image})`, () => container.start());
    return {
      url: `http://127.0.0.1:${started.getMappedPort(HTTP_PORT)}`,
      kind: "docker",
      close: async () => {
        await started.stop({ timeout: STOP_TIMEOUT_MS });
      },
    };
  } catch (error) {
    throw new EngineNotFoundError(`the image ${image} did not start in Docker: ${String(error)}; its log is ${log}`, {
      cause: error,
    });
  }
}

/**
 * Creates a container whose port is bound to the loopback interface. By default, testcontainers binds ports to all
 * network interfaces.
 */
async function loopbackContainer(image: string): Promise<GenericContainer> {
  const { GenericContainer, Wait } = await import("testcontainers");
  class LoopbackContainer extends GenericContainer {
    protected override beforeContainerCreated(): Promise<void> {
      this.hostConfig.PortBindings = { [`${HTTP_PORT}/tcp`]: [{ HostIp: "127.0.0.1", HostPort: "0" }] };
      return Promise.resolve();
    }
  }
  return new LoopbackContainer(image)
    .withExposedPorts(HTTP_PORT)
    .withWaitStrategy(
      Wait.forHttp("/_cluster/health?wait_for_status=yellow&timeout=30s", HTTP_PORT).forStatusCode(200),
    );
}

/**
 * Creates a folder that the container's user can write to. Other users of this machine have no access, because the
 * parent folder is private.
 */
async function openFolder(folder: string): Promise<string> {
  const open = join(folder, "docker");
  await mkdir(open, { recursive: true });
  await chmod(folder, 0o700);
  await chmod(open, 0o777);
  return open;
}
