import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { ValidationError } from "../../../src/schema/validation-errors.js";
import type { ConfigurationChange } from "../../../src/storefront/configuration-changes.js";
import type { MergeConflict } from "../../../src/storefront/merge-configurations.js";

/** Unpublished configuration. It may contain validation errors. */
export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** Publication that the draft was created from; `null` before the first publication. */
  readonly base: { readonly publication: string | null };
  /** Version for optimistic locking: saving with an outdated version is a conflict. */
  readonly version: string;
  readonly created_by: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  /** Name of the user who approved this version; `null` if it was not approved or has changed since. */
  readonly approved_by: string | null;
  /** All users who have changed the draft. They cannot approve it. */
  readonly editors: readonly string[];
}

/** Draft as stored in the engine, one document each. */
export interface StoredDraft {
  readonly id: string;
  readonly client_id: string;
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** Includes the configuration, because publications are deleted eventually and the first one has no predecessor. */
  readonly base: { readonly publication: string | null; readonly configuration: ConfigurationDocument };
  /** Publication that the draft reverts; `null` for other drafts. */
  readonly undo_of: string | null;
  /** Number of differences from the base. */
  readonly changes: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  readonly approved_by: string | null;
  readonly editors: readonly string[];
}

/** Draft in a list. */
export interface DraftEntry extends Pick<
  StoredDraft,
  "id" | "title" | "changes" | "undo_of" | "updated_by" | "updated_at"
> {
  readonly created_by: string;
}

/** Draft compared with the live configuration. */
export interface OpenedDraft extends Draft {
  readonly undo_of: string | null;
  /** Validation errors of the draft alone. */
  readonly errors: readonly ValidationError[];
  /** Changes published since the draft was created. Empty unless they conflict with the draft, because others are merged into it. */
  readonly published_since: readonly ConfigurationChange[];
  /** Changes that publishing the draft would make to the live configuration. */
  readonly changes: readonly ConfigurationChange[];
  /** Changes on both sides. They must be resolved before publishing. */
  readonly conflicts: readonly MergeConflict[];
}
