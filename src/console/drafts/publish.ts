import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../../errors.js";
import {
  getInForce,
  getStorefront,
  publishConfiguration,
  type ClientsDeps,
  type InForce,
} from "../../storefront/clients.js";
import { configurationChanges, type ConfigurationChange } from "../../storefront/configuration-changes.js";
import type { ConfigurationDocument } from "../../storefront/configuration.js";
import type { Directory } from "../../storefront/directory.js";
import { mergeConfigurations, type MergeConflict, type Side } from "../../storefront/merge-configurations.js";
import type { Publication } from "../../storefront/publications.js";
import {
  addDraft,
  changedByOthers,
  checked,
  findDraft,
  mergedWith,
  opened,
  removeDraft,
  saveDraft,
  versionText,
  type DraftsDeps,
} from "./drafts.js";
import type { OpenedDraft, StoredDraft } from "./draft.js";
import { emptiedListings, type EmptiedDeps } from "./emptied-listings.js";
import { reviewChange, type Review } from "./review.js";

export interface PublishDeps extends DraftsDeps, EmptiedDeps {
  readonly directory: Pick<Directory, "refresh">;
}

export interface PublishRequest {
  readonly author: string;
  readonly note: string;
  /** Also when listings would become empty. */
  readonly confirmed: boolean;
}

/** A change to publish: what it makes of a base. */
type Change = Pick<StoredDraft, "base" | "configuration" | "undo_of">;

/** Others may publish while listings are counted. */
const ATTEMPTS = 3;

/**
 * Publishes a draft together with what was published since it began, and deletes it.
 * @throws ServiceError not_found; validation_error with mistakes, or when it changes nothing; conflict, of which the `reason` in
 * the context is "changed" (with the `draft`), "merge" (with `conflicts`) or "emptied" (with `listings`)
 */
export async function publishDraft(
  deps: PublishDeps,
  clientId: string,
  id: string,
  { version, ...request }: PublishRequest & { readonly version: string },
): Promise<Publication> {
  const draft = await findDraft(deps.engine, clientId, id);
  if (versionText(draft) !== version) throw changedByOthers(draft);
  const publication = await publishChange(deps, clientId, draft.source, request);
  // What was saved into it meanwhile stays, as a draft of what is left.
  await removeDraft(deps.engine, clientId, id, version).catch(() => undefined);
  return publication;
}

/** @throws as `publishDraft` */
export async function publishChange(
  deps: PublishDeps,
  clientId: string,
  change: Change,
  { author, note, confirmed }: PublishRequest,
): Promise<Publication> {
  for (let attempt = 1; ; attempt += 1) {
    const inForce = await getInForce(deps, clientId);
    const document = await publishable(deps, clientId, change, inForce, confirmed);
    try {
      const unlessChanged = (now: ConfigurationDocument) => {
        if (!isDeepStrictEqual(now, inForce.configuration)) throw new ChangedMeanwhile();
        return document;
      };
      const about = { author, note, undo_of: change.undo_of };
      const { publication } = await publishConfiguration(clients(deps), clientId, unlessChanged, about);
      if (publication === null) throw changesNothing(change);
      await deps.directory.refresh();
      return publication;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === ATTEMPTS) throw new ServiceError("conflict", "others are publishing at the moment; try again");
    }
  }
}

class ChangedMeanwhile extends Error {}

const clients = ({ engine, now }: PublishDeps): ClientsDeps => ({ engine, now: () => new Date(now()) });

/** The document to publish, after all that is in the way of it. */
async function publishable(
  deps: PublishDeps,
  clientId: string,
  change: Change,
  inForce: InForce,
  confirmed: boolean,
): Promise<ConfigurationDocument> {
  const { merged, conflicts } = mergedWith(change, inForce);
  if (conflicts.length > 0) throw contradicted(conflicts);
  const { document, configuration } = checked(merged);
  if (isDeepStrictEqual(document, inForce.configuration)) throw changesNothing(change);
  if (!confirmed) {
    const storefront = await storefrontOf(deps, clientId);
    const listings = await emptiedListings(deps, storefront, { ...storefront, configuration });
    if (listings.length > 0) {
      const message = `${listings.length === 1 ? "a listing" : `${listings.length} listings`} would become empty`;
      throw new ServiceError("conflict", message, { reason: "emptied", listings });
    }
  }
  return document;
}

const contradicted = (conflicts: readonly MergeConflict[], more: object = {}) =>
  new ServiceError("conflict", "others have published something else in the same places", {
    ...{ reason: "merge", conflicts },
    ...more,
  });

const changesNothing = ({ undo_of }: Change) =>
  new ServiceError(
    "validation_error",
    undo_of === null ? "the draft changes nothing of what is in force" : "nothing that it changed is in force any more",
  );

async function storefrontOf(deps: PublishDeps, clientId: string) {
  const storefront = await getStorefront(deps, clientId);
  if (storefront === undefined) throw new ServiceError("not_found", `there is no client \`${clientId}\``);
  return storefront;
}

/** What is to be said before a draft is published. @throws ServiceError not_found, validation_error with mistakes */
export async function reviewDraft(deps: PublishDeps, clientId: string, id: string): Promise<Review> {
  const [draft, inForce, storefront] = await Promise.all([
    findDraft(deps.engine, clientId, id),
    getInForce(deps, clientId),
    storefrontOf(deps, clientId),
  ]);
  const { merged } = mergedWith(draft.source, inForce);
  const { document, configuration } = checked(merged);
  const changes: ConfigurationChange[] = configurationChanges(inForce.configuration, document);
  return reviewChange(deps, storefront, { ...storefront, configuration }, changes);
}

export interface Settlement {
  readonly id: string;
  readonly version: string;
  readonly author: string;
  /** By the paths of conflicts. */
  readonly take: ReadonlyMap<string, Side>;
}

/**
 * Takes what was published since a draft began into it.
 * @throws ServiceError not_found; conflict as `saveDraft`, or with `reason` "merge" for what is not settled
 */
export async function mergeDraft(deps: DraftsDeps, clientId: string, settlement: Settlement): Promise<OpenedDraft> {
  const { take, ...saving } = settlement;
  const [{ source }, inForce] = await Promise.all([
    findDraft(deps.engine, clientId, saving.id),
    getInForce(deps, clientId),
  ]);
  const { merged, conflicts } = mergeConfigurations(
    ...([source.base.configuration, source.configuration, inForce.configuration, take] as const),
  );
  if (conflicts.length > 0) throw contradicted(conflicts);
  const configuration = merged as ConfigurationDocument;
  return opened(await saveDraft(deps, clientId, { ...saving, configuration, base: inForce }), inForce);
}

/**
 * Takes back what a publication changed, and leaves what was published since.
 * @throws ServiceError as `publishDraft`; where others have changed the same since, there is a `draft` in the context for it
 */
export async function undoPublication(
  deps: PublishDeps,
  clientId: string,
  { id, number, before, after, note }: Publication,
  request: PublishRequest,
): Promise<Publication> {
  const change = { base: { publication: id, configuration: after }, configuration: before, undo_of: id };
  const { conflicts } = mergedWith(change, await getInForce(deps, clientId));
  if (conflicts.length === 0) return publishChange(deps, clientId, change, request);
  const title = `Undo ${number}${note === "" ? "" : `: ${note}`}`.slice(0, 200);
  const draft = await addDraft(deps, clientId, { ...change, title, author: request.author });
  throw contradicted(conflicts, { draft: draft.id });
}
