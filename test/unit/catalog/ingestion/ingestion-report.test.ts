import { expect } from "chai";
import { type LineError, noChanges, Report } from "../../../../src/catalog/ingestion/ingestion-report.js";

/** Returns the error that is reported for a dropped value. */
function lossOf(...lost: Parameters<Report["lose"]>): LineError | undefined {
  const report = new Report();
  void report.lose(...lost);
  return report.finish(RUN).errors[0];
}

const RUN = { bytes: 10, seconds: 2, attempts: 1, failure: null };

describe("the report of a job", () => {
  it("the report of a job contains only zeros if the payload has no lines", () => {
    expect(new Report().finish({ bytes: 0, seconds: 0, attempts: 0, failure: "why" })).to.deep.equal({
      lines: { received: 0, rejected: 0, deletions: 0 },
      products: noChanges(),
      variants: { ...noChanges(), rejected: 0 },
      index_warnings: [],
      index_warnings_total: 0,
      ignored_fields: {},
      bytes: 0,
      seconds: 0,
      lines_per_second: 0,
      attempts: 0,
      earlier_attempts: [],
      failure: "why",
      errors: [],
    });
  });

  it("the report of a job lists new public fields whose names look private", () => {
    const report = new Report();
    report.warnOfPrivate(["color", "cost_price", "margin"], (field) => field !== "margin");
    expect(report.finish(RUN).possibly_private).to.deep.equal(["cost_price"]);
  });

  it("the report of a job contains the duration rounded to milliseconds, and the number of lines per second", () => {
    const report = new Report();
    report.lines.received = 1000;
    const { seconds, lines_per_second } = report.finish({ ...RUN, seconds: 0.123456 });
    expect({ seconds, lines_per_second }).to.deep.equal({ seconds: 0.123, lines_per_second: 8100 });
  });

  it("the report of a job contains the first hundred errors", () => {
    const report = new Report();
    for (let line = 1; line <= 150; line += 1) void report.reject({ line, product_identifier: null, reason: "r" });
    const { errors } = report.finish(RUN);
    expect(errors.map(({ line }) => line)).to.deep.equal(Array.from({ length: 100 }, (_, one) => one + 1));
  });

  it("the report of a job counts dropped values by field and reason, most frequent first", () => {
    const report = new Report();
    void report.lose({ field: "a", reason: "type" }, 3, "P");
    void report.lose({ field: "b", reason: "type" }, 3, "P");
    void report.lose({ field: "b", reason: "ceiling" }, 4, "P");
    void report.lose({ field: "b", reason: "type" }, 3, "P");
    void report.lose({ field: "b", reason: "type" }, 5, "P");
    const { index_warnings, index_warnings_total } = report.finish(RUN);
    expect({ index_warnings, index_warnings_total }).to.deep.equal({
      index_warnings: [
        { field: "b", reason: "type", count: 3, lines: [3, 5] },
        { field: "a", reason: "type", count: 1, lines: [3] },
        { field: "b", reason: "ceiling", count: 1, lines: [4] },
      ],
      index_warnings_total: 5,
    });
  });

  it("the report of a job contains the expected and the actual type of a dropped value", () => {
    const error = lossOf({ field: "weight", reason: "type", expected: "number", value: "n/a" }, 7, "P7");
    expect(error).to.deep.equal({
      line: 7,
      product_identifier: "P7",
      reason: 'weight: expected a number, got "n/a"; the value is returned, but cannot be filtered on',
      field: "weight",
    });
  });

  it("the report of a job describes a price that was sent as text", () => {
    const error = lossOf({ field: "price", reason: "price_as_text", value: "12.50" }, 7, "P7");
    expect(error?.reason).to.equal('price: expected a number, got "12.50"; the value was converted to a number');
  });

  it("the report of a job describes an integer that was converted to text", () => {
    const error = lossOf({ field: "erp", reason: "unsafe_integer", value: "1234567890123456789" }, 7, "P7");
    expect(error?.reason).to.equal(
      "erp: the integer 1234567890123456789 exceeds 2^53; the value was converted to text",
    );
  });

  it("the report of a job lists at most five line numbers per field with dropped values", () => {
    const report = new Report();
    const listed: unknown[] = [];
    report.list = { add: (error) => Promise.resolve(void listed.push(error)), close: () => Promise.resolve() };
    for (let line = 1; line <= 1_000; line += 1) void report.lose({ field: "a", reason: "type" }, line, "P");
    void report.lose({ field: "b", reason: "type" }, 1_001, "P");
    void report.reject({ line: 1_002, product_identifier: null, reason: "r" });
    expect(listed).to.have.length(7);
    const { errors, index_warnings } = report.finish(RUN);
    expect(errors.map(({ line, field }) => [line, field])).to.deep.equal([
      [1_002, undefined],
      ...[1, 2, 3, 4, 5].map((line) => [line, "a"]),
      [1_001, "b"],
    ]);
    expect(index_warnings[0]).to.deep.equal({ field: "a", reason: "type", count: 1_000, lines: [1, 2, 3, 4, 5] });
  });

  it("the report of a job lists a limited number of fields with dropped values, but counts all dropped values", () => {
    const report = new Report();
    for (let one = 0; one < 20_000; one += 1) void report.lose({ field: `leaf${one}`, reason: "ceiling" }, one, "P");
    for (let line = 1; line <= 3; line += 1) void report.lose({ field: "leaf9999", reason: "ceiling" }, line, "P");
    const { index_warnings, index_warnings_total, errors } = report.finish(RUN);
    expect(index_warnings.length).to.equal(200);
    expect(index_warnings[0]).to.deep.equal({ field: "leaf9999", reason: "ceiling", count: 4, lines: [9999, 1, 2, 3] });
    expect(index_warnings_total).to.equal(20_003);
    expect(errors).to.have.length(100);
  });

  it("the report of a job lists at most fifty ignored fields, with shortened names", () => {
    const report = new Report();
    report.ignore("__proto__");
    report.ignore("constructor");
    report.ignore("constructor");
    report.ignore("x".repeat(100_000));
    for (let one = 0; one < 100; one += 1) report.ignore(`field${one}`);
    const fields = report.finish(RUN).ignored_fields;
    expect(Object.keys(fields)).to.have.length(50);
    expect(Object.entries(fields).slice(0, 4)).to.deep.equal([
      ["__proto__", 1],
      ["constructor", 2],
      ["x".repeat(255), 1],
      ["field0", 1],
    ]);
  });
});
