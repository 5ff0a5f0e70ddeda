import { expect } from "chai";
import fc from "fast-check";
import { compareText, compareValues, instant, isBlank, normalText, operandFor } from "../../../src/filters/operand.js";

describe("conversion and comparison of operands", () => {
  it("an operand is converted to the type of the compared field", () => {
    const read = (type: "string" | "number" | "boolean" | "date") =>
      (["0", 0, "", "1e3", " 1", "0x10", "Infinity", "1e400", true, "false", "2024-01-01"] as const).map((value) =>
        operandFor(value, type),
      );
    expect(read("string")).to.deep.equal(["0", "0", "", "1e3", " 1", "0x10", "Infinity", "1e400", "true", "false", "2024-01-01"]); // prettier-ignore
    expect(read("number")).to.deep.equal([0, 0, undefined, 1000, undefined, undefined, undefined, undefined, undefined, undefined, undefined]); // prettier-ignore
    expect(read("boolean")).to.deep.equal([undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, true, false, undefined]); // prettier-ignore
    expect(read("date")).to.deep.equal([undefined, 0, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, 1_704_067_200_000]); // prettier-ignore
  });

  it("an operand that is a timestamp without a time zone is interpreted as UTC", () => {
    const times = ["2024-05-01", "2024-05-01T00:00", "2024-05-01T00:00:00Z", "2024-05-01T01:00:00.000000000+01:00"];
    expect(times.map(instant)).to.deep.equal(times.map(() => 1_714_521_600_000));
    expect([instant("2024-13-01"), instant("May 1"), instant(8.64e15), instant(-1)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      -1,
    ]);
  });

  it("the comparison of operands sorts text by code point", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareText(a, b))).to.equal(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
    expect(compareText("\uffee", "\u{1F600}")).to.be.lessThan(0);
  });

  it("the comparison of operands sorts numbers and booleans in ascending order", () => {
    expect([compareValues(2, 10), compareValues(true, false), compareValues("2", "10")].map(Math.sign)).to.deep.equal([
      -1, 1, 1,
    ]);
  });

  for (const [given, normal] of [
    ["", ""],
    ["dark red", "dark red"],
    ["  dark\u00a0\t\r\n red\u3000", "dark red"],
    ["gru\u0308n", "grün"],
    ["re\u00add\u200b", "red"],
    ["\ufeff\u2060\u200e\u202ared\u202c", "red"],
    ["e\u200b\u0301", "é"],
    ["re\u200dd\u200c", "red"],
    ["\u200b \u00a0\u200d", ""],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f", "\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f"],
    ["Clothing:\u00a0Coats", "Clothing: Coats"],
  ] as const) {
    it(`normalText normalizes ${JSON.stringify(given)} to ${JSON.stringify(normal)}`, () => {
      expect(normalText(given)).to.equal(normal);
      expect(isBlank(given)).to.equal(normal === "");
    });
  }

  it("normalized text does not change when it is normalized again", () => {
    const part = fc.constantFrom(...Array.from("aeب\u0301\u200b\u200c\u200d\u00ad\u00a0 \t\ufeff\ufe0f\u{1f469}"));
    fc.assert(
      fc.property(fc.oneof(fc.array(part), fc.array(fc.string({ unit: "binary" }))), (parts) => {
        const text = parts.join("");
        const normal = normalText(text);
        expect(normalText(normal)).to.equal(normal);
        expect(isBlank(text)).to.equal(normal === "");
        expect(normal)
          .to.equal(normal.normalize("NFC").trim())
          .and.not.match(/\s\s|[\u00ad\u200b\ufeff\u00a0\t]/);
      }),
    );
  });

  it("text normalization takes linear time", () => {
    for (const text of ["\u200d", "ب\u200d", "\u200b ", "\u00a0", "a\u200c\u0301"]) {
      const started = performance.now();
      normalText(text.repeat(200_000));
      expect(performance.now() - started, JSON.stringify(text)).to.be.lessThan(1000);
    }
  });
});
