import { expect } from "chai";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cancelJob } from "../../../../src/catalog/ingestion/cancel.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob, updateJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import {
  watchPayloads,
  type PayloadWhereabouts,
  type WhereaboutsDeps,
} from "../../../../src/catalog/ingestion/payload-whereabouts.js";
import { createPayloadFolder, type PayloadStore } from "../../../../src/catalog/ingestion/payloads.js";
import { EngineUnavailableError } from "../../../../src/engine/engine.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { interposed } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

/** As soon as a holder may be taken for dead. */
const LEASE_SECONDS = 2;
const LONG_MS = 600_000;
const PATIENCE_MS = 30_000;

describe("processes with folders of their own", function () {
  this.timeout(120_000);
  const bench = useCatalog();
  const opened: PayloadWhereabouts[] = [];
  const folders: string[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  async function newFolder(): Promise<{ folder: string; payloads: PayloadStore }> {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-own-"));
    folders.push(folder);
    return { folder, payloads: createPayloadFolder(folder) };
  }

  function attend(payloads: PayloadStore, place: string, how: Partial<WhereaboutsDeps> = {}): PayloadWhereabouts {
    const whereabouts = watchPayloads({
      engine: bench.engine,
      payloads,
      owner: place,
      leaseSeconds: LEASE_SECONDS,
      place,
      waitMs: LONG_MS,
      onUnshared: () => undefined,
      onMissing: () => undefined,
      onError: (message, error) => bench.problems.push(message, error),
      ...how,
    });
    opened.push(whereabouts);
    return whereabouts;
  }

  /** A process that runs jobs. */
  function start(payloads: PayloadStore, place: string, how: Partial<WhereaboutsDeps> = {}) {
    const whereabouts = attend(payloads, place, how);
    return bench.start({ payloads, whereabouts, owner: place, leaseSeconds: LEASE_SECONDS });
  }

  const jobOf = async (id: number) => {
    const stored = await readJob(bench.engine, id);
    if (stored === undefined) throw new Error(`no job ${id}`);
    return stored;
  };

  it("have a name each for their folder, and one where they share it", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const names = await Promise.all(Array.from({ length: 5 }, () => createPayloadFolder(one.folder).identity()));
    expect(new Set(names).size).to.equal(1);
    expect(await one.payloads.identity())
      .to.equal(names[0])
      .and.not.equal(await other.payloads.identity());
    expect(await readdir(one.folder)).to.deep.equal([".identity"]);
    const listed: string[] = [];
    for await (const name of one.payloads.storedBefore(new Date(Date.now() + LONG_MS))) listed.push(name);
    expect(listed).to.deep.equal([]);
  });

  it("take a folder that was emptied for another one", async () => {
    const { folder, payloads } = await newFolder();
    const before = await payloads.identity();
    await rm(join(folder, ".identity"));
    expect(await payloads.identity()).to.not.equal(before);
  });

  it("run the jobs whose payloads they have, and a client's jobs in their order", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const first = await bench.send("order", feed(insertLine("P1", "V1", { price: 1 })), { payloads: one.payloads });
    const second = await bench.send("order", feed(insertLine("P1", "V1", { price: 2 })), { payloads: other.payloads });
    const third = await bench.send("order", feed(insertLine("P1", "V1", { price: 3 })), { payloads: one.payloads });
    const own = await bench.send("own", feed(insertLine("P1")), { payloads: other.payloads });
    const late = start(other.payloads, "other");
    // Another client's job shows that it has looked.
    expect((await bench.ended(own)).status).to.equal(STATUS.COMPLETED);
    for (const id of [first, second, third]) expect((await jobOf(id)).source.status).to.equal(STATUS.CREATED);
    const early = start(one.payloads, "one");
    for (const id of [first, second, third]) expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await Promise.all([early.close(), late.close()]);
    expect((await bench.products("order"))["P1"]?.source.map(({ data }) => data["price"])).to.deep.equal([3]);
  });

  it("know of each other as long as both live", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const told: (readonly string[])[] = [];
    const here = attend(one.payloads, "here", { onUnshared: (places) => told.push(places) });
    const sharing = attend(createPayloadFolder(one.folder), "here");
    const there = attend(other.payloads, "there");
    const all = [here, sharing, there];
    await until("all to know", () => all.every((process) => process.unshared().length === 1), PATIENCE_MS);
    expect(all.map((process) => process.unshared())).to.deep.equal([["there"], ["there"], ["here"]]);
    await there.close();
    await until("the end to be noticed", () => here.unshared().length === 0, PATIENCE_MS);
    expect(told).to.deep.equal([["there"], []]);
  });

  it("wait for a payload as long as the process that has it lives, and fail its job in plain words when it does not return", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const owner = attend(other.payloads, "owner");
    const missed: number[] = [];
    const id = await bench.send("lost", feed(insertLine("P1")), { payloads: other.payloads });
    const next = await bench.send("lost", feed(insertLine("P2")), { payloads: one.payloads });
    const waiting = { waitMs: 1_000, onMissing: ({ id: missing }: { id: number }) => missed.push(missing) };
    const whereabouts = attend(one.payloads, "waits", waiting);
    await until("the owner to be seen", () => whereabouts.unshared().length === 1, PATIENCE_MS);
    // Longer than its patience.
    const since = performance.now();
    await until("a while", async () => {
      expect(await whereabouts.judge((await jobOf(id)).source)).to.equal("wait");
      return performance.now() - since > 3_000;
    });
    expect(missed).to.deep.equal([]);
    const worker = bench.start({ payloads: one.payloads, whereabouts, leaseSeconds: LEASE_SECONDS });
    await owner.close();
    const { status, product_metrics } = await bench.ended(id);
    expect(status).to.equal(STATUS.FAILED);
    expect(product_metrics?.failure).to.match(
      /^the stored payload \S+ is in no folder that a running process reads, and the process that took it did not come back within 0 minutes; send the feed again$/,
    );
    expect((await bench.ended(next)).status).to.equal(STATUS.COMPLETED);
    expect(missed).to.deep.equal([id]);
    await worker.close();
  });

  it("run a job of an earlier release where its payload is, and give it up where it is nowhere", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const ids: number[] = [];
    for (const { payloads } of [one, other]) {
      const id = await bench.send("earlier", feed(insertLine("P1")), { payloads });
      const { source, ...version } = await jobOf(id);
      const earlier: Partial<typeof source> = { ...source };
      delete (earlier as { payload_store?: string }).payload_store;
      await updateJob(bench.engine, earlier as typeof source, version);
      ids.push(id);
    }
    const worker = start(one.payloads, "one", { waitMs: 0 });
    const ended = [];
    for (const id of ids) ended.push((await bench.ended(id)).status);
    await worker.close();
    expect(ended).to.deep.equal([STATUS.COMPLETED, STATUS.FAILED]);
  });

  it("end a job that is cancelled although its payload is elsewhere", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const id = await bench.send("cancelled", feed(insertLine("P1")), { payloads: other.payloads });
    // As a process leaves it that dies in the job.
    const { source, ...version } = await jobOf(id);
    await updateJob(bench.engine, { ...source, status: STATUS.STARTED, attempts: 1 }, version);
    await cancelJob(bench.engine, source, new Date().toISOString());
    const worker = start(one.payloads, "one");
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    expect([status, product_metrics?.cancelled]).to.deep.equal([STATUS.FAILED, true]);
  });

  it("accept a feed whose record the engine has made, also when its answer is lost", async () => {
    const { payloads } = await newFolder();
    let lost = 0;
    const { engine } = interposed(bench.engine, async (operation, _nth, proceed) => {
      const answer = await proceed();
      if (operation !== "index") return answer;
      lost += 1;
      throw new EngineUnavailableError("lost");
    });
    const id = await bench.send("uncertain", feed(insertLine("P1")), { payloads, engine });
    expect(lost).to.equal(1);
    const worker = start(payloads, "one");
    expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await worker.close();
  });
});
