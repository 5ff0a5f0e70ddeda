import { isUtf8 } from "node:buffer";
import { withoutByteOrderMark } from "../../lib/byte-order-mark.js";
import { createTimeSlice } from "../../lib/periodic.js";

/**
 * Commas, colons and opening brackets of a line: as many values and names. A megabyte of text is parsed within a millisecond and
 * a megabyte of `{"a":1},` takes seventy, so it is these that a line may not have too many of.
 */
const MAX_PARTS = 25_000;
/** Far more than what is stored may be nested; the parser needs time and memory for every level. */
const MAX_LEVELS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [LIST, LIST_END] = [0x5b, 0x5d];
const [OBJECT, OBJECT_END] = [0x7b, 0x7d];

/**
 * Checks a line of JSON before it is parsed: whether it has more parts or levels than any product or event has. It
 * reads the line once; in a line that is not JSON it counts at least as much as a parser would read.
 * @returns a description of the problem; undefined when there is none
 */
export function problemOfStructure(line: Buffer): string | undefined {
  // A part takes at least a byte.
  if (line.length <= MAX_LEVELS) return undefined;
  let parts = 0;
  let levels = 0;
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = endOfString(line, at);
    } else if (byte === COMMA || byte === COLON) {
      parts += 1;
    } else if (byte === LIST || byte === OBJECT) {
      parts += 1;
      levels += 1;
      if (levels > MAX_LEVELS) return `nested deeper than ${MAX_LEVELS} levels`;
    } else if (byte === LIST_END || byte === OBJECT_END) {
      levels -= 1;
    }
    if (parts > MAX_PARTS) return `more than ${MAX_PARTS} values and names`;
  }
  return undefined;
}

/** Where a string ends that begins at `start`: its closing quote, or the end of the line. */
function endOfString(line: Buffer, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === BACKSLASH) at += 1;
    else if (line[at] === QUOTE) return at;
  }
  return line.length;
}

/** A line that is not blank; `number` counts from 1, blank lines included. */
export type NumberedLine = TextLine | UnreadableLine;

interface Line {
  readonly number: number;
  readonly bytes: number;
  /** Set when the payload ends before the object, array or string that the line began: it was cut off there. */
  readonly isCutOff?: true;
}

interface TextLine extends Line {
  readonly text: string;
}

/** Not read: too long, not UTF-8, or of so many parts that reading it would hold everything else up. */
interface UnreadableLine extends Line {
  readonly problem: string;
}

const LINES_A_LOOK = 64;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a stream of bytes into lines (LF or CRLF, the last one with or without), a chunk's worth at a time. Blank lines
 * and a byte order mark at the start are passed over. At most `maxLineBytes` of an unfinished line are held: the rest
 * of a longer one is read and dropped, and the line is reported as unreadable. A chunk that ends no line gives an empty
 * list, so that whoever reads gets to do other things between chunks; a chunk of very many lines comes in several lists.
 * @param isWanted lines for which it does not hold are passed over like blank ones
 */
export async function* readFeedLines(
  stream: AsyncIterable<Buffer>,
  maxLineBytes: number,
  isWanted: (number: number) => boolean = () => true,
): AsyncGenerator<NumberedLine[], void, undefined> {
  let number = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  /** Of a line too long to be held. */
  let balance: JsonBalance | undefined;

  const keep = (part: Buffer) => {
    if (pendingBytes <= maxLineBytes && part.length > 0) pending.push(part);
    pendingBytes += part.length;
    if (pendingBytes <= maxLineBytes) return;
    if (balance === undefined) balance = balanceOf(pending);
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
  const { isOpen } = balance ?? balanceOf(pending);
  const last = finish();
  if (last !== undefined) yield [isOpen ? { ...last, isCutOff: true } : last];
}

function balanceOf(parts: readonly Buffer[]): JsonBalance {
  const balance = new JsonBalance();
  for (const part of parts) balance.add(part);
  return balance;
}

function lineOf(received: Buffer, number: number): NumberedLine | undefined {
  let line = received;
  if (number === 1) line = withoutByteOrderMark(line);
  if (line.at(-1) === CARRIAGE_RETURN) line = line.subarray(0, -1);
  if (!isUtf8(line)) return { number, bytes: received.length, problem: "not valid UTF-8" };
  const problem = problemOfStructure(line);
  if (problem !== undefined) return { number, bytes: received.length, problem };
  const text = line.toString("utf8");
  return text.trim() === "" ? undefined : { number, bytes: received.length, text };
}

/**
 * Tells whether a text that began as JSON has come to its end: every object, array and string in it is closed. Looks at
 * bytes as they come, in any portions; what lies between them does not matter, not even whether it is UTF-8.
 */
class JsonBalance {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) {
        this.#isInString = true;
      } else if (byte === OBJECT || byte === LIST) {
        this.#depth += 1;
      } else if (byte === OBJECT_END || byte === LIST_END) {
        this.#depth -= 1;
      }
    }
  }

  get isOpen(): boolean {
    return this.#isInString || this.#depth > 0;
  }
}
