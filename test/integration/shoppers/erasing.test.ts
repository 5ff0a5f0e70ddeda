import { expect } from "chai";
import {
  changeQueries,
  permitted,
  readQueries,
  removeShoppers,
  shopperHash,
} from "../../../src/behaviour/queries/observe.js";
import { learnQueries, type TypedQuery } from "../../../src/behaviour/queries/query-record.js";
import { deleteAllMatching } from "../../../src/engine/by-query.js";
import type { Engine } from "../../../src/engine/engine.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { tasteIndex } from "../../../src/personalization/taste-store.js";
import { sweepTaste, tombstonesSince, type Tombstone } from "../../../src/personalization/tombstones.js";
import { eraseShopper, type Erasure, followTombstones } from "../../../src/shoppers/erasure.js";
import { createImpressionLog } from "../../../src/tracking/impressions.js";
import type { Erased } from "../../../src/tracking/erase-events.js";
import { storeEvents } from "../../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { monthOf } from "../../../src/tracking/month.js";
import { shopperId } from "../../../src/tracking/shopper-id.js";
import { contextOn } from "../../support/context.js";
import { usePreparedEngine } from "../../support/engine.js";
import { dying } from "../../support/interposed-engine.js";
import { storeAll } from "../../support/learning.js";
import { view } from "../../support/shopper-events.js";
import { device, tasteOn, user } from "../../support/taste.js";
import { storedIds } from "../../support/tracking.js";

const DAY_MS = 86_400_000;

