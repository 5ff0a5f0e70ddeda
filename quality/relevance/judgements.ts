import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";

/** Relevance of products for a query: product identifier → grade, from 0 (irrelevant) up. */
export type Grades = ReadonlyMap<string, number>;

/** Grades keyed by query, in the order of the file. */
export type Judgements = ReadonlyMap<string, Grades>;

const HEADER = "query,product_identifier,grade";

/** Matches a CSV field. Quoted fields may contain commas and doubled quotes (RFC 4180). */
const LINE = /^(?:"((?:[^"]|"")*)"|([^",]*)),([^",]+),(\d+(?:\.\d+)?)$/;

/** Parses judgements in CSV format. @throws Error naming the line if a line is invalid */
export function parseJudgements(csv: string): Judgements {
  const [header, ...lines] = csv.split(/\r?\n/);
  if (header !== HEADER)
    throw new Error(`expected the judgement file to begin with the line ${HEADER}, got ${String(header)}`);
  const judgements = new Map<string, Map<string, number>>();
  lines.forEach((line, index) => {
    if (line === "") return;
    const match = LINE.exec(line);
    if (match === null)
      throw new Error(`line ${index + 2} of the judgements does not have the columns ${HEADER}: ${line}`);
    const query = match[1]?.replaceAll('""', '"') ?? match[2] ?? "";
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(match[3] ?? "", Number(match[4])));
  });
  return judgements;
}

/** Returns a deterministic sample of queries, evenly distributed over the judgement file. */
export function sampleOf(judgements: Judgements, queries: number): Judgements {
  const step = Math.max(1, judgements.size / queries);
  return new Map([...judgements].filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)));
}

/**
 * Reads a text file; names ending in .gz are decompressed.
 * @throws {MissingDataError} if the file does not exist
 */
export async function readText(path: string): Promise<string> {
  const file = createReadStream(path);
  const stream = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => stream.destroy(error));
  try {
    return await text(stream);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new MissingDataError(`${path} does not exist; set --catalog and --judgements.`, {
      cause: error,
    });
  }
}

/** Error for missing evaluation data. The message describes the data and how to get it. */
export class MissingDataError extends Error {
  override readonly name = "MissingDataError";
}

/**
 * Reads a gzip file.
 * @param advice instructions for getting a missing file
 * @throws {MissingDataError}
 */
export async function readGzip(path: string, advice: string): Promise<string> {
  const file = createReadStream(path);
  const inflated = createGunzip();
  file.on("error", (error) => inflated.destroy(error));
  try {
    return await text(file.pipe(inflated));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new MissingDataError(`${path} does not exist. It is not part of the project; ${advice}`, { cause: error });
  }
}
