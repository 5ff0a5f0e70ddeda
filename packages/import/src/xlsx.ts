import { SaxesParser } from "saxes";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { ImportError } from "./import-error.js";

/**
 * Maximum size of the compressed workbook in bytes. The workbook is kept in memory, because the directory of a zip
 * archive is at the end.
 */
const MAX_PACKED = 200_000_000;
/**
 * Maximum size of a decompressed file in bytes. Sheets are streamed; only the workbook's shared strings are kept in
 * memory.
 */
const MAX_UNPACKED = 4_000_000_000;
const MAX_SHARED_CHARACTERS = 200_000_000;
/** Maximum compression ratio. Higher ratios indicate a decompression bomb. */
const MAX_RATIO = 500;
const MAX_COLUMNS = 5_000;
const MAX_ENTRIES = 10_000;

/**
 * Converts the first visible sheet of an Excel workbook (.xlsx) to CSV. Line breaks in cells become spaces, so that
 * each row is one line.
 * @throws {ImportError} if the archive is not a workbook, is damaged, or exceeds the limits
 */
export async function* sheetAsCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const workbook = await opened(bytes);
  try {
    const entries = await entriesOf(workbook);
    const sheet = await firstSheet(workbook, entries);
    const shared = await sharedTexts(workbook, entries.get("xl/sharedStrings.xml"));
    const dates = await dateStyles(workbook, entries.get("xl/styles.xml"));
    yield* rowsOf(await contentOf(workbook, sheet), shared, dates);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`the Excel workbook is damaged: ${(error as Error).message}`, { cause: error });
  } finally {
    workbook.close();
  }
}

async function opened(bytes: AsyncIterable<Buffer>): Promise<ZipFile> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > MAX_PACKED)
      throw new ImportError("the Excel workbook is larger than 200 MB: save the sheet as “CSV UTF-8”");
    pieces.push(piece);
  }
  try {
    return await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(Buffer.concat(pieces), {
      lazyEntries: true,
    });
  } catch (error) {
    throw new ImportError(`the zip archive is damaged or truncated: ${(error as Error).message}`, { cause: error });
  }
}

function entriesOf(workbook: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    workbook.on("error", reject);
    workbook.on("end", () => resolve(entries));
    workbook.on("entry", (entry: Entry) => {
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      if (entries.size > MAX_ENTRIES)
        reject(new ImportError("the zip archive has too many files for an Excel workbook"));
      else workbook.readEntry();
    });
    workbook.readEntry();
  });
}

/** Decompresses a file of the workbook. @throws {ImportError} if the content exceeds the decompression limits */
async function contentOf(workbook: ZipFile, entry: Entry): Promise<Readable> {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > MAX_UNPACKED || uncompressedSize > 1_000_000 + compressedSize * MAX_RATIO)
    throw new ImportError(
      `${entry.fileName} in the archive expands to ${uncompressedSize} bytes, too many for a workbook`,
    );
  // The stream emits an error if the decompressed content is longer than the archive declares.
  const content = await promisify<Entry, Readable>(workbook.openReadStream.bind(workbook))(entry);
  const output = new PassThrough();
  pipeline(content, output).catch((error: unknown) => output.destroy(error as Error));
  return output;
}

type Attributes = Readonly<Record<string, string>>;

/** Parses XML as a stream. */
async function* parsed(
  content: Readable,
  handle: {
    readonly open?: (name: string, attributes: Attributes) => void;
    readonly text?: (text: string) => void;
    readonly close?: (name: string) => void;
  },
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => handle.open?.(local(name), attributes as unknown as Attributes));
  parser.on("text", (text) => handle.text?.(text));
  parser.on("closetag", ({ name }) => handle.close?.(local(name)));
  parser.on("error", (error) => {
    throw new ImportError(`the Excel workbook is damaged: ${error.message}`);
  });
  content.setEncoding("utf8");
  for await (const piece of content) {
    parser.write(piece as string);
    yield;
  }
  parser.close();
}

