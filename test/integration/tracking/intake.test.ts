import { readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { EngineError, EngineUnavailableError } from "../../../src/engine/engine.js";
import { createIndex, putSettings } from "../../../src/engine/indices.js";
import type { EventConsumer } from "../../../src/tracking/event.js";
import { lineOf } from "../../../src/tracking/spool.js";
import { usePreparedEngine } from "../../support/engine.js";
import { interposed } from "../../support/interposed-engine.js";
import {
  arrival,
  deleteEvents,
  recordingConsumer,
  spoolFolder,
  storedIds,
  testIntake,
} from "../../support/tracking.js";
import { until } from "../../support/until.js";

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `e${String(from + at).padStart(4, "0")}`);

describe("intake of events", () => {
  const engineOf = usePreparedEngine();
  const folders: string[] = [];
  const engine = () => engineOf.engine;

  beforeEach(() => deleteEvents(engine()));
  after(() => Promise.all(folders.map((folder) => rm(dirname(folder), { recursive: true, force: true }))));

  /** Returns an engine client that can simulate an unavailable engine or lost responses. */
  function switchable() {
    const state: { mode: "up" | "away" | "deaf" } = { mode: "up" };
    const seen = interposed(engine(), async (operation, _nth, proceed) => {
      if (state.mode === "away") throw new EngineUnavailableError("away");
      const response = await proceed();
      // The engine has executed the call, but the response is lost.
      if (state.mode === "deaf" && operation === "bulk") throw new EngineUnavailableError("timeout");
      return response;
    });
    return { state, engine: seen.engine, requested: seen.requested };
  }

  /** Returns an engine client that can simulate an engine that does not respond and does not close connections. */
  function freezable() {
    let frozen: Promise<void> | undefined;
    let thaw: () => void = () => undefined;
    const { engine: seen } = interposed(engine(), async (_operation, _nth, proceed, { signal }) => {
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      });
      await Promise.race([frozen, aborted]);
      return proceed();
    });
    return {
      engine: seen,
      freeze: () => {
        frozen = new Promise((resolve) => (thaw = resolve));
      },
      thaw: () => {
        frozen = undefined;
        thaw();
      },
    };
  }

  const started = async (...args: Parameters<typeof testIntake>) => {
    const running = await testIntake(...args);
    folders.push(running.folder);
    return running;
  };

  it("event intake responds after events are stored and consumers have received them", async () => {
    const consumer = recordingConsumer();
    const { intake, spool } = await started(engine(), [consumer]);
    await intake.accept(ids(1, 3).map((id) => arrival(id)));
    expect(consumer.reported).to.deep.equal(ids(1, 3));
    expect(await storedIds(engine())).to.deep.equal(ids(1, 3));
    expect(spool.bytes).to.equal(0);
    await intake.close(1_000);
  });

  it("event intake measures the time until every consumer has processed an event", async () => {
    let isUnavailable = true;
    const consumer = recordingConsumer("taste", () => {
      if (isUnavailable) throw new EngineUnavailableError("away");
    });
    let clock = Date.now();
    const { intake, metrics } = await started(engine(), [consumer], { now: () => clock });
    const effects = async () => {
      const { values } = await metrics.effect.get();
      const named = (end: string) => values.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
      return [named("_count"), named("_sum")];
    };
    await intake.accept([arrival("e0001", { received_at: clock }), arrival("e0002", { source: "import" })]);
    expect(await effects()).to.deep.equal([0, 0]);
    clock += 4_000;
    isUnavailable = false;
    await until("the effect", () => consumer.reported.length === 2);
    await until("its measure", async () => (await effects())[0] === 1);
    expect((await effects())[1]).to.be.closeTo(4, 1e-9);
    await intake.close(1_000);
  });

  it("event intake combines concurrent events into a few engine requests", async () => {
    const consumer = recordingConsumer();
    const { engine: counted, requested } = switchable();
    const { intake } = await started(counted, [consumer]);
    await Promise.all(ids(1, 500).map((id) => intake.accept([arrival(id), arrival("same")])));
    expect(consumer.reported.filter((id) => id !== "same")).to.deep.equal(ids(1, 500));
    expect(consumer.reported.filter((id) => id === "same")).to.have.length(1);
    expect(requested.get("bulk")).to.be.at.most(5);
    await intake.close(1_000);
  });

  it("event intake spools events to disk while the engine is unavailable", async () => {
    const consumer = recordingConsumer();
    const { state, engine: seen } = switchable();
    const { intake, spool, metrics } = await started(seen, [consumer]);
    await intake.accept([arrival("e0000")]);
    state.mode = "away";
    for (const id of ids(1, 40)) await intake.accept([arrival(id)]);
    expect(consumer.reported).to.deep.equal(["e0000"]);
    expect(spool.bytes).to.be.greaterThan(40 * 200);
    expect(intake.waitingSince).to.be.a("number");
    state.mode = "up";
    // Later events are queued behind the events in the spool.
    for (const id of ids(41, 60)) await intake.accept([arrival(id)]);
    await until("the spool to be empty", () => spool.bytes === 0);
    await intake.accept([arrival("e0061")]);
    expect(consumer.reported).to.deep.equal(ids(0, 61));
    expect(await storedIds(engine())).to.deep.equal(ids(0, 61));
    expect((await metrics.spooled.get()).values[0]?.value).to.be.at.least(40);
    expect(intake.waitingSince).to.equal(null);
    await intake.close(1_000);
  });

  it("event intake passes an event to consumers once if the engine's response to the write was lost", async () => {
    const consumer = recordingConsumer();
    const { state, engine: seen } = switchable();
    const { intake, spool } = await started(seen, [consumer]);
    await intake.accept([arrival("e0000")]);
    state.mode = "deaf";
    await intake.accept([arrival("e0001"), arrival("e0000")]);
    state.mode = "up";
    await until("the other one to be told", () => consumer.reported.length === 2 && spool.bytes === 0);
    await intake.accept([arrival("e0001")]);
    expect(consumer.reported).to.deep.equal(["e0000", "e0001"]);
    await intake.close(1_000);
  });

  it("event intake retries only the consumer whose store was unavailable", async () => {
    let isUnavailable = true;
    const steady = recordingConsumer("steady");
    const away = recordingConsumer("away", () => {
      if (isUnavailable) throw new EngineUnavailableError("away");
    });
    const { intake, spool } = await started(engine(), [steady, away]);
    await intake.accept([arrival("e0001"), arrival("e0002")]);
    expect([steady.reported, away.reported]).to.deep.equal([["e0001", "e0002"], []]);
    isUnavailable = false;
    await until("the other one to be told", () => away.reported.length > 0);
    expect(spool.bytes).to.equal(0);
    await intake.close(1_000);
    expect([steady.reported, away.reported]).to.deep.equal([
      ["e0001", "e0002"],
      ["e0001", "e0002"],
    ]);
  });

  it("event intake continues for all other consumers after an error of one consumer", async () => {
    const broken = recordingConsumer("broken", () => {
      throw new TypeError("a defect");
    });
    const steady = recordingConsumer("steady");
    const { intake, metrics } = await started(engine(), [broken, steady]);
    await intake.accept([arrival("e0001")]);
    expect(steady.reported).to.deep.equal(["e0001"]);
    expect((await metrics.undelivered.get()).values).to.deep.equal([{ value: 1, labels: { consumer: "broken" } }]);
    await intake.close(1_000);
  });

  it("event intake rejects events when the spool on disk has reached its size limit", async () => {
    const { state, engine: seen } = switchable();
    const { intake, metrics } = await started(seen, [], { maxBytes: 2_000, responseWithinMs: 200 });
    state.mode = "away";
    const refused = async () => {
      for (const id of ids(1, 20)) await intake.accept([arrival(id)]);
    };
    const error = await refused().catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: "unavailable", status: 503 });
    expect((await metrics.overloads.get()).values).to.deep.equal([{ value: 1, labels: { reason: "spool_full" } }]);
    state.mode = "up";
    await intake.close(5_000);
  });

  it("event intake keeps events on disk for the next process if they are not stored yet", async () => {
    const { state, engine: seen } = switchable();
    const first = await started(seen, []);
    state.mode = "away";
    await first.intake.accept([arrival("e0001")]);
    await first.intake.accept([arrival("e0002")]);
    await first.intake.close(100);
    expect(await readdir(first.folder)).to.have.length(1);
    const consumer = recordingConsumer();
    const second = await started(engine(), [consumer], { folder: first.folder });
    await until("the spool to be adopted and empty", () => consumer.reported.length === 2 && second.spool.bytes === 0);
    expect(consumer.reported).to.deep.equal(["e0001", "e0002"]);
    await second.intake.close(1_000);
    expect(await readdir(first.folder)).to.deep.equal([]);
  });

  it("event intake stores the readable part of a damaged spool file", async () => {
    const folder = await spoolFolder();
    const line = (id: string) => lineOf(arrival(id));
    const torn = line("e0003").slice(0, 40);
    const left = `${line("e0001")}\0\0{"damaged"\n[]\n${line("e0002")}${torn}`;
    await writeFile(join(folder, "elsewhere.999999999.0123456789ab-000000001.ndjson"), left);
    const consumer = recordingConsumer();
    let clock = 0;
    const next = await started(engine(), [consumer], {
      folder,
      spoolNow: () => clock,
    });
    expect(await next.spool.adopt()).to.equal(false);
    clock = 15_000;
    expect(await next.spool.adopt()).to.equal(true);
    await next.intake.accept([arrival("e0004")]);
    await until("all to be stored", () => next.spool.bytes === 0);
    expect(consumer.reported).to.deep.equal(["e0001", "e0002", "e0004"]);
    expect(next.logged.map(({ lines }) => lines)).to.deep.equal([3]);
    await next.intake.close(1_000);
  });

  it("event intake responds as soon as events are on disk if the engine does not respond", async () => {
    const consumer = recordingConsumer();
    const frozen = freezable();
    const { intake, spool } = await started(frozen.engine, [consumer], { responseWithinMs: 500 });
    await intake.accept([arrival("e0000")]);
    await until("it to be told", () => spool.bytes === 0);
    frozen.freeze();
    await Promise.all(ids(1, 30).map((id) => intake.accept([arrival(id)])));
    expect(consumer.reported).to.deep.equal(["e0000"]);
    expect(spool.bytes).to.be.greaterThan(30 * 200);
    frozen.thaw();
    await until("the spool to be empty", () => spool.bytes === 0);
    expect(consumer.reported).to.deep.equal(ids(0, 30));
    expect(await storedIds(engine())).to.deep.equal(ids(0, 30));
    await intake.close(1_000);
  });

  it("event intake closes within its time limit even if the engine does not respond", async () => {
    const frozen = freezable();
    const first = await started(frozen.engine, [], { responseWithinMs: 1_000 });
    frozen.freeze();
    await first.intake.accept([arrival("e0001")]);
    await first.intake.close(100);
    const consumer = recordingConsumer();
    const second = await started(engine(), [consumer], { folder: first.folder });
    await until("the event to be told", () => consumer.reported.length === 1 && second.spool.bytes === 0);
    frozen.thaw();
    await second.intake.close(1_000);
    expect([consumer.reported, await storedIds(engine())]).to.deep.equal([["e0001"], ["e0001"]]);
  });

  it("event intake loses no event while the engine rejects all requests", async () => {
    const refusals = [
      new EngineError(429, "rejected_execution_exception", "too much"),
      new EngineUnavailableError("503"),
      new EngineError(403, "cluster_block_exception", "blocked"),
    ];
    for (const [at, refusal] of refusals.entries()) {
      let isRefusing = true;
      const { engine: seen } = interposed(engine(), (operation, _nth, proceed) =>
        isRefusing && operation === "bulk" ? Promise.reject(refusal) : proceed(),
      );
      const consumer = recordingConsumer();
      const { intake, spool } = await started(seen, [consumer], { responseWithinMs: 500 });
      await intake.accept([arrival(`r${at}`)]);
      expect(consumer.reported).to.deep.equal([]);
      isRefusing = false;
      await until("the event to be told", () => consumer.reported.length === 1 && spool.bytes === 0);
      await intake.close(1_000);
    }
    expect(await storedIds(engine())).to.deep.equal(["r0", "r1", "r2"]);
  });

  it("event intake stores events of other months while the index of one month is read-only", async () => {
    const consumer = recordingConsumer();
    const { intake, spool } = await started(engine(), [consumer]);
    const old = { ...arrival("old"), month: "2001-01" };
    const index = `${engine().prefix}ubi-events-${old.month}`;
    await createIndex(engine(), index);
    await putSettings(engine(), index, { "index.blocks.write": true });
    await Promise.all([intake.accept([old]), intake.accept([arrival("e0001")])]);
    expect(consumer.reported).to.deep.equal(["e0001"]);
    await intake.accept([arrival("e0002")]);
    await until("what came later", () => consumer.reported.includes("e0002"));
    await putSettings(engine(), index, { "index.blocks.write": null });
    await until("what was blocked", () => consumer.reported.includes("old") && spool.bytes === 0);
    expect(consumer.reported.slice().sort()).to.deep.equal(["e0001", "e0002", "old"]);
    await intake.close(1_000);
  });

  it("event intake rejects events while it cannot write to the disk", async () => {
    const folder = await spoolFolder();
    await rm(folder, { recursive: true });
    await writeFile(folder, "");
    const consumer = recordingConsumer();
    const { intake, metrics } = await started(engine(), [consumer], { folder });
    const error = await intake.accept([arrival("e0001")]).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: "unavailable", status: 503 });
    expect((await metrics.overloads.get()).values).to.deep.equal([{ value: 1, labels: { reason: "disk" } }]);
    await rm(folder);
    await intake.accept([arrival("e0001")]);
    expect(consumer.reported).to.deep.equal(["e0001"]);
    await intake.close(1_000);
  });

  it("event intake stores a long backlog of spooled events in order", async () => {
    const reported = new Set<string>();
    const consumer: EventConsumer = {
      name: "ordered",
      consume: (events) => {
        for (const { event_id } of events) reported.add(event_id);
        return Promise.resolve();
      },
    };
    const { state, engine: seen } = switchable();
    const { intake, spool } = await started(seen, [consumer], { maxBytes: 50_000_000 });
    state.mode = "away";
    const batches = Array.from({ length: 25 }, (_, batch) => ids(batch * 1_000, batch * 1_000 + 999));
    for (const batch of batches) await intake.accept(batch.map((id) => arrival(id)));
    state.mode = "up";
    await until("all to be told", () => spool.bytes === 0);
    expect([...reported]).to.deep.equal(batches.flat());
    await intake.close(1_000);
  });

  it("event intake does not take over the spool of a running process", async () => {
    const { state, engine: seen } = switchable();
    const first = await started(seen, []);
    state.mode = "away";
    await first.intake.accept([arrival("e0001")]);
    const second = await started(engine(), [], { folder: first.folder });
    expect(await second.spool.adopt()).to.equal(false);
    await second.intake.close(0);
    expect(first.spool.bytes).to.be.greaterThan(0);
    state.mode = "up";
    await first.intake.close(5_000);
    expect(await storedIds(engine())).to.deep.equal(["e0001"]);
  });
});
