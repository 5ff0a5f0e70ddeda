import { expect } from "chai";
import { Registry } from "prom-client";
import { createCatalogCache, type CatalogCache, type Kind } from "../../../src/catalog/cache.js";
import { EngineBusyError } from "../../../src/engine/unavailable.js";
import { createDeadline, withDeadline } from "../../../src/engine/deadline.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { contextOn } from "../../support/context.js";

interface Text {
  readonly text: string;
}

const TEXTS: Kind<Text> = { name: "texts", bytesOf: ({ text }) => 2 * text.length, freshMs: 1_000 };
const at = (catalogVersion: number) => ({ index: "catalog-shop", catalogVersion });

/** A loading function whose promise is resolved or rejected by the test. */
function heldLoad() {
  const held: { resolve?: (loaded: { value: Text }) => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<{ value: Text }>((resolve, reject) => Object.assign(held, { resolve, reject }));
  return {
    load: () => promise,
    response: (text: string) => held.resolve?.({ value: { text } }),
    fail: (error: Error) => held.reject?.(error),
  };
}

describe("createCatalogCache", () => {
  let now = 0;
  let registry: Registry;
  let cache: CatalogCache;
  let loads: string[];

  beforeEach(() => {
    now = 0;
    loads = [];
    registry = new Registry();
    cache = createCatalogCache(
      contextOn(undefined, {}, { elapsed: () => now, metrics: createMetrics(registry) }),
      115_000,
    );
  });

  const loading = (text: string) => () => {
    loads.push(text);
    return Promise.resolve({ value: { text } });
  };
  const read = (catalogVersion: number, key: string, text: string) =>
    cache.read(TEXTS, at(catalogVersion), key, loading(text));

  it("the catalogue cache loads each entry once per catalogue version", async () => {
    expect(await read(1, "a", "one")).to.deep.equal({ text: "one" });
    expect(await read(1, "a", "two")).to.deep.equal({ text: "one" });
    expect(loads).to.deep.equal(["one"]);
  });

  it("the catalogue cache stores values separately for each key, catalogue and type of value", async () => {
    await read(1, "a", "one");
    expect(await read(1, "b", "two")).to.deep.equal({ text: "two" });
    expect(await cache.read(TEXTS, { index: "catalog-other", catalogVersion: 1 }, "a", loading("three"))).to.deep.equal(
      {
        text: "three",
      },
    );
    const others = { ...TEXTS, name: "others" };
    expect(await cache.read(others, at(1), "a", loading("four"))).to.deep.equal({ text: "four" });
  });

  it("the catalogue cache reloads a value for a later catalogue version", async () => {
    await read(1, "a", "one");
    expect(await read(2, "a", "two")).to.deep.equal({ text: "two" });
  });

  it("the catalogue cache returns a newer value to a reader of an earlier catalogue version", async () => {
    await read(2, "a", "two");
    expect(await read(1, "a", "one")).to.deep.equal({ text: "two" });
  });

  it("the catalogue cache loads a value once for concurrent callers", async () => {
    const held = heldLoad();
    const both = [cache.read(TEXTS, at(1), "a", held.load), read(1, "a", "mine")];
    held.response("theirs");
    expect(await Promise.all(both)).to.deep.equal([{ text: "theirs" }, { text: "theirs" }]);
    expect(loads).to.deep.equal([]);
  });

  it("the catalogue cache does not wait for a load that started for an earlier catalogue version", async () => {
    const held = heldLoad();
    const early = cache.read(TEXTS, at(1), "a", held.load);
    expect(await read(2, "a", "new")).to.deep.equal({ text: "new" });
    held.response("old");
    expect(await early).to.deep.equal({ text: "old" });
    expect(cache.get(TEXTS, at(2), "a")).to.deep.equal({ text: "new" });
  });

  it("the catalogue cache returns the old value while it reloads a value that expires soon", async () => {
    await read(1, "a", "one");
    now = 800;
    expect(await read(1, "a", "two")).to.deep.equal({ text: "one" });
    expect(await read(1, "a", "three")).to.deep.equal({ text: "two" });
    expect(loads).to.deep.equal(["one", "two"]);
  });

  it("the catalogue cache does not return an expired value", async () => {
    await read(1, "a", "one");
    now = 1_001;
    expect(cache.get(TEXTS, at(1), "a")).to.equal(undefined);
    expect(await read(1, "a", "two")).to.deep.equal({ text: "two" });
  });

  describe("the catalogue cache with stale-while-revalidate values", () => {
    const REVALIDATED: Kind<Text> = {
      ...TEXTS,
      name: "revalidated",
      staleWhileRevalidate: ({ text }) => text !== "little",
    };
    const revalidated = (catalogVersion: number, text: string) =>
      cache.read(REVALIDATED, at(catalogVersion), "a", loading(text));

    it("the catalogue cache returns an outdated stale-while-revalidate value during the reload", async () => {
      await revalidated(1, "one");
      expect(await revalidated(2, "two")).to.deep.equal({ text: "one" });
      expect(await revalidated(2, "three")).to.deep.equal({ text: "two" });
      now = 10_000;
      expect(await revalidated(3, "four")).to.deep.equal({ text: "two" });
      expect(await revalidated(3, "five")).to.deep.equal({ text: "four" });
      expect(loads).to.deep.equal(["one", "two", "four"]);
    });

    it("the catalogue cache does not return a stale-while-revalidate value older than ten times its lifetime", async () => {
      await revalidated(1, "one");
      now = 1_000;
      expect(await revalidated(3, "two")).to.deep.equal({ text: "one" });
      now = 2_001;
      expect(await revalidated(5, "three")).to.deep.equal({ text: "three" });
      now = 12_002;
      expect(await revalidated(5, "little")).to.deep.equal({ text: "little" });
      expect(await revalidated(6, "four")).to.deep.equal({ text: "four" });
    });

    it("the catalogue cache keeps stale-while-revalidate values when a new catalogue generation replaces the index", async () => {
      const of = (index: string, catalogVersion: number) => ({ index, catalog: "shop", catalogVersion });
      await cache.read(REVALIDATED, of("first", 1), "a", loading("one"));
      expect(await cache.read(REVALIDATED, of("second", 2), "a", loading("two"))).to.deep.equal({ text: "one" });
      expect(await cache.read(REVALIDATED, of("second", 2), "a", loading("three"))).to.deep.equal({ text: "two" });
    });
  });

  it("the catalogue cache passes a load error to all waiting callers and does not cache the error", async () => {
    const held = heldLoad();
    const both = [cache.read(TEXTS, at(1), "a", held.load), read(1, "a", "mine")];
    held.fail(new Error("gone"));
    for (const one of await Promise.allSettled(both)) expect(one).to.have.nested.property("reason.message", "gone");
    expect(await read(1, "a", "two")).to.deep.equal({ text: "two" });
  });

  it("the catalogue cache returns a partial value without caching the value", async () => {
    const cut = () => Promise.resolve({ value: { text: "cut short" }, isWhole: false });
    expect(await cache.read(TEXTS, at(1), "a", cut)).to.deep.equal({ text: "cut short" });
    expect(cache.get(TEXTS, at(1), "a")).to.equal(undefined);
  });

  it("the catalogue cache returns a value that was set explicitly", async () => {
    cache.set(TEXTS, at(1), "a", { value: { text: "given" } });
    expect(await read(1, "a", "one")).to.deep.equal({ text: "given" });
  });

  it("the catalogue cache rejects a caller at the caller's deadline and continues the load for other callers", async () => {
    const held = heldLoad();
    const hurried = withDeadline(createDeadline(1), () => cache.read(TEXTS, at(1), "a", held.load));
    const patient = read(1, "a", "mine");
    expect(await hurried.catch((error: unknown) => error)).to.be.instanceOf(EngineBusyError);
    held.response("theirs");
    expect(await patient).to.deep.equal({ text: "theirs" });
  });

  it("the catalogue cache evicts values that were read once before values that were read repeatedly", async () => {
    const long = "x".repeat(5_000);
    const often = ["a", "b", "a", "b", "a", "b"];
    for (const key of [...often, "c", "d", "e", "f", "g", "h", "i", "j"]) await read(1, key, long);
    for (const key of ["a", "b", "j"]) expect(cache.get(TEXTS, at(1), key)).not.to.equal(undefined);
    expect(cache.get(TEXTS, at(1), "c")).to.equal(undefined);
    const metrics = await registry.metrics();
    expect(metrics).to.include('vitrine_cache_evictions_total{kind="texts"} 1');
    expect(metrics).to.include('vitrine_cache_reads_total{kind="texts",outcome="hit"} 7');
    expect(metrics).to.match(/vitrine_cache_bytes\{kind="texts"\} 9\d{4}\n/);
  });

  it("the catalogue cache stores a value of a type with isKeptFromSecondSet only after the value is loaded twice", async () => {
    const rare = { ...TEXTS, name: "rare", isKeptFromSecondSet: true } as const;
    const readRare = (text: string) => cache.read(rare, at(1), "a", loading(text));
    expect([await readRare("one"), await readRare("two"), await readRare("three")]).to.deep.equal([
      { text: "one" },
      { text: "two" },
      { text: "two" },
    ]);
    expect(cache.has(rare, at(1), "a")).to.equal(true);
  });

  it("the catalogue cache limits the number of values with user-supplied keys, so that they do not evict other values", async () => {
    const names = { ...TEXTS, name: "names", isApart: true } as const;
    const set = (key: string) => cache.set(names, at(1), key, { value: { text: "" } });
    await read(1, "a", "one");
    for (let name = 0; name < 1_000; name += 1) set(String(name));
    expect(cache.get(TEXTS, at(1), "a")).to.deep.equal({ text: "one" });
    const kept = Array.from({ length: 1_000 }, (_, name) => cache.get(names, at(1), String(name)));
    expect(kept.filter((value) => value !== undefined).length).to.be.within(20, 40);
  });

  it("the catalogue cache returns a value that is too large to be cached", async () => {
    const large = "x".repeat(10_000);
    expect(await read(1, "a", large)).to.deep.equal({ text: large });
    expect(cache.get(TEXTS, at(1), "a")).to.equal(undefined);
  });
});
