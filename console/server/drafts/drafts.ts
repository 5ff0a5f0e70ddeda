import { randomBytes } from "node:crypto";
import {
  deleteUnchanged,
  getDocument,
  putDocument,
  type StoredDocument,
  type Version,
} from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import { countDocuments, searchDocuments } from "../../../src/engine/search-documents.js";
import { ServiceError } from "../../../src/errors.js";
import { formatErrorCount } from "../../../src/schema/validation-errors.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { getLive, type Live } from "../../../src/storefront/clients.js";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { mergeConfigurations } from "../../../src/storefront/merge-configurations.js";
import type { Draft, DraftEntry, OpenedDraft, StoredDraft } from "./draft.js";

export interface DraftsDeps {
  readonly engine: Engine;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

const MAX_DRAFTS = 100;

const indexOf = ({ prefix }: Pick<Engine, "prefix">) => `${prefix}drafts`;

/** Returns the drafts of a client, the most recently changed first. */
export async function listDrafts(engine: Engine, clientId: string): Promise<DraftEntry[]> {
  const { hits } = await searchDocuments<DraftEntry>(engine, indexOf(engine), {
    size: MAX_DRAFTS,
    sort: [{ updated_at: "desc" }],
    query: { term: { client_id: clientId } },
    _source: { excludes: ["client_id", "configuration", "base", "created_at", "approved_by", "editors"] },
  });
  return hits.hits.map(({ _source }) => _source);
}

/**
 * Returns the stored draft of a client.
 * @throws {ServiceError} `not_found` if the client has no such draft
 */
export async function findDraft(engine: Engine, clientId: string, id: string): Promise<StoredDocument<StoredDraft>> {
  const found = await getDocument<StoredDraft>(engine, indexOf(engine), id);
  if (found?.source.client_id === clientId) return found;
  throw new ServiceError("not_found", "this draft does not exist; it was published or deleted");
}

/**
 * Returns a draft if it still has the given version.
 * @throws {ServiceError} `not_found`; `conflict` (`reason` "changed") with the current draft if the version differs
 */
export async function findVersion(engine: Engine, clientId: string, id: string, version: string) {
  const found = await findDraft(engine, clientId, id);
  if (versionText(found) === version) return found;
  throw changedByOthers(found);
}

/**
 * Returns the configuration that publishing a draft would make live. The configuration includes later publications. If
 * a later publication conflicts with the draft, the draft takes precedence.
 * @throws {ServiceError} `not_found` if the client has no such draft
 */
export async function readDraft(engine: Engine, clientId: string, id: string) {
  const [{ source }, live] = await Promise.all([findDraft(engine, clientId, id), getLive({ engine }, clientId)]);
  return { would_be: mergedWith(source, live).merged, approved_by: source.approved_by };
}

/**
 * Returns the storefront as if the configuration were published.
 * @throws {ServiceError} `validation_error` with the validation errors
 */
export const draftStorefront = (storefront: Storefront, would_be: ConfigurationDocument): Storefront => ({
  ...storefront,
  configuration: checked(would_be).configuration,
});

/**
 * Returns the storefront as if a draft were published.
 * @throws {ServiceError} `not_found`; `validation_error` with the validation errors
 */
export async function withDraft(engine: Engine, storefront: Storefront, draftId: string): Promise<Storefront> {
  return draftStorefront(storefront, (await readDraft(engine, storefront.client_id, draftId)).would_be);
}

/**
 * Validates a configuration.
 * @throws {ServiceError} `validation_error` with the validation errors in its context
 */
export function checked(document: unknown): Exclude<ReturnType<typeof checkConfiguration>, { errors: unknown }> {
  const result = checkConfiguration(document);
  if (!("errors" in result)) return result;
  const { errors } = result;
  throw new ServiceError("validation_error", `the draft is invalid: ${formatErrorCount(errors)}`, { errors });
}

/** Merges a draft with the live configuration. */
export function mergedWith(
  { base, configuration }: Pick<StoredDraft, "base" | "configuration">,
  live: Pick<Live, "configuration">,
) {
  const { merged, conflicts } = mergeConfigurations(base.configuration, configuration, live.configuration);
  return { merged: merged as ConfigurationDocument, conflicts };
}

/**
 * Returns a draft, compared with the live configuration.
 * @throws {ServiceError} `not_found` if the client has no such draft
 */
export async function openDraft(engine: Engine, clientId: string, id: string): Promise<OpenedDraft> {
  const [found, live] = await Promise.all([findDraft(engine, clientId, id), getLive({ engine }, clientId)]);
  return opened(found, live);
}

/** Compares a draft with the live configuration. Later publications without conflicts are merged into the draft. */
export function opened(found: StoredDocument<StoredDraft>, live: Live): OpenedDraft {
  const { merged, conflicts } = mergedWith(found.source, live);
  const isMerged = conflicts.length === 0;
  const source = isMerged ? { ...found.source, configuration: merged, base: live } : found.source;
  const check = checkConfiguration(source.configuration);
  return {
    ...viewOf({ ...found, source }),
    errors: "errors" in check ? check.errors : [],
    published_since: configurationChanges(source.base.configuration, live.configuration),
    changes: configurationChanges(live.configuration, merged),
    conflicts,
  };
}

function viewOf({ source, ...version }: StoredDocument<StoredDraft>): Draft {
  const { client_id, base, changes, ...draft } = source;
  return { ...draft, base: { publication: base.publication }, version: versionText(version) };
}

const versionText = ({ seq_no, primary_term }: Version): string => `${primary_term}.${seq_no}`;

export interface NewDraft extends Pick<StoredDraft, "title" | "configuration" | "base" | "undo_of"> {
  readonly author: string;
}

/**
 * Stores a new draft.
 * @throws {ServiceError} `validation_error` if there are too many drafts
 */
export async function addDraft(
  { engine, now }: DraftsDeps,
  clientId: string,
  { author, ...given }: NewDraft,
): Promise<StoredDocument<StoredDraft>> {
  if ((await countDocuments(engine, indexOf(engine), { term: { client_id: clientId } })) >= MAX_DRAFTS) {
    const message = `the shop has ${MAX_DRAFTS} drafts, the maximum; publish or delete some`;
    throw new ServiceError("validation_error", message);
  }
  const id = randomBytes(12).toString("hex");
  const at = new Date(now()).toISOString();
  const source: StoredDraft = {
    id,
    client_id: clientId,
    ...given,
    changes: changesIn(given),
    created_by: author,
    created_at: at,
    updated_by: author,
    updated_at: at,
    approved_by: null,
    editors: [author],
  };
  return { id, source, ...((await putDocument(engine, indexOf(engine), id, source, "absent", true)) as Version) };
}

/**
 * Creates a draft from the live configuration.
 * @throws the same errors as `addDraft`
 */
export async function beginDraft(deps: DraftsDeps, clientId: string, title: string, author: string) {
  const base = await getLive(deps, clientId);
  const { configuration } = base;
  return opened(await addDraft(deps, clientId, { title, configuration, base, undo_of: null, author }), base);
}

/**
 * Replaces the content of a draft.
 * @param version version that the change is based on
 * @throws {ServiceError} `not_found`; `conflict` with the current draft (`reason` "changed")
 */
export async function saveDraft(
  { engine, now }: DraftsDeps,
  clientId: string,
  { id, version, author, ...changed }: DraftChange,
): Promise<StoredDocument<StoredDraft>> {
  const found = await findVersion(engine, clientId, id, version);
  const next = { ...found.source, ...changed, updated_by: author, updated_at: new Date(now()).toISOString() };
  const editors = [...new Set([...found.source.editors, author])];
  return replaced(engine, found, { ...next, changes: changesIn(next), approved_by: null, editors });
}

/**
 * Saves an edited version of the configuration that `openDraft` returned.
 * @param base id of the publication on which the opened draft was based
 * @throws {ServiceError} the same errors as `saveDraft`; `conflict` also if another configuration was published in the meantime
 */
export async function saveOpened(
  deps: DraftsDeps,
  clientId: string,
  { base, ...change }: Omit<DraftChange, "base"> & { readonly base: string | null },
): Promise<OpenedDraft> {
  const [found, live] = await Promise.all([findDraft(deps.engine, clientId, change.id), getLive(deps, clientId)]);
  const from = [found.source.base, live].find(({ publication }) => publication === base);
  if (from === undefined) throw changedByOthers(found);
  return opened(await saveDraft(deps, clientId, { ...change, base: from }), live);
}

async function replaced(engine: Engine, found: StoredDocument<StoredDraft>, source: StoredDraft) {
  const written = await putDocument(engine, indexOf(engine), found.id, source, found, true);
  if (written === "conflict") throw changedByOthers(await findDraft(engine, source.client_id, found.id));
  return { id: found.id, source, ...written };
}

/**
 * Records a second user's approval of a draft. Saving the draft again revokes the approval.
 * @throws {ServiceError} `not_found`; `conflict` like `saveDraft`; `forbidden` for users who have changed the draft
 */
export async function approveDraft(
  engine: Engine,
  clientId: string,
  { id, version, author }: Pick<DraftChange, "id" | "version" | "author">,
): Promise<void> {
  const found = await findVersion(engine, clientId, id, version);
  if (found.source.editors.includes(author)) {
    throw new ServiceError("forbidden", "you have changed this draft; another user must approve it");
  }
  await replaced(engine, found, { ...found.source, approved_by: author });
}

/**
 * Rejects the publication of a draft that has not been approved.
 * @throws {ServiceError} `conflict`, whose context has the `reason` "approval"
 */
export function refuseUnapproved({ approved_by }: Pick<StoredDraft, "approved_by">): void {
  if (approved_by !== null) return;
  const message = "publishing in this shop requires approval by a user who has not edited the draft";
  throw new ServiceError("conflict", message, { reason: "approval" });
}

export interface DraftChange extends Partial<Pick<StoredDraft, "title" | "configuration" | "base">> {
  readonly id: string;
  readonly version: string;
  readonly author: string;
}

function changedByOthers(found: StoredDocument<StoredDraft>): ServiceError {
  const { updated_by, updated_at } = found.source;
  const message = `${updated_by} has changed this draft since you opened it`;
  return new ServiceError("conflict", message, { reason: "changed", updated_by, updated_at, draft: viewOf(found) });
}

/**
 * Deletes a draft if it still has the given version.
 * @throws {ServiceError} `not_found` if the draft does not exist; `conflict` if the version differs
 */
export async function removeDraft(engine: Engine, clientId: string, id: string, version: string): Promise<void> {
  const found = await findVersion(engine, clientId, id, version);
  if (await deleteUnchanged(engine, indexOf(engine), id, found)) return;
  throw changedByOthers(await findDraft(engine, clientId, id));
}

const changesIn = ({ base, configuration }: Pick<StoredDraft, "base" | "configuration">) =>
  configurationChanges(base.configuration, configuration).length;
