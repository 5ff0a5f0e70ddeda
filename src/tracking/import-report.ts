import type { StoreOutcome } from "./event-store.js";

export interface ImportMistake {
  /** From 1, blank lines included. */
  readonly line: number;
  readonly event_id: string | null;
  readonly reason: string;
}

/** What an import answers. */
export interface ImportResult {
  readonly events: {
    readonly received: number;
    readonly accepted: number;
    readonly duplicate: number;
    /** Of the device `anonymous`: not stored. */
    readonly anonymous: number;
    /** From before their device or user was erased: not stored. */
    readonly erased: number;
    readonly rejected: number;
  };
  /** The first hundred. */
  readonly errors: readonly ImportMistake[];
}

const MOST_MISTAKES = 100;

/** How far an import is. */
export class ImportReport {
  received = 0;
  anonymous = 0;
  private accepted = 0;
  private duplicate = 0;
  private erased = 0;
  private rejected = 0;
  private readonly errors: ImportMistake[] = [];

  count(outcomes: readonly StoreOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome === "stored") this.accepted += 1;
      else if (outcome === "duplicate") this.duplicate += 1;
      else if (outcome === "erased") this.erased += 1;
      else if (outcome === "refused") this.rejected += 1;
    }
  }

  reject(mistake: ImportMistake): void {
    this.rejected += 1;
    if (this.errors.length < MOST_MISTAKES) this.errors.push(mistake);
  }

  result(): ImportResult {
    const { received, accepted, duplicate, anonymous, erased, rejected, errors } = this;
    return { events: { received, accepted, duplicate, anonymous, erased, rejected }, errors };
  }
}
