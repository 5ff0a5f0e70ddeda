import { expect } from "chai";
import { createLeases, type Lease } from "../../../../src/engine/lease.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import type { ShopperEvent } from "../../../../src/tracking/event.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import type { Engine } from "../../../../src/engine/engine.js";
import { interposed } from "../../../support/interposed-engine.js";
import { learnedIn, learnerOn, storeAll, type TestLearner } from "../../../support/learning.js";
import { cart, purchase, view } from "../../../support/shopper-events.js";
import { until } from "../../../support/until.js";

const DAY = 86_400_000;
const replace = { mode: "soft_replace" } as const;

describe("learning product signals from events", () => {
  const bench = useCatalog();
  const learners: TestLearner[] = [];
  let now = 0;
  before(() => void bench.start());
  // The time is read before each test, because popularity decays noticeably within fifteen minutes.
  beforeEach("read the clock", () => void (now = Date.now()));
  afterEach(async () => {
    await Promise.all(learners.splice(0).map((learner) => learner.close()));
    expect(bench.problems).to.deep.equal([]);
  });

  function learner(...given: Parameters<typeof learnerOn> extends [unknown, ...infer Rest] ? Rest : never) {
    const made = learnerOn(bench.engine, ...given);
    learners.push(made);
    return made;
  }
  const shop = async (client: string, ...ids: string[]) => {
    await bench.ingest(client, feed(...ids.flatMap((id) => [insertLine(id, `${id}-1`), insertLine(id, `${id}-2`)])));
    // Popularity requires events of a second device; here, these events are so old that their weight is zero.
    const longAgo = { occurred_at: now - 1_000 * DAY, device_id: "passer-by", client_id: client };
    await storeAll(
      bench.engine,
      ids.map((id) => view(id, now, longAgo)),
    );
  };
  const by = (client_id: string, device_id: string, more: Partial<ShopperEvent> = {}) => ({
    client_id,
    device_id,
    ...(more as object),
  });
  /** Returns the popularity of products, rounded to two decimal places because popularity decays during the test. */
  const popularity = async (client: string) =>
    Object.fromEntries(
      [...(await learnedIn(bench.engine, client))].map(([id, fields]) => [
        id,
        Math.round(Number(fields.popularity) * 100) / 100,
      ]),
    );

  it("signal learning counts views, cart additions and purchases once per device", async () => {
    await shop("counts", "A", "B", "C");
    await storeAll(bench.engine, [
      view("B-1", now, by("counts", "1")),
      view("B-2", now, by("counts", "1")),
      cart("add_to_cart", ["B-2"], now, by("counts", "1")),
      purchase("T", ["C", "B"], now, by("counts", "2")),
      view("A", now, by("counts", "bot", { counts: false })),
      view("A", now, by("counts", "anonymous")),
      view("no product", now, by("counts", "1")),
    ]);
    await learner("one").run();
    expect(await popularity("counts")).to.deep.equal({ B: 10, C: 6, A: 0 });
    expect([...(await learnedIn(bench.engine, "counts")).keys()]).to.deep.equal(["B", "C", "A"]);
  });

  for (const [what, operation, nth, at] of [
    ["before it writes the learned signals", "bulk", 1, "before"],
    ["after it has written the learned signals, but before the response", "bulk", 1, "after"],
    ["before it writes its checkpoint", "index", 3, "before"],
    ["after it has written product documents that are still marked as changed", "bulk", 2, "after"],
  ] as const) {
    it(`signal learning counts events once when the process dies ${what}`, async () => {
      const client = `dies-${operation}-${nth}-${at}`;
      await shop(client, "A", "B");
      await storeAll(bench.engine, [view("A", now, by(client, "1")), purchase("T", ["A", "B"], now, by(client, "2"))]);
      const mortal = dyingAt(bench.engine, operation, nth, at);
      const first = learnerOn(mortal.engine, "mortal");
      await first.run().catch(() => undefined);
      expect(mortal.isDead()).to.equal(true);
      await first.close();
      const second = learner("heir");
      // On a busy machine, the learner may lose its short lease; the next run then continues the work.
      await until("the lease of the dead to be taken over, and all to be learnt", async () => {
        await second.run();
        return (await isActive(second)) && (await popularity(client))["A"] !== 0;
      });
      expect(await popularity(client)).to.deep.equal({ A: 7, B: 6 });
      await second.run();
      expect((await second.metrics.rewritten.get()).values[0]?.value).to.be.at.most(2);
    });
  }

  it("signal learning continues at the last position when another process takes over", async () => {
    await shop("two", "A", "B");
    const [first, second] = [learner("first"), learner("second")];
    await storeAll(bench.engine, [view("A", now, by("two", "1"))]);
    await first.run();
    await second.run();
    expect([await isActive(first), await isActive(second)]).to.deep.equal([true, false]);
    await first.close();
    await storeAll(bench.engine, [view("A", now + 1, by("two", "1")), view("B", now + 2, by("two", "1"))]);
    await second.run();
    expect(await isActive(second)).to.equal(true);
    expect(await popularity("two")).to.deep.equal({ A: 1, B: 1 });
  });

  it("signal learning keeps product signals after new catalogue generations and rollbacks", async () => {
    await shop("stays", "A", "B", "C");
    const one = learner("one");
    await storeAll(bench.engine, [view("C", now, by("stays", "1")), cart("add_to_cart", ["B"], now, by("stays", "2"))]);
    await one.run();
    expect(await popularity("stays")).to.deep.equal({ B: 3, C: 1, A: 0 });
    await bench.ingest("stays", feed(insertLine("A", "A-1"), insertLine("C", "C-1")), replace);
    expect(await popularity("stays")).to.deep.equal({ C: 1, A: 0 });
    await bench.ingest("stays", feed(insertLine("B", "B-9"), insertLine("C", "C-1", { price: 3 })));
    expect(await popularity("stays")).to.deep.equal({ B: 3, C: 1, A: 0 });
    await storeAll(bench.engine, [purchase("T", ["A"], now, by("stays", "3"))]);
    await one.run();
    const leases = createLeases(bench.engine, "operator", 5);
    const { engine, liveCatalogs } = bench;
    await rollBack({ engine, leases, liveCatalogs, now: () => new Date().toISOString() }, "stays");
    expect(await popularity("stays")).to.deep.equal({ B: 3, C: 1, A: 0 });
    await one.run();
    expect(await popularity("stays")).to.deep.equal({ A: 6, B: 3, C: 1 });
  });

  it("signal learning postpones product updates until a running ingestion job has ended", async () => {
    await shop("busy", "A", "B");
    const leases = createLeases(bench.engine, "job", 5);
    let lease: Lease | undefined;
    await until("the lease that the job before still has", async () => {
      lease = await leases.acquire("busy");
      return lease !== undefined;
    });
    const one = learner("one");
    await storeAll(bench.engine, [view("B", now, by("busy", "1"))]);
    await one.run();
    expect(await popularity("busy")).to.deep.equal({ A: 0, B: 0 });
    await lease?.release();
    await one.run();
    expect(await popularity("busy")).to.deep.equal({ B: 1, A: 0 });
  });
});

const isActive = async ({ metrics }: TestLearner) => (await metrics.active.get()).values[0]?.value === 1;

/** Returns an engine that simulates a process crash: the nth call of the operation and all later calls fail. */
function dyingAt(engine: Engine, operation: string, nth: number, at: "before" | "after") {
  let isDead = false;
  const seen = interposed(engine, async (requested, count, proceed) => {
    if (!isDead && (requested !== operation || count !== nth)) return proceed();
    if (!isDead && at === "after") await proceed();
    isDead = true;
    throw new Error("this process is dead");
  });
  return { engine: seen.engine, isDead: () => isDead };
}
