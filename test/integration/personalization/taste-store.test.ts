import { expect } from "chai";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { getDocuments } from "../../../src/engine/documents.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";
import { createTasteStore, tasteIndex } from "../../../src/personalization/taste-store.js";
import { shopperId } from "../../../src/tracking/shopper-id.js";
import { sweepTaste } from "../../../src/personalization/tombstones.js";
import type { TasteDocument } from "../../../src/personalization/taste/document.js";
import { forget } from "../../../src/personalization/taste/correct.js";
import { brokenEngine } from "../../support/broken-engine.js";
import { contextOn } from "../../support/context.js";
import { usePreparedEngine } from "../../support/engine.js";
import { dying, interposed } from "../../support/interposed-engine.js";
import { cart, listView, product, purchase, base, view } from "../../support/shopper-events.js";
import { device, tasteOn, user } from "../../support/taste.js";
import { until } from "../../support/until.js";
import { indexCatalog } from "../../support/search-catalog.js";
import { swapAlias } from "../../../src/engine/indices.js";
import { catalogAlias } from "../../../src/catalog/live.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");

describe("taste store", () => {
  const engineOf = usePreparedEngine();
  let engine: Engine;

  before("ingest a catalogue", async () => {
    engine = engineOf.engine;
    const live = await indexCatalog(engine, [
      { product_identifier: "P1", variant_identifier: "V1", data: { designer: "GUCCI", color: "Red", price: 100 } },
      { product_identifier: "P1", variant_identifier: "V2", data: { designer: "GUCCI", color: "Blue" } },
      { product_identifier: "P2", variant_identifier: "P2", data: { designer: "PRADA" } },
      { product_identifier: "P3", variant_identifier: "V3", active: false, data: { designer: "OLD" } },
    ]);
    await swapAlias(engine, catalogAlias(engine, "shop"), undefined, live.index);
  });

  const productsOf = (document: TasteDocument | undefined) =>
    Object.fromEntries((document?.products ?? []).map(({ id, tokens }) => [id, tokens]));

  it("the taste store returns no taste profile for unknown shoppers", async () => {
    const { store } = tasteOn(engine);
    expect(await store.read("shop", { device_id: "stranger", user_id: "stranger" })).to.deep.equal({
      outcome: "none",
      device: undefined,
      user: undefined,
    });
  });

  it("the taste store learns a taste profile from events about products and variants", async () => {
    const { store, consumer } = tasteOn(engine);
    await consumer.consume([
      view("V1", NOW, { device_id: "d1" }),
      view("P2", NOW + 1, { device_id: "d1" }),
      view("V2", NOW + 2, { device_id: "d1" }),
    ]);
    const read = await store.read("shop", { device_id: "d1", user_id: null });
    expect(read.outcome).to.equal("read");
    expect(productsOf(read.device)).to.deep.equal({
      P1: ["color=Blue", "color=Red", "designer=GUCCI", "price_band=13"],
      P2: ["designer=PRADA"],
    });
    expect(read.device?.products[0]?.interest).to.be.closeTo(2, 0.001);
  });

  it("the taste store uses the product data in the event if a product is not in the catalogue", async () => {
    const { store, consumer } = tasteOn(engine);
    const reported = { brand: "TOLD", category: "Shoes", price: 64 };
    for (const id of ["P3", "nothing"]) {
      await consumer.consume([
        { ...base(NOW, { device_id: "d2" }), type: "product_view", products: [product(id, reported)] },
      ]);
    }
    const [document] = await store.load([device("d2")]);
    const tokens = ["designer=TOLD", "categories=Shoes"];
    expect(productsOf(document)).to.deep.equal({ P3: tokens, nothing: tokens });
  });

  it("the taste store separates the profiles of clients, devices and users, regardless of characters in their ids", async () => {
    const { store, consumer } = tasteOn(engine);
    const names = ["a", "a/b", "__proto__", "\ud83d\ude00", "x".repeat(256), "../taste", '"', "device"];
    await consumer.consume(
      names.map((name, at) =>
        view(`product of ${at}`, NOW, { device_id: name, user_id: `user ${name}`, client_id: "other" }),
      ),
    );
    for (const [at, name] of names.entries()) {
      const { device: own, user: person } = await store.read("other", { device_id: name, user_id: `user ${name}` });
      expect(Object.keys(productsOf(own))).to.deep.equal([`product of ${at}`]);
      expect(Object.keys(productsOf(person))).to.deep.equal([`product of ${at}`]);
      expect((await store.read("shop", { device_id: name, user_id: `user ${name}` })).outcome).to.equal("none");
    }
    expect(shopperId(device("a"))).to.match(/^[\w-]{43}$/);
  });

  it("the taste store counts an event once, even if two processes consume the event", async () => {
    const { store, consumer } = tasteOn(engine);
    const other = tasteOn(engine);
    const events = [view("P1", NOW, { device_id: "d3" }), cart("add_to_cart", ["P1"], NOW, { device_id: "d3" })];
    await Promise.all([consumer.consume(events), other.consumer.consume(events), consumer.consume(events)]);
    const [document] = await store.load([device("d3")]);
    expect(document?.products.map(({ interest }) => interest)).to.deep.equal([4]);
  });

  it("the taste store loses no event if many processes write to the same profile concurrently", async () => {
    const processes = Array.from({ length: 4 }, () => tasteOn(engine));
    await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        processes[at % 4]!.consumer.consume([view(`many ${at}`, NOW, { device_id: "d4", user_id: "u4" })]),
      ),
    );
    const documents = await processes[0]!.store.load([device("d4"), user("u4")]);
    for (const document of documents) expect(document?.products).to.have.length(24);
  });

  it("the taste store stores a batch of events with two engine calls", async () => {
    const { engine: seen, requested } = interposed(engine, (_operation, _nth, proceed) => proceed());
    const { consumer } = tasteOn(seen);
    const batch = Array.from({ length: 300 }, (_, at) =>
      view(`P${1 + (at % 2)}`, NOW, { device_id: `batch ${at % 100}` }),
    );
    await consumer.consume(batch);
    await consumer.consume(batch.map((event) => ({ ...event, event_id: `${event.event_id} again` })));
    expect(Object.fromEntries(requested)).to.deep.equal({ search: 1, mget: 2, bulk: 2 });
  });

  it("the taste store counts an event once, even if the response to the write is lost", async () => {
    const gone = dying(engine, { at: "after", operation: "bulk", nth: 1 });
    const lost = { ...gone.engine, call: gone.engine.call.bind(gone.engine) };
    const flaky = interposed(engine, (operation, nth, proceed, call) =>
      operation === "bulk" && nth === 1 ? lost.call(operation, call) : proceed(),
    );
    const { store } = tasteOn(engine);
    const events = [view("P1", NOW, { device_id: "d5" })];
    const { consumer } = tasteOn(flaky.engine);
    const failure: unknown = await consumer.consume(events).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineUnavailableError);
    await consumer.consume(events, { repeated: new Set(events) });
    const [document] = await store.load([device("d5")]);
    expect(document?.products[0]?.interest).to.equal(1);
  });

  it("the taste store stores no taste profile for anonymous shoppers, bots and unknown clients", async () => {
    const before = interposed(engine, (_operation, _nth, proceed) => proceed());
    const { store, consumer } = tasteOn(before.engine);
    await consumer.consume([
      view("P1", NOW, { device_id: ANONYMOUS, user_id: "u6" }),
      view("P1", NOW, { device_id: "d6", user_id: "u6", counts: false }),
      view("P1", NOW, { device_id: "d6", user_id: "u6", client_id: "nobody" }),
    ]);
    expect(await store.read("shop", { device_id: ANONYMOUS, user_id: "u4" })).to.deep.equal({
      outcome: "none",
      device: undefined,
      user: undefined,
    });
    expect([...before.requested]).to.deep.equal([]);
    expect((await store.read("shop", { device_id: "d6", user_id: "u6" })).outcome).to.equal("none");
  });

  it("the taste store returns the taste profile of a user only if the request contains the user id", async () => {
    const { store, consumer } = tasteOn(engine);
    await consumer.consume([purchase("T", ["P1"], NOW, { device_id: "laptop", user_id: "ann" })]);
    const phone = await store.read("shop", { device_id: "phone", user_id: "ann" });
    expect(productsOf(phone.user)).to.have.property("P1");
    expect(phone.device).to.equal(undefined);
    await consumer.consume([view("P2", NOW, { device_id: "phone", user_id: "ann" })]);
    for (const user_id of [null, ""]) {
      const { device: own, user: person } = await store.read("shop", { device_id: "phone", user_id });
      expect([Object.keys(productsOf(own)), person]).to.deep.equal([["P2"], undefined]);
    }
  });

  it("the taste store caches a taste profile until the profile changes", async () => {
    const { engine: seen, requested } = interposed(engine, (_operation, _nth, proceed) => proceed());
    const { store, consumer } = tasteOn(seen);
    const who = { device_id: "typing", user_id: "types" };
    const lately = async () => {
      const { outcome, device: own, user: person } = await store.readLately("shop", who);
      return [outcome, Object.keys(productsOf(own)), Object.keys(productsOf(person))];
    };
    expect([await lately(), await lately()]).to.deep.equal([["none", [], []], ["none", [], []]]); // prettier-ignore
    expect(requested.get("mget")).to.equal(1);
    await consumer.consume([view("P1", NOW, who)]);
    const before = requested.get("mget") as number;
    expect([await lately(), await lately()]).to.deep.equal([["read", ["P1"], ["P1"]], ["read", ["P1"], ["P1"]]]); // prettier-ignore
    await store.change([user("types")], (_owner, taste) => forget(taste, NOW + 1));
    expect(await lately()).to.deep.equal(["read", ["P1"], []]);
    await tasteOn(engine).consumer.consume([view("P2", NOW + 1, { ...who, user_id: null })]);
    expect(await store.read("shop", who)).to.deep.equal(await store.readLately("shop", who));
    expect((requested.get("mget") as number) - before).to.equal(4);
    expect((await store.readLately("shop", { ...who, user_id: null })).user).to.equal(undefined);
    expect((await store.readLately("shop", { device_id: ANONYMOUS, user_id: "types" })).outcome).to.equal("none");
  });

  it("the taste store reloads a cached taste profile after two seconds", async () => {
    const { engine: seen, requested } = interposed(engine, (_operation, _nth, proceed) => proceed());
    let elapsed = 1_000;
    const store = createTasteStore(contextOn(seen, { tasteBudgetMs: 20_000 }, { elapsed: () => elapsed }));
    const who = { device_id: "still typing", user_id: null };
    await store.readLately("shop", who);
    elapsed += 1_999;
    await store.readLately("shop", who);
    expect(requested.get("mget")).to.equal(1);
    elapsed += 2;
    await store.readLately("shop", who);
    expect(requested.get("mget")).to.equal(2);
  });

  it("the taste store does not cache a taste profile that changed while it was loaded", async () => {
    const held: (() => void)[] = [];
    const { engine: seen } = interposed(engine, async (operation, nth, proceed) => {
      const response = await proceed();
      if (operation === "mget" && nth === 1) await new Promise<void>((resolve) => held.push(resolve));
      return response;
    });
    const { store } = tasteOn(seen);
    const who = { device_id: "changing", user_id: null };
    const reading = store.readLately("shop", who);
    await until("the taste is read", () => held.length > 0);
    await store.change([device("changing")], (_owner, taste) => forget(taste, NOW));
    held[0]?.();
    expect((await reading).device).to.equal(undefined);
    expect((await store.readLately("shop", who)).device?.forgotten_at).to.equal(NOW);
  });

  it("the taste store counts impressions in the taste profile of the device, but not of the user", async () => {
    const { store, consumer } = tasteOn(engine);
    await consumer.consume([listView(["P1"], NOW, { device_id: "d7", user_id: "u7" })]);
    const [own, person] = await store.load([device("d7"), user("u7")]);
    expect([own?.shown, person]).to.deep.equal([[["P1", 1]], undefined]);
  });

  it("the taste store counts impressions only for devices that have a taste profile", async () => {
    const { store, consumer } = tasteOn(engine);
    await consumer.consume([view("P1", NOW, { device_id: "d9" })]);
    const response = (device_id: string, client_id = "shop") => ({
      recommendation_id: "r",
      client_id,
      device_id,
      user_id: "u9",
      kind: "search" as const,
      profile: null,
      query: null,
      shown: ["P2", "P3"],
      at: NOW,
    });
    await consumer.consumeImpressions([
      response("d9"),
      response("stranger"),
      response("anonymous"),
      response("d9", "nobody"),
    ]);
    const [own, ...others] = await store.load([
      device("d9"),
      ...[device("stranger"), device("anonymous"), device("d9", "nobody"), user("u9")],
    ]);
    expect(own?.shown).to.deep.equal([["P2", 1], ["P3", 1]]); // prettier-ignore
    expect(others).to.deep.equal([undefined, undefined, undefined, undefined]);
  });

  it("the taste store does not count impressions if their weight in the ranking is 0", async () => {
    const { store, consumer } = tasteOn(engine, { fatigue: 0 });
    await consumer.consume([view("P1", NOW, { device_id: "d10" })]);
    const [before] = await store.load([device("d10")]);
    const response = { recommendation_id: "r", client_id: "shop", device_id: "d10", user_id: null, profile: null };
    await consumer.consumeImpressions([{ ...response, kind: "search", query: null, shown: ["P2"], at: NOW }]);
    await consumer.consume([listView(["P3"], NOW, { device_id: "d10" })]);
    expect(await store.load([device("d10")])).to.deep.equal([before]);
  });

  it("the taste store ignores events that precede an erasure, because it keeps a tombstone of the erased profile", async () => {
    const { store, consumer } = tasteOn(engine);
    await consumer.consume([view("P1", NOW, { device_id: "d8" })]);
    await store.change([device("d8")], (_owner, before) => forget(before, NOW + 10));
    await consumer.consume([
      view("P1", NOW + 5, { device_id: "d8" }),
      view("P2", NOW - 1_000_000, { device_id: "d8", source: "import", received_at: NOW + 99 }),
    ]);
    const [forgotten] = await store.load([device("d8")]);
    expect(forgotten).to.deep.include({ products: [], events: [], forgotten_at: NOW + 10 });
    await consumer.consume([view("P2", NOW + 11, { device_id: "d8" })]);
    expect(Object.keys(productsOf((await store.load([device("d8")]))[0]))).to.deep.equal(["P2"]);
  });

  it("the taste store writes no device ids or user ids in plain text to the engine", async () => {
    const { consumer } = tasteOn(engine);
    await consumer.consume([view("P1", NOW, { device_id: "secret-device", user_id: "secret-user" })]);
    const ids = [device("secret-device"), user("secret-user")].map(shopperId);
    const stored = await getDocuments<TasteDocument>(engine, tasteIndex(engine), ids);
    expect(stored.map((found) => found?.source.kind)).to.deep.equal(["device", "user"]);
    expect(JSON.stringify(stored)).to.not.include("secret");
    await refresh(engine, tasteIndex(engine));
    expect(await countDocuments(engine, tasteIndex(engine), { term: { client_id: "shop" } })).to.be.greaterThan(1);
  });

  it("the taste store deletes a taste profile that has not changed during its retention period", async () => {
    const DAY = 86_400_000;
    // The simulated time is in 2001, long before the events of the other tests.
    const OLD = Date.parse("2001-01-01T00:00:00Z");
    const long = tasteOn(engine, { now: () => OLD });
    const lately = tasteOn(engine, { now: () => OLD + 2 * DAY });
    await long.consumer.consume(["old", "still there"].map((id) => view("P1", OLD, { device_id: id })));
    await lately.consumer.consume([view("P2", OLD + 2 * DAY, { device_id: "still there" })]);
    await long.store.change([device("old tombstone")], (_owner, before) => forget(before, OLD));
    await refresh(engine, tasteIndex(engine));
    const sweep = (day: number) =>
      sweepTaste(
        contextOn(engine, { tasteRetentionDays: 10, eventRetentionMonths: 0 }, { now: () => OLD + day * DAY }),
      );
    expect(await sweep(10)).to.equal(0);
    const left = async () => {
      const documents = await long.store.load(["old", "old tombstone", "still there"].map((id) => device(id)));
      return documents.map((document) => document?.products.length);
    };
    await sweep(11);
    // The tombstone of an erased profile is kept as long as events from the month of the erasure may be imported.
    expect(await left()).to.deep.equal([undefined, 0, 2]);
    await sweep(32);
    expect(await left()).to.deep.equal([undefined, undefined, undefined]);
  });

  it("the taste store returns no taste profile if the engine is slow or unavailable", async () => {
    const silent = interposed(
      engine,
      (_operation, _nth, _proceed, call) =>
        new Promise((_resolve, reject) => call.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    const slow = tasteOn(silent.engine, { budgetMs: 5 });
    expect((await slow.store.read("shop", { device_id: "d1", user_id: null })).outcome).to.equal("slow");
    await until("the call to be given up", () => silent.pending === 0);
    const away = tasteOn(brokenEngine("away"));
    expect((await away.store.read("shop", { device_id: "d1", user_id: null })).outcome).to.equal("failed");
    expect([slow.failures.length, away.failures.length]).to.deep.equal([0, 1]);
    const outcomes = await away.metrics.personalization.tasteReads.get();
    expect(outcomes.values.map(({ labels, value }) => [labels.outcome, value])).to.deep.equal([["failed", 1]]);
  });
});