async function drained(pieces: AsyncGenerator<void>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

const NOT_A_WORKBOOK =
  "this is a zip archive without an Excel workbook in it: unpack it, and import the file in it; old .xls files are saved as .xlsx or “CSV UTF-8” first";

/** Returns the first visible sheet in workbook order, or the first sheet if all sheets are hidden. */
async function firstSheet(workbook: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Entry> {
  const [index, relations] = [entries.get("xl/workbook.xml"), entries.get("xl/_rels/workbook.xml.rels")];
  if (index === undefined) throw new ImportError(NOT_A_WORKBOOK);
  const sheets: { readonly id: string; readonly isHidden: boolean }[] = [];
  const open = (name: string, attributes: Attributes) => {
    if (name === "sheet")
      sheets.push({ id: attributes["r:id"] ?? "", isHidden: /hidden/i.test(attributes["state"] ?? "") });
  };
  await drained(parsed(await contentOf(workbook, index), { open }));
  const targets = new Map<string, string>();
  if (relations !== undefined) {
    const relate = (name: string, { Id = "", Target = "" }: Attributes) => {
      if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    };
    await drained(parsed(await contentOf(workbook, relations), { open: relate }));
  }
  const [first] = [...sheets.filter(({ isHidden }) => !isHidden), ...sheets];
  const found = entries.get(targets.get(first?.id ?? "") ?? "") ?? entries.get("xl/worksheets/sheet1.xml");
  if (found === undefined) throw new ImportError(NOT_A_WORKBOOK);
  return found;
}

async function sharedTexts(workbook: ZipFile, entry: Entry | undefined): Promise<readonly string[]> {
  if (entry === undefined) return [];
  const texts: string[] = [];
  let [text, characters, isText, isPhonetic] = ["", 0, false, false];
  const open = (name: string) => {
    if (name === "si") text = "";
    isPhonetic ||= name === "rPh";
    isText = name === "t" && !isPhonetic;
  };
  const close = (name: string) => {
    if (name === "si") texts.push(text);
    if (name === "rPh") isPhonetic = false;
    isText = false;
  };
  const add = (piece: string) => {
    if (!isText) return;
    text += piece;
    characters += piece.length;
    if (characters > MAX_SHARED_CHARACTERS)
      throw new ImportError("the texts of the workbook are larger than 200 MB: save the sheet as “CSV UTF-8”");
  };
  await drained(parsed(await contentOf(workbook, entry), { open, text: add, close }));
  return texts;
}

/**
 * Returns the indexes of cell styles that display a date: styles with a built-in date format or a custom format with a
 * day or year.
 */
async function dateStyles(workbook: ZipFile, entry: Entry | undefined): Promise<ReadonlySet<number>> {
  const dates = new Set<number>();
  if (entry === undefined) return dates;
  const formats = new Set([14, 15, 16, 17, 22]);
  let [isStyle, at] = [false, 0];
  const open = (name: string, attributes: Attributes) => {
    if (name === "numFmt" && /[yd]/i.test((attributes["formatCode"] ?? "").replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "")))
      formats.add(Number(attributes["numFmtId"]));
    if (name === "cellXfs") isStyle = true;
    else if (name === "xf" && isStyle) {
      if (formats.has(Number(attributes["numFmtId"]))) dates.add(at);
      at += 1;
    }
  };
  const close = (name: string) => {
    if (name === "cellXfs") isStyle = false;
  };
  await drained(parsed(await contentOf(workbook, entry), { open, close }));
  return dates;
}

const WRITE_CHARACTERS = 64_000;

async function* rowsOf(
  content: Readable,
  shared: readonly string[],
  dates: ReadonlySet<number>,
): AsyncGenerator<Buffer> {
  let [cells, text, csv, position, width] = [[] as string[], "", "", 0, 0];
  let [kind, style, isValue] = ["n", 0, false];
  const open = (name: string, attributes: Attributes) => {
    if (name === "row") cells = [];
    else if (name === "c") {
      position = columnIndex(attributes["r"]) ?? cells.length;
      if (position >= MAX_COLUMNS) throw new ImportError(`the sheet has more than ${MAX_COLUMNS} columns`);
      [kind, style, text] = [attributes["t"] ?? "n", Number(attributes["s"] ?? 0), ""];
    } else isValue = name === "v" || name === "t";
  };
  const close = (name: string) => {
    isValue = false;
    if (name === "c") {
      while (cells.length < position) cells.push("");
      cells[position] = valueOf(text);
    } else if (name === "row" && cells.some((cell) => cell !== "")) {
      // The first non-empty row is the header.
      width = Math.max(width, cells.length);
      while (cells.length < width) cells.push("");
      csv += `${cells.map(quoted).join(",")}\n`;
    }
  };
  const add = (piece: string) => {
    if (isValue) text += piece;
  };
  const valueOf = (value: string): string => {
    if (kind === "s") return shared[Number(value)] ?? "";
    if (kind === "b") return value === "1" ? "true" : "false";
    if (kind === "e") return "";
    if (kind === "n" && value !== "" && dates.has(style)) return dateOf(Number(value));
    // Rounds numbers such as 0.30000000000000004, which Excel stores with all digits.
    return kind === "n" && /\.\d{12,}|e/i.test(value) ? String(Number(Number(value).toPrecision(12))) : value;
  };
  const pieces = parsed(content, { open, text: add, close });
  while ((await pieces.next()).done !== true) {
    if (csv.length < WRITE_CHARACTERS) continue;
    yield Buffer.from(csv);
    csv = "";
  }
  if (csv !== "") yield Buffer.from(csv);
}

/** Zero-based column index of a cell reference: "AB12" → 27. */
function columnIndex(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const DAY_MS = 86_400_000;
/** Day 0 of Excel dates after February 1900. In Excel, day 1 is 1900-01-01, and 1900 is treated as a leap year. */
const EPOCH = Date.UTC(1899, 11, 30);

const dateOf = (days: number): string => {
  const time = new Date(EPOCH + Math.round(days * DAY_MS));
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().replace("T00:00:00.000Z", "");
};

const quoted = (cell: string): string => {
  const text = cell.replaceAll(/[\r\n]+/g, " ").trim();
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
