import type { LeafLoss, LostLeaf } from "../flatten.js";
import type { EarlierAttempt } from "./attempts.js";
import { lossInWords } from "../loss-in-words.js";

/** What became of products or variants, each counted once. */
export interface ChangeCounts {
  created: number;
  updated: number;
  unchanged: number;
  deactivated: number;
  reactivated: number;
}

export interface LineError {
  /** From 1; 0 for what is wrong with a product as a whole. */
  readonly line: number;
  readonly product_identifier: string | null;
  readonly reason: string;
  /** Set where the line was taken and only this leaf of it cannot be filtered on. */
  readonly leaf?: string;
}

/** A kind of loss of one leaf. */
export interface LeafLosses {
  readonly leaf: string;
  readonly reason: LeafLoss;
  /** Values. */
  readonly count: number;
  /** The first lines that had one; 0 for products that stayed as they were. */
  readonly lines: readonly number[];
}

/** The `product_metrics` of a finished job. */
export interface ProductMetrics {
  readonly lines: { readonly received: number; readonly rejected: number; readonly deletions: number };
  readonly products: ChangeCounts;
  readonly variants: ChangeCounts & { readonly rejected: number };
  /** Values that cannot be filtered (they are kept and returned), by leaf and reason, the most frequent first. */
  readonly leaves_lost: readonly LeafLosses[];
  /** All of them, also those of names the list above has no room for. */
  readonly leaves_lost_total: number;
  /** Names beside `operation` and `product_data` that lines carried, by number of lines. */
  readonly ignored_fields: Readonly<Record<string, number>>;
  /** Of the inflated payload. */
  readonly bytes: number;
  readonly seconds: number;
  readonly lines_per_second: number;
  /** More than 1 when the job was interrupted and ran again. */
  readonly attempts: number;
  /** Those that did not end the job, the latest 20. */
  readonly earlier_attempts: readonly EarlierAttempt[];
  /** Why the job failed; null when it did not. */
  readonly failure: string | null;
  /** The first hundred, rejected lines before lost leaves; the full list is a download. */
  readonly errors: readonly LineError[];
}

const MAX_ERRORS = 100;
const MAX_LOST_NAMES = 10_000;
const MAX_LOST_LISTED = 200;
/** A leaf that is wrong in every line must not hide what else is wrong. */
const MAX_LINES_OF_LOSS = 5;
const MAX_IGNORED_NAMES = 50;
const MAX_NAME_LENGTH = 255;

export const noChanges = (): ChangeCounts => ({ created: 0, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0 });

/** Counts what happens while a job runs; memory is bounded whatever the payload holds. */
export class Report {
  readonly lines = { received: 0, rejected: 0, deletions: 0 };
  readonly products = noChanges();
  readonly variants = { ...noChanges(), rejected: 0 };
  readonly #errors: LineError[] = [];
  readonly #lossErrors: LineError[] = [];
  readonly #lost = new Map<string, { leaf: string; reason: LeafLoss; count: number; lines: number[] }>();
  readonly #ignored = new Map<string, number>();
  #lostTotal = 0;

  get firstError(): LineError | undefined {
    return this.#errors[0];
  }

  reject(error: LineError): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push(error);
  }

  /**
   * Counts a value that cannot be filtered on.
   * @returns the error for the full list; undefined after the first few lines of the same leaf and reason
   */
  lose(lost: LostLeaf, line: number, productIdentifier: string): LineError | undefined {
    this.#lostTotal += 1;
    const { leaf, reason } = lost;
    const key = `${reason} ${leaf}`;
    let seen = this.#lost.get(key);
    if (seen === undefined) {
      if (this.#lost.size >= MAX_LOST_NAMES) return undefined;
      this.#lost.set(key, (seen = { leaf, reason, count: 0, lines: [] }));
    }
    seen.count += 1;
    if (seen.lines.length >= MAX_LINES_OF_LOSS || seen.lines.at(-1) === line) return undefined;
    seen.lines.push(line);
    const error = { line, product_identifier: productIdentifier, reason: lossInWords(lost), leaf };
    if (this.#lossErrors.length < MAX_ERRORS) this.#lossErrors.push(error);
    return error;
  }

  ignore(name: string): void {
    const field = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
    const seen = this.#ignored.get(field);
    if (seen !== undefined || this.#ignored.size < MAX_IGNORED_NAMES) this.#ignored.set(field, (seen ?? 0) + 1);
  }

  finish(run: {
    bytes: number;
    seconds: number;
    attempts: number;
    earlier_attempts?: readonly EarlierAttempt[];
    failure: string | null;
  }): ProductMetrics {
    return {
      lines: this.lines,
      products: this.products,
      variants: this.variants,
      leaves_lost: [...this.#lost.values()].sort((a, b) => b.count - a.count).slice(0, MAX_LOST_LISTED),
      leaves_lost_total: this.#lostTotal,
      ignored_fields: Object.fromEntries(this.#ignored),
      bytes: run.bytes,
      seconds: Math.round(run.seconds * 1000) / 1000,
      lines_per_second: run.seconds > 0 ? Math.round(this.lines.received / run.seconds) : 0,
      attempts: run.attempts,
      earlier_attempts: run.earlier_attempts ?? [],
      failure: run.failure,
      errors: [...this.#errors, ...this.#lossErrors].slice(0, MAX_ERRORS),
    };
  }
}
