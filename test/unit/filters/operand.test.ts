import { expect } from "chai";
import fc from "fast-check";
import { compareText, compareValues, instant, operandFor } from "../../../src/filters/operand.js";

describe("operands", () => {
  it("are converted to the type of the leaf they are compared with", () => {
    const read = (type: "string" | "number" | "boolean" | "date") =>
      (["0", 0, "", "1e3", " 1", "0x10", "Infinity", "1e400", true, "false", "2024-01-01"] as const).map((value) =>
        operandFor(value, type),
      );
    expect(read("string")).to.deep.equal(["0", "0", "", "1e3", " 1", "0x10", "Infinity", "1e400", "true", "false", "2024-01-01"]); // prettier-ignore
    expect(read("number")).to.deep.equal([0, 0, undefined, 1000, undefined, undefined, undefined, undefined, undefined, undefined, undefined]); // prettier-ignore
    expect(read("boolean")).to.deep.equal([undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, true, false, undefined]); // prettier-ignore
    expect(read("date")).to.deep.equal([undefined, 0, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, 1_704_067_200_000]); // prettier-ignore
  });

  it("take a timestamp without a zone for UTC, whatever the zone of the process", () => {
    const times = ["2024-05-01", "2024-05-01T00:00", "2024-05-01T00:00:00Z", "2024-05-01T01:00:00.000000000+01:00"];
    expect(times.map(instant)).to.deep.equal(times.map(() => 1_714_521_600_000));
    expect([instant("2024-13-01"), instant("May 1"), instant(8.64e15), instant(-1)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      -1,
    ]);
  });

  it("order text by code point, as bytes of UTF-8 are ordered", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareText(a, b))).to.equal(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
    expect(compareText("\uffee", "\u{1F600}")).to.be.lessThan(0);
  });

  it("order numbers and booleans by size", () => {
    expect([compareValues(2, 10), compareValues(true, false), compareValues("2", "10")].map(Math.sign)).to.deep.equal([
      -1, 1, 1,
    ]);
  });
});
