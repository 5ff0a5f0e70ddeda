import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { ValidationError } from "../../../src/schema/validation-errors.js";
import type { ConfigurationChange } from "../../../src/storefront/configuration-changes.js";
import type { MergeConflict } from "../../../src/storefront/merge-configurations.js";

/**
 * Unpublished configuration, stored in the engine as one document per draft. The configuration may contain validation
 * errors.
 */
export interface StoredDraft {
  readonly id: string;
  readonly client_id: string;
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /**
   * Publication from which the draft was created. The publication id is `null` before the first publication. The
   * configuration is also stored, because publications are eventually deleted.
   */
  readonly base: { readonly publication: string | null; readonly configuration: ConfigurationDocument };
  /** Publication that the draft reverts; `null` if the draft does not revert a publication. */
  readonly undo_of: string | null;
  /** Number of differences from the configuration on which the draft is based. */
  readonly changes: number;
  readonly created_by: string;
  /** Creation time, ISO 8601 in UTC. */
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  /** Name of the user who approved this version of the draft; `null` before the approval. */
  readonly approved_by: string | null;
  /** All users who have changed the draft. These users cannot approve the draft. */
  readonly editors: readonly string[];
}

/** Draft in the format that is sent to the console's pages. */
export interface Draft extends Omit<StoredDraft, "client_id" | "base" | "changes"> {
  readonly base: Pick<StoredDraft["base"], "publication">;
  /** Version for optimistic locking: saving with an outdated version is a conflict. */
  readonly version: string;
}

/** Draft as an entry of the list of drafts. */
export type DraftEntry = Omit<
  StoredDraft,
  "client_id" | "configuration" | "base" | "created_at" | "approved_by" | "editors"
>;

/** Draft compared with the live configuration. */
export interface OpenedDraft extends Draft {
  /** Validation errors of the draft before it is merged with the live configuration. */
  readonly errors: readonly ValidationError[];
  /**
   * Changes published since the draft was created. The list is empty if there are no conflicts, because the changes are
   * then merged into the draft.
   */
  readonly published_since: readonly ConfigurationChange[];
  /** Changes that publishing the draft would make to the live configuration. */
  readonly changes: readonly ConfigurationChange[];
  /**
   * Settings that both the draft and later publications have changed. These conflicts must be resolved before
   * publishing.
   */
  readonly conflicts: readonly MergeConflict[];
}
