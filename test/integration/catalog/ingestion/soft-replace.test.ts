import { expect } from "chai";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rollBack, RollbackError } from "../../../../src/catalog/ingestion/rollback.js";
import { createLeases } from "../../../../src/engine/lease.js";
import { STATUS, type IngestionStatus } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { noChanges } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { readJob, updateJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { removeExpired, removePayloads } from "../../../../src/catalog/ingestion/ingestion-retention.js";
import { changeCatalogState, liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { activity, deleteLine, feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { until } from "../../../support/until.js";

const replace = { mode: "soft_replace" } as const;

describe("soft_replace", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  it("a soft_replace can create the first catalogue of a client", async () => {
    const record = await bench.ingest("new", feed(insertLine("P1", "V1"), insertLine("P1", "V2")), replace);
    expect(record.status).to.equal(STATUS.COMPLETED);
    expect(record.trigger_source.mode).to.equal("soft_replace");
    expect(await bench.found("new")).to.deep.equal(["P1/V1", "P1/V2"]);
    expect(await bench.liveCatalogs.get("new")).to.deep.include({ multi_variant: true });
  });

  it("a soft_replace treats a product as its own variant only if the payload contains no variants of the product", async () => {
    const fillers = Array.from({ length: 600 }, (_, at) => insertLine(`F${at}`, "V1"));
    const lines = [insertLine("P1"), insertLine("P2", "V1"), insertLine("P3"), ...fillers];
    await bench.ingest("whole", feed(...lines, insertLine("P1", "V1"), insertLine("P2")), replace);
    const sold = async () => (await bench.found("whole")).filter((id) => id.startsWith("P"));
    expect(await sold()).to.deep.equal(["P1/V1", "P2/V1", "P3/P3"]);
    await bench.ingest(
      "whole",
      feed(...fillers, insertLine("P1"), insertLine("P2", "V1"), insertLine("P3", "V1")),
      replace,
    );
    expect(await sold()).to.deep.equal(["P1/P1", "P2/V1", "P3/V1"]);
  });

  it("a soft_replace deactivates variants that are missing from the payload", async () => {
    const first = await bench.ingest(
      "merge",
      feed(
        insertLine("P1", "V1", { price: 1 }),
        insertLine("P1", "V2", { price: 2 }),
        insertLine("P2", "V1", { price: 3 }),
        insertLine("P3", "V1", { price: 4 }),
      ),
    );
    const second = await bench.ingest(
      "merge",
      feed(insertLine("P1", "V1", { price: 10 }), insertLine("P3", "V1", { price: 4 }), insertLine("P4", "V1")),
      { ...replace, gzip: true },
    );
    expect(await bench.found("merge")).to.deep.equal(["P1/V1", "P3/V1", "P4/V1"]);
    const replaced = await bench.products("merge");
    expect(Object.entries(replaced).map(([id, product]) => [id, product.active, activity(product)])).to.deep.equal([
      ["P1", true, { V1: true, V2: false }],
      ["P2", false, { V1: false }],
      ["P3", true, { V1: true }],
      ["P4", true, { V1: true }],
    ]);
    expect(replaced.P2?.source[0]?.data).to.deep.equal({
      product_identifier: "P2",
      variant_identifier: "V1",
      price: 3,
    });
    expect(Object.values(replaced).map(({ created_at, updated_at }) => [created_at, updated_at])).to.deep.equal([
      [first.created_at, second.created_at],
      [first.created_at, second.created_at],
      [first.created_at, first.created_at],
      [second.created_at, second.created_at],
    ]);
    expect(second.product_metrics?.products).to.deep.equal({
      created: 1,
      updated: 1,
      unchanged: 1,
      deactivated: 1,
      reactivated: 0,
    });
    expect(second.product_metrics?.variants).to.deep.equal({
      created: 1,
      updated: 1,
      unchanged: 1,
      deactivated: 2,
      reactivated: 0,
      rejected: 0,
    });

    await bench.ingest("merge", feed(insertLine("P2", "V1", { price: 3 })));
    expect(await bench.found("merge")).to.deep.equal(["P1/V1", "P2/V1", "P3/V1", "P4/V1"]);
    const third = await bench.ingest("merge", feed(insertLine("P1", "V2", { price: 2 })), replace);
    expect(await bench.found("merge")).to.deep.equal(["P1/V2"]);
    expect(third.product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1, deactivated: 3 });
    expect(third.product_metrics?.variants).to.deep.include({ reactivated: 1, deactivated: 4 });
    expect((await bench.products("merge")).P1?.created_at).to.equal(first.created_at);
  });

  it("a soft_replace merges the lines of a product from anywhere in the payload", async () => {
    await bench.ingest("scattered", feed(insertLine("P", "old"), insertLine("P", "V0", { price: 7 })));
    const lines: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      lines.push(insertLine("P", `V${round}`, { price: round }), insertLine("P", "same", { price: round }));
      for (let filler = 0; filler < 400; filler += 1) lines.push(insertLine(`F${round}-${filler}`));
    }
    lines.push(deleteLine("P", "V1"), insertLine("P", "V0", { price: 100 }), deleteLine("F0-0"));
    const record = await bench.ingest("scattered", feed(...lines), replace);
    const { P } = await bench.products("scattered");
    expect(P?.source.map(({ data, active }) => [data.variant_identifier, data.price, active])).to.deep.equal([
      ["old", undefined, false],
      ["V0", 100, true],
      ["same", 3, true],
      ["V1", 1, false],
      ["V2", 2, true],
      ["V3", 3, true],
    ]);
    expect(record.product_metrics?.products).to.deep.equal({ ...noChanges(), created: 1600, updated: 1 });
    expect(record.product_metrics?.variants).to.deep.include({ created: 1604, updated: 1, deactivated: 1 });
    expect(await bench.found("scattered", { term: { "variants.data.product_identifier": "F0-0" } })).to.deep.equal([]);
  });

  it("a soft_replace does not deactivate variants of a product if a feed line of the product was rejected", async () => {
    await bench.ingest(
      "damaged",
      feed(
        insertLine("P1", "V1", { price: 1, only_here: "x" }),
        insertLine("P1", "V2", { price: 2 }),
        insertLine("P2", "V1", { price: 3 }),
        insertLine("P3", "V1", { price: 4 }),
      ),
    );
    const record = await bench.ingest(
      "damaged",
      feed(
        insertLine("P1", "V1", { price: -1 }),
        insertLine("P2", "V1", { price: 30 }),
        insertLine("P2", "V2", { price: "x" }),
        insertLine("P4", "V1"),
      ),
      replace,
    );
    expect(await bench.found("damaged")).to.deep.equal(["P1/V1", "P1/V2", "P2/V1", "P4/V1"]);
    expect(await bench.found("damaged", { term: { "variants.data.only_here": "x" } })).to.deep.equal(["P1/V1"]);
    expect(await bench.found("damaged", { term: { "variants.data.price": 30 } })).to.deep.equal(["P2/V1"]);
    expect(record.product_metrics?.lines).to.deep.equal({ received: 4, rejected: 2, deletions: 0 });
    expect(record.product_metrics?.products).to.deep.equal({
      created: 1,
      updated: 1,
      unchanged: 1,
      deactivated: 1,
      reactivated: 0,
    });
    expect(record.product_metrics?.variants).to.deep.include({ rejected: 2 });
  });

  describe("failures", () => {
    const good = Array.from({ length: 199 }, (_, one) => insertLine(`P${one}`));
    const untouched = async (clientId: string) => {
      expect(await bench.found(clientId)).to.have.length(199);
      expect(await bench.generations(clientId)).to.have.length(1);
    };
    const before = (clientId: string) => bench.ingest(clientId, feed(...good), replace);

    it("a soft_replace fails if too many lines have no readable product identifier", async () => {
      await before("unreadable");
      const bad = Array.from({ length: 2 }, () => "{}");
      const record = await bench.ingest("unreadable", feed(...good.slice(0, 100), ...bad), replace);
      expect(record.status).to.equal(STATUS.FAILED);
      expect(record.product_metrics?.failure).to.equal(
        "1.96 % of the lines have no readable product identifier; at most 1 % may",
      );
      expect(record.product_metrics?.lines).to.deep.equal({ received: 102, rejected: 2, deletions: 0 });
      await untouched("unreadable");
      const passing = await bench.ingest("unreadable", feed(...good, "{}"), replace);
      expect(passing.status).to.equal(STATUS.COMPLETED);
    });

    it("a soft_replace fails if the payload ends in the middle of a line", async () => {
      await before("cut-off");
      const text = feed(...good);
      for (const end of [text.indexOf("P100"), Buffer.byteLength(text) - 2]) {
        const record = await bench.ingest("cut-off", Buffer.from(text).subarray(0, end), replace);
        expect(record.status).to.equal(STATUS.FAILED);
        expect(record.product_metrics?.failure).to.equal(
          `the payload is truncated: its last line, ${end < text.length - 2 ? 101 : 199}, is incomplete`,
        );
      }
      await untouched("cut-off");
      const whole = await bench.ingest("cut-off", Buffer.from(text).subarray(0, -1), replace);
      expect(whole.status).to.equal(STATUS.COMPLETED);
    });

    it("a soft_replace fails if no line is a valid product", async () => {
      await before("no-product");
      const record = await bench.ingest("no-product", feed(insertLine("P1", "V", { price: -1 })), replace);
      expect(record.product_metrics?.failure).to.equal(
        "1 of 1 lines rejected; line 1: price: expected a number of at least 0, got -1",
      );
      await untouched("no-product");
    });

    it("a soft_replace fails if it would deactivate more products than the storefront allows", async () => {
      bench.configure("guarded", { ingestion: { max_deactivated_share: 0.1, max_fields: 1000 } });
      await before("guarded");
      const record = await bench.ingest("guarded", feed(...good.slice(20)), replace);
      expect(record.status).to.equal(STATUS.FAILED);
      expect(record.product_metrics?.failure).to.equal(
        "would deactivate 20 of 199 active products (10.05 %); the storefront allows 10 %",
      );
      await untouched("guarded");
      const allowed = await bench.ingest("guarded", feed(...good.slice(19)), replace);
      expect(allowed.status).to.equal(STATUS.COMPLETED);
      expect(await bench.found("guarded")).to.have.length(180);
      const exactly = await bench.ingest("guarded", feed(...good.slice(37)), replace);
      expect(exactly.product_metrics?.failure).to.equal(null);
      expect(await bench.found("guarded")).to.have.length(162);
    });
  });

  describe("generations", () => {
    const rollbackDeps = () => ({
      engine: bench.engine,
      leases: createLeases(bench.engine, "rollback", 5),
      liveCatalogs: bench.liveCatalogs,
      now: () => new Date().toISOString(),
    });

    it("catalogue generations can be rolled back and forward", async () => {
      await bench.ingest("back", feed(insertLine("P1", "V1", { old: 1 }), insertLine("P2")), replace);
      const first = await bench.products("back");
      await bench.ingest("back", feed(insertLine("P1", "V1", { new: 1 }), insertLine("P1", "V2")), replace);
      const second = await bench.products("back");
      const there = await rollBack(rollbackDeps(), "back");
      expect(await bench.products("back")).to.deep.equal(first);
      // A storefront page that uses a field of the catalogue generation before the rollback must still work.
      expect([...((await bench.liveCatalogs.get("back"))?.fields.keys() ?? [])]).to.include.members(["old", "new"]);
      const andBack = await rollBack(rollbackDeps(), "back");
      expect(andBack).to.deep.equal({ from: there.to, to: there.from });
      expect(await bench.products("back")).to.deep.equal(second);
      expect(await bench.liveCatalogs.get("back")).to.deep.include({ multi_variant: true });
    });

    it("feeds after a rollback change the restored catalogue generation", async () => {
      await bench.ingest("onward", feed(insertLine("P1"), insertLine("P2")), replace);
      await bench.ingest("onward", feed(insertLine("P1")), replace);
      await rollBack(rollbackDeps(), "onward");
      await bench.ingest("onward", feed(insertLine("P3")));
      expect(await bench.found("onward")).to.deep.equal(["P1/P1", "P2/P2", "P3/P3"]);
      await bench.ingest("onward", feed(insertLine("P2")), replace);
      expect(await bench.found("onward")).to.deep.equal(["P2/P2"]);
      await rollBack(rollbackDeps(), "onward");
      expect(await bench.found("onward")).to.deep.equal(["P1/P1", "P2/P2", "P3/P3"]);
    });

    it("catalogue generations are deleted, except for the live and the previous catalogue generation", async () => {
      for (let round = 0; round < 4; round += 1) {
        await bench.ingest("few", feed(insertLine(`P${round}`)), replace);
        expect(await bench.generations("few")).to.have.length(Math.min(2, round + 1));
      }
    });

    it("deleting old catalogue generations of a client keeps the generations of clients with similar names (a, a-1)", async () => {
      await bench.ingest("a-1", feed(insertLine("P1")), replace);
      await bench.ingest("a-1-1", feed(insertLine("P1")), replace);
      for (let round = 0; round < 3; round += 1) await bench.ingest("a", feed(insertLine("P1")), replace);
      for (let round = 0; round < 3; round += 1) await bench.ingest("a-1", feed(insertLine("P1")), replace);
      expect(await bench.found("a-1-1")).to.deep.equal(["P1/P1"]);
      expect(await bench.found("a-1")).to.deep.equal(["P1/P1"]);
    });

    it("a catalogue cannot be rolled back if there is no previous generation or an ingestion job is running", async () => {
      await bench.ingest("single", feed(insertLine("P1")), replace);
      for (const clientId of ["single", "nobody"]) {
        const error = await rollBack(rollbackDeps(), clientId).then(
          () => undefined,
          (failure: unknown) => failure,
        );
        expect(error).to.be.instanceOf(RollbackError);
        expect((error as Error).message).to.equal(`${clientId} has no previous generation of the catalogue to restore`);
      }
      const lease = await createLeases(bench.engine, "a job", 5).acquire("single");
      const error = await rollBack(rollbackDeps(), "single").then(
        () => undefined,
        (failure: unknown) => failure,
      );
      await lease?.release();
      expect((error as Error).message).to.equal("an ingestion of single is running; try again when it has ended");
    });

    it("the previous catalogue generation is deleted after its retention time", async () => {
      await bench.ingest("kept", feed(insertLine("P1")), replace);
      const last = await bench.ingest("kept", feed(insertLine("P2")), replace);
      const leases = createLeases(bench.engine, "cleaner", 5);
      const clean = (hours: number, now: string) =>
        removeExpired(bench.workerDeps(), leases, { generationHours: hours, payloadHours: 1e5 }, now);
      await clean(1, new Date(Date.parse(last.updated_at) + 3_000_000).toISOString());
      expect(await bench.generations("kept")).to.have.length(2);
      await clean(1, new Date(Date.parse(last.updated_at) + 3_700_000).toISOString());
      expect(await bench.generations("kept")).to.have.length(1);
      expect(await bench.found("kept")).to.deep.equal(["P2/P2"]);
      expect((await readCatalogState(bench.engine, "kept")).previous).to.equal(null);
    });

    it("catalogue generations are not deleted while they are live, even after a crash", async () => {
      await bench.ingest("crashed", feed(insertLine("P1")), replace);
      const index = (await liveGeneration(bench.engine, "crashed")) ?? "";
      await changeCatalogState(bench.engine, "crashed", {
        previous: { index, replaced_at: "2020-01-01T00:00:00.000Z" },
      });
      const error = await rollBack(rollbackDeps(), "crashed").then(
        () => undefined,
        (failure: unknown) => failure,
      );
      expect(error).to.be.instanceOf(RollbackError);
      const leases = createLeases(bench.engine, "cleaner", 5);
      const retention = { generationHours: 24, payloadHours: 1e5 };
      await removeExpired(bench.workerDeps(), leases, retention, new Date().toISOString());
      expect(await bench.found("crashed")).to.deep.equal(["P1/P1"]);
      expect((await readCatalogState(bench.engine, "crashed")).previous).to.equal(null);
    });
  });

  it("payloads and error lists of ingestion jobs are removed after their retention time", async () => {
    const { id, updated_at, file_identifier } = await bench.ingest("files", feed(insertLine("P1")), replace);
    const errors = `${id}.errors.ndjson`;
    const stored = async () => {
      const found: string[] = [];
      for (const name of [file_identifier, errors]) {
        const payload = await bench.payloads.read(name);
        payload?.destroy();
        if (payload !== undefined) found.push(name);
      }
      return found;
    };
    const clean = (hoursLater: number) =>
      removePayloads(bench.workerDeps(), 2, new Date(Date.parse(updated_at) + hoursLater * 3_600_000).toISOString());
    await clean(1);
    expect(await stored()).to.deep.equal([file_identifier, errors]);
    // Searches include a completed job only after an index refresh; until then, the job's payload is not deleted.
    await until("both to be removed", async () => {
      await clean(3);
      return (await stored()).length === 0;
    });
    await clean(4);
  });

  it("old payloads are removed, except payloads of ingestion jobs that have not ended", async () => {
    const { id, file_identifier: payload } = await bench.ingest("waiting", feed(insertLine("P1")), replace);
    const change = async (status: IngestionStatus) => {
      const stored = await readJob(bench.engine, id);
      if (stored === undefined) throw new Error("no job");
      await updateJob(bench.engine, { ...stored.source, status, payload_store: "another" }, stored);
    };
    await change(STATUS.CREATED);
    for (const name of ["orphan.ndjson", "broken.ndjson.1.part", "new.ndjson.2.part"]) {
      await writeFile(join(bench.folder, name), "x");
    }
    const old = new Date(Date.now() - 3 * 3_600_000);
    for (const name of [payload, "orphan.ndjson", "broken.ndjson.1.part"]) {
      await utimes(join(bench.folder, name), old, old);
    }
    const left = async (hours: number, later = 0) => {
      await removePayloads(bench.workerDeps(), hours, new Date(Date.now() + later).toISOString());
      return (await readdir(bench.folder)).filter((name) => name !== ".identity").sort();
    };
    expect(await left(4)).to.include.members([payload, "orphan.ndjson", "broken.ndjson.1.part"]);
    expect(await left(0, 60_000)).to.deep.equal([payload, "new.ndjson.2.part"].sort());
    await change(STATUS.COMPLETED);
    expect(await left(0, 60_000)).to.deep.equal(["new.ndjson.2.part"]);
  });

  it("job records of product updates are removed after their retention time", async () => {
    const ids: number[] = [];
    for (const mode of ["live", "insert"] as const) {
      const { id } = await bench.ingest("records", feed(insertLine("P1")), { mode });
      ids.push(id);
    }
    const clean = (hours: number) =>
      removeExpired(
        bench.workerDeps(),
        createLeases(bench.engine, "cleaner", 5),
        { generationHours: 1e5, payloadHours: 2 },
        new Date(Date.now() + hours * 3_600_000).toISOString(),
      );
    const known = async () => {
      const found = [];
      for (const id of ids) if ((await readJob(bench.engine, id)) !== undefined) found.push(id);
      return found;
    };
    await clean(1);
    expect(await known()).to.deep.equal(ids);
    await clean(3);
    expect(await known()).to.deep.equal([ids[1]]);
  });
});
