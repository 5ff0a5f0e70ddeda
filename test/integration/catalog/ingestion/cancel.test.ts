import { expect } from "chai";
import { cancelJob } from "../../../../src/catalog/ingestion/cancel.js";
import { countJobs, readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { createLiveCatalogs } from "../../../../src/catalog/live.js";
import { ServiceError } from "../../../../src/errors.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { dying, interposed } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

const AT = "2026-06-01T08:15:02.114Z";
const lines = (count: number, price: number) =>
  Array.from({ length: count }, (_, one) => insertLine(`P${one}`, "V1", { price }));
const FIRST = feed(...lines(300, 1));
/** The second payload: several batches of lines, with a field that the first payload does not contain. */
const SECOND = feed(...lines(300, 2), ...lines(600, 3), insertLine("P9", "V2", { price: 4, fresh: "x" }));
/** Lease duration in seconds, for tests in which workers release their leases, so that no worker waits for expiry. */
const LONG = 3600;
/** Lease duration in seconds, short for a quick takeover. */
const SHORT = 0.6;

describe("cancelling an ingestion", () => {
  const bench = useCatalog();
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  const job = async (id: number) => {
    const stored = await readJob(bench.engine, id);
    if (stored === undefined) throw new Error("no record");
    return stored.source;
  };
  const cancel = async (id: number) => cancelJob(bench.engine, await job(id), AT);
  const prices = async (clientId: string) =>
    new Set(Object.values(await bench.products(clientId)).map(({ source }) => source[0]?.data["price"]));
  const alone = async (clientId: string, payload: string, mode: "insert" | "soft_replace" = "insert") => {
    const worker = bench.start({ leaseSeconds: LONG });
    const record = await bench.ingest(clientId, payload, { mode });
    await worker.close();
    return record;
  };

  it("a cancellation ends a queued ingestion job immediately", async () => {
    const id = await bench.send("waits", FIRST);
    const before = (await countJobs(bench.engine)).get("cancelled");
    const cancelled = await cancel(id);
    expect({ ...cancelled.product_metrics }).to.deep.include({
      failure: "cancelled before the job started",
      cancelled: true,
      attempts: 0,
      bytes: Buffer.byteLength(FIRST),
    });
    expect(cancelled).to.deep.include({ status: STATUS.FAILED, cancelled_at: AT, updated_at: AT });
    expect(await cancel(id)).to.deep.equal(cancelled);
    const next = await alone("waits", feed(insertLine("Q1")));
    expect(next.status).to.equal(STATUS.COMPLETED);
    expect(await job(id)).to.deep.equal(cancelled);
    expect(await bench.found("waits")).to.deep.equal(["Q1/Q1"]);
    expect((await countJobs(bench.engine)).get("cancelled")).to.equal((before ?? 0) + 1);
  });

  it("a cancellation is rejected for an ingestion job that has ended", async () => {
    const { id } = await alone("ended", FIRST);
    const refusal = await cancel(id).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(ServiceError);
    expect((refusal as ServiceError).code).to.equal("conflict");
    expect((refusal as ServiceError).message).to.equal(`ingestion ${id} has completed already and cannot be cancelled`);
  });

  for (const [mode, rest] of [
    ["insert", "changes already written to the catalogue are kept"],
    ["soft_replace", "the catalogue is unchanged"],
  ] as const) {
    /**
     * Ingests the first payload, then the second one, and cancels the second job after the nth call of an engine
     * operation.
     */
    async function cancelledAt(clientId: string, operation: string, nth: number) {
      await alone(clientId, FIRST);
      const generations = await bench.generations(clientId);
      const id = await bench.send(clientId, SECOND, { mode });
      const cancelling = interposed(bench.engine, async (requested, number, proceed) => {
        const response = await proceed();
        if (requested === operation && number === nth) await cancel(id);
        return response;
      });
      const worker = bench.start({ engine: cancelling.engine, leaseSeconds: LONG });
      const { status, product_metrics } = await bench.ended(id);
      await worker.close();
      return { id, status, metrics: product_metrics, generations };
    }

    it(`a cancellation stops an ingestion job that is writing products, ${mode}: ${rest}`, async () => {
      const clientId = `writes-${mode}`.replace("_", "-");
      const { id, status, metrics, generations } = await cancelledAt(clientId, "bulk", 1);
      expect(status).to.equal(STATUS.FAILED);
      expect(metrics?.cancelled).to.equal(true);
      expect(metrics?.failure).to.match(new RegExp(`^cancelled at \\d+ %; ${rest}$`));
      expect(await cancel(id)).to.deep.equal(await job(id));
      expect(await bench.generations(clientId)).to.deep.equal(generations);
      const found = await prices(clientId);
      expect(found.has(2) || found.has(3)).to.equal(mode === "insert");
      // Products written before the cancellation are searchable, and the next feed continues from this state.
      expect((await createLiveCatalogs(bench.engine).get(clientId))?.fields.has("fresh")).to.equal(mode === "insert");
      expect((await alone(clientId, SECOND, mode)).status).to.equal(STATUS.COMPLETED);
      expect(await prices(clientId)).to.deep.equal(new Set([3]));
    });

    it(`a cancellation stops an ingestion job whose process has crashed, ${mode}: ${rest}`, async () => {
      const clientId = `died-${mode}`.replace("_", "-");
      await alone(clientId, FIRST);
      const id = await bench.send(clientId, SECOND, { mode });
      const dead = dying(bench.engine, { at: "after", operation: "bulk", nth: 1 });
      const doomed = bench.start({ engine: dead.engine, leaseSeconds: SHORT, onError: () => undefined });
      await until("its death", () => dead.isDead());
      const marked = await cancel(id);
      expect(marked).to.deep.include({ status: STATUS.STARTED, cancelled_at: AT });
      const heir = bench.start({ leaseSeconds: SHORT, owner: "heir" });
      const { status, product_metrics } = await bench.ended(id);
      await heir.close();
      await doomed.close();
      expect({ status, cancelled: product_metrics?.cancelled, attempts: product_metrics?.attempts }).to.deep.equal({
        status: STATUS.FAILED,
        cancelled: true,
        attempts: 1,
      });
      expect(product_metrics?.earlier_attempts.map(({ ended }) => ended)).to.deep.equal(["died"]);
      const live = await createLiveCatalogs(bench.engine).get(clientId);
      expect(live?.fields.has("fresh")).to.equal(mode === "insert");
      if (mode === "soft_replace") expect(await prices(clientId)).to.deep.equal(new Set([1]));
      expect((await alone(clientId, SECOND, mode)).status).to.equal(STATUS.COMPLETED);
      expect(await prices(clientId)).to.deep.equal(new Set([3]));
      expect((await bench.generations(clientId)).length).to.equal(mode === "insert" ? 1 : 2);
    });
  }

  it("a cancellation discards a client's partially written first catalogue", async () => {
    const id = await bench.send("first", SECOND);
    const cancelling = interposed(bench.engine, async (operation, nth, proceed) => {
      if (operation === "bulk" && nth === 1) await cancel(id);
      return proceed();
    });
    const worker = bench.start({ engine: cancelling.engine, leaseSeconds: LONG });
    expect((await bench.ended(id)).product_metrics?.cancelled).to.equal(true);
    await worker.close();
    expect(await bench.generations("first")).to.deep.equal([]);
  });

  it("a cancellation has no effect after an ingestion job has begun its alias swap", async () => {
    await alone("late", FIRST);
    const id = await bench.send("late", SECOND, { mode: "soft_replace" });
    const cancelling = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "swap_alias") await cancel(id);
      return proceed();
    });
    const worker = bench.start({ engine: cancelling.engine, leaseSeconds: LONG });
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    expect({ status, failure: product_metrics?.failure, cancelled: product_metrics?.cancelled }).to.deep.equal({
      status: STATUS.COMPLETED,
      failure: null,
      cancelled: undefined,
    });
    expect(await prices("late")).to.deep.equal(new Set([3]));
    expect(await cancel(id).catch((error: unknown) => (error as ServiceError).code)).to.equal("conflict");
  });

  it("a cancellation does not stop an ingestion job whose process crashed directly after its alias swap", async () => {
    await alone("swapped", FIRST);
    const id = await bench.send("swapped", SECOND, { mode: "soft_replace" });
    const dead = dying(bench.engine, { at: "after", operation: "swap_alias", nth: 1 });
    const doomed = bench.start({ engine: dead.engine, leaseSeconds: SHORT, onError: () => undefined });
    await until("its death", () => dead.isDead());
    await cancel(id);
    const heir = bench.start({ leaseSeconds: SHORT, owner: "heir" });
    expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await heir.close();
    await doomed.close();
    expect((await createLiveCatalogs(bench.engine).get("swapped"))?.fields.has("fresh")).to.equal(true);
  });

  it("a cancellation takes effect in the next process if the current process stops before it reads the cancellation", async () => {
    await alone("stopped", FIRST);
    const id = await bench.send("stopped", SECOND);
    let closing: Promise<void> | undefined;
    const stopping = interposed(bench.engine, async (operation, nth, proceed) => {
      if (operation === "bulk" && nth === 1) {
        closing = worker.close();
        await cancel(id);
      }
      return proceed();
    });
    const worker = bench.start({ engine: stopping.engine, leaseSeconds: LONG });
    await until("its end", () => closing !== undefined);
    await closing;
    const heir = bench.start({ leaseSeconds: LONG });
    const { product_metrics } = await bench.ended(id);
    await heir.close();
    expect({ cancelled: product_metrics?.cancelled, attempts: product_metrics?.attempts }).to.deep.equal({
      cancelled: true,
      attempts: 1,
    });
    expect(product_metrics?.earlier_attempts.map(({ ended }) => ended)).to.deep.equal(["stopped"]);
  });
});
