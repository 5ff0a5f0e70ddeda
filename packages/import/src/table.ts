import { CsvError, parse as createParser } from "csv-parse";
import { parse } from "csv-parse/sync";
import { hash } from "node:crypto";
import { plainText } from "./html-text.js";
import { ImportError } from "./import-error.js";
import type { ImportReport } from "./import-report.js";

/** A row of a table below the header row. */
export interface Row {
  /** Number of the line on which the row starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns a cell of a row, or "" if the row has no such cell. */
export type Cell = (row: Row) => string;

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** Maximum record length in characters. Longer records indicate an unclosed quote. */
const MAX_RECORD_CHARACTERS = 4_000_000;

/** A table of delimited text (CSV, TSV) that records which columns were read. */
export class Table {
  readonly #used = new Set<number>();
  readonly #unusedWithValues = new Set<number>();

  constructor(
    readonly header: readonly string[],
    readonly separator: string,
    private readonly batches: AsyncIterable<readonly Row[]>,
    private readonly report: ImportReport,
    /** Whether the rows of the file omit trailing empty values. */
    private readonly isRagged: boolean,
  ) {}

  /**
   * Returns a reader for the first existing column with one of these names, ignoring case. The reader trims cells but
   * does not decode them.
   */
  column(...names: readonly string[]): Cell | undefined {
    for (const name of names) {
      const at = this.header.findIndex((one) => one.toLowerCase() === name.toLowerCase());
      if (at !== -1) return this.#cell(at);
    }
    return undefined;
  }

  /** Returns a reader for the column at an index. If the index is undefined, the reader returns "" for every row. */
  at(position: number | undefined): Cell {
    return position === undefined ? () => "" : this.#cell(position);
  }

  /** Excludes columns whose names match a pattern from the report of unused columns. */
  ignore(pattern: RegExp): void {
    for (const [at, name] of this.header.entries()) if (pattern.test(name)) this.#used.add(at);
  }

  /**
   * Returns the unprocessed cells of a column, or "" for every row if the column is missing. Used for HTML and
   * identifiers.
   */
  raw(...names: readonly string[]): Cell {
    return this.column(...names) ?? (() => "");
  }

  /** Returns the cells of a column as plain text, or "" for every row if the column is missing. */
  cell(...names: readonly string[]): Cell {
    const raw = this.raw(...names);
    return (row) => plainText(raw(row));
  }

  /** Returns the plain-text cells of every column whose name matches the pattern, together with the match. */
  columnsLike(pattern: RegExp): { readonly match: RegExpExecArray; readonly cell: Cell }[] {
    return this.header.flatMap((name, at) => {
      const match = pattern.exec(name);
      if (match === null) return [];
      const raw = this.#cell(at);
      return [{ match, cell: (row: Row) => plainText(raw(row)) }];
    });
  }

