import type { Rule } from "../../../src/storefront/rules-configuration.js";
import type { SubjectChange } from "./changes.js";
import type { ClickModel, Estimate } from "./click-model.js";
import type { DescribedProduct } from "./described.js";
import type { GainsAndLosses } from "./gains.js";
import type { Failure } from "./replay.js";

/** Changes that a draft would have made to recent responses. */
export interface Preview {
  readonly responses: {
    /** Number of stored responses that were read. */
    readonly found: number;
    /** Number of responses whose request could be repeated. */
    readonly replayed: number;
    /** Number of repeated responses that the draft changes. */
    readonly changed: number;
    /** Number of responses whose request was too long to be stored. */
    readonly without_request: number;
    readonly devices: number;
  };
  /** Number of distinct requests. Equal requests of different shoppers are counted separately. */
  readonly requests: number;
  /** Number of requests that were not repeated with the draft, because the draft cannot change the results. */
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly took_ms: number;
  /** Up to 200 changed queries and listings. Queries and listings that lose all results come first. */
  readonly subjects: readonly SubjectChange[];
  readonly changed_subjects: number;
  /** Data from which the expected clicks are estimated. */
  readonly learnt: Pick<ClickModel, "measure" | "responses" | "clicks">;
  /** Estimated change in the total number of clicks on all first pages. */
  readonly gain: Estimate;
  readonly products: GainsAndLosses & { readonly known: Readonly<Record<string, DescribedProduct>> };
  readonly brands: GainsAndLosses;
  readonly most_changed: readonly SubjectPages[];
}

/** First pages of one query or listing. */
export interface SubjectPages {
  /** Key of the `SubjectChange` that these products belong to. */
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
