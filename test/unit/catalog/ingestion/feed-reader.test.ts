import { expect } from "chai";
import fc from "fast-check";
import { type NumberedLine, readFeedLines } from "../../../../src/catalog/ingestion/feed-reader.js";

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

async function linesOf(chunks: readonly Uint8Array[], maxLineBytes = 1000): Promise<NumberedLine[]> {
  const lines: NumberedLine[] = [];
  for await (const some of readFeedLines(stream(chunks), maxLineBytes)) lines.push(...some);
  return lines;
}

const read = (text: string, maxLineBytes?: number) => linesOf([Buffer.from(text)], maxLineBytes);

const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, one) => bytes.subarray(places[one], end));
};

describe("readFeedLines", () => {
  it("readFeedLines splits lines at LF or CRLF, and numbers the lines from 1", async () => {
    expect(await read("one\ntwo\r\nthree\n")).to.deep.equal([
      { number: 1, bytes: 3, text: "one" },
      { number: 2, bytes: 4, text: "two" },
      { number: 3, bytes: 5, text: "three" },
    ]);
  });

  it("readFeedLines accepts a last line without a line break", async () => {
    expect(await read("one\ntwo")).to.deep.equal([
      { number: 1, bytes: 3, text: "one" },
      { number: 2, bytes: 3, text: "two" },
    ]);
  });

  const last: readonly (readonly [text: string, isCutOff: boolean])[] = [
    ['{"a":{"b":[1]}}', false],
    ['{"a":"\\"}"}', false],
    ['{"a":1,}', false],
    ["not JSON", false],
    ["}", false],
    ['{"a":{"b":[1]}', true],
    ['{"a":"}', true],
    ['{"a":"\\"}', true],
    ["{", true],
    ['"', true],
  ];
  for (const [text, isCutOff] of last) {
    it(`readFeedLines ${isCutOff ? "reports" : "does not report"} a truncated payload if the payload ends with ${text}`, async () => {
      expect((await read(`one\n${text}`)).map((line) => line.isCutOff === true)).to.deep.equal([false, isCutOff]);
      expect((await read(`one\n${text}\n`)).map((line) => line.isCutOff === true)).to.deep.equal([false, false]);
    });
  }

  it("readFeedLines reports a truncated payload if the payload ends in the middle of a character", async () => {
    const problem = "not valid UTF-8";
    const cut = Buffer.from('{"a":"é').subarray(0, -1);
    expect(await linesOf([cut])).to.deep.equal([{ number: 1, bytes: 7, problem, isCutOff: true }]);
    const wrong = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(await linesOf([wrong])).to.deep.equal([{ number: 1, bytes: 7, problem }]);
  });

  it("readFeedLines skips blank lines but includes them in the line numbers", async () => {
    expect(await read("\n \t \n\r\none\n\n\ntwo\n \n")).to.deep.equal([
      { number: 4, bytes: 3, text: "one" },
      { number: 7, bytes: 3, text: "two" },
    ]);
  });

  it("readFeedLines ignores a byte order mark at the start of a feed", async () => {
    expect(await read("\ufeffone\n")).to.deep.equal([{ number: 1, bytes: 6, text: "one" }]);
    expect(await read("\ufeff\none\n")).to.deep.equal([{ number: 2, bytes: 3, text: "one" }]);
    expect(await read("one\n\ufefftwo\n")).to.deep.equal([
      { number: 1, bytes: 3, text: "one" },
      { number: 2, bytes: 6, text: "\ufefftwo" },
    ]);
  });

  it("readFeedLines returns no lines for an empty or blank feed", async () => {
    for (const text of ["", "\n", "\n\r\n  \n", "\ufeff", "\ufeff\r\n"]) expect(await read(text)).to.deep.equal([]);
  });

  it("readFeedLines removes only the carriage return directly before a line break", async () => {
    expect(await read("a\rb\r\r\n")).to.deep.equal([{ number: 1, bytes: 5, text: "a\rb\r" }]);
  });

  it("readFeedLines does not split lines at Unicode line separators other than LF and CRLF", async () => {
    expect(await read("a\u2028b\u0085c\vd\n")).to.have.length(1);
  });

  it("readFeedLines reports each line that is not valid UTF-8", async () => {
    const lines = await linesOf([
      Buffer.from("one\n"),
      Buffer.from([0x74, 0xff, 0x0a]),
      Buffer.from([0xed, 0xa0, 0xbd, 0x0a]),
      Buffer.from([0xc3]),
      Buffer.from([0x0a, 0x74, 0x0a]),
    ]);
    expect(lines).to.deep.equal([
      { number: 1, bytes: 3, text: "one" },
      { number: 2, bytes: 2, problem: "not valid UTF-8" },
      { number: 3, bytes: 3, problem: "not valid UTF-8" },
      { number: 4, bytes: 1, problem: "not valid UTF-8" },
      { number: 5, bytes: 1, text: "t" },
    ]);
  });

  it("readFeedLines reports a line that is too long, and continues with the next line", async () => {
    expect(await read("12345\n123456\n1\n", 5)).to.deep.equal([
      { number: 1, bytes: 5, text: "12345" },
      { number: 2, bytes: 6, problem: "longer than 5 bytes" },
      { number: 3, bytes: 1, text: "1" },
    ]);
    expect(await read("123456", 5)).to.deep.equal([{ number: 1, bytes: 6, problem: "longer than 5 bytes" }]);
  });

  it("readFeedLines recognizes a truncated last line even if the line is too long to buffer", async () => {
    const problem = "longer than 5 bytes";
    for (const chunks of [['{"a":123', "4567"], ['{"a":1234567']]) {
      const cut = chunks.map((chunk) => Buffer.from(chunk));
      expect(await linesOf(cut, 5)).to.deep.equal([{ number: 1, bytes: 12, problem, isCutOff: true }]);
      expect(await linesOf([...cut, Buffer.from("}")], 5)).to.deep.equal([{ number: 1, bytes: 13, problem }]);
    }
  });

  it("readFeedLines returns the same lines for any chunk sizes", async () => {
    const line = fc.oneof(
      fc.constantFrom("", " ", "\r", "\ufeff", "{}", "é😀", "x".repeat(30)),
      fc.string({ unit: "grapheme" }),
    );
    const end = fc.constantFrom("\n", "\r\n", "\n\n");
    const text = fc.array(fc.tuple(line, end)).map((pairs) => pairs.flat().join(""));
    await fc.assert(
      fc.asyncProperty(text, line, fc.array(fc.nat()), async (body, last, cuts) => {
        const bytes = Buffer.from(body + last);
        expect(await linesOf(cutAt(bytes, cuts), 40)).to.deep.equal(await linesOf([bytes], 40));
      }),
      { numRuns: 300 },
    );
  });

  it("readFeedLines returns the same lines for single-byte chunks as for one chunk", async () => {
    const bytes = Buffer.from("\ufeffein\r\nzwölf\n\n😀\nlast");
    expect(await linesOf(cutAt(bytes, [...bytes.keys()]))).to.deep.equal(await linesOf([bytes]));
  });

  it("readFeedLines needs at most the memory of the longest allowed line", async () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    let most = 0;
    async function* endless() {
      const before = process.memoryUsage();
      for (let sent = 0; sent < 400_000_000; sent += chunk.length) {
        yield await Promise.resolve(Buffer.from(chunk));
        const now = process.memoryUsage();
        most = Math.max(most, now.arrayBuffers - before.arrayBuffers);
        if (sent % (4 * 1024 * 1024) === 0) globalThis.gc?.();
      }
      yield Buffer.from("\n{}\n");
    }
    const lines: NumberedLine[] = [];
    for await (const some of readFeedLines(endless(), 1_000_000)) lines.push(...some);
    expect(lines).to.deep.equal([
      { number: 1, bytes: 400_031_744, problem: "longer than 1000000 bytes" },
      { number: 2, bytes: 2, text: "{}" },
    ]);
    // The limit is half the stream size, because garbage collection is unpredictable. A buffered line exceeds it.
    expect(most).to.be.lessThan(200_000_000);
  });

  it("readFeedLines returns an empty list for a chunk without a line break", async () => {
    const sizes: number[] = [];
    for await (const some of readFeedLines(stream(["a", "b\nc\n", "\n", "d"].map((text) => Buffer.from(text))), 10)) {
      sizes.push(some.length);
    }
    expect(sizes).to.deep.equal([0, 2, 0, 0, 1]);
  });
});

