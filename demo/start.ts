import { Writable } from "node:stream";
import { demoFile, type DemoAccess } from "../src/commands/instance.js";
import { readHandbook, type Handbook } from "./handbook/files.js";
import { serve, type Running } from "../src/commands/serve.js";
import { stepLines } from "../src/commands/output.js";
import { inviteToConsole, ServiceCallError } from "../src/commands/service-client.js";
import type { Config } from "../src/config.js";
import { createEngine } from "../src/engine/engine.js";
import { withProgress } from "../local-engine/start-progress.js";
import { greeting } from "./greeting.js";
import { demoRouters } from "./routers.js";
import {
  demoShop,
  ensureDemoCatalog,
  ensureDemoClient,
  handbookSections,
  type DemoDeps,
  type DemoStorefront,
} from "./storefront.js";

/**
 * Starts the search engine, the service and the demo. The returned object can close the service while catalogues are
 * still being ingested, and reports a failed ingestion.
 */
export async function start(config: Config): Promise<Running> {
  const log = new StartupLog();
  const opened: Opened = {};
  const handbook = await readHandbook();
  const running = await serve(config, {
    logStream: log,
    pages: (directory) =>
      demoRouters({
        directory,
        dataDir: config.dataDir,
        handbook,
        access: () => opened.shop,
        handbookAccess: () => opened.handbook,
      }),
  });
  const failed = new Promise<Error>((resolve) => {
    open(config, running, handbook, opened).then(() => (log.isStarting = false), resolve);
  });
  return { ...running, failed: Promise.race([running.failed, failed]) };
}

interface Opened {
  shop?: DemoAccess;
  handbook?: DemoAccess;
}

/** Ingests demo catalogues that are missing, and prints a greeting with addresses and keys. */
async function open(config: Config, running: Running, handbook: Handbook | undefined, opened: Opened): Promise<void> {
  const steps = stepLines(process.stderr);
  const engine = createEngine({ url: () => running.engineAddress(), prefix: config.indexPrefix });
  try {
    const { base_url, operations_url } = running.service;
    const deps = { engine, dataDir: config.dataDir, service: { base_url, operations_url, pid: process.pid } };
    opened.shop = await withCatalogue("Demo", deps, await demoShop(), steps);
    if (handbook !== undefined)
      opened.handbook = await withCatalogue("Handbook", deps, handbookSections(handbook), steps);
    const invitation = await ownersInvitation(opened.shop);
    process.stdout.write(
      greeting(opened.shop, demoFile.path(config.dataDir), invitation, opened.handbook !== undefined),
    );
  } finally {
    await engine.close();
  }
}

/**
 * Log stream to standard error. During the start, it omits informational lines, because the progress display shows the
 * same steps.
 */
class StartupLog extends Writable {
  isStarting = true;

  override _write(line: Buffer, _encoding: string, done: () => void): void {
    if (!this.isStarting || !line.includes('"level":"info"')) process.stderr.write(line);
    done();
  }
}

/** Returns a link that makes its user the owner of the console; `undefined` if an owner exists. */
async function ownersInvitation(access: DemoAccess): Promise<string | undefined> {
  try {
    return await inviteToConsole(access, { only_first: true });
  } catch (error) {
    if (error instanceof ServiceCallError) return undefined;
    throw error;
  }
}

async function withCatalogue(
  name: string,
  deps: DemoDeps,
  storefront: DemoStorefront,
  steps: ReturnType<typeof stepLines>,
): Promise<DemoAccess> {
  const access = await withProgress(steps, `${name} storefront ready`, () => ensureDemoClient(deps, storefront));
  await withProgress(steps, `${name} catalogue ingested`, () => ensureDemoCatalog(deps, storefront, access));
  return access;
}
