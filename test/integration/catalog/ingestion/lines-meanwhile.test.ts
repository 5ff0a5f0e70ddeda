import { expect } from "chai";
import { readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { LIVE, STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import type { PayloadStore } from "../../../../src/catalog/ingestion/payloads.js";
import type { IngestionWorker, WorkerDeps } from "../../../../src/catalog/ingestion/worker.js";
import type { Json } from "../../../../src/catalog/product-document.js";
import type { Engine, EngineCall } from "../../../../src/engine/engine.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { dying, interposed, type Death } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

/** Lease duration in seconds, short for a quick takeover. */
const LEASE_SECONDS = 0.6;
const SNAPSHOT = 20;

function line(operation: string, product: string, variant: string, version: number, data: Record<string, Json> = {}) {
  const product_data = { product_identifier: product, variant_identifier: variant, ...data };
  return JSON.stringify({ operation, version, product_data });
}

const FILLING = Array.from({ length: 400 }, (_, at) => insertLine(`F${at}`, "V", { price: at }));
const FIRST = feed(
  ...FILLING,
  ...["kept", "changed", "updated", "deleted", "late", "gone", "left"].map((id) => insertLine(id, "V", { price: 1 })),
);
const feedOf = (filling: readonly string[]) =>
  feed(
    ...filling,
    ...["kept", "updated", "deleted", "late"].map((id) => insertLine(id, "V", { price: 1 })),
    insertLine("changed", "V", { price: 2 }),
    insertLine("coming", "V", { price: 2 }),
    // The feed adds as many products as it omits, so that counts alone cannot reveal a wrong result.
    insertLine("came", "V", { price: 2 }),
  );
/**
 * Two feeds: one with few changes, for which the new catalogue generation starts as a copy of the live one, and one
 * with many changes.
 */
const FEEDS = {
  copied: feedOf(FILLING),
  anew: feedOf(FILLING.map((_, at) => insertLine(`F${at}`, "V", { price: 1_000 + at }))),
};

/**
 * Product updates of all kinds, with versions below and above the version of the snapshot. The updates include a new
 * field and a second variant of a product.
 */
const LINES = [
  line("insert", "kept", "V", 21, { price: 9, fresh: "a" }),
  line("insert", "kept", "W", 21, { price: 10 }),
  line("update", "updated", "V", 22, { price: 11 }),
  line("delete", "deleted", "V", 23),
  line("insert", "late", "V", 19, { price: 99 }),
  line("insert", "never", "V", 18, { price: 99 }),
  line("insert", "new", "V", 24, { price: 12 }),
  line("insert", "coming", "V", 25, { price: 13 }),
  line("insert", "came", "V", 25, { price: 13 }),
  line("update", "gone", "V", 26, { price: 14 }),
];
const NAMED = ["kept", "changed", "updated", "deleted", "late", "gone", "left", "coming", "came", "never", "new"];
/** Expected prices in the previous catalogue generation after the updates, while the new generation is being built. */
const MEANWHILE = {
  "kept/V": 9, "kept/W": 10, "changed/V": 1, "updated/V": 11, "late/V": 99, "gone/V": 14, "left/V": 1, "coming/V": 13, "came/V": 13, "never/V": 99, "new/V": 12,
}; // prettier-ignore
const AFTERWARDS = {
  "kept/V": 9, "kept/W": 10, "changed/V": 2, "updated/V": 11, "late/V": 1, "coming/V": 13, "came/V": 13, "new/V": 12,
}; // prettier-ignore

describe("product updates during a full feed with a snapshot time", () => {
  const bench = useCatalog();
  /**
   * Workers of the current test, which are closed after the test, because every worker runs the jobs of all clients.
   */
  let workers: IngestionWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    workers = [];
  });
  const start = (overrides: Partial<WorkerDeps>) =>
    void workers.push(bench.start({ leaseSeconds: LEASE_SECONDS, ...overrides }));

  /** Returns the stored prices of all active variants of the products in `NAMED`. */
  async function sold(clientId: string): Promise<Record<string, Json | undefined>> {
    const products = await bench.products(clientId);
    return Object.fromEntries(
      NAMED.flatMap((id) =>
        (products[id]?.source ?? [])
          .filter(({ active }) => active)
          .map(({ variant_identifier: variant, data }) => [`${id}/${variant}`, data["price"]] as const),
      ),
    );
  }

  const snapshot = (version: number) => ({ mode: "soft_replace" as const, trigger: { snapshot: version } });

  async function begun(clientId: string): Promise<void> {
    const worker = bench.start({ leaseSeconds: LEASE_SECONDS });
    await bench.ingest(clientId, FIRST, snapshot(10));
    await worker.close();
  }

  /**
   * Sends all product updates in several requests.
   * @returns the ids of the ingestion jobs, after all of these jobs have ended
   */
  async function delivered(clientId: string): Promise<number[]> {
    const ids: number[] = [];
    for (let start = 0; start < LINES.length; start += 4) {
      ids.push(await bench.send(clientId, feed(...LINES.slice(start, start + 4)), { mode: LIVE }));
    }
    for (const id of ids) expect((await bench.ended(id)).product_metrics?.failure).to.equal(null);
    return ids;
  }

  async function expectAfterwards(clientId: string): Promise<void> {
    expect(await sold(clientId)).to.deep.equal(AFTERWARDS);
    expect(await bench.found(clientId, { term: { "variants.data.fresh": "a" } })).to.deep.equal(["kept/V"]);
    expect((await readCatalogState(bench.engine, clientId)).multi_variant).to.equal(true);
    const products = Object.keys(await bench.products(clientId));
    expect(products).to.include("left");
    expect(products).to.have.length.within(FILLING.length + 10, FILLING.length + 11);
  }

  /** Creates a gate that pauses an ingestion job until `open` is called. */
  function gate() {
    let open: () => void = () => undefined;
    let reached = false;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return {
      open: () => open(),
      isReached: () => Promise.resolve(reached),
      async pass() {
        reached = true;
        await opened;
      },
    };
  }

  /** Returns a payload store that pauses the nth read of the given payload until the gate is opened. */
  function held(name: string, nth: number, barrier: ReturnType<typeof gate>): PayloadStore {
    const { payloads } = bench;
    let reads = 0;
    return {
      ...payloads,
      async read(wanted) {
        if (wanted === name && (reads += 1) === nth) await barrier.pass();
        return payloads.read(wanted);
      },
    };
  }

  for (const [kind, payload] of Object.entries(FEEDS)) {
    for (const [moment, nth] of [
      ["scanned", 1],
      ["written", 2],
    ] as const) {
      it(`product updates sent while a full feed is being ${moment} reach the live and the new catalogue generation (${kind})`, async () => {
        const clientId = `${kind}-${nth}`;
        await begun(clientId);
        const id = await bench.send(clientId, payload, snapshot(SNAPSHOT));
        const { file_identifier } = (await readJob(bench.engine, id))?.source ?? { file_identifier: "" };
        const barrier = gate();
        start({ payloads: held(file_identifier, nth, barrier) });
        await until("the feed to be read", barrier.isReached);
        await delivered(clientId);
        expect((await readJob(bench.engine, id))?.source.status).to.equal(STATUS.STARTED);
        expect(await sold(clientId)).to.deep.equal(MEANWHILE);
        barrier.open();
        expect((await bench.ended(id)).product_metrics?.failure).to.equal(null);
        await expectAfterwards(clientId);
        expect(bench.problems).to.deep.equal([]);
      });
    }
  }

  /**
   * Ingests a feed, and sends the product updates after the last product of the feed has been written.
   * @param between modifies the engine calls after the last product was written
   */
  async function afterTheLastProduct(
    clientId: string,
    payload: string,
    between: (call: EngineCall) => EngineCall = (call) => call,
  ) {
    await begun(clientId);
    const barrier = gate();
    let isOpen = false;
    const { engine } = interposed(bench.engine, async (operation, nth, proceed, call) => {
      if (operation === "flush" && nth === 1) {
        await barrier.pass();
        isOpen = true;
      }
      return isOpen ? bench.engine.call(operation, between(call)) : proceed();
    });
    start({ engine });
    const id = await bench.send(clientId, payload, snapshot(SNAPSHOT));
    await until("the generation to be sealed", barrier.isReached);
    await delivered(clientId);
    barrier.open();
    const job = await bench.ended(id);
    expect(job.product_metrics?.failure).to.equal(null);
    return job;
  }

  it("product updates that arrive after the last product of a full feed was written are included in the new generation", async () => {
    await afterTheLastProduct("sealed", FEEDS.anew);
    await expectAfterwards("sealed");
  });

  it("a full feed does not fail if the engine rejects an updated product in the new catalogue generation", async () => {
    const { product_metrics } = await afterTheLastProduct("refused", FEEDS.anew, ({ bulkBody, ...call }) => {
      const wrong = bulkBody?.replace(/^(.*"_id":"kept".*)\n.*$/m, '$1\n{"prior":"not a number"}');
      return { ...call, ...(wrong !== undefined && { bulkBody: wrong }) };
    });
    expect(product_metrics?.errors).to.deep.equal([
      {
        line: 0,
        product_identifier: "kept",
        reason: "OpenSearch rejected the product with an update that was received during the ingestion",
      },
    ]);
    const { "kept/V": _, "kept/W": __, ...others } = AFTERWARDS;
    expect(await sold("refused")).to.deep.equal({ ...others, "kept/V": 1 });
    expect(bench.problems.splice(0)).not.to.have.length(0);
  });

  it("product updates are kept if the full feed's lines about the same product were rejected", async () => {
    const rejected = insertLine("late", "V", { price: "much" });
    await afterTheLastProduct("damaged", FEEDS.anew.replace(insertLine("late", "V", { price: 1 }), rejected));
    expect(await sold("damaged")).to.deep.equal({ ...AFTERWARDS, "late/V": 99 });
  });

  const deaths: readonly Death[] = [
    { at: "after", operation: "create_index", nth: 1 },
    { at: "before", operation: "flush", nth: 1 },
    { at: "before", operation: "swap_alias", nth: 1 },
    { at: "after", operation: "swap_alias", nth: 1 },
  ];
  for (const death of deaths) {
    it(`product updates during a full feed are applied once if the process dies ${death.at} ${death.operation}`, async () => {
      const clientId = `dies-${death.at}-${death.operation.replace("_", "-")}`;
      await begun(clientId);
      const doomed = dying(bench.engine, death);
      const barrier = gate();
      const id = await bench.send(clientId, FEEDS.anew, snapshot(SNAPSHOT));
      const { file_identifier } = (await readJob(bench.engine, id))?.source ?? { file_identifier: "" };
      const engine: Engine = doomed.engine;
      const worker = bench.start({ engine, payloads: held(file_identifier, 1, barrier), leaseSeconds: LEASE_SECONDS });
      await until("the feed to be read", barrier.isReached);
      await delivered(clientId);
      barrier.open();
      await until("the process to die", () => Promise.resolve(doomed.isDead()));
      await worker.close();
      bench.problems.length = 0;
      start({ owner: "heir" });
      expect((await bench.ended(id)).product_metrics?.failure).to.equal(null);
      await expectAfterwards(clientId);
    });
  }

  it("product updates sent during a full feed without a snapshot time are applied after the feed", async () => {
    const clientId = "follow";
    await begun(clientId);
    const id = await bench.send(clientId, FEEDS.anew, { mode: "soft_replace" });
    const lines = await bench.send(clientId, feed(...LINES), { mode: LIVE });
    start({});
    await bench.ended(lines);
    expect((await readJob(bench.engine, id))?.source.status).to.equal(STATUS.COMPLETED);
    expect((await sold(clientId))["kept/V"]).to.equal(9);
  });
});
