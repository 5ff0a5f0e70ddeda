import type { Rule } from "../../../src/storefront/rules-configuration.js";
import type { SubjectChange } from "./changes.js";
import type { ClickModel, Estimate } from "./click-model.js";
import type { DescribedProduct } from "./described.js";
import type { GainsAndLosses } from "./gains.js";
import type { Failure } from "./replay.js";

/** Changes that a draft would have made to recent responses. */
export interface Preview {
  readonly responses: {
    /** Number of stored responses considered, of those that could be repeated, and of those that change. */
    readonly found: number;
    readonly replayed: number;
    readonly changed: number;
    /** Responses whose request was too long to be stored. */
    readonly without_request: number;
    readonly devices: number;
  };
  /** Number of distinct requests per shopper, and of those that needed no second run. */
  readonly requests: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly took_ms: number;
  /** Up to 200, those that lose all results first. */
  readonly subjects: readonly SubjectChange[];
  readonly changed_subjects: number;
  /** Data behind the estimated clicks. */
  readonly learnt: Pick<ClickModel, "measure" | "responses" | "clicks">;
  /** Gain on all first pages together. */
  readonly gain: Estimate;
  readonly products: GainsAndLosses & { readonly known: Readonly<Record<string, DescribedProduct>> };
  readonly brands: GainsAndLosses;
  readonly most_changed: readonly SubjectPages[];
}

/** First pages of one query or listing. */
export interface SubjectPages {
  /** Key of its `SubjectChange`. */
  readonly key: string;
  readonly before: readonly DescribedProduct[];
  readonly after: readonly DescribedProduct[];
  /** Whether the shopper's taste affects the pages. */
  readonly personalized: boolean;
  readonly rules: readonly ActiveRule[];
}

export interface ActiveRule {
  readonly key: string;
  readonly action: Rule["action"];
  readonly live: "before" | "after" | "both";
}
