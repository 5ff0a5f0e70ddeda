import { expect } from "chai";
import { prefixesOf, formatSuggestions, suggestedFor } from "../../../../../quality/relevance/manners/suggestions.js";

const line = (id: string, data: object) => JSON.stringify({ product_data: { product_identifier: id, ...data } });
const FEED = [
  line("p1", { color: "Red", categories: ["Women", "Women: Dresses"] }),
  line("p2", { color: "Red", material: "Silk", categories: ["Women", "Women: Dresses"] }),
  line("p3", { color: "RAL 7016" }),
];

describe("the evaluation of suggestions", () => {
  it("the evaluation of suggestions uses colours, materials, their prefixes, and longer queries as typed text", () => {
    const red = new Set(["p1", "p2"]);
    const silk = new Set(["p2"]);
    expect(prefixesOf({ feed: FEED })).to.deep.equal([
      ...["red", "re", "red dr"].map((typed) => ({ typed, having: red })),
      ...["silk", "sil", "silk dr"].map((typed) => ({ typed, having: silk })),
    ]);
  });

  it("the evaluation of suggestions counts queries with a wrong prefix, and products without the typed colour", async () => {
    const suggest = (typed: string) =>
      Promise.resolve(
        typed === "red"
          ? { queries: ["red dress", "reed"], products: ["p1", "p3"], isCorrected: false }
          : { queries: [], products: [], isCorrected: true },
      );
    const suggested = await suggestedFor({ suggest }, prefixesOf({ feed: FEED }).slice(0, 2));
    expect(formatSuggestions(suggested)).to.equal(
      "  prefixes of colors and materials: 2; without a query 1; corrected 1; " +
        "queries with another prefix 1 of 2; products without the value 1 of 2",
    );
  });
});