describe("erasing", () => {
  const engineOf = usePreparedEngine();
  let engine: Engine;
  before(() => ({ engine } = engineOf));

  const of = (device_id: string, user_id: string | null = null, client_id = "shop") => ({
    client_id,
    device_id,
    user_id,
  });
  const erase = (who: Partial<Erased>, on = engine, now = () => Date.now()): Promise<Erasure> =>
    eraseShopper(contextOn(on, {}, { now }), tasteOn(on).store, {
      client_id: "shop",
      device_id: null,
      user_id: null,
      ...who,
    });
  /** Stores events and adds them to the taste profiles. */
  async function happen(...events: readonly ShopperEvent[]): Promise<void> {
    await storeAll(engine, events);
    await tasteOn(engine).consumer.consume(events);
  }
  const products = async (...owners: readonly ReturnType<typeof device>[]) =>
    (await tasteOn(engine).store.load(owners)).map((found) => found?.products.length);
  let positions = 0;
  const typed = (query: string, by: string): TypedQuery => ({
    query,
    shopper: shopperHash("shop", by),
    did: "search",
    at: Date.now(),
    position: { month: "answers 2026-11", number: (positions += 1) },
  });
  const queriesNow = async () => (await readQueries(engine, "shop")).queries;

  it("the erasure of a user deletes the taste profiles of the user's devices", async () => {
    const at = Date.now();
    await happen(
      view("P", at, { ...of("u-phone", "ann"), event_id: "u1" }),
      view("P", at, { ...of("u-phone"), event_id: "u2" }),
      view("P", at, { ...of("u-laptop", "ann"), event_id: "u3" }),
      view("P", at, { ...of("u-laptop", "ben"), event_id: "u4" }),
    );
    await changeQueries(engine, "shop", (before) =>
      learnQueries(before, [typed("own words", "u-phone"), typed("shared", "u-laptop"), typed("shared", "else")]),
    );
    const erasure = await erase({ user_id: "ann" });
    expect(erasure.removed).to.deep.equal({ events: 2, responses: 0, tastes: 3, pages: 0, queries: 1 });
    expect([erasure.forgotten_devices, erasure.anonymized]).to.deep.equal([2, { queries: 1 }]);
    expect(await storedIds(engine)).to.deep.equal(["u2", "u4"]);
    expect(await products(user("ann"), device("u-phone"), device("u-laptop"), user("ben"))).to.deep.equal([0, 0, 0, 1]);
    expect((await queriesNow()).map(({ query, shoppers }) => [query, shoppers])).to.deep.equal([
      ["shared", [shopperHash("shop", "else")]],
    ]);
    await erase({ device_id: "u-phone" });
    await erase({ device_id: "u-laptop" });
    expect(await storedIds(engine)).to.deep.equal([]);
  });

  it("the erasure of a device deletes its data for all users of the device", async () => {
    const at = Date.now();
    await happen(
      view("P", at, { ...of("same", "same"), event_id: "d1" }),
      view("P", at, { ...of("same", "cid"), event_id: "d2" }),
      view("P", at, { ...of("d-else", "same"), event_id: "d3" }),
      view("P", at, { ...of("same", "same", "other"), event_id: "d4" }),
    );
    const mine = [user("same"), device("same", "other"), user("same", "other")];
    const before = await tasteOn(engine).store.load(mine);
    expect((await erase({ device_id: "same" })).removed).to.deep.include({ events: 2, tastes: 1 });
    expect(await storedIds(engine)).to.deep.equal(["d3", "d4"]);
    expect(await tasteOn(engine).store.load(mine)).to.deep.equal(before);
    await deleteAllMatching(engine, `${engine.prefix}ubi-events-*`, { match_all: {} });
  });

  it("the erasure of many shoppers at the same time completes for every shopper", async () => {
    const at = Date.now();
    const names = Array.from({ length: 8 }, (_, number) => `crowd-${number}`);
    await happen(...names.map((name) => view("P", at, { ...of(name, name), event_id: name })));
    const erasures = await Promise.all(names.map((name) => erase({ device_id: name, user_id: name })));
    expect(erasures.map(({ removed }) => removed.events)).to.deep.equal(names.map(() => 1));
    expect(await storedIds(engine)).to.deep.equal([]);
  });

  it("the erasure of a shopper without stored data succeeds and can be repeated", async () => {
    const nothing = { events: 0, responses: 0, tastes: 0, pages: 0, queries: 0 };
    expect((await erase({ device_id: "nobody", user_id: "nobody" })).removed).to.deep.equal(nothing);
    const first = await erase({ device_id: "nobody" });
    expect(first.removed).to.deep.equal(nothing);
  });

  for (const [operation, most] of [
    ["bulk", 2],
    ["index", 1],
    ["search", 1],
    ["delete_matching", 5],
    ["refresh", 4],
  ] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      for (const at of ["before", "after"] as const) {
        it(`a second call completes the erasure if the first call fails ${at} the ${operation} request number ${nth} to the engine`, async () => {
          const name = `${operation}-${nth}-${at}`;
          const now = Date.now();
          await happen(view("P", now, { ...of(`dying-${name}`, `dying-${name}`), event_id: name }));
          const gone = dying(engine, { at, operation, nth });
          const call = erase({ user_id: `dying-${name}` }, gone.engine);
          expect(
            await call.then(
              () => "done",
              () => "died",
            ),
          ).to.equal(gone.isDead() ? "died" : "done");
          await erase({ user_id: `dying-${name}` });
          expect(await storedIds(engine)).to.deep.equal([]);
          expect(await products(user(`dying-${name}`), device(`dying-${name}`))).to.deep.equal([0, 0]);
        });
      }
    }
  }

  it("the erasure of a shopper causes the rejection of earlier events that arrive late", async () => {
    const at = Date.now();
    const { findErased } = tasteOn(engine).store;
    const arrive = async (events: readonly ShopperEvent[], through: Engine = engine, happened_at?: number) => {
      const arrivals = events.map((event) => ({
        event,
        month: monthOf(event.received_at),
        token: event.event_id,
        ...(happened_at === undefined ? {} : { happened_at }),
      }));
      const stored = await storeEvents(contextOn(through), findErased, arrivals, { timeoutMs: 20_000 });
      return stored.map(({ outcome }) => outcome);
    };
    const early = view("P", at, { ...of("late"), event_id: "early" });
    const meanwhile: Engine = {
      ...engine,
      call: async (operation, call) => {
        if (operation === "bulk") await erase({ device_id: "late" });
        return engine.call(operation, call);
      },
    };
    expect(await arrive([early, view("P", at, { ...of("beside"), event_id: "beside" })], meanwhile)).to.deep.equal([
      "erased",
      "stored",
    ]);
    expect(await storedIds(engine)).to.deep.equal(["beside"]);
    const after = Date.now() + 60_000;
    expect(await arrive([early])).to.deep.equal(["erased"]);
    expect(await arrive([view("P", after, { ...of("late"), event_id: "dated later" })], undefined, at)).to.deep.equal([
      "erased",
    ]);
    expect(await arrive([view("P", after, { ...of("late"), event_id: "new" })])).to.deep.equal(["stored"]);
    expect(await storedIds(engine)).to.deep.equal(["beside", "new"]);
    await deleteAllMatching(engine, `${engine.prefix}ubi-events-*`, { match_all: {} });
  });

  it("the erasure of a shopper removes the shopper's impressions that are buffered in memory", async () => {
    const responses = createImpressionLog(contextOn(engine), tasteOn(engine).store.findErased);
    const response = { kind: "search", profile: null, query: "polo", shown: ["p"], at: Date.now() } as const;
    responses.add({ ...response, ...of("waiting", "dora"), recommendation_id: "w1" });
    responses.add({ ...response, ...of("waits on"), recommendation_id: "w2" });
    await erase({ user_id: "dora" });
    await responses.close(10_000);
    const index = `${engine.prefix}ubi-queries-*`;
    await refresh(engine, index);
    const have = (query_id: string) => countDocuments(engine, index, { term: { query_id } });
    expect([await have("w1"), await have("w2")]).to.deep.equal([0, 1]);
  });

  it("the erasure of a shopper removes the shopper's queries that are recorded during the erasure", async () => {
    const { store } = tasteOn(engine);
    const forgottenAt: typeof store.forgottenAt = (...requested) => store.forgottenAt(...requested);
    const one = { ...of("learnt"), typed: typed("private words", "learnt") };
    let rounds = 0;
    await changeQueries(engine, "shop", async (before) => {
      const own = await permitted({ forgottenAt }, "shop", [one]);
      if ((rounds += 1) === 1) await erase({ device_id: "learnt" });
      return learnQueries(before, own);
    });
    expect(rounds).to.equal(2);
    expect((await queriesNow()).map(({ query }) => query)).not.to.include("private words");
    expect(await removeShoppers(engine, "shop", ["learnt"])).to.deep.equal({ removed: 0, anonymized: 0 });
  });

  it("the erasure of a shopper can delete more documents than one engine request deletes", async () => {
    const at = Date.now();
    await storeAll(
      engine,
      Array.from({ length: 250 }, (_, number) => view("P", at, { ...of("many"), event_id: `m${number}` })),
    );
    const index = `${engine.prefix}ubi-events-*`;
    expect(await deleteAllMatching(engine, index, { term: { client_id: "many" } }, 100)).to.equal(250);
    expect(await storedIds(engine)).to.deep.equal([]);
  });

  it("the erasure of a shopper is announced to every process once", async () => {
    const from = Date.now();
    const heard: Tombstone[] = [];
    const follow = followTombstones(contextOn(engine, { cursorTtlSeconds: 0 }, { now: () => from }), (some) =>
      Promise.resolve(void heard.push(...some)),
    );
    await follow();
    heard.splice(0);
    await follow();
    expect(heard).to.deep.equal([]);
    const { erased_at } = await erase({ device_id: "heard of" });
    await follow();
    await follow();
    const at = Date.parse(erased_at);
    const shopper = shopperId({ client_id: "shop", kind: "device", id: "heard of" });
    expect(heard).to.deep.equal([{ shopper, client_id: "shop", forgotten_at: at, erased_at: at }]);
  });

  it("the erasure of a shopper leaves a tombstone for as long as events from before the erasure can be imported", async () => {
    const OLD = Date.UTC(2001, 5, 15);
    await erase({ device_id: "long ago" }, engine, () => OLD);
    const tombstones = async () => {
      const found: string[] = [];
      for await (const some of tombstonesSince(engine, 0)) found.push(...some.map(({ shopper }) => shopper));
      return found;
    };
    const shopper = shopperId({ client_id: "shop", kind: "device", id: "long ago" });
    // The write time of the tombstone is the actual time, independent of the simulated clock.
    const future = (days: number) => Math.max(OLD, Date.now()) + days * DAY_MS;
    const written = await erase({ device_id: "lately" });
    const lately = shopperId({ client_id: "shop", kind: "device", id: "lately" });
    const sweep = async (days: number) => {
      const settings = { tasteRetentionDays: 10, eventRetentionMonths: 13 };
      await sweepTaste(contextOn(engine, settings, { now: () => future(days) }));
      await refresh(engine, tasteIndex(engine));
    };
    await sweep(11);
    expect(await tombstones())
      .to.include(lately)
      .and.not.to.include(shopper);
    await sweep(13 * 28);
    expect(await tombstones()).to.include(lately);
    await sweep(14 * 31 + 31);
    expect(await tombstones(), written.erased_at).to.deep.equal([]);
  });
});
