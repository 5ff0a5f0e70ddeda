import { expect } from "chai";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cancelJob } from "../../../../src/catalog/ingestion/cancel.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob, updateJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import {
  registerPayloadStore,
  type PayloadRegistration,
} from "../../../../src/catalog/ingestion/payload-registration.js";
import { createPayloadFolder, type PayloadStore } from "../../../../src/catalog/ingestion/payloads.js";
import { deleteDocument } from "../../../../src/engine/documents.js";
import { EngineUnavailableError } from "../../../../src/engine/engine.js";
import { SILENT } from "../../../../src/observability/logger.js";
import { stateIndex } from "../../../../src/engine/indices.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { contextOn, type Logged, loggingTo } from "../../../support/context.js";
import { interposed } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

/** Settings with which the registration of the payload store is checked every 20 ms. */
const SETTINGS = { ingestionLeaseSeconds: 0.06 };
const REFUSAL =
  "this process does not accept feeds: its payload store differs from the registered store; /readyz shows both";

describe("processes with separate payload folders", () => {
  const bench = useCatalog();
  const opened: PayloadRegistration[] = [];
  const folders: string[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
    await deleteDocument(bench.engine, stateIndex(bench.engine), "payload-store");
    expect(bench.problems).to.deep.equal([]);
  });

  async function newFolder(): Promise<{ folder: string; payloads: PayloadStore }> {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-own-"));
    folders.push(folder);
    return { folder, payloads: createPayloadFolder(folder) };
  }

  /** Registers a payload store and appends logged problems to `reported` (undefined for a resolved problem). */
  function register(
    payloads: PayloadStore,
    location: string,
    reported: (string | undefined)[] = [],
  ): PayloadRegistration {
    const logger = {
      ...SILENT,
      error: (problem: string) => reported.push(problem),
      info: () => reported.push(undefined),
      warn: (message: string) => bench.problems.push(message),
    };
    const registration = registerPayloadStore(contextOn(bench.engine, SETTINGS, { logger }), payloads, location);
    opened.push(registration);
    return registration;
  }

  const refusalOf = (registration: PayloadRegistration) =>
    registration.check().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
  const problemOf = (own: string, registered: string) =>
    `this process rejects feeds: it stores payloads in ${own}, but the registered store is ${registered}; share ` +
    "DATA_DIR/payloads or set the same PAYLOAD_BUCKET for all processes";

  const jobOf = async (id: number) => {
    const stored = await readJob(bench.engine, id);
    if (stored === undefined) throw new Error(`no job ${id}`);
    return stored;
  };

  it("processes that share a payload folder have the same payload store id", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const names = await Promise.all(Array.from({ length: 5 }, () => createPayloadFolder(one.folder).identity()));
    expect(new Set(names).size).to.equal(1);
    expect(await one.payloads.identity())
      .to.equal(names[0])
      .and.not.equal(await other.payloads.identity());
    expect(await readdir(one.folder)).to.deep.equal([".identity"]);
    const listed: string[] = [];
    for await (const { name } of one.payloads.list()) listed.push(name);
    expect(listed).to.deep.equal([]);
  });

  it("processes treat an emptied payload folder as a different payload store", async () => {
    const { folder, payloads } = await newFolder();
    const before = await payloads.identity();
    await rm(join(folder, ".identity"));
    expect(await payloads.identity()).to.not.equal(before);
  });

  it("processes run only the ingestion jobs whose payloads they store", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const first = await bench.send("order", feed(insertLine("P1", "V1", { price: 1 })), { payloads: one.payloads });
    const second = await bench.send("order", feed(insertLine("P1", "V1", { price: 2 })), { payloads: other.payloads });
    const third = await bench.send("order", feed(insertLine("P1", "V1", { price: 3 })), { payloads: one.payloads });
    const own = await bench.send("own", feed(insertLine("P1")), { payloads: other.payloads });
    const late = bench.start({ payloads: other.payloads });
    // The completed job of another client shows that the worker has checked for jobs.
    expect((await bench.ended(own)).status).to.equal(STATUS.COMPLETED);
    for (const id of [first, second, third]) expect((await jobOf(id)).source.status).to.equal(STATUS.CREATED);
    const early = bench.start({ payloads: one.payloads });
    for (const id of [first, second, third]) expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await Promise.all([early.close(), late.close()]);
    expect((await bench.products("order"))["P1"]?.source.map(({ data }) => data["price"])).to.deep.equal([3]);
  });

  it("processes reject feeds while a different payload store is registered", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const first = register(one.payloads, "here");
    expect(await refusalOf(first)).to.equal(undefined);
    const reported: (string | undefined)[] = [];
    const second = register(other.payloads, "there", reported);
    expect(await refusalOf(second)).to.equal(REFUSAL);
    await until("the problem", () => second.problem() !== undefined);
    expect(second.problem()).to.equal(problemOf("there", "here"));
    const sharing = register(createPayloadFolder(one.folder), "mounted elsewhere");
    expect(await refusalOf(sharing)).to.equal(undefined);
    // A payload store stays registered as long as any process that uses the store runs.
    await first.close();
    const late = register(other.payloads, "there");
    for (let look = 0; look < 30; look += 1) expect(await refusalOf(late)).to.equal(REFUSAL);
    expect([sharing.problem(), reported]).to.deep.equal([undefined, [problemOf("there", "here")]]);
  });

  it("processes register their own payload store if no process uses the registered store", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const first = register(one.payloads, "here");
    expect(await refusalOf(first)).to.equal(undefined);
    await first.close();
    const reported: (string | undefined)[] = [];
    const second = register(other.payloads, "there", reported);
    await until("the store to be registered", async () => (await refusalOf(second)) === undefined);
    await until("the end of the problem", () => reported.length === 2);
    expect(reported).to.deep.equal([problemOf("there", "here"), undefined]);
    expect(await refusalOf(register(one.payloads, "here"))).to.equal(REFUSAL);
  });

  it("processes reject feeds once their payload folder has been emptied", async () => {
    const { folder, payloads } = await newFolder();
    const registration = register(payloads, "here");
    expect(await refusalOf(registration)).to.equal(undefined);
    await registration.close();
    await rm(join(folder, ".identity"));
    expect(await refusalOf(registration)).to.equal(REFUSAL);
  });

  it("processes reject feeds while the registered payload store cannot be read from the engine", async () => {
    const { payloads } = await newFolder();
    const away = interposed(bench.engine, () => Promise.reject(new EngineUnavailableError("away")));
    const errors: Logged[] = [];
    const context = contextOn(away.engine, SETTINGS, { logger: loggingTo(errors) });
    const registration = registerPayloadStore(context, payloads, "here");
    opened.push(registration);
    expect(await refusalOf(registration)).to.equal("away");
    await until("an error", () => errors.length > 0);
  });

  it("processes report only once that the payload of an ingestion job is in the store of another process", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const id = await bench.send("elsewhere", feed(insertLine("P1")), { payloads: other.payloads });
    const reported: number[] = [];
    const worker = bench.start({ payloads: one.payloads, onElsewhere: ({ id: job }) => reported.push(job) });
    for (const client of ["one-look", "two-looks"]) {
      const seen = await bench.send(client, feed(insertLine("P1")), { payloads: one.payloads });
      expect((await bench.ended(seen)).status).to.equal(STATUS.COMPLETED);
    }
    expect([(await jobOf(id)).source.status, reported]).to.deep.equal([STATUS.CREATED, [id]]);
    const owner = bench.start({ payloads: other.payloads });
    expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await Promise.all([worker.close(), owner.close()]);
  });

  it("processes cancel an ingestion job even if its payload is in the store of another process", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    const id = await bench.send("cancelled", feed(insertLine("P1")), { payloads: other.payloads });
    // Simulates the state of a job whose process has crashed.
    const { source, ...version } = await jobOf(id);
    await updateJob(bench.engine, { ...source, status: STATUS.STARTED, attempts: 1 }, version);
    await cancelJob(bench.engine, source, new Date().toISOString());
    const worker = bench.start({ payloads: one.payloads });
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    expect([status, product_metrics?.cancelled]).to.deep.equal([STATUS.FAILED, true]);
  });

  it("processes accept a feed if the engine's response to the creation of the job record was lost", async () => {
    const { payloads } = await newFolder();
    let lost = 0;
    const { engine } = interposed(bench.engine, async (operation, _nth, proceed) => {
      const response = await proceed();
      if (operation !== "index") return response;
      lost += 1;
      throw new EngineUnavailableError("lost");
    });
    const id = await bench.send("uncertain", feed(insertLine("P1")), { payloads, engine });
    expect(lost).to.equal(1);
    const worker = bench.start({ payloads });
    expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await worker.close();
  });
});
