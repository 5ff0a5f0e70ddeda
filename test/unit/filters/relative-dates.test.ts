import { expect } from "chai";
import { checkAges, dayOf, isRelative, onDay } from "../../../src/filters/relative-dates.js";
import { ServiceError } from "../../../src/errors.js";

const DAY = dayOf(Date.parse("2026-03-01T23:59:59Z"));

describe("relative date in a filter", () => {
  it("a relative date in a filter counts days back from the start of today", () => {
    const filter = {
      $or: [{ released_at: { $newer_than_days: 30 } }, { a: { $older_than_days: 0 } }],
      b: "x",
      c: null,
    };
    expect(onDay(filter, "filters", DAY)).to.deep.equal({
      $or: [{ released_at: { $gte: "2026-01-30T00:00:00.000Z" } }, { a: { $lt: "2026-03-01T00:00:00.000Z" } }],
      b: "x",
      c: null,
    });
  });

  it("a relative date makes a filter depend on the current day", () => {
    const filters = [null, {}, { a: "$newer_than_days" }, { $not: { a: { $older_than_days: 1 } } }];
    expect(filters.map(isRelative)).to.deep.equal([false, false, true, true]);
  });

  it("a filter that combines a relative date with a comparison of the same field is rejected", () => {
    checkAges({ a: { $lt: 1, $newer_than_days: 1 }, $lt: 1 }, "filters");
    expect(() => checkAges({ $or: [{ a: { $not: { $lt: "2026-01-01", $older_than_days: 3 } } }] }, "filters")).to.throw(
      ServiceError,
      "`filters.$or[0].a.$not.$older_than_days` must not be combined with `$lt`",
    );
  });

  it("a filter whose relative date has an invalid number of days is rejected with the path of the operator", () => {
    for (const days of [-1, "30", null, 1e9]) {
      expect(() => onDay({ a: [{ $newer_than_days: days }] }, "filters", DAY))
        .to.throw(ServiceError)
        .with.nested.property("context.field", "filters.a[0].$newer_than_days");
    }
  });
});
