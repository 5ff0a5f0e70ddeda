import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { ValidationError } from "../../../src/schema/validation-errors.js";
import type { ConfigurationChange } from "../../../src/storefront/configuration-changes.js";
import type { MergeConflict } from "../../../src/storefront/merge-configurations.js";

/** A configuration that somebody works on. It may have mistakes until it is published. */
export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** The publication that it began from; null where there was none yet. */
  readonly base: { readonly publication: string | null };
  /** Names this state of it: saving another one's is a conflict. */
  readonly version: string;
  readonly created_by: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  /** Who has approved what it holds, by name; null where nobody has, or it was changed since. */
  readonly approved_by: string | null;
  /** All who have changed it: none of them approves it. */
  readonly editors: readonly string[];
}

/** As the engine keeps it, one document each. */
export interface StoredDraft {
  readonly id: string;
  readonly client_id: string;
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** With the document that it began from: publications do not stay for ever, and the first has none before it. */
  readonly base: { readonly publication: string | null; readonly configuration: ConfigurationDocument };
  /** The publication that it takes back; null for any other draft. */
  readonly undo_of: string | null;
  /** In how many places it differs from its base. */
  readonly changes: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  /** Absent in drafts of releases before this one, as `editors`. */
  readonly approved_by?: string | null;
  readonly editors?: readonly string[];
}

/** A draft in a list of them. */
export interface DraftEntry extends Pick<
  StoredDraft,
  "id" | "title" | "changes" | "undo_of" | "updated_by" | "updated_at"
> {
  readonly created_by: string;
}

/** A draft, and how it stands to what is in force. */
export interface OpenedDraft extends Draft {
  readonly undo_of: string | null;
  /** Of the draft by itself. */
  readonly errors: readonly ValidationError[];
  /** Whether something else has been published since it began. */
  readonly behind: boolean;
  /** What has been. */
  readonly published_since: readonly ConfigurationChange[];
  /** What publishing it would change of what is in force. */
  readonly changes: readonly ConfigurationChange[];
  /** What both changed; publishing waits until they are settled. */
  readonly conflicts: readonly MergeConflict[];
}
