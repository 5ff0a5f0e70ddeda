import type { FeedMode } from "../../../src/catalog/ingestion/ingestion-record.js";
import type { Language } from "../../../src/languages/index.js";
import type { Format } from "../src/import-file.js";
import type { Encoding } from "../src/text-source.js";

export interface ImportCommandOptions {
  readonly from?: Format;
  readonly mapping?: string;
  /** Columns of feed fields, such as "price=amount". "price=" imports the file without the field. */
  readonly column?: readonly string[];
  /** Currency of prices that are given without a currency (ISO 4217 code). */
  readonly currency?: string;
  /** Language of the texts; detected by default. */
  readonly language?: Language | undefined;
  /** Base URL of relative image paths. */
  readonly pictures?: string;
  /** Names of implausible results that the user accepts. */
  readonly accept?: readonly string[];
  readonly encoding?: Encoding;
  readonly suggest: boolean;
  readonly dryRun: boolean;
  /**
   * Maximum share (0–1) of live products, and of the records of the last file, that may be missing; `MAX_REMOVED_SHARE`
   * by default.
   */
  readonly maxRemoved?: number;
  readonly mode: FeedMode;
  readonly client: string;
}

/**
 * Maximum share of products that an import may remove. Shops rarely remove a tenth of their products between two
 * exports.
 */
export const MAX_REMOVED_SHARE = 0.1;
