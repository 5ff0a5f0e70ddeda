import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { insertLine, useCatalog } from "../../../support/catalog.js";

const MAX_LINE = 1_048_576;
/**
 * Text that exceeds the maximum line length, random because a feed with compressible text would be rejected as a whole.
 */
const TEXT = randomBytes(MAX_LINE / 2).toString("hex");
const json = (text: string) => Buffer.from(text);
const insertOf = (data: string) => json(`{"operation":"insert","product_data":${data}}`);

/** Rejected lines, each with the product id in the error (null if unknown) and the reason for the rejection. */
const REJECTED: readonly (readonly [what: string, line: Buffer, product: string | null, reason: string | RegExp])[] = [
  ["invalid UTF-8", Buffer.concat([insertOf('{"product_identifier":"B"}').subarray(0, -2), Buffer.from([0xff, 0x7d, 0x7d])]), null, "not valid UTF-8"],
  ["more than 1 MiB", json(insertLine("B", "V", { text: TEXT })), null, `longer than ${MAX_LINE} bytes`],
  ["a line that is not JSON", json("hello"), null, /^not valid JSON: Unexpected token/],
  ["an additional comma", insertOf('{"product_identifier":"B",}'), null, /^not valid JSON: .*at position \d+$/],
  ["an array instead of an object", json("[]"), null, "expected a JSON object, got an array"],
  ["a missing operation", json('{"product_data":{"product_identifier":"B"}}'), "B", 'operation: expected "insert", "update" or "delete", got no value'],
  ["missing product data", json('{"operation":"insert"}'), null, "product_data: expected an object, got null"],
  ["a missing product identifier", insertOf("{}"), null, "product_identifier: expected a string, got no value"],
  ["a number as identifier", insertOf('{"product_identifier":7}'), null, "product_identifier: expected a string, got 7"],
  ["a blank variant identifier", insertOf('{"product_identifier":"B","variant_identifier":" "}'), "B", "variant_identifier: expected a non-blank string"],
  ["a price that is text", insertOf('{"product_identifier":"B","price":"9,90"}'), "B", 'price: expected a number of at least 0, got "9,90"'],
  ["a lone surrogate", insertOf('{"product_identifier":"B","title":"\\ud800"}'), "B", "text is not well-formed Unicode: a lone surrogate"],
  ["too many nesting levels", insertOf(`{"product_identifier":"B","a":${"[".repeat(101)}${"]".repeat(101)}}`), "B", "nested deeper than 100 levels"],
]; // prettier-ignore

const IN_BOTH_MODES = new Set(["invalid UTF-8", "more than 1 MiB", "a number as identifier", "a price that is text"]);

const NEWLINE = Buffer.from("\n");
const GOOD = ["A1", "A2"].map((product) => json(insertLine(product)));
/** Valid feed lines, so many that one rejected line is less than one percent of all lines. */
const MANY = Array.from({ length: 120 }, (_, one) => json(insertLine(`M${one}`)));

const POSITIONS = { first: 0, middle: 1, last: 2 } as const;

function payloadOf(lines: readonly Buffer[], index: number, line: Buffer, hasEnd: boolean): Buffer {
  const all = [...lines.slice(0, index), line, ...lines.slice(index)];
  const parts = all.flatMap((one, position) => (position === 0 ? [one] : [NEWLINE, one]));
  return Buffer.concat(hasEnd ? [...parts, NEWLINE] : parts);
}

describe("reasons of rejected feed lines", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  for (const mode of ["insert", "soft_replace"] as const) {
    // Both ingestion modes validate lines in the same way, so soft_replace needs fewer test cases.
    const rejected = mode === "insert" ? REJECTED : REJECTED.filter(([what]) => IN_BOTH_MODES.has(what));
    for (const [what, line, product, reason] of rejected) {
      it(`reasons of rejected feed lines are reported for ${what} at any position of the payload (${mode})`, async () => {
        const variants = Object.values(POSITIONS).flatMap((position) =>
          [true, false].map((hasEnd) => ({ position, hasEnd })),
        );
        for (const [position, { position: index, hasEnd }] of variants.entries()) {
          const lines = mode === "insert" ? GOOD : MANY;
          const at = index === POSITIONS.last ? lines.length : index;
          const payload = payloadOf(lines, at, line, hasEnd);
          const record = await bench.ingest(`reasons-${mode.replace("_", "-")}`, payload, {
            mode,
            gzip: position % 2 === 0,
          });
          const metrics = record.product_metrics;
          expect([record.status, metrics?.failure], `line ${at + 1}, end: ${hasEnd}`).to.deep.equal([
            STATUS.COMPLETED,
            null,
          ]);
          expect(metrics?.lines).to.deep.equal({ received: lines.length + 1, rejected: 1, deletions: 0 });
          const [error] = metrics?.errors ?? [];
          expect([error?.line, error?.product_identifier]).to.deep.equal([at + 1, product]);
          if (typeof reason === "string") expect(error?.reason).to.equal(reason);
          else expect(error?.reason).to.match(reason);
        }
      });
    }

    it(`reasons of rejected feed lines appear in the error of the job if every line is rejected (${mode})`, async () => {
      const lines = [NEWLINE, ...REJECTED.slice(7).flatMap(([, line]) => [line, NEWLINE])];
      for (const gzip of [true, false]) {
        const record = await bench.ingest("nothing", Buffer.concat(lines), { mode, gzip });
        expect([record.status, record.product_metrics?.failure]).to.deep.equal([
          STATUS.FAILED,
          "6 of 6 lines rejected; line 2: product_identifier: expected a string, got no value",
        ]);
        expect(record.product_metrics?.errors.map(({ line }) => line)).to.deep.equal([2, 3, 4, 5, 6, 7]);
      }
      expect(await bench.generations("nothing")).to.deep.equal([]);
    });

    it(`reasons of rejected feed lines include the number of the last line if the payload is truncated (${mode})`, async () => {
      const whole = payloadOf(GOOD, GOOD.length, json(insertLine("B", "V", { title: 'é "}" ü' })), false);
      const start = whole.lastIndexOf(0x0a) + 1;
      for (const end of [start + 1, start + 30, whole.indexOf("é") + 1, whole.length - 1]) {
        const record = await bench.ingest("cut", whole.subarray(0, end), { mode });
        expect([record.status, record.product_metrics?.failure]).to.deep.equal([
          STATUS.FAILED,
          "the payload is truncated: its last line, 3, is incomplete",
        ]);
      }
      expect((await bench.ingest("cut", whole, { mode })).product_metrics?.lines.rejected).to.equal(0);
    });

    it(`reasons of rejected feed lines report an incomplete last line of more than 1 MiB as too long (${mode})`, async () => {
      const long = json(insertLine("B", "V", { text: "x".repeat(2 * MAX_LINE) })).subarray(0, -5);
      const record = await bench.ingest("cut-long", payloadOf(GOOD, GOOD.length, long, false), { mode });
      expect(record.product_metrics?.failure).to.equal("the payload is truncated: its last line, 3, is incomplete");
      expect(record.product_metrics?.errors.map(({ reason }) => reason)).to.deep.equal([
        `longer than ${MAX_LINE} bytes`,
      ]);
    });
  }
});
