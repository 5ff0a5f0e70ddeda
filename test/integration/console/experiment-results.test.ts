import { expect } from "chai";
import type { Conversion } from "../../../console/server/experiments/conversions.js";
import { readResults, type Results } from "../../../console/server/experiments/results.js";
import { changeDocument } from "../../../src/engine/documents.js";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { catalogCache } from "../../support/catalog-cache.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import { clientsIndex, type StoredClient } from "../../../src/storefront/stored-client.js";
import { signIn } from "../../support/console-session.js";
import {
  pastExperiment,
  shopHistory,
  startOf,
  storeHistory,
  type ShopHistory,
} from "../../support/experiment-history.js";
import { useShop, type Storefront } from "../../support/shop.js";

const DAY_MS = 86_400_000;

/** Computes the expected metrics by iterating over all devices and over all events since the given time. */
function counted({ shown, events }: ShopHistory, sideOf: (arm: string | null) => 0 | 1 | undefined, from: number) {
  const sides = [0, 1].map(() => ({ devices: 0, orders: 0, revenue: 0, converted: new Map<Conversion, number>() }));
  const days = new Map<string, [number, number]>();
  let in_both = 0;
  for (const device of new Set(shown.map((one) => one.device))) {
    const responses = shown.filter((one) => one.device === device && one.at >= from);
    const first = [0, 1].map((side) =>
      Math.min(...responses.filter(({ arm }) => sideOf(arm) === side).map(({ at }) => at)),
    );
    if (first.every(Number.isFinite)) in_both += 1;
    const seen = first.filter(Number.isFinite);
    if (seen.length !== 1) continue;
    const at = first.findIndex(Number.isFinite);
    const side = sides[at]!;
    const day = new Date(seen[0]!).toISOString().slice(0, 10);
    const ofDay = days.get(day) ?? [0, 0];
    ofDay[at]! += 1;
    days.set(day, ofDay);
    side.devices += 1;
    const own = events.filter((one) => one.device_id === device && one.counts && one.occurred_at >= from);
    for (const type of ["list_click", "add_to_cart", "transaction"] as const) {
      const did = own.some((one) => one.type === type && one.occurred_at >= seen[0]!);
      if (did) side.converted.set(type, (side.converted.get(type) ?? 0) + 1);
    }
    const orders = new Map<string, { at: number; revenue: number }>();
    for (const one of own) {
      if (one.type !== "transaction") continue;
      const known = orders.get(one.transaction_id);
      const order = { at: one.occurred_at, revenue: one.revenue ?? 6 };
      if (known === undefined || order.at < known.at) orders.set(one.transaction_id, order);
    }
    for (const order of orders.values()) {
      if (order.at < seen[0]!) continue;
      side.orders += 1;
      side.revenue += order.revenue;
    }
  }
  const shares = (["list_click", "add_to_cart", "transaction"] as const).map((type) =>
    sides.map(({ converted }) => converted.get(type) ?? 0),
  );
  return {
    sides: sides.map(({ devices, orders, revenue }) => ({ devices, orders, revenue })),
    in_both,
    shares,
    days: [...days].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}

const metricsOf = (found: Results["experiment"]) =>
  found && {
    sides: [found.one, found.other].map(({ devices, orders, revenue }) => ({ devices, orders, revenue })),
    in_both: found.in_both,
    shares: found.metrics.slice(0, 3).map(({ devices }) => devices),
    days: found.days.map(({ day, one, other }) => [day, [one, other]]),
  };

const ofArms = (arm: string | null) => (arm === "e1:A" ? 0 : arm === "e1:B" ? 1 : undefined);
const ofHoldout = (arm: string | null) => (arm === "holdout" ? 0 : 1);

describe("results of A/B tests", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  const cache = catalogCache();
  let now = 0;

  beforeEach(async () => {
    now = Date.now();
    storefront = await shop.storefront();
  });

  const store = (happened: ShopHistory) => storeHistory(shop.engine, happened);

  const results = (about: Experiment | null, progress: (done: number, of: number) => void = () => undefined) =>
    readResults(
      { engine: shop.engine, cache },
      { client_id: storefront.client_id, experiment: about, holdout_share: 0.1, currency: null, now },
      ({ done, of }) => progress(done, of),
      new AbortController().signal,
    );

  it("the results of an A/B test equal an independent computation from all stored events", async () => {
    const happened = shopHistory(now, storefront.client_id, "exact", 2_500);
    await store(happened);
    const steps: (readonly [number, number])[] = [];
    const found = await results(pastExperiment(now), (done, of) => steps.push([done, of]));
    expect(metricsOf(found.experiment)).to.deep.equal(counted(happened, ofArms, startOf(now)));
    expect(metricsOf(found.holdout)).to.deep.equal(counted(happened, ofHoldout, startOf(now)));
    expect(found.experiment?.in_both).to.be.above(10);
    expect(found.experiment?.ratio.is_off).to.equal(false);
    const responses = happened.shown.filter(({ at }) => at >= startOf(now)).length;
    expect(steps.length).to.be.above(1);
    expect(steps.at(-1)).to.deep.equal([responses, responses]);
    expect(found.experiment?.currency).to.equal("EUR");
  });

  it("the results of A/B tests include the metrics of the holdout even if no A/B test was started", async () => {
    const happened = shopHistory(now, storefront.client_id, "holdout", 300);
    await store(happened);
    const since = Math.min(...happened.shown.filter(({ arm }) => arm === "holdout").map(({ at }) => at));
    const found = await results(null);
    expect(found.experiment).to.equal(null);
    expect(Date.parse(found.from)).to.equal(since);
    expect(metricsOf(found.holdout)).to.deep.equal(counted(happened, ofHoldout, since));
  });

  it("the results of an A/B test include only devices that requested a listing that the variant changes", async () => {
    const category = (name: string) => canonicalFilter({ kind: "in", field: "categories", values: [name] });
    const requested = [
      { query: "dress", isMeant: true },
      { query: " Dresses", isMeant: true },
      { query: "frock", isMeant: true },
      { query: "red dress", isMeant: false },
      { query: "dressing", isMeant: false },
      { listing: category("Women: Coats: Long"), isMeant: true },
      { listing: category("Women"), isMeant: false },
      { isMeant: false },
    ];
    const all = shopHistory(now, storefront.client_id, "asked for", 1_500);
    const isMeant = (number: number) => requested[number % requested.length]!.isMeant;
    const shown = all.shown.map((one, number) => {
      const { isMeant: _, ...what } = requested[number % requested.length]!;
      return { ...one, ...what };
    });
    await store({ ...all, shown });
    const base = { search: { synonyms: [{ terms: ["dress", "frock"] }] }, holdout_share: 0.1 };
    const away = { key: "away", action: "bury", products: ["p1"], when: { queries: ["dress"] } } as const;
    const coats = { key: "coats", action: "boost", products: ["p1"], when: { categories: ["Women: Coats"] } } as const;
    const tried = pastExperiment(now, {
      base: { ...base, rules: [away] },
      configuration: { ...base, rules: [{ ...away, action: "boost", starts_at: "2999-01-01T00:00:00Z" }, coats] },
    });
    const found = await results(tried);
    const triggering = { ...all, shown: shown.filter((_, number) => isMeant(number)) };
    expect(metricsOf(found.experiment)).to.deep.equal(counted(triggering, ofArms, startOf(now)));
    expect(metricsOf(found.holdout)).to.deep.equal(counted({ ...all, shown }, ofHoldout, startOf(now)));
    expect(found.requested?.map(({ queries, categories }) => [...queries, ...categories])).to.deep.equal([
      ["dress"],
      ["dress"],
      ["Women: Coats"],
    ]);
    expect(found.experiment!.one.devices).to.be.above(100);
    const nobody = { ...away, when: { queries: ["nobody typed this"] } };
    const none = await results({ ...tried, base, configuration: { ...base, rules: [nobody] } });
    expect([none.experiment?.one.devices, none.experiment?.other.devices]).to.deep.equal([0, 0]);
  });

  it("the results of an A/B test report a sample ratio mismatch", async () => {
    await store(shopHistory(now, storefront.client_id, "skewed", 1_000, 0.7));
    const { experiment: found } = await results(pastExperiment(now));
    expect(found?.ratio.is_off).to.equal(true);
    expect(found?.metrics.every(({ verdict }) => verdict === "unreliable")).to.equal(true);
  });

  it("the results of an A/B test without participating devices are empty", async () => {
    const found = await results(pastExperiment(now));
    expect(found.experiment).to.deep.include({
      one: { name: "Original", devices: 0, orders: 0, revenue: 0 },
      in_both: 0,
      days: [],
    });
    expect(found.holdout).to.equal(null);
  });

  it("the results of an A/B test exclude events after the end of the test", async () => {
    const happened = shopHistory(now, storefront.client_id, "ended", 300);
    await store(happened);
    const end = startOf(now) + 5 * DAY_MS;
    const found = await results(pastExperiment(now, { ended_at: new Date(end).toISOString(), outcome: "keep_a" }));
    const until = {
      client_id: storefront.client_id,
      shown: happened.shown.filter(({ at }) => at <= end),
      events: happened.events.filter(({ occurred_at }) => occurred_at <= end),
    };
    expect(metricsOf(found.experiment)).to.deep.equal(counted(until, ofArms, startOf(now)));
    expect(found.experiment?.metrics.map(({ verdict }) => verdict)).to.deep.equal(Array(4).fill("not_enough_data"));
  });

  it("the results of an A/B test can be streamed to the console with progress reports or exported as CSV", async () => {
    const happened = shopHistory(now, storefront.client_id, "asked", 200);
    await store(happened);
    const index = clientsIndex(shop.engine.prefix);
    await changeDocument<StoredClient, StoredClient>(
      shop.engine,
      index,
      storefront.client_id,
      (client) => ({ ...client!, experiment: pastExperiment(now) }),
      { refresh: true },
    );
    const anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const lines = await anna.lines("experiments/results", { id: "e1" });
    const last = lines.at(-1) as { result: Results };
    expect(lines[0]).to.have.property("progress");
    expect(metricsOf(last.result.experiment)).to.deep.equal(counted(happened, ofArms, startOf(now)));
    expect(await anna.lines("experiments/results", { id: "e1" })).to.deep.equal([last]);
    const table = (await anna.download("experiments/results.csv?id=e1")).text.trim().split("\n");
    expect(table).to.have.length(17);
    expect((await anna("POST", "experiments/results", { id: "e2" })).error.code).to.equal("not_found");
  });
});
