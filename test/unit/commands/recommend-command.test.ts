import { expect } from "chai";
import { queryTable, slotsTable } from "../../../src/commands/recommend-command.js";
import { QUERY_EXAMPLE, SLOTS_EXAMPLE } from "../../../src/recommendation/routes.js";

describe("vitrine recommend", () => {
  it("shows a query's products and who proposed them", () => {
    expect(queryTable(QUERY_EXAMPLE.response).split("\n")).to.deep.equal([
      "similar, seeded",
      "     product      name         designer  category  price  proposed by",
      "  1  linen-shirt  Linen shirt                      95     content",
    ]);
  });

  it("shows what a query could not do", () => {
    const { response } = QUERY_EXAMPLE;
    const answer = { ...response, items: [], meta: { recommenders: [], degraded: ["taste"] as const } };
    expect(queryTable(answer)).to.equal("similar, seeded, without taste\n  nothing");
  });

  it("shows the slots of a placement and what is missing in them", () => {
    const { slots, meta } = SLOTS_EXAMPLE.response;
    const answer = { recommendation_id: "id", slots: slots.slice(0, 2), meta };
    expect(slotsTable(answer as Parameters<typeof slotsTable>[0]).split("\n")).to.deep.equal([
      "product_page, seeded",
      "",
      "You may also like [similar]",
      "     product      name         designer  category  price",
      "  1  linen-shirt  Linen shirt                      95",
      "",
      "Complete the look [complete_the_look] (1 missing: too few)",
      "  nothing",
    ]);
  });
});
