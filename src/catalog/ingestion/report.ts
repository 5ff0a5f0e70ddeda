import type { LeafLoss, LostLeaf } from "../flatten.js";
import type { EarlierAttempt } from "./attempts.js";

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
}

/** The `product_metrics` of a finished job. */
export interface ProductMetrics {
  readonly lines: { readonly received: number; readonly rejected: number; readonly deletions: number };
  readonly products: ChangeCounts;
  readonly variants: ChangeCounts & { readonly rejected: number };
  /** Values that cannot be filtered (they are kept and returned), by leaf and reason, the most frequent first. */
  readonly leaves_lost: readonly { readonly leaf: string; readonly reason: LeafLoss; readonly count: number }[];
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
  /** The first hundred; the full list is a download. */
  readonly errors: readonly LineError[];
}

const MAX_ERRORS = 100;
const MAX_LOST_NAMES = 10_000;
const MAX_LOST_LISTED = 200;
const MAX_IGNORED_NAMES = 50;
const MAX_NAME_LENGTH = 255;

export const noChanges = (): ChangeCounts => ({ created: 0, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0 });

/** Counts what happens while a job runs; memory is bounded whatever the payload holds. */
export class Report {
  readonly lines = { received: 0, rejected: 0, deletions: 0 };
  readonly products = noChanges();
  readonly variants = { ...noChanges(), rejected: 0 };
  readonly #errors: LineError[] = [];
  readonly #lost = new Map<string, { leaf: string; reason: LeafLoss; count: number }>();
  readonly #ignored = new Map<string, number>();
  #lostTotal = 0;

  get firstError(): LineError | undefined {
    return this.#errors[0];
  }

  reject(error: LineError): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push(error);
  }

  readonly lose = ({ leaf, reason }: LostLeaf): void => {
    this.#lostTotal += 1;
    const key = `${reason} ${leaf}`;
    const seen = this.#lost.get(key);
    if (seen !== undefined) seen.count += 1;
    else if (this.#lost.size < MAX_LOST_NAMES) this.#lost.set(key, { leaf, reason, count: 1 });
  };

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
      errors: this.#errors,
    };
  }
}
