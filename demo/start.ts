import { Writable } from "node:stream";
import { demoFile, type DemoAccess } from "../src/commands/instance.js";
import { serve, type Running } from "../src/commands/serve.js";
import { stepLines } from "../src/commands/steps.js";
import type { Config } from "../src/config.js";
import { createEngine, type Engine } from "../src/engine/engine.js";
import { reported } from "../src/engine/local/start-progress.js";
import { greeting } from "./greeting.js";
import { demoRouters } from "./routers.js";
import { ensureDemoCatalog, ensureDemoClient } from "./storefront.js";

/** Starts everything that `npm start` runs: from an empty machine to a shop with products. */
export async function start(config: Config): Promise<Running> {
  const log = new StartupLog();
  let shop: DemoAccess | undefined;
  const running = await serve(config, {
    logStream: log,
    pages: (directory) => demoRouters({ directory, access: () => shop, dataDir: config.dataDir }),
  });
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
