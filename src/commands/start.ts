import { Writable } from "node:stream";
import { bootstrap, type BootstrapOptions, type Service } from "../bootstrap.js";
import type { Config } from "../config.js";
import { createEngine, type Engine } from "../engine/engine.js";
import { findOrStartEngine } from "../engine/local/find-or-start.js";
import type { LocalEngine } from "../engine/local/local-engine.js";
import { reported } from "../engine/local/progress.js";
import { startOf } from "../process-start.js";
import { CommandError } from "./command-error.js";
import { ensureDemoCatalog, ensureDemoClient } from "./demo-storefront.js";
import { greeting } from "./greeting.js";
import { demoFile, findRunningService, serviceFile, type DemoAccess } from "./instance.js";
import { stepLines } from "./steps.js";

export interface Running {
  readonly service: Service;
  /** Where its engine is now; undefined while it is being started again. */
  engineAddress(): string | undefined;
  /** Resolves when the engine that it started has died too often; it is of no use then. */
  readonly failed: Promise<Error>;
  /** Stops the service, then the engine it started; what was asked for is still answered for `lameDuckMs`, none unless given. */
  close(options?: { readonly lameDuckMs: number }): Promise<void>;
}

/** Finds or starts an engine and serves with it. One data folder serves one process at a time. */
export async function serve(
  config: Config,
  { logStream = process.stderr, shop }: Pick<BootstrapOptions, "logStream" | "shop"> = {},
): Promise<Running> {
  const other = await findRunningService(config.dataDir);
  if (other !== undefined && other.pid !== process.pid) {
    throw new CommandError(
      `a service (process ${other.pid}, ${other.base_url}) already runs with the data folder ${config.dataDir}; ` +
        "stop it, or set another DATA_DIR (and PORT and OPERATIONS_PORT) to run a second one",
    );
  }
  const steps = stepLines(process.stderr);
  const engine = await findOrStartEngine({
    opensearchUrl: config.opensearchUrl,
    dataDir: config.dataDir,
    java: config.java,
    heap: config.opensearchHeap,
    onProgress: steps,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    const service = await reported(steps, "Service started", () =>
      bootstrap({ config, engineUrl: engine.url, engineAddress: () => engine.address(), logStream, shop }),
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

/** Everything from nothing to a shop window with something in it. */
export async function start(config: Config): Promise<Running> {
  const log = new StartupLog();
  let shop: DemoAccess | undefined;
  const running = await serve(config, { logStream: log, shop: () => shop });
  const steps = stepLines(process.stderr);
  const engine = createEngine({ url: () => running.engineAddress(), prefix: config.indexPrefix });
  try {
    const access = await withDemo(config, running, engine, steps);
    shop = access;
    process.stdout.write(greeting(access, demoFile.path(config.dataDir)));
    log.isStarting = false;
    return running;
  } catch (error) {
    await running.close();
    throw error;
  } finally {
    await engine.close();
  }
}

/** Standard error without the log's good news while the steps are shown, which say the same. */
class StartupLog extends Writable {
  isStarting = true;

  override _write(line: Buffer, _encoding: string, done: () => void): void {
    if (!this.isStarting || !line.includes('"level":"info"')) process.stderr.write(line);
    done();
  }
}

async function withDemo(config: Config, running: Running, engine: Engine, steps: ReturnType<typeof stepLines>) {
  const { base_url, operations_url } = running.service;
  const demo = { engine, dataDir: config.dataDir, service: { base_url, operations_url, pid: process.pid } };
  const access = await reported(steps, "Demo storefront ready", () => ensureDemoClient(demo));
  await reported(steps, "Demo catalogue ingested", () => ensureDemoCatalog(demo, access));
  return access;
}
