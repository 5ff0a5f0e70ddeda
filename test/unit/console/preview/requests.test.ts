import { expect } from "chai";
import { requestsOf } from "../../../../console/server/preview/requests.js";
import type { Requested, UbiQuery } from "../../../../src/tracking/impressions.js";

const response = (requested: Requested, user_query: string | null = null, client_id = "d"): UbiQuery => ({
  query_id: "q",
  client_id,
  application: "shop",
  user_query,
  query_response_hit_ids: ["p"],
  timestamp: "",
  query_attributes: { kind: "search", profile: null, user_id: null, ...requested },
});
const stored = (request: object, query: string | null = null, device = "d") =>
  response({ request: JSON.stringify(request), first_position: 1 }, query, device);

describe("requestsOf", () => {
  it("the list of replayed requests contains each combination of request and shopper once, most frequent first", () => {
    const red = { filters: { color: "Red", sale: true }, limit: 24 };
    const responses = [
      stored({ query: "Coat ", limit: 10 }, "Coat"),
      stored({ filters: { sale: true, color: "Red" }, limit: 24, facet_filters: {} }),
      stored(red),
      stored(red, null, "e"),
      stored(red),
    ];
    const subject = { query: null, filters: red.filters, facet_filters: null, sort: null };
    const { requests, without_request } = requestsOf(responses);
    expect(without_request).to.equal(0);
    expect(requests.map(({ times, subject: of, body }) => [times, of, body])).to.deep.equal([
      [2, subject, { ...red, user: { device_id: "d", user_id: null } }],
      [
        1,
        { ...subject, query: "Coat", filters: null },
        { query: "Coat ", limit: 10, user: { device_id: "d", user_id: null } },
      ],
      [1, subject, { ...red, facet_filters: {}, user: { device_id: "d", user_id: null } }],
      [1, subject, { ...red, user: { device_id: "e", user_id: null } }],
    ]);
    expect(new Set(requests.map(({ key }) => key)).size).to.equal(2);
  });

  it("the list of replayed requests reports the number of requests that were too long to be stored", () => {
    const { requests, without_request } = requestsOf([
      stored({ query: "polo" }, "polo"),
      response({ request: null, first_position: 1 }, "coat"),
    ]);
    expect(without_request).to.equal(1);
    expect(requests.map(({ body }) => body)).to.deep.equal([
      { query: "polo", user: { device_id: "d", user_id: null } },
    ]);
  });

  it("replayed requests are distinguished by query words, facet selections and sort option, not by case or whitespace", () => {
    const keys = (...bodies: object[]) =>
      new Set(requestsOf(bodies.map((one) => stored(one))).requests.map(({ key }) => key));
    expect(keys({ query: "Red  coat" }, { query: "red coat" })).to.have.length(1);
    const others = [
      { query: "coat" },
      { query: "coat", sort: ["newest"] },
      { query: "coat", facet_filters: { a: "b" } },
    ];
    expect(keys(...others)).to.have.length(3);
  });
});
