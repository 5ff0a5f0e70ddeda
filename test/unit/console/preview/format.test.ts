import { expect } from "chai";
import { formatGain, formatMove, formatSubject } from "../../../../console/parts/preview/format.js";

const nothing = { query: null, filters: null, facet_filters: null, sort: null };

describe("formatting of preview results", () => {
  it("the preview of a draft formats queries and listings as text", () => {
    const words = [
      nothing,
      { ...nothing, query: "red coat", sort: "newest" },
      { ...nothing, filters: { categories: "Coats", price: { $gte: 10, $lt: 99.5 }, sale: true } },
      { ...nothing, query: "coat", facet_filters: { color: ["Red", "Blue"], price: [{ min: 0, max: 20 }] } },
      { ...nothing, filters: { $or: [{ color: "Red" }, { size: null }], size: { $not: { $eq: "S" } } } },
    ].map(formatSubject);
    expect(words).to.deep.equal([
      "All products",
      "“red coat”, sorted by newest",
      "categories Coats, price from 10 under 99.5, sale true",
      "“coat”, selected color Red or Blue, price from 0 up to 20",
      '$or {"color":"Red"} or {"size":null}, size {"$not":{"$eq":"S"}}',
    ]);
  });

  it("the preview of a draft formats the gain in clicks and its statistical significance", () => {
    const learnt = { measure: "clicks", responses: 1_200, clicks: 1 } as const;
    const from = "The estimate is based on 1 click in 1,200 searches and their positions.";
    expect(formatGain(learnt, { clicks: 12.34, low: 0.5, high: 24.18 })).to.equal(
      `Clicks on all first pages together: +12.3 (+0.50 to +24.2). ${from}`,
    );
    expect(formatGain(learnt, { clicks: -2, low: -5, high: 1 })).to.equal(
      `Clicks on all first pages together: −2.0 (−5.0 to +1.0), which is not statistically significant. ${from}`,
    );
    expect(formatGain({ ...learnt, measure: "positions" }, { clicks: 1, low: 1, high: 1 })).to.match(
      /^There are no clicks yet/u,
    );
  });

  it("the preview of a draft formats the change of a product's position", () => {
    const moves = [formatMove(3, undefined), formatMove(3, 3), formatMove(3, 5), formatMove(3, 1)];
    expect(moves).to.deep.equal(["New here", null, "Up 2", "Down 2"]);
  });
});
