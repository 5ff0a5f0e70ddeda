import { expect } from "chai";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { listingText, requestText } from "../../../src/search/impression.js";
import { firstPosition } from "../../../src/search/paging/state.js";

const user = { device_id: "d", user_id: "ann" };

describe("the impression of a search", () => {
  it("the impression of a search contains the fields needed to repeat the request, but not the shopper's identity", () => {
    const requested = {
      query: "red coat",
      limit: 0,
      sort: ["newest"] as const,
      filters: { sale: false },
      facet_filters: {},
    };
    const context = { user_agent: "Firefox", url: "/?email=a@b", category_diversification: true };
    const rest = { projection: ["name"], facets: { keys: ["*"] }, pagination: { page: 1 } };
    expect(JSON.parse(requestText({ user, ...requested, context, ...rest }) ?? "")).to.deep.equal({
      ...requested,
      context: { category_diversification: true },
    });
    expect(requestText({ user, context: { url: "/" } })).to.equal("{}");
  });

  it("the impression of a later page does not contain the request", () => {
    expect(requestText({ user, pagination: { page: 2, cursor: "c" } })).to.equal(null);
    const filters = (length: number) => ({ color: "x".repeat(length) });
    const around = JSON.stringify({ filters: filters(0) }).length;
    expect(requestText({ user, filters: filters(4_096 - around) })).to.have.length(4_096);
    expect(requestText({ user, filters: filters(4_097 - around) })).to.equal(null);
  });

  it("the impression of a listing contains the filters of the listing in canonical form", () => {
    const red = { kind: "in", field: "color", values: ["Red"] } as const;
    const cheap = { kind: "within", field: "price", max: 10 } as const;
    const both = listingText({ typed: null, filter: { kind: "and", filters: [red, cheap] } });
    expect(both).to.equal(listingText({ typed: null, filter: { kind: "and", filters: [cheap, red] } }));
    expect(listingText({ typed: null, filter: EVERYTHING })).to.equal(JSON.stringify(EVERYTHING));
    expect(listingText({ typed: "coat", filter: red })).to.equal(null);
    expect(listingText({ typed: null, filter: { ...red, values: ["x".repeat(1_025)] } })).to.equal(null);
  });
});

it("firstPosition uses the page number for field sorts, and the number of earlier pages for ranked listings", () => {
  expect([firstPosition("ordered", 24, 1, 0), firstPosition("ordered", 24, 5, 1)]).to.deep.equal([1, 97]);
  expect([firstPosition("ranked", 24, 7, 0), firstPosition("ranked", 24, 7, 2)]).to.deep.equal([1, 49]);
});
