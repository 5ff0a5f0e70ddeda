import type { Rule } from "../../../src/storefront/rules-configuration.js";
import type { SubjectChange } from "./changes.js";
import type { ClickModel, Estimate } from "./click-model.js";
import type { DescribedProduct } from "./described.js";
import type { GainsAndLosses } from "./gains.js";
import type { Failure } from "./replay.js";

/** What a draft would have changed of recent answers. */
export interface Preview {
  readonly responses: {
    /** Stored answers that were looked at, those of them that could be asked again, and those of these that are other ones. */
    readonly found: number;
    readonly replayed: number;
    readonly changed: number;
    /** Those whose request was too long to be stored. */
    readonly without_request: number;
    readonly devices: number;
    /** ISO 8601; null where there are none. */
    readonly newest: string | null;
    readonly oldest: string | null;
  };
  /** Requests of one shopper each, and those that needed no second run. */
  readonly asks: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly took_ms: number;
  /** Up to 200, those that become empty first. */
  readonly subjects: readonly SubjectChange[];
  readonly changed_subjects: number;
  /** What clicks are expected by. */
  readonly learnt: Pick<ClickModel, "measure" | "responses" | "clicks">;
  /** Of all first pages together. */
  readonly gain: Estimate;
  readonly products: GainsAndLosses & { readonly known: Readonly<Record<string, DescribedProduct>> };
  readonly brands: GainsAndLosses;
  readonly most_changed: readonly SubjectPages[];
}

/** First pages of one query or listing. */
export interface SubjectPages {
  /** Of its `SubjectChange`. */
  readonly key: string;
  readonly before: readonly DescribedProduct[];
  readonly after: readonly DescribedProduct[];
  /** Whether the shopper's taste has a part in them. */
  readonly personalized: boolean;
  readonly rules: readonly ActiveRule[];
}

export interface ActiveRule {
  readonly key: string;
  readonly action: Rule["action"];
  readonly live: "before" | "after" | "both";
}
