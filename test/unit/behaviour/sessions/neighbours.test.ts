import { expect } from "chai";
import fc from "fast-check";
import { createSessionNeighbours, type SessionNeighbours } from "../../../../src/behaviour/sessions/neighbours.js";
import type { ShopperEvent } from "../../../../src/tracking/event.js";
import { cart, listView, purchase, view } from "../../../support/shopper-events.js";

const AT = Date.UTC(2026, 10, 21);
const LIMITS = { maxSessions: 1_000, maxBytes: 1_000_000 };
const REQUEST = { limit: 9, at: AT };
const IDS = ["A", "B", "C", "D", "E", "F"];
const by = (device_id: string) => ({ device_id });
/** Returns the recommended products that are not in the session. */
const newIn = (neighbours: SessionNeighbours, session: readonly string[], request = REQUEST, shop = "shop") =>
  neighbours.recommend(shop, session, request).flatMap(({ id }) => (session.includes(id) ? [] : id));

describe("createSessionNeighbours", () => {
  it("session-based recommendations list products of similar sessions, best first", async () => {
    const neighbours = createSessionNeighbours(LIMITS);
    await neighbours.consume([
      ...[view("A", AT, by("1")), view("B", AT, by("1")), view("C", AT, by("1"))],
      ...[view("A", AT, by("2")), view("B", AT, by("2"))],
    ]);
    expect(newIn(neighbours, ["A"])).to.deep.equal(["B", "C"]);
    expect(newIn(neighbours, ["A"], { ...REQUEST, limit: 2 })).to.deep.equal(["B"]);
    expect(neighbours.recommend("shop", ["A"], { ...REQUEST, limit: 0 })).to.deep.equal([]);
    expect(newIn(neighbours, ["X"])).to.deep.equal([]);
    expect(neighbours.recommend("shop", [], REQUEST)).to.deep.equal([]);
    expect(neighbours.recommend("other", ["A"], REQUEST)).to.deep.equal([]);
    expect(neighbours.size().sessions).to.equal(2);
  });

  it("session-based recommendations repeat products of the current session according to the rate of repeated visits", async () => {
    const neighbours = createSessionNeighbours(LIMITS);
    const shoppers = Array.from({ length: 50 }, (_, number) => by(`${number}`));
    await neighbours.consume(shoppers.flatMap((who) => ["A", "A", "B"].map((id) => view(id, AT, who))));
    const again = neighbours.recommend("shop", ["unknown", "A"], REQUEST);
    expect(again.map(({ id }) => id)).to.have.members(["A", "unknown", "B"]);
    expect(again[0]?.id).to.equal("A");
    expect(newIn(neighbours, ["A"])).to.deep.equal(["B"]);
  });

  it("session-based recommendations start with the product that shoppers most often visit after the last product", async () => {
    const neighbours = createSessionNeighbours(LIMITS);
    const shoppers = Array.from({ length: 50 }, (_, number) => by(`${number}`));
    const paths = ["AHA", "BCD", "BCD", "BCD"];
    await neighbours.consume(
      shoppers.flatMap((who, number) => Array.from(paths[number % 4]!).map((id) => view(id, AT, who))),
    );
    const first = (session: string) => neighbours.recommend("shop", Array.from(session), REQUEST)[0]?.id;
    expect(first("AH")).to.equal("A");
    expect(first("BC")).to.equal("D");
  });

  it("session-based recommendations use visits, carts and purchases of shoppers with consent", async () => {
    const names = new Map(["A-red", "A-blue", "B", "C"].map((name) => [name, { id: name.charAt(0), tokens: [] }]));
    const neighbours = createSessionNeighbours({ ...LIMITS, find: () => Promise.resolve(names) });
    await neighbours.consume([
      view("A-red", AT),
      view("A-blue", AT),
      listView(["C"], AT),
      cart("add_to_cart", ["A-blue", "B"], AT),
      cart("remove_from_cart", ["C"], AT),
      purchase("T", ["B", "gone", "C"], AT),
      view("A-red", AT, by("anonymous")),
      view("B", AT, by("anonymous")),
      view("B", AT, { device_id: "bot", counts: false }),
      view("C", AT, { device_id: "bot", counts: false }),
    ]);
    expect(neighbours.size().sessions).to.equal(1);
    expect(newIn(neighbours, ["A"])).to.deep.equal(["B", "C"]);
  });

  it("session-based recommendations include events that are delivered again after the product lookup failed", async () => {
    let isUnavailable = true;
    const find = () =>
      isUnavailable ? Promise.reject(new Error("away")) : Promise.resolve(new Map([["A", { id: "A", tokens: [] }]]));
    const neighbours = createSessionNeighbours({ ...LIMITS, find });
    const failed = await neighbours.consume([view("A", AT)]).catch((error: unknown) => (error as Error).message);
    expect([failed, neighbours.size().sessions]).to.deep.equal(["away", 0]);
    isUnavailable = false;
    await neighbours.consume([view("A", AT)]);
    expect(neighbours.size().sessions).to.equal(1);
  });

  it("session-based recommendations are the same for any batching of events", async () => {
    const visit = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(...IDS), fc.boolean());
    const stream = fc.array(fc.tuple(visit, fc.boolean()), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(stream, async (reported) => {
        const [whole, parts] = [createSessionNeighbours(LIMITS), createSessionNeighbours(LIMITS)];
        const events = reported.map(([[device, id, isView], isLastOfBatch], position) => {
          const at = AT + position * 240_000;
          const who = by(`${device}`);
          return { event: isView ? view(id, at, who) : cart("add_to_cart", [id], at, who), isLastOfBatch };
        });
        await whole.consume(events.map(({ event }) => event));
        const batch: ShopperEvent[] = [];
        for (const { event, isLastOfBatch } of events) {
          batch.push(event);
          if (isLastOfBatch) await parts.consume(batch.splice(0));
        }
        await parts.consume(batch);
        for (const id of IDS) {
          const question = ["shop", [id], REQUEST] as const;
          expect(parts.recommend(...question)).to.deep.equal(whole.recommend(...question));
        }
        expect(parts.size()).to.deep.equal(whole.size());
      }),
    );
  });
});
