import { isUtf8 } from "node:buffer";
import { withoutByteOrderMark } from "../../lib/byte-order-mark.js";
import { createTimeSlice } from "../../lib/time-slice.js";
import { JsonBalance } from "./json-balance.js";
import { problemOfStructure } from "./line-structure.js";

/** A line that is not blank; `number` counts from 1, blank lines included. */
export type NumberedLine = TextLine | UnreadableLine;

interface Line {
  readonly number: number;
  readonly bytes: number;
  /** Set when the payload ends before the object, array or string that the line began: it was cut off there. */
  readonly isCutOff?: true;
}

export interface TextLine extends Line {
  readonly text: string;
}

/** Not read: too long, not UTF-8, or of so many parts that reading it would hold everything else up. */
export interface UnreadableLine extends Line {
  readonly problem: string;
}

/** Lines between two looks at the clock. */
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
