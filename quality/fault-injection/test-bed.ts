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

/** The resources of one attack: an engine that it may kill, a prefix and a data folder of its own. */
export interface TestBed {
  readonly isShort: boolean;
  /** For how long further rounds begin. */
  readonly seconds: number;
  /** The choices of this attack; those of others do not move them. */
  readonly random: Random;
  /** The node that the services use. */
  readonly node: OwnEngine;
  /** For looking at what is stored there. */
  readonly engine: Engine;
  readonly dataDir: string;
  /** Does something so often, or as often as there is time for, but once at least. @returns how often */
  rounds(what: string, wanted: number, once: () => Promise<void>): Promise<number>;
  /** Shows how far the attack is. */
  report(progress: string): void;
  /** A place of the service that processes take one after another; what still runs there is ended with the attack. */
  service(
    settings?: Readonly<Record<string, string>>,
    process?: Pick<ServingPlace, "preload" | "openFiles">,
  ): Promise<ServiceAddress>;
}

/** One address at which the service is started and ended again and again. */
export interface ServiceAddress extends Omit<ServingPlace, "settings" | "preload" | "openFiles"> {
  readonly url: string;
  readonly operationsUrl: string;
  start(): Promise<Serving>;
  /** The process there now. @throws Error when none is */
  serving(): Serving;
  /** What all processes have printed that were there. */
  printed(): string;
  /** Ends it. @returns its exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface GroundOptions {
  readonly node: OwnEngine;
  readonly seed: string;
  readonly isShort: boolean;
  /** After so long no further round begins. */
  readonly seconds: number;
  readonly report: (progress: string) => void;
}

/** Whoever asks for a ground closes it, however the attack ended: processes, folders and indices go. */
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
      if (now === undefined) throw new Error("no process is at this place");
      return now;
    };
    return {
      ...at,
      url: `http://127.0.0.1:${port}`,
      operationsUrl: `http://127.0.0.1:${operationsPort}`,
      serving,
      printed: () => own.map((one) => one.output()).join(""),
      async start() {
        if (isClosed) throw new Error("the attack is over");
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
      // One that is just starting is waited for; one that did not come up has ended by itself.
      await Promise.allSettled(started.map(async (one) => (await one).end("SIGKILL")));
      node.thaw();
      await rm(dataDir, { recursive: true, force: true });
      try {
        await deleteByPrefix(engine);
      } catch {
        // An engine that is away takes its indices with it: its folder goes at the end of the run.
      } finally {
        await engine.close();
      }
    },
  };
}

/** A random time in which something else goes on. */
export const pause = ({ random }: Pick<TestBed, "random">, fromMs: number, toMs: number): Promise<void> =>
  delay(random.integer(fromMs, toMs));
