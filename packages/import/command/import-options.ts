import type { FeedMode } from "../../../src/catalog/ingestion/ingestion-record.js";
import type { Language } from "../../../src/languages/index.js";
import type { Format } from "../src/import-file.js";
import type { Encoding } from "../src/text-source.js";

export interface ImportCommandOptions {
  readonly from?: Format;
  readonly mapping?: string;
  /** Columns that fields are read from, as "price=amount"; without a column, a field that the file has nothing for. */
  readonly column?: readonly string[];
  /** ISO 4217, of prices that the file says none of. */
  readonly currency?: string;
  /** Of the texts; told by them unless given. */
  readonly language?: Language | undefined;
  /** Where pictures are that the file has without an address. */
  readonly pictures?: string;
  /** Oddities of the result that are meant. */
  readonly accept?: readonly string[];
  readonly encoding?: Encoding;
  readonly suggest: boolean;
  readonly dryRun: boolean;
  /** The share (0–1) of products, and of the records of the file before, that may be missing; `MAX_REMOVED_SHARE` unless given. */
  readonly maxRemoved?: number;
  readonly mode: FeedMode;
  readonly client: string;
}

/** A tenth that is missing is more than what a shop takes out between two exports. */
export const MAX_REMOVED_SHARE = 0.1;
