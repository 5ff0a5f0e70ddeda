import type { FeedMode } from "../../../src/catalog/ingestion/ingestion-record.js";
import type { Language } from "../../../src/languages/index.js";
import type { Format } from "../src/import-file.js";
import type { Encoding } from "../src/text-source.js";

export interface ImportCommandOptions {
  readonly from?: Format;
  readonly mapping?: string;
  /**
   * Assignments of columns to feed fields: "price=amount" reads the price from the column `amount`. "price=" imports
   * the file without a price.
   */
  readonly column?: readonly string[];
  /** Currency of prices that are given without a currency (ISO 4217 code). */
  readonly currency?: string;
  /** Language of the texts; detected by default. */
  readonly language?: Language | undefined;
  /** Base URL of relative image paths. */
  readonly pictures?: string;
  /** Names of implausible import results, such as `zero-prices`, that the user accepts as correct. */
  readonly accept?: readonly string[];
  readonly encoding?: Encoding;
  readonly suggest: boolean;
  readonly dryRun: boolean;
  /**
   * Maximum share (0–1) of the live products that the import may remove, and maximum share of records by which the file
   * may be shorter than the previous file; `MAX_REMOVED_SHARE` by default.
   */
  readonly maxRemoved?: number;
  readonly mode: FeedMode;
  readonly client: string;
}

/**
 * Default maximum share of the live products that an import may remove. Shops rarely remove a tenth of their products
 * between two exports.
 */
export const MAX_REMOVED_SHARE = 0.1;
