import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import pRetry from "p-retry";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { startJvmEngine, type JvmEngine } from "../../local-engine/jvm-engine.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { readStoredEvents, type TailCursor } from "../../src/tracking/tail.js";
import { atFixedRate } from "../support/fixed-rate.js";
import { startService, type ServiceProcess } from "../support/process.js";
import { startRelay } from "../support/relay.js";
import { device, tasteOn } from "../support/taste.js";
import { envelope, productView, type Json } from "../support/tracker-payload.js";
import { until } from "../support/until.js";
import { BROWSER } from "../support/user-agent.js";

const TP2 = "/com.snowplowanalytics.snowplow/tp2";
const PREFIX = "loss-";
const EVENTS_PER_SECOND = 200;
const DEVICES = 200;
/**
 * Maximum number of events in the test, low enough that a device's taste document still contains all events of the
 * device.
 */
const MAX_EVENTS = DEVICES * 25;

interface Sent {
  readonly payload: Json;
  readonly device: string;
  readonly product: string;
  readonly status: number | undefined;
}

class Shed extends Error {}

/** Sends an event. Like a tracker, repeats a request that the service rejects because of overload. */
const send = (url: string, payload: Json): Promise<number> =>
  pRetry(
    async () => {
      const body = JSON.stringify(envelope(payload));
      const response = await fetch(url + TP2, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
      await response.text();
      if (response.status === 503) throw new Shed();
      return response.status;
    },
    { retries: 4, minTimeout: 50, shouldRetry: ({ error }) => error instanceof Shed },
  );

/** Sends events at a fixed rate, regardless of the response times. */
function startTraffic(url: string, run: string) {
  const sent: Promise<Sent>[] = [];
  const one = async (nth: number): Promise<Sent> => {
    const [who, product] = [`${run}-${nth % DEVICES}`, `${run}-p${nth}`];
    const payload = productView(product, { aid: "demo", eid: randomUUID(), duid: who, ua: BROWSER });
    return { payload, device: who, product, status: await send(url, payload).catch(() => undefined) };
  };
  const sending = atFixedRate(EVENTS_PER_SECOND, (nth) => {
    if (nth < MAX_EVENTS) sent.push(one(nth));
  });
  return {
    count: () => sent.length,
    /** Resolves when all requests sent so far have a response. */
    answered: () => Promise.all(sent),
    stop(): Promise<Sent[]> {
      sending.stop();
      return Promise.all(sent);
    },
  };
}

describe("event delivery when the engine or the service fails under traffic", () => {
  const java = { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] };
  let home = "";
  let jvm: JvmEngine | undefined;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let engine: Engine;
  let service: ServiceProcess;

  const startEngine = async () => {
    jvm = await startJvmEngine({ dataDir: home, java, onProgress: () => undefined });
  };
  const start = (dataDir: string) =>
    startService({
      dataDir: join(home, dataDir),
      environment: { OPENSEARCH_URL: relay.url, INDEX_PREFIX: PREFIX },
    });

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    await startEngine();
    relay = await startRelay(() => jvm?.url);
    engine = createEngine({ url: relay.url, prefix: PREFIX });
    service = await start("first");
  });
  after(async () => {
    await service.stop();
    await engine.close();
    await relay.close();
    await jvm?.close();
    await rm(home, { recursive: true, force: true });
  });

  async function storedEvents(run: string): Promise<ShopperEvent[]> {
    const all: ShopperEvent[] = [];
    for (let cursor: TailCursor = {}, read = 1; read > 0;) {
      const tail = await readStoredEvents(engine, cursor, { limit: 5_000, oldest: "2000-01" });
      [cursor, read] = [tail.cursor, tail.stored.length];
      all.push(...tail.stored.map(({ event }) => event).filter(({ device_id }) => device_id.startsWith(`${run}-`)));
    }
    return all;
  }

  /**
   * Expects that every event is stored once and counted once in the taste profiles, and that events accepted by one
   * process are stored in the order in which their device sent them.
   * @param taken events accepted by one process. Default: all events
   */
  async function expectOnce(run: string, sent: readonly Sent[], taken = sent) {
    const wanted = sent.map(({ payload }) => String(payload["eid"])).sort();
    await until("all to be stored", async () => (await storedEvents(run)).length >= wanted.length);
    const stored = await storedEvents(run);
    expect(stored.map(({ event_id }) => event_id).sort()).to.deep.equal(wanted);
    for (const name of new Set(sent.map((one) => one.device))) {
      const ids = new Set(taken.filter((one) => one.device === name).map(({ payload }) => payload["eid"]));
      const times = stored.filter(({ event_id }) => ids.has(event_id)).map(({ received_at }) => received_at);
      expect(times, name).to.deep.equal([...times].sort((a, b) => a - b));
    }
    const names = [...new Set(sent.map((one) => one.device))];
    const { store } = tasteOn(engine);
    const products = async () =>
      (await store.load(names.map((name) => device(name, "demo")))).map((one) => one?.products);
    const wantedOf = (name: string) => sent.filter((one) => one.device === name).map(({ product }) => product);
    await until("all to be taught", async () =>
      (await products()).every((known, at) => known?.length === wantedOf(names[at] as string).length),
    );
    (await products()).forEach((known = [], at) => {
      expect(known.map(({ id }) => id).sort()).to.deep.equal(wantedOf(names[at] as string).sort());
      // If a view were counted twice in the taste profile, the interest in the product would be 2.
      for (const { interest } of known) expect(interest).to.be.within(0.8, 1.01);
    });
  }

  const expectAnswered = (sent: readonly Sent[]) =>
    expect([...new Set(sent.map(({ status }) => status))]).to.deep.equal([200]);

  const during = async (traffic: ReturnType<typeof startTraffic>, events: number) => {
    const wanted = Math.min(MAX_EVENTS, traffic.count() + events);
    await until(`${wanted} events`, () => traffic.count() >= wanted);
  };

  it("events are acknowledged while the engine is down, and are later stored and counted exactly once", async () => {
    const traffic = startTraffic(service.demo.base_url, "killed");
    await during(traffic, 300);
    process.kill(jvm!.pid, "SIGKILL");
    await during(traffic, 600);
    await traffic.answered();
    await startEngine();
    await during(traffic, 300);
    const sent = await traffic.stop();
    expectAnswered(sent);
    await expectOnce("killed", sent);
  });

  it("events are acknowledged while the engine is frozen, and are later stored and counted exactly once", async () => {
    const traffic = startTraffic(service.demo.base_url, "frozen");
    await during(traffic, 300);
    process.kill(jvm!.pid, "SIGSTOP");
    try {
      await during(traffic, 1_600);
      await traffic.answered();
    } finally {
      process.kill(jvm!.pid, "SIGCONT");
    }
    await during(traffic, 300);
    const sent = await traffic.stop();
    expectAnswered(sent);
    await expectOnce("frozen", sent);
  });

  it("events are stored by the next process if the service stops while the engine is frozen", async () => {
    const traffic = startTraffic(service.demo.base_url, "stopped");
    await during(traffic, 100);
    process.kill(jvm!.pid, "SIGSTOP");
    try {
      await during(traffic, 500);
      const sent = await traffic.stop();
      expectAnswered(sent);
      await service.stop("SIGTERM");
    } finally {
      process.kill(jvm!.pid, "SIGCONT");
    }
    service = await start("first");
    await expectOnce("stopped", await traffic.stop());
  });

  it("events are counted exactly once if the service is killed and trackers resend them to another process", async () => {
    const traffic = startTraffic(service.demo.base_url, "service");
    await during(traffic, 400);
    await service.stop("SIGKILL");
    const sent = await traffic.stop();
    expect(sent.some(({ status }) => status === 200)).to.equal(true);
    const other = await start("second");
    try {
      const again = sent.filter(({ status }) => status !== 200);
      const responses = await Promise.all(again.map(({ payload }) => send(other.demo.base_url, payload)));
      expect(responses.filter((status) => status !== 200)).to.deep.equal([]);
      service = await start("first");
      // Events in the first process's spool file may be stored later than events that another process accepted.
      await expectOnce(
        "service",
        sent,
        sent.filter(({ status }) => status === 200),
      );
    } finally {
      await other.stop();
    }
  });
});
