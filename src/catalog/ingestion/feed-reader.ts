import { isUtf8 } from "node:buffer";
import { withoutByteOrderMark } from "../../lib/byte-order-mark.js";
import { createTimeSlice } from "../../lib/periodic.js";

/**
 * Maximum number of commas, colons and opening brackets in a line. These characters determine the parsing time: a megabyte of plain text
 * takes less than a millisecond, a megabyte of `{"a":1},` takes 70 ms.
 */
const MAX_PARTS = 25_000;
/** Maximum nesting of a line in levels, far above the limit for stored data. The parser needs time and memory for each level. */
const MAX_LEVELS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [LIST, LIST_END] = [0x5b, 0x5d];
const [OBJECT, OBJECT_END] = [0x7b, 0x7d];

/** Tracks the structure of JSON text in byte chunks of any size. The bytes need not be valid UTF-8. */
class JsonStructure {
  #levels = 0;
  #mostLevels = 0;
  #parts = 0;
  #isInString = false;
  #isEscaped = false;

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isInString) at = this.#endOfString(bytes, at);
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#isInString = !this.#isInString;
      } else if (byte === COMMA || byte === COLON) {
        this.#parts += 1;
      } else if (byte === OBJECT || byte === LIST) {
        this.#parts += 1;
        this.#levels += 1;
        this.#mostLevels = Math.max(this.#mostLevels, this.#levels);
      } else if (byte === OBJECT_END || byte === LIST_END) {
        this.#levels -= 1;
      }
    }
  }

  /** Returns the index of the closing quote of a string that continues at `start`, or the end of the bytes. */
  #endOfString(bytes: Buffer, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    this.#isEscaped = at > bytes.length;
    return at;
  }

  /** Whether the text ended inside an object, array or string. */
  get isOpen(): boolean {
    return this.#isInString || this.#levels > 0;
  }

  /** Returns the reason why the text must not be parsed: too many levels, values or names. For invalid JSON, the counts may be too high. */
  get problem(): string | undefined {
    if (this.#mostLevels > MAX_LEVELS) return `nested deeper than ${MAX_LEVELS} levels`;
    return this.#parts > MAX_PARTS ? `more than ${MAX_PARTS} values and property names` : undefined;
  }
}

function structureOf(parts: readonly Buffer[]): JsonStructure {
  const structure = new JsonStructure();
  for (const part of parts) structure.add(part);
  return structure;
}

/** A non-blank line; `number` counts from 1, including blank lines. */
export type NumberedLine = TextLine | UnreadableLine;

interface Line {
  readonly number: number;
  readonly bytes: number;
  /** Set if the payload ends inside an object, array or string of this line, so the payload was truncated. */
  readonly isCutOff?: true;
}

interface TextLine extends Line {
  readonly text: string;
}

/** A line that was not parsed: too long, invalid UTF-8, or so complex that parsing it would block the process. */
interface UnreadableLine extends Line {
  readonly problem: string;
}

const LINES_A_LOOK = 64;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a stream of bytes into lines (LF or CRLF; the last line end is optional) and yields them in lists. Skips blank lines and an
 * initial byte order mark. A line longer than `maxLineBytes` is discarded and reported as unreadable. A chunk without a line end yields an
 * empty list, and a chunk with many lines yields several, so the caller can do other work in between.
 * @param isWanted lines for which it returns false are skipped like blank lines
 */
export async function* readFeedLines(
  stream: AsyncIterable<Buffer>,
  maxLineBytes: number,
  isWanted: (number: number) => boolean = () => true,
): AsyncGenerator<NumberedLine[], void, undefined> {
  let number = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  /** Structure of a line that exceeds the length limit. */
  let balance: JsonStructure | undefined;

  const keep = (part: Buffer) => {
    if (pendingBytes <= maxLineBytes && part.length > 0) pending.push(part);
    pendingBytes += part.length;
    if (pendingBytes <= maxLineBytes) return;
    if (balance === undefined) balance = structureOf(pending);
    else balance.add(part);
  };
  const finish = (): NumberedLine | undefined => {
    const bytes = pendingBytes;
    const parts = pending;
    pending = [];
    pendingBytes = 0;
    balance = undefined;
    number += 1;
    if (!isWanted(number)) return undefined;
    if (bytes > maxLineBytes) return { number, bytes, problem: `longer than ${maxLineBytes} bytes` };
    return lineOf(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), number);
  };

  const slice = createTimeSlice();
  for await (const chunk of stream) {
    let lines: NumberedLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      const line = finish();
      if (line !== undefined) lines.push(line);
      start = end + 1;
      if (number % LINES_A_LOOK === 0 && slice.isOver()) {
        yield lines;
        lines = [];
        await slice.next();
      }
    }
    keep(chunk.subarray(start));
    yield lines;
  }
  const { isOpen } = balance ?? structureOf(pending);
  const last = finish();
  if (last !== undefined) yield [isOpen ? { ...last, isCutOff: true } : last];
}

function lineOf(received: Buffer, number: number): NumberedLine | undefined {
  let line = received;
  if (number === 1) line = withoutByteOrderMark(line);
  if (line.at(-1) === CARRIAGE_RETURN) line = line.subarray(0, -1);
  if (!isUtf8(line)) return { number, bytes: received.length, problem: "not valid UTF-8" };
  // Each nested level takes at least one byte, so a line shorter than the maximum number of levels needs no check.
  const problem = line.length <= MAX_LEVELS ? undefined : structureOf([line]).problem;
  if (problem !== undefined) return { number, bytes: received.length, problem };
  const text = line.toString("utf8");
  return text.trim() === "" ? undefined : { number, bytes: received.length, text };
}
