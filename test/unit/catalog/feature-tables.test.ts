import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import type { CatalogVersion } from "../../../src/catalog/catalog-version.js";
import { createFeatures } from "../../../src/catalog/feature-tables.js";
import type { FeatureRows } from "../../../src/catalog/features.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { hashesOf } from "../../support/hashes.js";
import { productTag } from "../../../src/catalog/catalog-version.js";
import { createDeadline, currentDeadline, withDeadline } from "../../../src/engine/deadline.js";
import type { Engine, EngineCall } from "../../../src/engine/engine.js";
import { textHash } from "../../../src/lib/text-hash.js";
import { until } from "../../support/until.js";

const LIVE: CatalogVersion = { index: "shop", catalogVersion: 1, changes: { everything: 1, tags: new Map() } };
const MB = 1_000_000;

/** The request parameters that the fake engine evaluates. */
interface Requested {
  readonly size: number;
  readonly query: {
    readonly constant_score: { readonly filter: { readonly terms?: { readonly hash: readonly number[] } } };
  };
  readonly search_after?: readonly [string];
}

const FIELDS = ["taste", "log_price", "prior", { field: "created_at", format: "epoch_millis" }];
const bodyOf = (size: number, filter: object, after?: string) => ({
  size,
  track_total_hits: false,
  stored_fields: "_none_",
  docvalue_fields: FIELDS,
  query: { constant_score: { filter } },
  sort: [{ product_identifier: "asc" }],
  ...(after !== undefined && { search_after: [after] }),
});
const page = (after?: string) => bodyOf(2_000, { term: { active: true } }, after);
const byId = (...ids: readonly string[]) => bodyOf(ids.length, { terms: { hash: ids.map(textHash) } });

/**
 * Creates the feature tables of one process with a fake engine and a fake clock. `priors` contains the static rank of
 * each product. Every reading of the clock advances the clock by one microsecond.
 */
function process(priors: Map<string, number>, { maxBytes = MB, callMs = 0 } = {}) {
  const state = { moment: 0, failing: false };
  const calls: { readonly index: string; readonly body: object; readonly hasDeadline: boolean }[] = [];
  const failures: Logged[] = [];
  /** Promises that the fake engine awaits before it responds, in call order. */
  const gates: Promise<void>[] = [];
  const engine: Engine = {
    prefix: "",
    close: () => Promise.resolve(),
    async call<T>(_operation: string, { path, body }: EngineCall): Promise<T> {
      const { size, query, search_after } = body as Requested;
      calls.push({
        index: path.split("/")[1] ?? "",
        body: body as object,
        hasDeadline: currentDeadline() !== undefined,
      });
      const wanted = query.constant_score.filter.terms?.hash;
      const ids = [...priors.keys()]
        .sort()
        .filter((id) => wanted?.includes(textHash(id)) ?? id > (search_after?.[0] ?? ""));
      const hits = ids.slice(0, size).map((id) => ({ sort: [id], fields: { prior: [priors.get(id)] } }));
      if (state.failing) throw new Error("the engine is ill");
      state.moment += callMs;
      await gates.shift();
      return { hits: { hits } } as T;
    },
  };
  const elapsed = () => (state.moment += 0.001);
  const context = contextOn(engine, {}, { elapsed, logger: loggingTo(failures) });
  const { features: metrics } = context.metrics;
  const features = createFeatures(context, maxBytes);
  /** Returns the bodies of the engine requests since the previous call of this function. */
  const requested = () => calls.splice(0).map(({ body }) => body);
  return { features, state, calls, requested, failures, gates, metrics };
}

const numbered = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`p${String(at).padStart(5, "0")}`, at] as const));
/** Returns the static rank of each row; undefined for missing products. */
const priorsIn = ({ table, rows }: FeatureRows) => Array.from(rows, (row) => table.priors[row]);
const changedIn = (catalogVersion: number, ...ids: readonly string[]): CatalogVersion => {
  const tags = new Map(ids.map((id) => [productTag(id), catalogVersion]));
  return { index: "shop", catalogVersion, changes: { everything: 1, tags } };
};

/** A promise with a function that resolves it. */
function gate() {
  let open!: () => void;
  const closed = new Promise<void>((resolve) => (open = resolve));
  return { closed, open };
}

