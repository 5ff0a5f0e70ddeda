import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../../../src/errors.js";
import {
  publish,
  review,
  type PublishingDeps,
  type PublishRequest,
  ruleRemarks,
  type Review,
  type RuleRemarks,
} from "../../../src/publishing/index.js";
import { getLive } from "../../../src/storefront/clients.js";
import { configurationChanges, type ConfigurationChange } from "../../../src/storefront/configuration-changes.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { Directory } from "../../../src/storefront/directory.js";
import { mergeConfigurations, type MergeConflict, type Side } from "../../../src/storefront/merge-configurations.js";
import type { Publication } from "../../../src/storefront/publications.js";
import type { StoredClient } from "../../../src/storefront/stored-client.js";
import {
  addDraft,
  checked,
  findDraft,
  findVersion,
  mergedWith,
  opened,
  readDraft,
  refuseUnapproved,
  removeDraft,
  saveDraft,
  type DraftChange,
  type DraftsDeps,
} from "./drafts.js";
import type { OpenedDraft, StoredDraft } from "./draft.js";

export interface PublishDeps extends PublishingDeps {
  readonly directory: Pick<Directory, "refresh">;
}

/** Change to publish: a configuration, and the base configuration it was derived from. */
type Change = Pick<StoredDraft, "base" | "configuration" | "undo_of">;

/**
 * Merges a draft with later publications, publishes it, and deletes the draft.
 * @throws {ServiceError} `not_found`; `validation_error` with the validation errors, or if nothing changes; `conflict`
 *   with a `reason` in its context: "changed" (with `draft`), "approval", "merge" (with `conflicts`) or "impact" (with
 *   a `Review`)
 */
export async function publishDraft(
  deps: PublishDeps,
  clientId: string,
  id: string,
  {
    version,
    needs_approval,
    ...request
  }: PublishRequest & { readonly version: string; readonly needs_approval: boolean },
): Promise<Publication> {
  const draft = await findVersion(deps.engine, clientId, id, version);
  if (needs_approval) refuseUnapproved(draft.source);
  const publication = await publishChange(deps, clientId, draft.source, request);
  // Deleting fails if the draft was saved in the meantime. The draft and the later changes are then kept.
  await removeDraft(deps.engine, clientId, id, version).catch(() => undefined);
  return publication;
}

/**
 * Merges a change into the live configuration and publishes it.
 * @throws {ServiceError} the same errors as `publishDraft`
 */
async function publishChange(
  deps: PublishDeps,
  clientId: string,
  change: Change,
  request: PublishRequest,
): Promise<Publication> {
  const { publication } = await publish(deps, clientId, mergedInto(change), { ...request, undo_of: change.undo_of });
  if (publication === null) throw changesNothing(change);
  await deps.directory.refresh();
  return publication;
}

/**
 * Merges a change into the live configuration, or throws if it has conflicts or validation errors, or changes nothing.
 */
const mergedInto =
  (change: Change) =>
  (client: StoredClient): StoredClient => {
    const { merged, conflicts } = mergedWith(change, client);
    if (conflicts.length > 0) throw contradicted(conflicts);
    const { document } = checked(merged);
    if (isDeepStrictEqual(document, client.configuration)) throw changesNothing(change);
    return { ...client, configuration: document };
  };

const contradicted = (conflicts: readonly MergeConflict[], more: object = {}) =>
  new ServiceError("conflict", "later versions of the configuration have changed the same rules or settings", {
    reason: "merge",
    conflicts,
    ...more,
  });

const changesNothing = ({ undo_of }: Change) =>
  new ServiceError(
    "validation_error",
    undo_of === null
      ? "the draft does not differ from the live configuration"
      : "later versions of the configuration have already reverted all changes of this version",
  );

/** Reviews the publication of a draft. If later publications conflict with the draft, the draft takes precedence. */
export async function reviewDraft(deps: PublishDeps, clientId: string, id: string): Promise<Review> {
  const { source } = await findDraft(deps.engine, clientId, id);
  return review(deps, clientId, (client) => {
    const { document } = checked(mergedWith(source, client).merged);
    return { ...client, configuration: document };
  });
}

/**
 * Checks all rules against the current catalogue, including unchanged rules.
 * @param id id of a draft, or "live" for the live configuration
 */
export async function checkRules(deps: PublishDeps, clientId: string, id: string): Promise<RuleRemarks[]> {
  const document =
    id === "live"
      ? (await getLive(deps, clientId)).configuration
      : (await readDraft(deps.engine, clientId, id)).would_be;
  const { configuration } = checked(document);
  const live = await deps.liveCatalogs.get(clientId);
  return ruleRemarks(deps.engine, live, configuration, configuration.rules, deps.now());
}

interface Settlement extends Pick<DraftChange, "id" | "version" | "author"> {
  /** User's choice between the draft and the live configuration for each conflict, by configuration path. */
  readonly take: ReadonlyMap<string, Side>;
}

/**
 * Merges later publications into a draft.
 * @throws {ServiceError} `not_found`; `conflict` as `saveDraft`, or with `reason` "merge" if conflicts are unresolved
 */
export async function mergeDraft(deps: DraftsDeps, clientId: string, settlement: Settlement): Promise<OpenedDraft> {
  const { take, ...saving } = settlement;
  const [{ source }, live] = await Promise.all([findDraft(deps.engine, clientId, saving.id), getLive(deps, clientId)]);
  const { merged, conflicts } = mergeConfigurations(
    ...([source.base.configuration, source.configuration, live.configuration, take] as const),
  );
  if (conflicts.length > 0) throw contradicted(conflicts);
  const configuration = merged as ConfigurationDocument;
  return opened(await saveDraft(deps, clientId, { ...saving, configuration, base: live }), live);
}

/** Returns the change that undoes a publication. */
const undoing = ({ id, before, after }: Publication): Change => ({
  base: { publication: id, configuration: after },
  configuration: before,
  undo_of: id,
});

/** Result of the review of an undo, with the changes that the undo would make to the live configuration. */
export interface UndoReview extends Review {
  readonly changes: readonly ConfigurationChange[];
}

/**
 * Reviews the changes that undoing a publication would make.
 * @throws {ServiceError} the same errors as `undoPublication`, but not for a negative impact
 */
export async function reviewUndo(deps: PublishDeps, clientId: string, publication: Publication): Promise<UndoReview> {
  const change = undoing(publication);
  const [reviewed, live] = await Promise.all([review(deps, clientId, mergedInto(change)), getLive(deps, clientId)]);
  return { ...reviewed, changes: configurationChanges(live.configuration, mergedWith(change, live).merged) };
}

/**
 * Reverts the changes of a publication and preserves later publications.
 * @throws {ServiceError} the same errors as `publishDraft`. If later publications conflict, the error's context
 * contains a new `draft` that undoes the publication.
 */
export async function undoPublication(
  deps: PublishDeps,
  clientId: string,
  publication: Publication,
  request: PublishRequest,
): Promise<Publication> {
  const change = undoing(publication);
  const { conflicts } = mergedWith(change, await getLive(deps, clientId));
  if (conflicts.length === 0) return publishChange(deps, clientId, change, request);
  const { number, note } = publication;
  const title = `Undo ${number}${note === "" ? "" : `: ${note}`}`.slice(0, 200);
  const draft = await addDraft(deps, clientId, { ...change, title, author: request.author });
  throw contradicted(conflicts, { draft: draft.id });
}
