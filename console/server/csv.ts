import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Response } from "express";

const LISTENERS = 20;

type Cell = string | number | boolean | null | undefined;

/**
 * What spreadsheets take for a formula, even behind blanks, begins with an apostrophe, which they show as text (OWASP,
 * "CSV Injection"). Numbers stay numbers.
 */
export function harmless(cell: Cell): Cell {
  return typeof cell === "string" && /^[\s\uFEFF]*[=+\-@\t\r＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
}

/** Sends rows as a file, as fast as they are taken. @param name of the file, without its ending @param columns keys of the rows */
export async function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: Iterable<object> | AsyncIterable<object>,
): Promise<void> {
  // Middleware and the pipeline together listen more often than Node takes for a leak.
  res.setMaxListeners(LISTENERS);
  res.attachment(`${name}.csv`).type("text/csv; charset=utf-8");
  await pipeline(
    Readable.from(harmlessRows(columns, rows)),
    stringify({ header: true, columns: [...columns], bom: true }),
    res,
  );
}

async function* harmlessRows(columns: readonly string[], rows: Iterable<object> | AsyncIterable<object>) {
  for await (const row of rows) {
    yield columns.map((column) => harmless((row as Readonly<Record<string, Cell>>)[column]));
  }
}
