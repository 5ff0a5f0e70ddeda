import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createSessionNeighbours, type SessionNeighbours } from "../../../../src/behaviour/sessions/neighbours.js";
import { type RunningSessions, startSessions } from "../../../../src/behaviour/sessions/start-sessions.js";
import { EngineUnavailableError, type Engine } from "../../../../src/engine/engine.js";
import { storeEvents } from "../../../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../../../src/tracking/event.js";
import { monthOf, monthsBefore } from "../../../../src/tracking/month.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { interposed } from "../../../support/interposed-engine.js";
import { view } from "../../../support/shopper-events.js";
import { deleteEvents } from "../../../support/tracking.js";
import { until } from "../../../support/until.js";
import { contextOn, type Logged, loggingTo } from "../../../support/context.js";
import { nobodyErased } from "../../../support/nobody-erased.js";

const LIMITS = { maxSessions: 1_000, maxBytes: 10_000_000 };
const by = (device_id: string) => ({ device_id });

describe("the session index of stored events", () => {
  const engineOf = usePreparedEngine();
  const feeds: RunningSessions[] = [];
  const folders: string[] = [];
  const logged: Logged[] = [];
  let token = 0;
  let now = 0;

  beforeEach("read the clock", () => void (now = Date.now()));
  beforeEach(() => deleteEvents(engineOf.engine));
  afterEach(async () => {
    await Promise.all(feeds.splice(0).map((feed) => feed.close(1_000)));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
    expect(logged.splice(0)).to.deep.equal([]);
  });

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    folders.push(folder);
    return folder;
  };

  interface Given {
    readonly dataDir?: string;
    readonly engine?: Engine;
    /** Time at which the data of each device was erased, by device id. */
    readonly forgotten?: ReadonlyMap<string, number>;
    readonly sessionIndexMaxSessions?: number;
  }

  /** Starts the session index of a simulated service process. */
  async function start({ engine = engineOf.engine, forgotten = new Map(), ...given }: Given = {}) {
    const neighbours = createSessionNeighbours(LIMITS);
    const { dataDir = await newFolder(), sessionIndexMaxSessions = 50 } = given;
    const settings = { dataDir, sessionIndexMaxSessions, eventPollMs: 50 };
    const context = contextOn(engine, settings, { logger: loggingTo(logged) });
    const feed = startSessions(context, neighbours, () => Promise.resolve(forgotten));
    feeds.push(feed);
    return { neighbours, feed };
  }

  const store = async (events: readonly ShopperEvent[], month = monthOf(now)) => {
    const arrivals = events.map((event) => ({ event, month, token: `t${(token += 1)}` }));
    const { engine } = engineOf;
    await storeEvents(contextOn(engine), nobodyErased, arrivals, { timeoutMs: 20_000 });
  };
  const recommended = (neighbours: SessionNeighbours, ...session: string[]) =>
    neighbours.recommend("shop", session, { limit: 9, at: now });
  const ids = (neighbours: SessionNeighbours, ...session: string[]) =>
    recommended(neighbours, ...session).flatMap(({ id }) => (session.includes(id) ? [] : id));

  it("the session index is updated in all processes at the next poll", async () => {
    const [one, other] = [await start(), await start()];
    await store([view("A", now, by("1")), view("B", now, by("1"))]);
    for (const { neighbours } of [one, other]) {
      await until("both have read the session", () => ids(neighbours, "A").join() === "B");
    }
    await store([view("C", now, by("1")), view("X", now, { device_id: "bot", counts: false })]);
    for (const { neighbours } of [one, other]) {
      await until("both have read how it went on", () => ids(neighbours, "A").join() === "B,C");
      expect(neighbours.size().sessions).to.equal(1);
    }
  });

  it("the session index is unchanged after a restart", async () => {
    const before = await start();
    for (let batch = 0; batch < 5; batch += 1) {
      await store(
        Array.from({ length: 40 }, (_, position) =>
          view(`P${(position * 7 + batch * 3) % 11}`, now + position * 1_000, by(`${(position + batch) % 6}`)),
        ),
      );
    }
    await until(
      "all is read",
      () => before.neighbours.size().sessions === 6 && ids(before.neighbours, "P1").length > 5,
    );
    const after = await start();
    await after.feed.catchUp();
    for (const product of ["P1", "P2", "P3"]) {
      await until("both have the same", () => {
        expect(recommended(before.neighbours, product)).to.deep.equal(recommended(after.neighbours, product));
        return true;
      });
    }
  });

  it("the session index continues after the last event that the previous process read", async () => {
    const dataDir = await newFolder();
    const before = await start({ dataDir });
    await store([view("A", now, by("1")), view("B", now, by("1"))]);
    await until("it has read the session", () => ids(before.neighbours, "A").join() === "B");
    await before.feed.close(1_000);
    await store([view("A", now, by("2")), view("C", now, by("2"))]);
    let isUnavailable = true;
    const { engine } = interposed(engineOf.engine, (_operation, _nth, proceed) => {
      if (isUnavailable) throw new EngineUnavailableError("away");
      return proceed();
    });
    const after = await start({ dataDir, engine });
    await until("the engine is missed", () => logged.length > 0);
    isUnavailable = false;
    await until("it has caught up", () => ids(after.neighbours, "A").join() === "B,C");
    expect(logged.splice(0)[0]?.error).to.include("away");
    expect(after.neighbours.size().sessions).to.equal(2);
  });

  it("the session index reads no more months of events than its memory limit allows", async () => {
    await store([view("A", now, by("1")), view("OLD", now, by("1"))], monthsBefore(monthOf(now), 2));
    await store([view("A", now, by("2")), view("B", now, by("2")), view("A", now, by("3")), view("C", now, by("3"))]);
    await store(Array.from({ length: 20 }, () => view("D", now, by("4"))));
    const forgotten = new Map([["3", now]]);
    const { neighbours, feed } = await start({ forgotten, sessionIndexMaxSessions: 1 });
    await feed.catchUp();
    expect(ids(neighbours, "A")).to.deep.equal(["B"]);
  });
});