  /**
   * Yields the rows, except empty rows and rows with a wrong number of cells. Must be called after all columns have
   * been requested.
   * @throws {ImportError} if the last row is truncated
   */
  async *rows(): AsyncGenerator<Row> {
    const width = this.header.length;
    let last: Row | undefined;
    let pending = [...this.header.keys()].filter((at) => !this.#used.has(at));
    for await (const batch of this.batches) {
      for (const row of batch) {
        if (row.cells.length === 1 && row.cells[0]?.trim() === "") continue;
        this.report.records += 1;
        last = row;
        if (row.cells.length > width) {
          this.report.leaveOut(
            row.line,
            "the row has more values than the file has columns: a quote or a separator is misplaced",
          );
          continue;
        }
        if (row.cells.length < width) {
          if (!this.isRagged) {
            this.report.leaveOut(
              row.line,
              "the row has fewer values than the file has columns: a part of the row is missing",
            );
            continue;
          }
          this.report.takeShort(row.line);
        }
        if (pending.some((at) => (row.cells[at] ?? "") !== "")) {
          for (const at of pending) if ((row.cells[at] ?? "").trim() !== "") this.#unusedWithValues.add(at);
          pending = pending.filter((at) => !this.#unusedWithValues.has(at));
        }
        yield row;
      }
    }
    if (last !== undefined && this.report.isOpen && last.cells.length < width) {
      throw new ImportError(
        `line ${last.line}: the file is truncated, because its last row has ${last.cells.length} of ${width} values and no line break. ` +
          "Export the file again",
      );
    }
    this.report.last = last === undefined ? "" : hash("sha1", JSON.stringify(last.cells), "base64");
    this.report.unused = [...this.#unusedWithValues].sort((a, b) => a - b).map((at) => this.header[at] ?? "");
  }

  #cell(at: number): Cell {
    this.#used.add(at);
    return (row) => row.cells[at]?.trim() ?? "";
  }
}

/** Returns the column names, with a number appended to repeated names: "Brand", "Brand (2)". */
export function distinctNames(header: readonly string[]): string[] {
  const known = new Map<string, number>();
  return header.map((name) => {
    const count = (known.get(name) ?? 0) + 1;
    known.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Reads the column names and the separator from the start of a table. */
export function headerOf(head: string): { readonly separator: string; readonly header: readonly string[] } {
  const { text, named } = fromHeader(head);
  const separator = named ?? separatorOf(text);
  const header: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    if (character === undefined || (!quoted && (character === separator || character === "\n"))) {
      header.push(cell.trim());
      cell = "";
      if (character !== separator) break;
    } else if (character !== '"') cell += character;
    else if (quoted && text[at + 1] === '"') {
      cell += character;
      at += 1;
    } else quoted = !quoted;
  }
  return { separator, header };
}

/** Matches the line above the header in which Excel defines the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)\r?\n/i;

/**
 * Removes the lines above the header: Excel's separator line and titles.
 * @returns the remaining text, the separator from Excel's separator line, and the number of removed lines
 */
function fromHeader(head: string): { readonly text: string; readonly named: string | undefined; lines: number } {
  const line = SEPARATOR_LINE.exec(head);
  const text = head.slice(line?.[0].length ?? 0).replace(/^\ufeff/, "");
  const above = linesAbove(text);
  return { text: withoutLines(text, above), named: line?.[1], lines: above + (line === null ? 0 : 1) };
}

/** Maximum number of lines above a header. */
const MAX_ABOVE = 10;

/**
 * Matches Amazon's templates, which have settings and labels above the header. The header is on line three unless
 * `attributeRow` specifies another line.
 */
const OF_AMAZON = /^"?(?:TemplateType=|settings=.*?attributeRow=(\d+))/;
/** Matches Meta's template, which describes each column above the header: "# Required | A unique identifier". */
const OF_META = /^"?#\s?(?:required|optional)\b/i;

/**
 * Returns the number of lines above the header: lines with at most one value before a line with at least three values,
 * or the lines above the header of a marketplace template.
 */
function linesAbove(text: string): number {
  const lines = text.split("\n", MAX_ABOVE + 1);
  const [first = ""] = lines;
  const amazon = OF_AMAZON.exec(first);
  if (amazon !== null) return Number(amazon[1] ?? 3) - 1;
  if (OF_META.test(first)) return lines.findIndex((line) => !OF_META.test(line));
  const valuesIn = (line: string) => SEPARATORS.map((separator) => line.replaceAll(/"[^"]*"/g, "x").split(separator).filter((cell) => cell.trim() !== "").length); // prettier-ignore
  const widths = lines.map((line) => Math.max(...valuesIn(line)));
  const header = widths.findIndex((width) => width > 1);
  // A line break inside quotes does not end a line.
  const isWhole = lines.slice(0, header).every((line) => line.split('"').length % 2 === 1);
  return header > 0 && (widths[header] ?? 0) > 2 && isWhole ? header : 0;
}

/** Returns the column separator: the candidate that occurs most often in the header outside of quotes. */
function separatorOf(text: string): string {
  const header = text.replaceAll(/"[^"]*"/g, "").split("\n", 1)[0] ?? "";
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Reads a table of delimited text. @throws {ImportError} with the line number if a quote is not closed */
export function readTable(head: string, pieces: AsyncIterable<string>, report: ImportReport): Table {
  const { header, separator } = headerOf(head);
  const isRagged = leavesOutEmptyValues(head, header.length);
  const { lines } = fromHeader(head);
  return new Table(header, separator, rowsBelow(pieces, separator, lines, report), report, isRagged);
}

/** Minimum number and minimum share of rows with missing trailing values in files that omit empty values. */
const MIN_SHORT_ROWS = 2;
const MIN_SHORT_SHARE = 0.05;

/** Returns the complete rows at the start of a file, without the header. */
export function rowsOfHead(head: string): string[][] {
  const rows: string[][] = [];
  try {
    parse(fromHeader(head).text, {
      ...parserOptions(headerOf(head).separator),
      on_record(cells: string[]) {
        rows.push(cells);
        return null;
      },
    });
  } catch {
    // Ignores syntax errors, because the start of the file may end inside quotes. The import reports others.
  }
  return rows.slice(1, head.endsWith("\n") ? undefined : Math.max(2, rows.length - 1));
}

/**
 * Whether the exporting program omits trailing empty values: some rows have too few values, and no full row ends with
 * an empty value.
 */
function leavesOutEmptyValues(head: string, width: number): boolean {
  const known = rowsOfHead(head).filter((cells) => cells.length > 1);
  const short = known.filter(({ length }) => length < width).length;
  return (
    short >= Math.max(MIN_SHORT_ROWS, MIN_SHORT_SHARE * known.length) &&
    !known.some((cells) => cells.length === width && cells.at(-1)?.trim() === "")
  );
}

const parserOptions = (separator: string) => ({
  delimiter: separator,
  relax_column_count: true,
  relax_quotes: separator === "\t",
  max_record_size: MAX_RECORD_CHARACTERS,
});

async function* rowsBelow(
  pieces: AsyncIterable<string>,
  separator: string,
  /** Number of lines before the header. */
  skipped: number,
  report: ImportReport,
): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let line = 1;
  let isHeader = true;
  const parser = createParser({
    ...parserOptions(separator),
    info: false,
    on_record(cells: string[], { lines }) {
      if (isHeader) isHeader = false;
      else batch.push({ line: line + skipped, cells });
      line = lines + 1;
      return null;
    },
  });
  parser.on("error", () => undefined);
  const write = (piece: string) =>
    new Promise<void>((resolve, reject) => {
      parser.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  const end = () =>
    new Promise<void>((resolve, reject) => {
      parser.once("error", reject);
      parser.once("end", resolve);
      parser.resume().end();
    });
  let start: string | undefined = "";
  try {
    for await (const piece of pieces) {
      let text = piece;
      if (piece !== "") report.isOpen = !/[\r\n]$/.test(piece);
      if (start !== undefined) {
        start += piece;
        if (start.split("\n", skipped + 2).length < skipped + 2) continue;
        text = withoutLines(start, skipped);
        start = undefined;
      }
      await write(text);
      yield batch;
      batch = [];
    }
    if (start !== undefined) await write(withoutLines(start, skipped));
    await end();
    yield batch;
  } catch (error) {
    if (error instanceof CsvError) throw errorOf(error, line + skipped);
    throw error;
  } finally {
    parser.destroy();
  }
}

function withoutLines(text: string, lines: number): string {
  const start = text.split("\n", lines).reduce((sum, { length }) => sum + length + 1, 0);
  return text.slice(start).replace(/^\ufeff/, "");
}

/** Converts a syntax error of the CSV parser to an ImportError. @param line line at which the faulty record starts */
function errorOf({ code, message }: CsvError, line: number): ImportError {
  if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE") {
    return new ImportError(
      `line ${line}: an opening quote (") has no closing quote before the end of the file. Correct this line, or export the file again`,
    );
  }
  if (code === "CSV_INVALID_CLOSING_QUOTE" || code === "INVALID_OPENING_QUOTE") {
    return new ImportError(
      `line ${line}: a value contains an unescaped quote ("). Enclose the value in quotes and double each quote in it: ` +
        '"5"" pipe". Correct this line, or export the file again',
    );
  }
  return new ImportError(`line ${line}: ${message}`);
}
