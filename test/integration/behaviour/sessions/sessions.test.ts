import { expect } from "chai";
import { createSessionNeighbours, type SessionNeighbours } from "../../../../src/behaviour/sessions/neighbours.js";
import { startEventFeed, type EventFeed, type FeedPosition } from "../../../../src/behaviour/event-feed.js";
import { storeEvents } from "../../../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../../../src/tracking/event.js";
import { monthOf, monthsBefore } from "../../../../src/tracking/month.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { view } from "../../../support/shopper-events.js";
import { deleteEvents } from "../../../support/tracking.js";
import { until } from "../../../support/until.js";
import { contextOn } from "../../../support/context.js";
import { nobodyErased } from "../../../support/nobody-erased.js";

const LIMITS = { maxSessions: 1_000, maxBytes: 10_000_000 };
const by = (device_id: string) => ({ device_id });

describe("the session index of stored events", () => {
  const engineOf = usePreparedEngine();
  const feeds: EventFeed[] = [];
  const complaints: unknown[] = [];
  let token = 0;
  let now = 0;

  beforeEach("read the clock", () => void (now = Date.now()));
  beforeEach(() => deleteEvents(engineOf.engine));
  afterEach(async () => {
    await Promise.all(feeds.splice(0).map((feed) => feed.close()));
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  /** Starts the sessions of one process. */
  function start(
    permit = (events: readonly ShopperEvent[]) => events,
    maxEvents = 1_000,
    resume?: () => Promise<FeedPosition | undefined>,
  ) {
    const neighbours = createSessionNeighbours(LIMITS);
    const feed = startEventFeed({
      engine: engineOf.engine,
      consumer: neighbours,
      pollMs: 50,
      maxEvents,
      permit: (events) => Promise.resolve(permit(events)),
      ...(resume === undefined ? {} : { resume }),
      onProgress: () => undefined,
      onCaughtUp: () => undefined,
      onError: (error) => complaints.push(error),
    });
    feeds.push(feed);
    return { neighbours, feed };
  }

  const store = async (events: readonly ShopperEvent[], month = monthOf(now)) => {
    const arrivals = events.map((event) => ({ event, month, token: `t${(token += 1)}` }));
    const { engine } = engineOf;
    await storeEvents(contextOn(engine), nobodyErased, arrivals, { timeoutMs: 20_000 });
  };
  const recommended = (neighbours: SessionNeighbours, ...session: string[]) =>
    neighbours.recommend("shop", session, { limit: 9, includeSeen: true, at: now });
  const ids = (neighbours: SessionNeighbours, ...session: string[]) =>
    neighbours.recommend("shop", session, { limit: 9, includeSeen: false, at: now }).map(({ id }) => id);

  it("is shared by processes within a poll, and grows with a running session", async () => {
    const [one, other] = [start(), start()];
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

  it("is the same after a restart as it was before", async () => {
    const before = start();
    for (let batch = 0; batch < 5; batch += 1) {
      await store(
        Array.from({ length: 40 }, (_, place) =>
          view(`P${(place * 7 + batch * 3) % 11}`, now + place * 1_000, by(`${(place + batch) % 6}`)),
        ),
      );
    }
    await until(
      "all is read",
      () => before.neighbours.size().sessions === 6 && ids(before.neighbours, "P1").length > 5,
    );
    const after = start();
    await until("the other has caught up", () => after.feed.hasCaughtUp);
    for (const product of ["P1", "P2", "P3"]) {
      await until("both have the same", () => {
        expect(recommended(before.neighbours, product)).to.deep.equal(recommended(after.neighbours, product));
        return true;
      });
    }
  });

  it("continues from the position of another index, once that is known", async () => {
    const before = start();
    await store([view("A", now, by("1")), view("B", now, by("1"))]);
    await until("it has read the session", () => ids(before.neighbours, "A").join() === "B");
    await before.feed.close();
    const left = before.feed.position;
    expect(left?.read).to.equal(2);
    await store([view("A", now, by("2")), view("C", now, by("2"))]);
    let asked = 0;
    const after = start(undefined, undefined, () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("the engine is away")) : Promise.resolve(left);
    });
    await until("it has caught up", () => after.feed.hasCaughtUp);
    expect(complaints.splice(0).map(String)).to.deep.equal(["Error: the engine is away"]);
    expect([asked, after.feed.read, after.neighbours.size().sessions]).to.deep.equal([2, 4, 1]);
    expect(ids(after.neighbours, "A")).to.deep.equal(["C"]);
  });

  it("reads only as many months as there is room for, and no events that must not be learned from", async () => {
    await store([view("A", now, by("1")), view("OLD", now, by("1"))], monthsBefore(monthOf(now), 2));
    await store([view("A", now, by("2")), view("B", now, by("2")), view("A", now, by("3")), view("C", now, by("3"))]);
    const { neighbours, feed } = start((events) => events.filter(({ device_id }) => device_id !== "3"), 3);
    await until("it has caught up", () => feed.hasCaughtUp);
    expect(ids(neighbours, "A")).to.deep.equal(["B"]);
  });
});
