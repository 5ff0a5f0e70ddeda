import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seeded, type Random } from "../../demo/random.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { deleteByPrefix, randomPrefix } from "../../test/support/engine.js";
import { quietPorts } from "../../test/support/ports.js";
import { startServing, type Serving, type ServingPlace } from "../../test/support/serving.js";
import type { OwnEngine } from "../../test/support/shop-engine.js";

/** Resources of a scenario: an engine that it may kill, an index prefix and a data folder. */
export interface TestBed {
  readonly isShort: boolean;
  /** Number of seconds during which new rounds of the scenario may start. */
  readonly seconds: number;
  /** Random choices of this scenario, independent of other scenarios. */
  readonly random: Random;
  /** Engine node that the services use. */
  readonly node: OwnEngine;
  /** Engine client for inspecting stored data. */
  readonly engine: Engine;
  readonly dataDir: string;
  /**
   * Repeats an action up to `wanted` times while time remains, but at least once.
   * @returns the number of repetitions
   */
  rounds(what: string, wanted: number, once: () => Promise<void>): Promise<number>;
  /** Reports progress. */
  report(progress: string): void;
  /**
   * Creates an address at which processes run one after another. The process still running at the end of the scenario
   * is killed.
   */
  service(
    settings?: Readonly<Record<string, string>>,
    process?: Pick<ServingPlace, "preload" | "openFiles">,
  ): Promise<ServiceAddress>;
}

/** An address at which a service process can be started and stopped repeatedly. */
export interface ServiceAddress extends Omit<ServingPlace, "settings" | "preload" | "openFiles"> {
  readonly url: string;
  readonly operationsUrl: string;
  start(): Promise<Serving>;
  /**
   * Returns the running service process.
   * @throws Error if no process is running
   */
  serving(): Serving;
  /** Output of all processes that have run at this service address. */
  printed(): string;
  /**
   * Ends the process.
   * @returns the exit code, or the signal that ended the process
   */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface GroundOptions {
  readonly node: OwnEngine;
  readonly seed: string;
  readonly isShort: boolean;
  /** Time in seconds after which no further round starts. */
  readonly seconds: number;
  readonly report: (progress: string) => void;
}

/**
 * Creates a test bed. The caller must close the test bed in every case. Closing ends the processes and deletes folders
 * and indices.
 */
export async function createGround(options: GroundOptions): Promise<TestBed & { close(): Promise<void> }> {
  const { node, seed, isShort, seconds, report } = options;
  const engine = createEngine({ url: node.url(), prefix: randomPrefix() });
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-faults-"));
  const started: Promise<Serving>[] = [];
  let isClosed = false;

  const service: TestBed["service"] = async (settings = {}, process = {}) => {
    const [port = 0, operationsPort = 0] = await quietPorts(2);
    const at = { engineUrl: node.url(), prefix: engine.prefix, dataDir, port, operationsPort };
    const own: Serving[] = [];
    let now: Serving | undefined;
    const serving = () => {
      if (now === undefined) throw new Error("the service process is not running");
      return now;
    };
    return {
      ...at,
      url: `http://127.0.0.1:${port}`,
      operationsUrl: `http://127.0.0.1:${operationsPort}`,
      serving,
      printed: () => own.map((one) => one.output()).join(""),
      async start() {
        if (isClosed) throw new Error("the scenario has ended");
        const starting = startServing({ ...at, ...process, settings });
        started.push(starting);
        now = await starting;
        own.push(now);
        return now;
      },
      async end(signal) {
        const ending = serving();
        now = undefined;
        return ending.end(signal);
      },
    };
  };

  return {
    isShort,
    seconds,
    node,
    engine,
    dataDir,
    report,
    service,
    random: seeded(seed),
    async rounds(what, wanted, once) {
      const endsAt = performance.now() + seconds * 1000;
      let done = 0;
      do {
        await once();
        done += 1;
        report(`${done} of ${wanted} ${what}`);
      } while (done < wanted && performance.now() < endsAt);
      return done;
    },
    async close() {
      isClosed = true;
      // Kill all processes, including those that are still starting. Ignore processes that failed to start.
      await Promise.allSettled(started.map(async (one) => (await one).end("SIGKILL")));
      node.thaw();
      await rm(dataDir, { recursive: true, force: true });
      try {
        await deleteByPrefix(engine);
      } catch {
        // Ignore the error: a killed engine cannot delete indices, and its folder is deleted at the end of the run.
      } finally {
        await engine.close();
      }
    },
  };
}

/** Waits for a random time. */
export const pause = ({ random }: Pick<TestBed, "random">, fromMs: number, toMs: number): Promise<void> =>
  delay(random.integer(fromMs, toMs));
