import { expect } from "chai";
import fc from "fast-check";
import {
  ATTRIBUTION_MS,
  RETYPED_MS,
  type SampledResponse,
  type SampledEvent,
} from "../../../../console/server/insights/responses.js";
import { ResponseJoin } from "../../../../console/server/insights/join.js";

const AT = Date.parse("2026-11-01T10:00:00.000Z");
const time = (later: number) => new Date(AT + later).toISOString();

const response = (query_id: string, more: Partial<SampledResponse> = {}): SampledResponse => ({
  query_id,
  client_id: "device",
  user_query: "boots",
  query_response_hit_ids: ["A", "B"],
  timestamp: time(0),
  query_attributes: { kind: "search", profile: null },
  ...more,
});

const event = (action_name: string, later: number, more: Partial<SampledEvent> = {}): SampledEvent => ({
  action_name,
  client_id: "device",
  query_id: "one",
  timestamp: time(later),
  products: [],
  ...more,
});

const came = (join: ResponseJoin) =>
  join.joined().map(({ clicked, carted, purchased, retyped }) => ({
    clicked: [...clicked],
    carted: [...carted],
    purchased: [...purchased],
    retyped,
  }));

describe("ResponseJoin", () => {
  it("a click is attributed to the response named in the event if the same device received the response", () => {
    const join = new ResponseJoin([response("one"), response("two")]);
    join.addChoice(event("list_click", 5), ["B", "unknown"]);
    join.addChoice(event("list_click", 5, { client_id: "another" }), ["A"]);
    join.addChoice(event("list_click", 5, { query_id: "three" }), ["A"]);
    expect(came(join)).to.deep.equal([
      { clicked: [1], carted: [], purchased: [], retyped: null },
      { clicked: [], carted: [], purchased: [], retyped: null },
    ]);
  });

  it("cart and purchase events of clicked products are counted within the attribution window", () => {
    const bought = (later: number, product = "A", device = "device") => {
      const join = new ResponseJoin([response("one")]);
      join.addChoice(event("product_view", 20), ["A"]);
      join.addChoice(event("list_click", 10), ["A"]);
      join.addConversion(event("transaction", later, { query_id: "", client_id: device }), [product]);
      return join.joined()[0]!.purchased.size;
    };
    expect([9, 10, 10 + ATTRIBUTION_MS, 11 + ATTRIBUTION_MS].map((later) => bought(later))).to.deep.equal([0, 1, 1, 0]);
    expect([bought(50, "B"), bought(50, "A", "another")]).to.deep.equal([0, 0]);
  });

  it("event attribution returns the devices and the time range for which events must be loaded", () => {
    const join = new ResponseJoin([response("one"), response("two", { client_id: "idle" })]);
    expect(join.clickers()).to.equal(undefined);
    join.addChoice(event("list_click", 10), ["A"]);
    join.addChoice(event("list_click", 90), ["B"]);
    expect(join.clickers()).to.deep.equal({ devices: ["device"], from: AT + 10, to: AT + 90 + ATTRIBUTION_MS });
  });

  it("event attribution returns the next different query that the device sends within the time limit", () => {
    const typed = (...searches: readonly (readonly [query: string, later: number, device?: string])[]) => {
      const join = new ResponseJoin([response("one")]);
      for (const [user_query, later, client_id = "device"] of searches) {
        join.addTyped({ client_id, user_query, timestamp: time(later) });
      }
      return join.joined()[0]!.retyped;
    };
    expect(typed(["red boots", 9], ["BOOTS ", 5], ["shoes", 8])).to.equal("shoes");
    expect(typed(["shoes", RETYPED_MS])).to.equal("shoes");
    expect(typed(["shoes", RETYPED_MS + 1], ["shoes", 0], ["shoes", 5, "another"])).to.equal(null);
  });

  it("event attribution does not depend on the order of events", () => {
    const events = [10, 20, 30].flatMap((later) => [event("list_click", later), event("product_view", later)]);
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (some) => {
        const join = new ResponseJoin([response("one")]);
        for (const one of some) join.addChoice(one, ["A"]);
        expect(join.clickers()).to.deep.equal({ devices: ["device"], from: AT + 10, to: AT + 10 + ATTRIBUTION_MS });
      }),
    );
  });
});
