import { expect } from "chai";
import { monthOf, monthsBefore, namesBefore, oldestMonthFor } from "../../../src/tracking/month.js";

describe("months", () => {
  it("monthOf returns the UTC month", () => {
    expect(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).to.equal("2026-12");
    expect(monthOf(Date.UTC(2027, 0, 1))).to.equal("2027-01");
  });

  it("monthsBefore subtracts months across years", () => {
    expect(monthsBefore("2026-11", 0)).to.equal("2026-11");
    expect(monthsBefore("2026-01", 1)).to.equal("2025-12");
    expect(monthsBefore("2026-11", 13)).to.equal("2025-10");
  });

  it("namesBefore selects only indices of months before the start of the retention period", () => {
    const names = ["e-2025-09", "e-2025-10", "e-2026-11", "e-2025-13", "e-2025-1", "f-2025-01", "e-2025-09-x", "e-"];
    expect(namesBefore(names, "e-", "2025-10")).to.deep.equal(["e-2025-09"]);
  });

  it("oldestMonthFor returns the oldest month to read for the given number of latest events", () => {
    const counts = new Map([
      ["2026-09", 5],
      ["2026-11", 2],
      ["2026-10", 0],
    ]);
    expect([0, 2, 3, 7, 8].map((wanted) => oldestMonthFor(counts, wanted))).to.deep.equal([
      ...["2026-11", "2026-11", "2026-09", "2026-09", ""],
    ]);
    expect(oldestMonthFor(new Map(), 1)).to.equal("");
  });
});
