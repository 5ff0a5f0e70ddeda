import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { errorListName } from "../../../src/catalog/ingestion/job.js";
import type { LineError } from "../../../src/catalog/ingestion/ingestion-report.js";
import type { PayloadStore } from "../../../src/catalog/ingestion/payloads.js";

export interface RejectedLines {
  readonly errors: readonly LineError[];
  /** Number of errors to skip for the next page; `null` on the last page. */
  readonly next: number | null;
  /**
   * Whether the job has an error list. `false` if the job is running, the job was cancelled before the start, or the
   * list has expired.
   */
  readonly kept: boolean;
}

export const ERRORS_A_PAGE = 100;

/** Returns a page of a job's errors. The list is read from its start to the end of the page. */
export async function rejectedLines(
  payloads: Pick<PayloadStore, "read">,
  job: number,
  skip: number,
): Promise<RejectedLines> {
  const list = await payloads.read(errorListName(job));
  if (list === undefined) return { errors: [], next: null, kept: false };
  const errors: LineError[] = [];
  let at = 0;
  for await (const line of linesOf(list)) {
    if (at++ < skip) continue;
    if (errors.length === ERRORS_A_PAGE) return { errors, next: skip + ERRORS_A_PAGE, kept: true };
    errors.push(JSON.parse(line) as LineError);
  }
  return { errors, next: null, kept: true };
}

/** Returns all errors of an opened error list. */
export async function* allRejectedLines(list: Readable): AsyncGenerator<LineError, void, undefined> {
  for await (const line of linesOf(list)) yield JSON.parse(line) as LineError;
}

/** Maximum number of lines of a job's error list in which a product is searched. */
const MAX_SEARCHED_LINES = 100_000;
const MAX_FOUND = 20;

/** Returns the first errors of a job that concern a product. */
export async function errorsNaming(
  payloads: Pick<PayloadStore, "read">,
  job: number,
  product: string,
): Promise<readonly LineError[]> {
  const list = await payloads.read(errorListName(job));
  if (list === undefined) return [];
  const named = `"product_identifier":${JSON.stringify(product)}`;
  const found: LineError[] = [];
  let read = 0;
  for await (const line of linesOf(list)) {
    if (++read > MAX_SEARCHED_LINES) return found;
    if (!line.includes(named)) continue;
    const error = JSON.parse(line) as LineError;
    if (error.product_identifier === product) found.push(error);
    if (found.length === MAX_FOUND) return found;
  }
  return found;
}

/** Returns the lines of an error list and closes the stream in every case. */
async function* linesOf(list: Readable): AsyncGenerator<string, void, undefined> {
  try {
    for await (const line of createInterface({ input: list, crlfDelay: Infinity })) if (line !== "") yield line;
  } finally {
    list.destroy();
  }
}
