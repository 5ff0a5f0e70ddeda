import { expect } from "chai";
import {
  admit,
  choose,
  EMPTY_POOL,
  MAX_SHARDS,
  without,
  type PoolEntry,
  type PoolState,
} from "../../../../src/search/paging/pool-state.js";

const entry = (changes: Partial<PoolEntry> = {}): PoolEntry => ({
  key: "k",
  client_id: "shop",
  index: "products",
  pit_id: "pit",
  shards: 1,
  signature: "then",
  opened_at: 100_000,
  ...changes,
});

const wanted = { client_id: "shop", signature: "now", started_at: 90_000, now: 110_000, lifetime_ms: 300_000 };

describe("the choice of a point-in-time", () => {
  it("opens one where there is none, whatever others have", () => {
    expect(choose(EMPTY_POOL, wanted)).to.deep.equal({ kind: "open" });
    expect(choose({ entries: [entry({ client_id: "other", signature: "now" })] }, wanted)).to.deep.equal({
      kind: "open",
    });
  });

  it("shares one of the catalogue as it is, however old", () => {
    const same = entry({ signature: "now", opened_at: 1 });
    expect(choose({ entries: [same] }, wanted)).to.deep.equal({ kind: "share", entry: same });
  });

  it("shares one that was opened after the chain had started, by more than clocks differ", () => {
    const later = entry({ opened_at: 92_000 });
    expect(choose({ entries: [later] }, wanted)).to.deep.equal({ kind: "share", entry: later });
    expect(choose({ entries: [entry({ opened_at: 91_999 })] }, wanted)).to.deep.equal({ kind: "open" });
  });

  it("looks at the newest only: it holds what older ones hold", () => {
    const newest = entry({ key: "newest", opened_at: 99_000 });
    expect(choose({ entries: [entry({ opened_at: 93_000 }), newest] }, wanted)).to.deep.equal({
      kind: "share",
      entry: newest,
    });
  });

  it("waits while one was opened only just before the chain started", () => {
    const pool = { entries: [entry({ opened_at: 89_000 })] };
    expect(choose(pool, { ...wanted, now: 93_999 })).to.deep.equal({ kind: "wait" });
    expect(choose(pool, { ...wanted, now: 94_000 })).to.deep.equal({ kind: "open" });
  });

  it("waits longer the more clients share the places", () => {
    const others = Array.from({ length: 9 }, (_, at) => entry({ key: `${at}`, client_id: `c${at}` }));
    const pool = { entries: [...others, entry({ opened_at: 50_000 })] };
    const spacing = (300_000 * 10) / MAX_SHARDS;
    expect(choose(pool, { ...wanted, now: 50_000 + spacing - 1 })).to.deep.equal({ kind: "wait" });
    expect(choose(pool, { ...wanted, now: 50_001 + spacing })).to.deep.equal({ kind: "open" });
  });
});

describe("the pool of points-in-time", () => {
  const full: PoolState = {
    entries: Array.from({ length: MAX_SHARDS / 3 }, (_, at) => entry({ key: `k${at}`, shards: 3 })),
  };

  it("accepts points-in-time while there is room", () => {
    expect(admit(EMPTY_POOL, entry())).to.deep.equal({ pool: { entries: [entry()] }, evicted: [] });
  });

  it("drops the oldest ones, by the search contexts they hold", () => {
    const added = entry({ key: "new", shards: 4 });
    expect(admit(full, added)).to.deep.equal({
      pool: { entries: [...full.entries.slice(2), added] },
      evicted: full.entries.slice(0, 2),
    });
  });

  it("keeps the new one even when it alone is too large", () => {
    const huge = entry({ key: "huge", shards: 200 });
    expect(admit({ entries: [entry()] }, huge)).to.deep.equal({ pool: { entries: [huge] }, evicted: [entry()] });
  });

  it("forgets by key", () => {
    expect(without(full, new Set(full.entries.slice(1).map(({ key }) => key)))).to.deep.equal({
      entries: full.entries.slice(0, 1),
    });
  });
});
