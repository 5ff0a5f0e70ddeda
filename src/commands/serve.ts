import { once } from "node:events";
import { createServer } from "node:net";
import { bootstrap, type BootstrapOptions, type Service } from "../bootstrap.js";
import type { Config } from "../config.js";
import { findOrStartEngine } from "../../local-engine/find-or-start.js";
import type { LocalEngine } from "../../local-engine/local-engine.js";
import { withProgress } from "../../local-engine/start-progress.js";
import { startOf } from "../process-start.js";
import { CommandError } from "./command-error.js";
import { findRunningService, serviceFile } from "./instance.js";
import { stepLines } from "./output.js";

export interface Running {
  readonly service: Service;
  /** Returns the current address of the engine; undefined while the engine restarts. */
  engineAddress(): string | undefined;
  /** Resolves if the engine started by this process has crashed too often. The service cannot continue then. */
  readonly failed: Promise<Error>;
  /**
   * Stops the service, then the engine if this process started it. Requests are still handled for `lameDuckMs` milliseconds (default 0).
   */
  close(options?: { readonly lameDuckMs: number }): Promise<void>;
}

/** Finds or starts an engine, and starts the service. Only one process may use a data folder at a time. */
export async function serve(
  config: Config,
  { logStream = process.stderr, pages }: Pick<BootstrapOptions, "logStream" | "pages"> = {},
): Promise<Running> {
  const other = await findRunningService(config.dataDir);
  if (other !== undefined && other.pid !== process.pid) {
    throw new CommandError(
      `a service (process ${other.pid}, ${other.base_url}) already runs with the data folder ${config.dataDir}; ` +
        "stop this service, or run a second service with another DATA_DIR, PORT and OPERATIONS_PORT",
    );
  }
  await refuseTakenPorts(config);
  const steps = stepLines(process.stderr);
  const engine = await findOrStartEngine({
    opensearchUrl: config.opensearchUrl,
    dataDir: config.dataDir,
    java: { openSearchJavaHome: config.opensearchJavaHome, javaHome: config.javaHome },
    heap: config.opensearchHeap,
    onProgress: steps,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    const service = await withProgress(steps, "Service started", () =>
      bootstrap({ config, engineUrl: engine.url, engineAddress: () => engine.address(), logStream, pages }),
    );
    const { base_url, operations_url } = service;
    const started = startOf(process.pid);
    await serviceFile.write(config.dataDir, { base_url, operations_url, pid: process.pid, started });
    return {
      service,
      engineAddress: () => engine.address(),
      failed: engine.failed,
      close: (options) => stop(config, service, engine, options),
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Checks that the service's ports are free before the engine is started, because starting the engine takes a while.
 * @throws {CommandError} with the unavailable port in the message
 */
async function refuseTakenPorts({ host, port, operationsPort }: Config): Promise<void> {
  for (const [name, wanted] of Object.entries({ PORT: port, OPERATIONS_PORT: operationsPort })) {
    const server = createServer();
    try {
      server.listen(wanted, host);
      await once(server, "listening");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === "EADDRINUSE" ? "another process uses the port" : message;
      throw new CommandError(`cannot listen on port ${wanted}: ${why}; set ${name} to another port`, { cause: error });
    } finally {
      server.close();
    }
  }
}

async function stop(
  config: Config,
  service: Service,
  engine: LocalEngine,
  options?: { readonly lameDuckMs: number },
): Promise<void> {
  try {
    await service.close(options);
    await serviceFile.remove(config.dataDir);
  } finally {
    await engine.close();
  }
}
