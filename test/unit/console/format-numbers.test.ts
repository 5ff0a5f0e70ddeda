import { expect } from "chai";
import { confidence, count, lift, megabytes, money, percent } from "../../../console/parts/format-numbers.js";

describe("number formatter of the console", () => {
  it("the number formatter never formats a small value as zero", () => {
    const shares = [0, 0.000_4, 0.001, 0.042, 0.3333, 1].map(percent);
    expect(shares).to.deep.equal(["0 %", "under 0.1 %", "0.1 %", "4.2 %", "33.3 %", "100 %"]);
    expect([0.000_2, 0.0456, 0.9, 1].map(confidence)).to.deep.equal(["over 99.9 %", "95.4 %", "10 %", "0 %"]);
  });

  it("the number formatter uses English notation, and formats relative changes with a plus or minus sign", () => {
    expect([count(1_234_567.4), money(1234.5), megabytes(1_234_567), megabytes(12_345_678)]).to.deep.equal([
      ...["1,234,567", "1,234.50", "1.2 MB", "12 MB"],
    ]);
    expect([lift(0.05), lift(0), lift(-0.123)]).to.deep.equal(["+5.0 %", "0.0 %", "-12.3 %"]);
  });
});
