import { expect } from "chai";
import fc from "fast-check";
import { createCache, type Kind } from "../../../src/lib/cache.js";

interface Weighed {
  readonly bytes: number;
  readonly version: number;
}

const THINGS: Kind<Weighed> = { name: "things", bytesOf: ({ bytes }) => bytes };
const RARE: Kind<Weighed> = { ...THINGS, name: "rare", isKeptFromSecondSet: true };
const KB = 1_024;

/** Returns a cache that counts its bytes and evictions. */
function cacheOf(maxBytes: number) {
  const held = { bytes: 0, evicted: 0 };
  const cache = createCache({
    maxBytes,
    onBytes: (_kind, bytes) => void (held.bytes += bytes),
    onEvict: () => void (held.evicted += 1),
  });
  let version = 0;
  const set = (key: string, kind = THINGS, bytes = KB) => {
    const value = { bytes, version: (version += 1) };
    cache.set(kind, key, value);
    return value;
  };
  const keys = (kind = THINGS) => [...cache.entries(kind)].map(([key]) => key);
  return { cache, held, set, keys };
}

const COMMAND = fc.record({
  does: fc.constantFrom("set" as const, "get" as const, "delete" as const),
  kind: fc.constantFrom(THINGS, RARE),
  key: fc.integer({ min: 0, max: 30 }).map(String),
  bytes: fc.integer({ min: 0, max: 8 * KB }),
});

describe("createCache", () => {
  it("the cache returns the latest value of a key, and never exceeds its byte limit", () => {
    fc.assert(
      fc.property(fc.array(COMMAND, { maxLength: 300 }), fc.integer({ min: 1, max: 40 * KB }), (commands, maxBytes) => {
        const { cache, held, set, keys } = cacheOf(maxBytes);
        const model = new Map<string, Weighed>();
        for (const { does, kind, key, bytes } of commands) {
          const name = `${kind.name} ${key}`;
          if (does === "set") model.set(name, set(key, kind, bytes));
          else if (does === "delete") {
            cache.delete(kind, key);
            model.delete(name);
          } else expect(cache.get(kind, key)).to.be.oneOf([undefined, model.get(name)]);
          expect(cache.peek(kind, key)).to.be.oneOf([undefined, model.get(name)]);
          expect(held.bytes).to.be.within(0, maxBytes);
        }
        for (const kind of [THINGS, RARE]) for (const key of keys(kind)) cache.delete(kind, key);
        expect(held.bytes).to.equal(0);
      }),
    );
  });

  it("the cache keeps all entries while there is space", () => {
    fc.assert(
      fc.property(fc.array(COMMAND, { maxLength: 100 }), (commands) => {
        const { cache, set } = cacheOf(1_000 * KB);
        const model = new Map<string, Weighed>();
        for (const { does, key, bytes } of commands) {
          if (does === "set") model.set(key, set(key, THINGS, bytes));
          else if (does === "get") expect(cache.get(THINGS, key)).to.equal(model.get(key));
          else {
            cache.delete(THINGS, key);
            model.delete(key);
          }
        }
        expect(new Map(cache.entries(THINGS))).to.deep.equal(model);
      }),
    );
  });

  it("the cache keeps repeatedly read entries while any number of new entries is added", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 1_000 }), (often, once) => {
        const { cache, set } = cacheOf(60 * KB);
        for (let key = 0; key < often; key += 1) set(`often ${key}`);
        for (let turn = 0; turn < 2; turn += 1) {
          for (let key = 0; key < often; key += 1) cache.get(THINGS, `often ${key}`);
        }
        for (let key = 0; key < once; key += 1) set(`once ${key}`);
        for (let key = 0; key < often; key += 1) expect(cache.get(THINGS, `often ${key}`)).not.to.equal(undefined);
      }),
    );
  });

  it("the cache evicts entries that are no longer read", () => {
    const { cache, set, keys, held } = cacheOf(20 * KB);
    for (let key = 0; key < 10; key += 1) set(`before ${key}`);
    for (const key of [...keys(), ...keys()]) cache.get(THINGS, key);
    for (let key = 0; key < 100; key += 1) {
      set(`now ${key}`);
      for (let turn = 0; turn < 2; turn += 1) cache.get(THINGS, `now ${key}`);
    }
    expect(keys().filter((key) => key.startsWith("before"))).to.deep.equal([]);
    expect(held.evicted).to.be.within(90, 100);
  });

  it("the cache keeps a key that is set again soon after the eviction of the key", () => {
    const { set, keys } = cacheOf(200 * KB);
    for (let key = 0; key < 200; key += 1) set(`first ${key}`);
    expect(keys()).not.to.include("first 0");
    set("first 0");
    for (let key = 0; key < 1_000; key += 1) set(`once ${key}`);
    expect(keys()).to.include("first 0");
  });

  it("a value of a type with the option isKeptFromSecondSet is cached only from the second time that the key is set", () => {
    const { cache, set } = cacheOf(100 * KB);
    set("a", RARE);
    expect(cache.get(RARE, "a")).to.equal(undefined);
    const second = set("a", RARE);
    expect(cache.get(RARE, "a")).to.equal(second);
    const third = set("a", RARE);
    expect(cache.get(RARE, "a")).to.equal(third);
  });

  it("the cache forgets the first setting of a key after many other keys have been set", () => {
    const { cache, set } = cacheOf(100 * KB);
    set("a", RARE);
    for (let key = 0; key < 110; key += 1) set(`once ${key}`, RARE);
    set("a", RARE);
    expect(cache.get(RARE, "a")).to.equal(undefined);
  });

  it("the cache does not store a value that is too large for the cache", () => {
    const { cache, set, keys } = cacheOf(10 * KB);
    set("a");
    set("b");
    set("a", THINGS, 10 * KB);
    expect(keys()).to.deep.equal(["b"]);
    expect(cache.get(THINGS, "a")).to.equal(undefined);
  });

  it("the cache separates entries of different types with the same key", () => {
    const { cache, set, keys } = cacheOf(100 * KB);
    const other: Kind<Weighed> = { ...THINGS, name: "others" };
    for (const key of ["a", "b c"]) {
      set(key);
      set(key, other);
    }
    for (const [key] of cache.entries(THINGS)) cache.delete(THINGS, key);
    expect([keys(), keys(other)]).to.deep.equal([[], ["a", "b c"]]);
  });
});
