import { expect } from "chai";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLiveCatalogs } from "../../../../src/catalog/live.js";
import { readJob, readProgress } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { STATUS, type IngestionJob } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { noChanges } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { EngineError } from "../../../../src/engine/engine.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { interposed } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

const replace = { mode: "soft_replace" } as const;

describe("ingestion jobs", () => {
  const bench = useCatalog();

  it("ingestion jobs of one client run one after another", async () => {
    const ids: number[] = [];
    for (let one = 0; one < 6; one += 1) {
      const how = one % 3 === 2 ? replace : {};
      ids.push(await bench.send("serial", feed(insertLine("P1", "V1", { price: one }), insertLine(`P-${one}`)), how));
    }
    const ended: IngestionJob[] = [];
    const workers = [1, 2].map((one) => bench.start({ owner: `worker ${one}`, onFinished: (job) => ended.push(job) }));
    for (const id of ids) expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await Promise.all(workers.map((worker) => worker.close()));
    expect(ended.map(({ id }) => id)).to.deep.equal(ids);
    expect(ended.map(({ product_metrics }) => product_metrics?.products)).to.deep.equal([
      { ...noChanges(), created: 2 },
      { ...noChanges(), created: 1, updated: 1 },
      { ...noChanges(), created: 1, updated: 1, deactivated: 2 },
      { ...noChanges(), created: 1, updated: 1 },
      { ...noChanges(), created: 1, updated: 1 },
      { ...noChanges(), created: 1, updated: 1, deactivated: 3 },
    ]);
    expect(await bench.found("serial")).to.deep.equal(["P-5/P-5", "P1/V1"]);
    expect(bench.problems).to.deep.equal([]);
  });

  it("ingestion jobs of different clients run concurrently", async () => {
    const inside = new Set<string>();
    const both = interposed(bench.engine, async (operation, _nth, proceed, { path }) => {
      if (operation === "create_index") {
        inside.add(path);
        await until("the other client's job", () => inside.size === 2);
      }
      return proceed();
    });
    const ids = await Promise.all(
      ["left", "right"].map((client) => bench.send(client, feed(insertLine("P1")), replace)),
    );
    const worker = bench.start({ engine: both.engine, concurrency: 2 });
    for (const id of ids) expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await worker.close();
  });

  it("ingestion jobs are not delayed by another client's jobs", async () => {
    const many = [];
    for (let one = 0; one < 4; one += 1) many.push(await bench.send("busy", feed(insertLine(`P${one}`))));
    const single = await bench.send("patient", feed(insertLine("P1")));
    const ended: number[] = [];
    const worker = bench.start({ concurrency: 1, onFinished: ({ id }) => ended.push(id) });
    for (const id of [...many, single]) await bench.ended(id);
    await worker.close();
    expect(ended).to.deep.equal([many[0], single, ...many.slice(1)]);
  });

  it("ingestion jobs that arrive while another job of the client is running are queued and run later", async () => {
    const worker = bench.start();
    const ids: number[] = [];
    for (let one = 0; one < 5; one += 1) ids.push(await bench.send("stream", feed(insertLine(`P${one}`))));
    for (const id of ids) expect((await bench.ended(id)).status).to.equal(STATUS.COMPLETED);
    await worker.close();
    expect(await bench.found("stream")).to.have.length(5);
  });

  it("ingestion jobs report progress only while they are running", async () => {
    const lines = feed(...Array.from({ length: 600 }, (_, one) => insertLine(`P${one}`)));
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    const slow = interposed(bench.engine, async (operation, nth, proceed) => {
      if (operation === "bulk" && nth === 2) await waiting;
      return proceed();
    });
    const id = await bench.send("progress", lines);
    const worker = bench.start({ engine: slow.engine });
    await until("progress", async () => (await readProgress(bench.engine, id))?.phase === "writing");
    expect((await readJob(bench.engine, id))?.source).to.deep.include({
      status: STATUS.STARTED,
      product_metrics: null,
    });
    const progress = await readProgress(bench.engine, id);
    expect(progress).to.deep.equal({ phase: "writing", bytes: progress?.bytes, bytes_total: lines.length });
    expect(progress?.bytes).to.be.within(1, lines.length);
    go();
    await bench.ended(id);
    await worker.close();
    expect(await readProgress(bench.engine, id)).to.equal(null);
  });

  it("changes of an ingestion job are visible to every process when the job is COMPLETED", async () => {
    const elsewhere = createLiveCatalogs(bench.engine);
    const worker = bench.start();
    const jobs: readonly (readonly [string, object])[] = [
      [feed(insertLine("P1", "V1", { first: 1 })), {}],
      [feed(insertLine("P2", "V1", { second: 1 })), {}],
      [feed(insertLine("P3", "V1", { third: 1 })), replace],
      [feed(insertLine("P1", "V2"), insertLine("P1", "V1", { fourth: 1 })), {}],
    ];
    const known: unknown[] = [];
    for (const [payload, how] of jobs) {
      await elsewhere.get("elsewhere");
      const id = await bench.send("elsewhere", payload, how);
      await until("the end", async () => {
        await elsewhere.get("elsewhere");
        return (await readJob(bench.engine, id))?.source.status === STATUS.COMPLETED;
      });
      const live = await elsewhere.get("elsewhere");
      known.push([
        ["first", "second", "third", "fourth"].filter((field) => live?.fields.has(field)),
        live?.multi_variant,
      ]);
    }
    await worker.close();
    expect(known).to.deep.equal([
      [["first"], false],
      [["first", "second"], false],
      // The third feed replaces the catalogue, but the fields of earlier feeds remain.
      [["first", "second", "third"], false],
      [["first", "second", "third", "fourth"], true],
    ]);
  });

  it("ingestion jobs fail if their payload is missing", async () => {
    const id = await bench.send("gone", feed(insertLine("P1")));
    const name = (await readJob(bench.engine, id))?.source.file_identifier ?? "";
    await bench.payloads.delete(name);
    const worker = bench.start();
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    expect([status, product_metrics?.failure]).to.deep.equal([STATUS.FAILED, `the stored payload ${name} is missing`]);
  });

  it("ingestion jobs fail with a generic message if the engine rejects a request", async () => {
    const problems: unknown[] = [];
    const refusing = interposed(bench.engine, (operation, _nth, proceed) =>
      operation === "bulk" ? Promise.reject(new EngineError(400, "odd_exception", "secret words")) : proceed(),
    );
    for (const how of [{}, replace]) {
      const id = await bench.send("refusing", feed(insertLine("P1")), how);
      const worker = bench.start({
        engine: refusing.engine,
        onError: (message, error) => problems.push([message, (error as Error).message]),
      });
      const record = await bench.ended(id);
      await worker.close();
      expect(record.status).to.equal(STATUS.FAILED);
      expect(record.product_metrics?.failure).to.equal("internal error; see the service's log");
      expect(JSON.stringify(record)).to.not.include("secret words").and.not.include("odd_exception");
      expect(problems.splice(0)).to.deep.equal([
        [`ingestion ${id} failed`, "OpenSearch returned 400 odd_exception: secret words"],
      ]);
    }
  });

  it("ingestion jobs fail without delay if their list of errors cannot be stored", async () => {
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const payloads = { ...bench.payloads, put: () => Promise.reject(full) };
    const bad = Array.from({ length: 2000 }, () => insertLine("P1", "V1", { price: "x" }));
    const problems: unknown[] = [];
    for (const lines of [bad, [insertLine("P1")]]) {
      const id = await bench.send("full", feed(...lines));
      const worker = bench.start({ payloads, onError: (_message, error) => problems.push(error) });
      const { status, product_metrics } = await bench.ended(id);
      await worker.close();
      expect([status, product_metrics?.failure]).to.deep.equal([
        STATUS.FAILED,
        "internal error; see the service's log",
      ]);
    }
    expect(problems).to.deep.equal([full, full]);
  });

  it("ingestion jobs continue after the engine has rejected a product", async () => {
    const problems: unknown[] = [];
    const picky = interposed(bench.engine, async (operation, _nth, proceed) => {
      const response = await proceed();
      if (operation !== "bulk") return response;
      const error = { type: "odd_exception", reason: "secret words" };
      const { items } = response as { items: Record<string, { _id: string }>[] };
      return {
        items: items.map((item) => (item.create?._id === "P1" ? { create: { _id: "P1", status: 400, error } } : item)),
      };
    });
    const id = await bench.send("picky", feed(insertLine("P1", "V1"), insertLine("P1", "V2"), insertLine("P2")));
    const worker = bench.start({
      engine: picky.engine,
      onError: (_message, error) => problems.push((error as Error).message),
    });
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    const error = { line: 0, product_identifier: "P1", reason: "OpenSearch rejected this product" };
    expect([status, product_metrics?.errors, product_metrics?.variants.rejected]).to.deep.equal([
      STATUS.COMPLETED,
      [error],
      2,
    ]);
    expect(problems).to.deep.equal(["OpenSearch rejected product P1: odd_exception: secret words"]);
    let list = "";
    for await (const chunk of (await bench.payloads.read(`${id}.errors.ndjson`)) ?? []) list += String(chunk);
    expect(list).to.equal(feed(JSON.stringify(error)));
  });

  it("ingestion jobs fail without creating a catalogue if the engine rejects every product", async () => {
    const refusing = interposed(bench.engine, async (operation, _nth, proceed) => {
      const response = await proceed();
      if (operation !== "bulk") return response;
      const error = { type: "odd_exception", reason: "secret words" };
      const { items } = response as { items: Record<string, { _id: string }>[] };
      return { items: items.map((item) => ({ create: { _id: item.create?._id, status: 400, error } })) };
    });
    for (const how of [{}, replace]) {
      const id = await bench.send("refused", feed(insertLine("P1"), insertLine("P2")), how);
      const worker = bench.start({ engine: refusing.engine, onError: () => undefined });
      const { status, product_metrics } = await bench.ended(id);
      await worker.close();
      expect([status, product_metrics?.failure]).to.deep.equal([
        STATUS.FAILED,
        "2 of 2 lines rejected; product P1: OpenSearch rejected this product",
      ]);
      expect(await bench.generations("refused")).to.deep.equal([]);
    }
  });

  it("ingestion jobs reject only the product that has too many variants", async () => {
    const lines = Array.from({ length: 10_001 }, (_, one) => insertLine("P1", `V${one}`));
    const id = await bench.send("huge", feed(...lines, insertLine("P2")));
    const worker = bench.start();
    const { status, product_metrics } = await bench.ended(id);
    await worker.close();
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.errors).to.deep.equal([
      { line: 0, product_identifier: "P1", reason: "more than 10000 active variants" },
    ]);
    expect(await bench.found("huge", { term: { "variants.data.product_identifier": "P2" } })).to.deep.equal(["P2/P2"]);
  });

  it("ingestion jobs abort their engine calls when their worker is closed", async () => {
    const watched = interposed(bench.engine, (_operation, _nth, proceed) => proceed());
    const lines = feed(...Array.from({ length: 2000 }, (_, one) => insertLine(`P${one}`)));
    await bench.send("closed", lines);
    await bench.send("closed-too", lines);
    const worker = bench.start({ engine: watched.engine });
    await until("the first bulk", () => (watched.requested.get("bulk") ?? 0) > 0);
    await worker.close();
    expect(watched.pending).to.equal(0);
    const requested = [...watched.requested];
    await nextTurn();
    worker.wake();
    await nextTurn();
    expect([...watched.requested]).to.deep.equal(requested);
  });
});
