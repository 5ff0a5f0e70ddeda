import { expect } from "chai";
import type { EarlierAttempt } from "../../../../src/catalog/ingestion/attempts.js";
import { progressOf, readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { STATUS, type IngestionJob } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { stateIndex } from "../../../../src/engine/indices.js";
import { putDocument } from "../../../../src/engine/documents.js";
import { EngineUnavailableError } from "../../../../src/engine/engine.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { dying, interposed } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

const LINES = Array.from({ length: 400 }, (_, one) => insertLine(`P${one}`, "V1", { price: one }));
/** Lease duration in seconds. May be long, because stopped workers release their leases. */
const LONG = 3600;

describe("an ingestion job that is interrupted repeatedly", () => {
  const bench = useCatalog();

  async function jobOf(id: number): Promise<IngestionJob> {
    const job = (await readJob(bench.engine, id))?.source;
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  }

  /** Runs the job and closes its worker during the first bulk request to the engine. */
  async function stopInTheMiddle(): Promise<void> {
    let closing: Promise<void> | undefined;
    const stopping = interposed(bench.engine, (operation, _nth, proceed) => {
      if (operation === "bulk") closing ??= worker.close(30_000);
      return proceed();
    });
    const worker = bench.start({ engine: stopping.engine, leaseSeconds: LONG });
    await until("the stop", () => closing !== undefined);
    await closing;
  }

  for (const mode of ["insert", "soft_replace"] as const) {
    it(`an ingestion job completes after eleven restarts of the service (${mode})`, async () => {
      const clientId = `stopped-${mode}`.replace("_", "-");
      const id = await bench.send(clientId, feed(...LINES), { mode });
      for (let stop = 1; stop <= 11; stop += 1) {
        await stopInTheMiddle();
        const job = await jobOf(id);
        expect([job.status, job.attempts, job.history.running]).to.deep.equal([STATUS.STARTED, stop, null]);
        const progress = await progressOf(bench.engine, job);
        expect(progress).to.deep.include({ phase: "reading", bytes: 0, attempt: stop });
        expect(progress.earlier_attempts.map(({ ended }) => ended)).to.deep.equal(Array(stop).fill("stopped"));
      }
      const worker = bench.start({ leaseSeconds: LONG });
      const { status, product_metrics } = await bench.ended(id);
      await worker.close();
      expect([status, product_metrics?.failure, product_metrics?.attempts]).to.deep.equal([STATUS.COMPLETED, null, 12]);
      expect(
        product_metrics?.earlier_attempts.map(({ attempt, ended, counts }) => [attempt, ended, counts]),
      ).to.deep.equal(Array.from({ length: 11 }, (_, at) => [at + 1, "stopped", false]));
      expect(Object.keys(await bench.products(clientId))).to.have.length(LINES.length);
      expect(bench.problems).to.deep.equal([]);
    });
  }

  it("an ingestion job completes after eleven engine outages", async () => {
    const reported: EarlierAttempt[] = [];
    const flaky = interposed(bench.engine, (operation, nth, proceed) =>
      operation === "refresh" && nth <= 11 ? Promise.reject(new EngineUnavailableError("away")) : proceed(),
    );
    const id = await bench.send("flaky", feed(...LINES));
    const worker = bench.start({
      engine: flaky.engine,
      leaseSeconds: LONG,
      onError: () => worker.wake(),
      onInterrupted: (_job, attempt) => reported.push(attempt),
    });
    await until("the end", async () => {
      worker.wake();
      return (await jobOf(id)).status >= STATUS.COMPLETED;
    });
    await worker.close();
    const { status, product_metrics } = await jobOf(id);
    expect([status, product_metrics?.attempts]).to.deep.equal([STATUS.COMPLETED, 12]);
    expect(product_metrics?.earlier_attempts).to.deep.equal(reported);
    expect(reported.map(({ ended, counts }) => [ended, counts])).to.deep.equal(Array(11).fill(["interrupted", false]));
  });

  it("an ingestion job fails if its process crashes ten times at the same point", async () => {
    // The payload fits into a single read. In a longer payload, the progress before the crash depends on timing.
    const id = await bench.send("poison", feed(...LINES.slice(0, 50)), { mode: "soft_replace" });
    for (let deaths = 1; (await jobOf(id)).status < STATUS.COMPLETED; deaths += 1) {
      if (deaths > 12) throw new Error("it is not given up");
      const dead = dying(bench.engine, { at: "before", operation: "bulk", nth: 1 });
      const doomed = bench.start({ engine: dead.engine, leaseSeconds: LONG, onError: () => undefined });
      await until("its death or its end", async () => dead.isDead() || (await jobOf(id)).status >= STATUS.COMPLETED);
      await doomed.close();
      // Simulates an expired lease.
      await putDocument(bench.engine, stateIndex(bench.engine), "lease:poison", { owner: null, beat: deaths * 1000 });
    }
    const { status, product_metrics } = await jobOf(id);
    expect(status).to.equal(STATUS.FAILED);
    expect(product_metrics?.failure).to.match(
      /^gave up after 10 process crashes at the same point of the job \(\d+ %\)$/,
    );
    const ends = product_metrics?.earlier_attempts.map(({ ended, counts }) => [ended, counts]) ?? [];
    expect(ends.filter(([, counts]) => counts)).to.have.length(10);
    expect(ends.map(([ended]) => ended)).to.deep.equal(Array(product_metrics?.attempts).fill("died"));
    expect(await bench.products("poison").catch(() => ({}))).to.deep.equal({});
  });

  it("an ingestion job does not delay the shutdown of the service while the engine does not respond", async () => {
    let response = (): void => undefined;
    const answered = new Promise<void>((resolve) => (response = resolve));
    const frozen = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "bulk") await answered;
      return proceed();
    });
    const id = await bench.send("frozen", feed(...LINES));
    const worker = bench.start({ engine: frozen.engine, leaseSeconds: LONG });
    await until("the bulk", () => frozen.requested.has("bulk"));
    await worker.close(50);
    expect(frozen.pending).to.be.greaterThan(0);
    response();
    await until("the end of the bulk", () => frozen.pending === 0);
    expect((await jobOf(id)).status).to.equal(STATUS.STARTED);
  });
});
