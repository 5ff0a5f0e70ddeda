import { expect } from "chai";
import fc from "fast-check";
import { cutField, reasonAgainst } from "../../../../src/catalog/ingestion/feed-source.js";
import type { FeedSource } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { flatten } from "../../../../src/catalog/flatten.js";
import type { Json } from "../../../../src/catalog/product-document.js";

const source = (records: number, more: Partial<FeedSource> = {}): FeedSource => ({
  format: "csv",
  records,
  last: "last",
  is_open: false,
  ...more,
});

describe("a feed file", () => {
  it("a feed file is rejected if it has too few records compared with the previous file", () => {
    expect(reasonAgainst(source(89), source(100), 0.1)).to.equal(
      "the file has 89 records, the previous file had 100: 11 % fewer records, at most 10 % fewer are allowed",
    );
    expect(reasonAgainst(source(90), source(100), 0.1)).to.equal(undefined);
    expect(reasonAgainst(source(99), source(100), 0)).to.include("1 % fewer records, at most 0 % fewer are allowed");
    expect(reasonAgainst(source(1), source(100), null)).to.equal(undefined);
    expect(reasonAgainst(source(5_000), source(100), 0)).to.equal(undefined);
  });

  it("a feed file is rejected as truncated if its last row has changed and lacks a line break", () => {
    const open = { is_open: true };
    expect(reasonAgainst(source(100, { ...open, last: "another" }), source(100), 0.1)).to.equal(
      "the file appears to be truncated: unlike the previous file, its last row has no line end, and the last rows of the files differ; " +
        "the file has 100 records, the previous file had 100. If the file is complete, end it with a line break",
    );
    expect(reasonAgainst(source(100, { ...open, last: "another" }), source(100), null)).to.include(
      "appears to be truncated",
    );
    expect(reasonAgainst(source(100, open), source(100), 0.1)).to.equal(undefined);
    expect(reasonAgainst(source(100, { ...open, last: "another" }), source(100, open), 0.1)).to.equal(undefined);
    expect(reasonAgainst(source(100, { last: "another" }), source(100, open), 0.1)).to.equal(undefined);
  });

  it("a feed file is rejected if and only if the decrease in records since the previous file exceeds the limit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 100 }),
        (before, now, percent) => {
          const isTooFew = (before - now) * 100 > percent * before;
          const missing = 1 - now / before;
          // Shares equal to the limit are not tested, because the result depends on rounding.
          fc.pre(Math.abs(missing - percent / 100) > 1e-12);
          expect(reasonAgainst(source(now), source(before), percent / 100) !== undefined).to.equal(isTooFew);
        },
      ),
    );
  });
});

describe("the last row of a feed file", () => {
  const IDENTIFIERS = { product_identifier: "p", variant_identifier: "v" };
  const cut = (row: Readonly<Record<string, Json>>, live: Readonly<Record<string, Json>>) =>
    cutField({ fields: flatten({ ...IDENTIFIERS, ...row }).fields }, { ...IDENTIFIERS, ...live });

  it("the last row of a feed file counts as truncated if a value is a prefix of the value in the live catalogue", () => {
    const live = { title: "Mug", care: "Dishwasher", price: 19.95, attributes: { fit: ["slim", "regular"] } };
    expect(cut({ ...live, care: "Dish" }, live)).to.equal("care");
    expect(cut({ ...live, price: 19 }, live)).to.equal("price");
    expect(cut({ ...live, attributes: { fit: ["slim", "reg"] } }, live)).to.equal("attributes.fit");
    expect(cut(live, live)).to.equal(undefined);
    expect(cut({ ...live, care: "Hand wash" }, live)).to.equal(undefined);
    expect(cut({ ...live, care: "Dishwasher, no dryer", price: 5 }, live)).to.equal(undefined);
  });

  it("the last row of a feed file does not count as truncated if a value is missing in the row or in the live product", () => {
    expect(cut({ title: "Mug" }, { title: "Mug", care: "Dishwasher" })).to.equal(undefined);
    expect(cut({ title: "Mug", care: "Dish" }, { title: "Mug" })).to.equal(undefined);
    expect(cut({ title: "Mug", tags: ["a", "b"] }, { title: "Mug", tags: ["a"] })).to.equal(undefined);
    expect(cut({}, {})).to.equal(undefined);
  });

  it("the last row of a feed file counts as truncated if the file ends within the last value", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 2 }).filter((text) => text.trim() === text),
        fc.nat(),
        (text, at) => {
          const place = 1 + (at % (text.length - 1));
          const prefix = text.slice(0, place);
          fc.pre(prefix.trim() !== "");
          expect(cut({ care: prefix }, { care: text })).to.equal("care");
          expect(cut({ care: text }, { care: text })).to.equal(undefined);
        },
      ),
    );
  });
});
