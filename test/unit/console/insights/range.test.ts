import { expect } from "chai";
import { daysIn, during, rangeBefore, rangeOf } from "../../../../console/server/insights/range.js";
import { ServiceError } from "../../../../src/errors.js";

const NOW = Date.parse("2026-03-03T23:59:59.999Z");

describe("the date range of a report", () => {
  it("the date range of a report is the last seven days by default", () => {
    expect(rangeOf({}, NOW)).to.deep.equal({ from: "2026-02-25", to: "2026-03-03" });
    expect(rangeOf({ to: "2026-01-02" }, NOW)).to.deep.equal({ from: "2025-12-27", to: "2026-01-02" });
    expect(rangeOf({ from: "2026-03-03" }, NOW)).to.deep.equal({ from: "2026-03-03", to: "2026-03-03" });
  });

  it("a date range includes its entire first and last days", () => {
    const range = { from: "2026-02-27", to: "2026-03-01" };
    expect(during(range)).to.deep.equal({ gte: "2026-02-27T00:00:00.000Z", lt: "2026-03-02T00:00:00.000Z" });
    expect(daysIn(range)).to.deep.equal(["2026-02-27", "2026-02-28", "2026-03-01"]);
  });

  it("the date range of a report is compared with the immediately preceding range of equal length", () => {
    const before = rangeBefore({ from: "2026-02-25", to: "2026-03-03" }, Date.parse("2026-03-03T09:30:00Z"));
    expect(before).to.deep.include({ from: "2026-02-18", to: "2026-02-24" });
    expect(during(before)).to.deep.equal({ gte: "2026-02-18T00:00:00.000Z", lt: "2026-02-24T09:30:00.000Z" });
  });

  it("the date range of a report is rejected if it exceeds 90 days or contains an invalid date", () => {
    expect(daysIn(rangeOf({ from: "2025-12-04", to: "2026-03-03" }, NOW))).to.have.length(90);
    for (const given of [
      { from: "2025-12-03", to: "2026-03-03" },
      { from: "2026-03-04" },
      { from: "2026-02-30" },
      { to: "yesterday" },
      { to: ["2026-03-01", "2026-03-02"] },
    ]) {
      expect(() => rangeOf(given, NOW))
        .to.throw(ServiceError)
        .with.property("code", "validation_error");
    }
  });
});
