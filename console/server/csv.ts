import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Response } from "express";

const LISTENERS = 20;

/**
 * Prefixes text that spreadsheets would run as a formula, even after whitespace, with an apostrophe (OWASP, "CSV
 * Injection"). Numbers are unchanged.
 */
export const harmless = (cell: string): string => (/^[\s\uFEFF]*[=+\-@\t\r＝＋－＠]/u.test(cell) ? `'${cell}` : cell);

/**
 * Sends rows as a CSV file, with back-pressure.
 * @param name file name without extension
 * @param columns keys of the rows
 */
export async function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: Iterable<object> | AsyncIterable<object>,
): Promise<void> {
  // Middleware and the pipeline together add more listeners than Node's warning threshold.
  res.setMaxListeners(LISTENERS);
  res.attachment(`${name}.csv`).type("text/csv; charset=utf-8");
  await pipeline(
    Readable.from(rows),
    stringify({ header: true, columns: [...columns], bom: true, cast: { string: harmless } }),
    res,
  );
}