async function problemOf(text: string): Promise<unknown> {
  const [line] = await linesOf([Buffer.from(text)], 1_000_000);
  return line && "problem" in line ? line.problem : undefined;
}
const MANY = "more than 25000 values and property names";
const DEEP = "nested deeper than 200 levels";

describe("limits on the nesting depth and the number of values of a feed line", () => {
  for (const [what, text, problem] of [
    ["the maximum number of values", `[${Array(25_000).fill("1").join()}]`, undefined],
    ["one value more than the maximum", `[${Array(25_001).fill("1").join()}]`, MANY],
    ["too many names and values in total", `{${Array(13_000).fill('"a":1').join()}}`, MANY],
    ["too many empty arrays", `[${Array(13_000).fill("[]").join()}]`, MANY],
    ["the maximum number of nesting levels", "[".repeat(200) + "]".repeat(200), undefined],
    ["one nesting level more than the maximum", "[".repeat(201), DEEP],
    ["many arrays that are not nested in each other", `[${Array(1_000).fill("[[1]]").join()}]`, undefined],
    ["a string of brackets and commas", `{"a":"${"[{,:".repeat(100_000)}"}`, undefined],
    ["escaped quotes in a string", `{"a":"${'\\",[\\\\'.repeat(30_000)}"}`, undefined],
    ["an unterminated string", `{"a":"${"[".repeat(100_000)}`, undefined],
    ["too many values after a string that ends with a backslash", `["a\\\\",${"1,".repeat(30_000)}`, MANY],
  ] as const) {
    it(`readFeedLines ${problem === undefined ? "accepts" : "rejects"} a line with ${what}`, async () => {
      expect(await problemOf(text)).to.equal(problem);
    });
  }
});
