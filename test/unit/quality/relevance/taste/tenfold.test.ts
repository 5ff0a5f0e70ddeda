import { expect } from "chai";
import { tenfoldFeed, type LargeListing } from "../../../../../quality/relevance/taste/tenfold.js";
import { formatTenfold } from "../../../../../quality/relevance/taste/tenfold-report.js";

const BOOTSTRAP = { resamples: 100, confidence: 0.95, seed: "test" };

const listing = (at: number, reciprocal_rank: number, liked: number, size = 900): LargeListing[] =>
  (["cold", "hot"] as const).map((mode) => ({
    session: `session-${at % 3}`,
    at,
    mode,
    size,
    reciprocal_rank,
    liked,
    unpersonalized: { reciprocal_rank: 0.1, liked: 0.2 },
  }));
const found = (factor: number) =>
  [1, 2, 3, 4].flatMap((at) => [...listing(at, 0.5 * factor, 0.8 * factor), ...listing(10 + at, 0.25, 0.5, 10_700)]);

describe("the tenfold catalogue", () => {
  it("the tenfold catalogue contains each product ten times, with an unchanged first copy", () => {
    const line = (id: string) =>
      JSON.stringify({
        operation: "insert",
        product_data: { product_identifier: id, variant_identifier: `${id}v`, price: 5 },
      });
    const feed = tenfoldFeed([line("a"), line("b")]);
    expect(feed).to.have.length(20);
    expect(feed.slice(0, 2)).to.deep.equal([line("a"), line("b")]);
    expect(JSON.parse(feed[3] ?? "")).to.deep.equal({
      operation: "insert",
      product_data: { product_identifier: "b-1", variant_identifier: "bv-1", price: 5 },
    });
  });
});

describe("formatTenfold", () => {
  it("the report on the tenfold catalogue compares two runs by listing size, for first and for repeated requests", () => {
    const text = formatTenfold(found(0.5), found(1), BOOTSTRAP);
    const rows = text.split("\n").filter((line) => /cold|hot/.test(line) && !line.includes(":"));
    expect(rows.map((row) => row.trim().split(/ {2,}/))).to.deep.equal([
      ["≤ 1,070", "cold", "4", "0.2500", "0.4000", "0.500 [0.500, 0.500]", "0.500 [0.500, 0.500]"],
      ["≤ 1,070", "hot", "4", "0.2500", "0.1000", "0.4000", "0.2000", "0.500 [0.500, 0.500]", "0.500 [0.500, 0.500]"],
      ["> 2,000", "cold", "4", "0.2500", "0.5000", "1.000 [1.000, 1.000]", "1.000 [1.000, 1.000]"],
      ["> 2,000", "hot", "4", "0.2500", "0.1000", "0.5000", "0.2000", "1.000 [1.000, 1.000]", "1.000 [1.000, 1.000]"],
    ]);
  });

  it("the report on the tenfold catalogue rejects a comparison of runs with different test cases", () => {
    expect(() => formatTenfold(listing(1, 1, 1), listing(2, 1, 1), BOOTSTRAP)).to.throw("different test cases");
  });
});
