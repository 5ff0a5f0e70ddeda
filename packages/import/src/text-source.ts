import { Buffer, isUtf8 } from "node:buffer";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type DecodedTwice, repairOf, repairedPieces } from "./decoded-twice.js";
import { ImportError } from "./import-error.js";
import { sheetAsCsv } from "./xlsx.js";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250", "windows-1251"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Text of a file as a stream. */
export interface TextSource {
  readonly encoding: Encoding;
  /** The first part of the text, for format detection. */
  readonly head: string;
  /** The complete text, including the head. The stream can be read only once. */
  readonly pieces: AsyncIterable<string>;
  /**
   * Counts of damaged and repaired values (mojibake), updated while the text is read; undefined if no value looks
   * damaged.
   */
  readonly decodedTwice?: DecodedTwice;
}

/** Number of bytes at the start of a file that are used to detect its encoding and to propose a mapping. */
const HEAD_BYTES = 1_048_576;

/**
 * Reads a file as text. Accepts plain text, gzip and Excel workbooks (as CSV), in UTF-8, UTF-16 or a code page. Repairs
 * UTF-8 text that was decoded with the wrong code page if enough values indicate the damage.
 * @param encoding encoding of the file; detected by default
 * @throws {ImportError} if the file is not text or its encoding was misdetected
 */
export async function readText(bytes: AsyncIterable<Buffer>, encoding?: Encoding): Promise<TextSource> {
  const packed = await peeked(bytes, 4);
  const isGzip = packed.head.length > 1 && packed.head.readUInt16BE() === 0x1f8b;
  const plain = isGzip ? await peeked(inflated(packed.all), 4) : packed;
  const isWorkbook = isArchive(plain.head);
  const { head, all } = await peeked(isWorkbook ? sheetAsCsv(plain.all) : plain.all, HEAD_BYTES);
  const found = encoding ?? encodingOf(head);
  const pieces = decoded(all, found);
  const prefix = new TextDecoder(found).decode(head, { stream: true });
  if (prefix.includes("\0")) throw new ImportError("the file is neither text nor an Excel workbook");
  const decodedTwice = repairOf(prefix);
  if (decodedTwice === undefined) return { encoding: found, head: prefix, pieces };
  const repaired = decodedTwice.repair(prefix);
  if (!decodedTwice.isCertain) return { encoding: found, head: prefix, pieces, decodedTwice };
  // Resets the counts of damaged values, because the start is repaired again with the rest of the file.
  const again = repairOf(prefix) ?? decodedTwice;
  return { encoding: found, head: repaired, pieces: repairedPieces(pieces, again), decodedTwice: again };
}

/** Maximum record length in characters. */
const MAX_RECORD = 16_000_000;

/**
 * Limits the length of records, because a reader buffers each record in memory.
 * @returns `pieces`: the same text as a stream that throws an ImportError if a record is too long. `ended`: a function
 * to call after each record
 */
export function withBoundedRecords(pieces: AsyncIterable<string>): {
  readonly pieces: AsyncIterable<string>;
  readonly ended: () => void;
} {
  let length = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      length += piece.length;
      if (length > MAX_RECORD + piece.length)
        throw new ImportError(
          `more than ${MAX_RECORD.toLocaleString("en-US")} characters belong to one record, too many for a product`,
        );
      yield piece;
    }
  }
  return { pieces: counted(), ended: () => void (length = 0) };
}

/**
 * Reads at least `length` bytes (or the whole stream) in advance.
 * @returns the bytes read, and the complete stream including these bytes
 */
async function peeked(bytes: AsyncIterable<Buffer>, length: number) {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(first), all: all() };
}

/**
 * Limits for detecting decompression bombs: if the decompressed size exceeds `MAX_TIGHT_BYTES`, the compression ratio
 * must not exceed `MAX_RATIO`.
 */
const MAX_TIGHT_BYTES = 100_000_000;
const MAX_RATIO = 300;

async function* inflated(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const output = new PassThrough();
  const gunzip = createGunzip();
  const done = pipeline(Readable.from(bytes), gunzip, output);
  done.catch(() => undefined);
  let size = 0;
  try {
    for await (const piece of output as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MAX_TIGHT_BYTES && size > gunzip.bytesWritten * MAX_RATIO)
        throw new ImportError(
          `the gzip data expands to more than ${MAX_RATIO} times its size, so the file is not a product export`,
        );
      yield piece;
    }
    await done;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw error;
    throw new ImportError(`the gzip data is damaged or truncated: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether a file is a zip archive, as Excel workbooks are. */
const isArchive = (head: Buffer): boolean => head.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";

function encodingOf(head: Buffer): Encoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // The first character is assumed to be ASCII. In UTF-16, one of the two bytes of an ASCII character is 0.
  if (second === 0 && first !== 0) return "utf-16le";
  if (first === 0 && second !== undefined) return "utf-16be";
  return isUtf8(withoutCutCharacter(head)) ? "utf-8" : codePageOf(head);
}

/**
 * Detects the code page of single-byte text. Sequences of letters with codes above 127 indicate Cyrillic; certain
 * symbols within Latin words indicate Central European letters.
 */
function codePageOf(head: Buffer): "windows-1250" | "windows-1251" | "windows-1252" {
  // Node.js 20 decodes Windows-1252 as Latin-1 unless `stream` is set.
  const western = new TextDecoder("windows-1252").decode(head, { stream: true });
  const high = (western.match(/[\u0080-\uffff]/g) ?? []).length;
  const inRuns = (western.match(/[À-ÿ¸¨]{3,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
  if (inRuns > high * 0.6) return "windows-1251";
  const marks = (western.match(/\p{L}[¹³¿¼¾œŸžšŒŽŠ¯£¥]|[¹³¿¼¾¯£¥]\p{Ll}/gu) ?? []).length;
  return marks > high * 0.1 ? "windows-1250" : "windows-1252";
}

/** Removes an incomplete character from the end of the first bytes of a file. */
function withoutCutCharacter(head: Buffer): Buffer {
  const LONGEST = 4;
  for (let cut = 1; cut < LONGEST && cut <= head.length; cut += 1) {
    const byte = head[head.length - cut] ?? 0;
    if (byte >= 0xc0) return head.subarray(0, head.length - cut);
    if (byte < 0x80) break;
  }
  return head;
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decode = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (chunk === undefined) {
        throw new ImportError(
          "the file ends in the middle of a character, so the file is truncated. Export the file again",
          {
            cause: error,
          },
        );
      }
      throw new ImportError(
        `after line ${line} the text contains bytes that are invalid in ${encoding.toUpperCase()}. ` +
          "Save the file as UTF-8, or select its encoding with --encoding windows-1252",
        { cause: error },
      );
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    yield text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) line += 1;
  }
  const rest = decode();
  if (rest !== "") yield rest;
}