describe("createFeatures", () => {
  it("a feature table loads the requested rows while the whole catalogue loads in the background", async () => {
    const { features, requested } = process(numbered(3));
    const ids = hashesOf(["p00002", "p00000"]);
    expect(priorsIn(await features.rowsOf(LIVE, ids))).to.deep.equal([2, 0]);
    expect(requested()).to.deep.equal([page(), byId("p00002", "p00000")]);
    await turn();
    expect(priorsIn(await features.rowsOf(LIVE, hashesOf(["p00001", "p00002"])))).to.deep.equal([1, 2]);
    expect(requested()).to.deep.equal([]);
  });

  it("a feature table loads the catalogue once, page by page, and then returns rows from memory", async () => {
    const { features, requested } = process(numbered(4_500));
    await Promise.all([features.warm(LIVE), features.warm(LIVE)]);
    expect(requested()).to.deep.equal([page(), page("p01999"), page("p03999")]);
    await features.warm(LIVE);
    const ids = hashesOf(["p04499", "p00000"]);
    const found = await features.rowsOf(LIVE, ids);
    expect([priorsIn(found), requested()]).to.deep.equal([[4_499, 0], []]);
    expect((await features.rowsOf(LIVE, ids)).rows).to.equal(found.rows);
  });

  it("a feature table that is older than a minute returns old rows during the reload", async () => {
    const priors = numbered(2);
    const { features, state, requested } = process(priors);
    await features.warm(LIVE);
    requested();
    const ids = hashesOf(["p00000", "p00001"]);
    priors.set("p00001", 7);
    state.moment += 59_000;
    expect([priorsIn(await features.rowsOf(LIVE, ids)), requested()]).to.deep.equal([[0, 1], []]);
    state.moment += 2_000;
    expect([priorsIn(await features.rowsOf(LIVE, ids)), requested()]).to.deep.equal([[0, 1], [page()]]);
    await turn();
    expect([priorsIn(await features.rowsOf(LIVE, ids)), requested()]).to.deep.equal([[0, 7], []]);
  });

  it("a feature table spends at most 2 % of the time on loading rows", async () => {
    const { features, state, requested } = process(numbered(1), { callMs: 3_000 });
    await features.warm(LIVE);
    const ids = hashesOf(["p00000"]);
    requested();
    for (const [waited, expected] of [[61_000, []], [85_000, []], [5_000, [page()]]] as const) {
      state.moment += waited;
      await features.rowsOf(LIVE, ids);
      expect(requested()).to.deep.equal(expected);
    } // prettier-ignore
  });

  it("a feature table reloads only the products that a catalogue version changed", async () => {
    const priors = numbered(4);
    const { features, requested } = process(priors);
    await features.warm(LIVE);
    requested();
    const ids = hashesOf([...priors.keys()]);
    expect(priorsIn(await features.rowsOf(LIVE, ids))).to.deep.equal([0, 1, 2, 3]);
    priors.set("p00002", 9);
    priors.delete("p00003");
    const live = changedIn(2, "p00002", "p00003");
    expect(priorsIn(await features.rowsOf(live, ids))).to.deep.equal([0, 1, 9, undefined]);
    expect(requested()).to.deep.equal([byId("p00002", "p00003")]);
  });

  it("a feature table is discarded if a catalogue version changes the whole catalogue", async () => {
    const priors = numbered(2);
    const { features, requested } = process(priors);
    await features.warm(LIVE);
    requested();
    priors.set("p00001", 9);
    const live: CatalogVersion = { index: "shop", catalogVersion: 2 };
    expect(priorsIn(await features.rowsOf(live, hashesOf(["p00001"])))).to.deep.equal([9]);
    expect(requested()).to.deep.equal([page(), byId("p00001")]);
  });

  it("a feature table returns old rows while the next catalogue generation is loading", async () => {
    const priors = numbered(50_001);
    const { features, state, calls } = process(priors, { maxBytes: 100 * MB });
    await features.warm(LIVE);
    state.moment += 6_000;
    priors.set("p00001", 9);
    const live: CatalogVersion = { index: "second", catalog: "shop", catalogVersion: 2 };
    const priorNow = async () => priorsIn(await features.rowsOf(live, hashesOf(["p00001"])))[0];
    calls.length = 0;
    expect([await priorNow(), calls.map(({ index }) => index)]).to.deep.equal([1, ["second"]]);
    await until("the new rows", async () => (await priorNow()) === 9);
    expect(calls.length).to.equal(26);
  });

  it("a feature table returns the row number -1 for products that no longer exist", async () => {
    const { features } = process(numbered(2));
    await features.warm(LIVE);
    const { rows } = await features.rowsOf(LIVE, hashesOf(["gone", "p00001", "gone too"]));
    expect([...rows]).to.deep.equal([-1, 1, -1]);
    expect([...(await features.rowsOf(LIVE, hashesOf(["gone"]))).rows]).to.deep.equal([-1]);
    expect([...(await features.rowsOf(LIVE, hashesOf([]))).rows]).to.deep.equal([]);
  });

  it("a feature table loads rows for each request if the products do not fit into memory", async () => {
    const priors = numbered(4_100);
    const { features, requested } = process(priors, { maxBytes: 100_000 });
    await features.warm(LIVE);
    const ids = hashesOf([...priors.keys()]);
    for (let time = 0; time < 2; time += 1) {
      requested();
      expect(priorsIn(await features.rowsOf(LIVE, ids))).to.deep.equal([...priors.values()]);
      const sizes = requested().map((body) => (body as Requested).size);
      expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.within(2_000, 4_100);
      expect(Math.max(...sizes)).to.equal(2_000);
    }
  });

  it("the feature table of the least recently used catalogue is evicted if memory is exhausted", async () => {
    const priors = numbered(1_500);
    const { features, requested } = process(priors, { maxBytes: 300_000 });
    const of = (index: string) => ({ ...LIVE, index });
    for (const index of ["one", "two"]) await features.warm(of(index));
    const ids = hashesOf(["p00000"]);
    await features.rowsOf(of("one"), ids);
    requested();
    await features.warm(of("three"));
    requested();
    expect([priorsIn(await features.rowsOf(of("one"), ids)), requested()]).to.deep.equal([[0], []]);
    await features.rowsOf(of("two"), ids);
    expect(requested()).to.not.deep.equal([]);
  });

  it("a feature table returns correct rows to concurrent reads if the table finishes loading between the reads", async () => {
    const { features, gates } = process(numbered(4));
    const [loading, first, second] = [gate(), gate(), gate()];
    gates.push(loading.closed, first.closed, second.closed);
    const reads = [["p00003", "p00001"], ["p00001", "p00000", "gone"]].map((ids) => features.rowsOf(LIVE, hashesOf(ids))); // prettier-ignore
    second.open();
    await turn();
    loading.open();
    await turn();
    first.open();
    const [one, other] = await Promise.all(reads);
    expect([one, other].map((found) => found && priorsIn(found))).to.deep.equal([[3, 1], [1, 0, undefined]]); // prettier-ignore
    expect(priorsIn(await features.rowsOf(LIVE, hashesOf(["p00002"])))).to.deep.equal([2]);
  });

  it("a feature table reports a failed load and is loaded again by a later read", async () => {
    const { features, state, requested, failures } = process(numbered(2));
    const ids = hashesOf(["p00001"]);
    state.failing = true;
    const error: unknown = await features.rowsOf(LIVE, ids).catch((reason: unknown) => reason);
    await turn();
    expect([String(error), failures.map(({ error: text }) => text)]).to.deep.equal(["Error: the engine is ill", ["Error: the engine is ill"]]); // prettier-ignore
    expect(await features.warm(LIVE).catch(String)).to.equal("Error: the engine is ill");
    requested();
    state.failing = false;
    expect(priorsIn(await features.rowsOf(LIVE, ids))).to.deep.equal([1]);
    // After a failure, loading all products is delayed, so that requests do not overload a failing engine.
    expect(requested()).to.deep.equal([byId("p00001")]);
    state.moment += 6_000;
    await features.rowsOf(LIVE, ids);
    expect(requested()).to.deep.equal([page()]);
  });

  it("a feature table applies the request deadline to reads but not to background loads", async () => {
    const { features, calls } = process(numbered(1));
    await withDeadline(createDeadline(60_000), () => features.rowsOf(LIVE, hashesOf(["p00000"])));
    expect(calls.map(({ body, hasDeadline }) => ({ body, hasDeadline }))).to.deep.equal([
      { body: page(), hasDeadline: false },
      { body: byId("p00000"), hasDeadline: true },
    ]);
  });

  it("the metrics of feature tables report preloaded rows, requested rows and used memory", async () => {
    const { features, metrics } = process(numbered(300));
    await features.rowsOf(LIVE, hashesOf(["p00001", "gone", "p00002"]));
    await turn();
    const read = (await metrics.rows.get()).values.map(({ labels, value }) => [labels.read, value]);
    expect(read).to.have.deep.members([
      ["ahead", 300],
      ["needed", 2],
    ]);
    const [bytes] = (await metrics.bytes.get()).values;
    expect(bytes?.value).to.be.within(300 * 20, 300 * 300);
  });

  it("a feature table returns the current feature values after any sequence of catalogue changes", async () => {
    const ids = Array.from({ length: 8 }, (_, at) => `p${at}`);
    const step = fc.record({
      does: fc.constantFrom(
        "change" as const,
        "remove" as const,
        "everything" as const,
        "wait" as const,
        "turn" as const,
      ),
      ids: fc.subarray(ids),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.constantFrom(20_000, MB), async (steps, maxBytes) => {
        const priors = new Map(ids.map((id) => [id, 0]));
        const { features, state } = process(priors, { maxBytes });
        const tags = new Map<number, number>();
        let live = LIVE;
        const packed = hashesOf(ids);
        for (const [at, { does, ids: some }] of steps.entries()) {
          if (does === "wait") state.moment += 61_000;
          else if (does === "turn") await turn();
          else {
            const catalogVersion = live.catalogVersion + 1;
            for (const id of does === "everything" ? ids : some) {
              if (does === "remove") priors.delete(id);
              else priors.set(id, at + 1);
              tags.set(productTag(id), catalogVersion);
            }
            const everything = does === "everything" ? catalogVersion : (live.changes?.everything ?? 1);
            live = { index: "shop", catalogVersion, changes: { everything, tags: new Map(tags) } };
          }
          const wanted = at % 2 === 0 ? packed : hashesOf(some);
          const names = at % 2 === 0 ? ids : some;
          expect(priorsIn(await features.rowsOf(live, wanted))).to.deep.equal(names.map((id) => priors.get(id)));
        }
      }),
    );
  });
});
