import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../errors.js";
import { checkedDocument, getClient } from "../storefront/clients.js";
import type { Storefront } from "../storefront/client.js";
import type { ConfigurationDocument } from "../storefront/configuration.js";
import {
  recordPublication,
  trimPublications,
  type Publication,
  type PublicationNote,
} from "../storefront/publications.js";
import { toStorefront, type StoredClient } from "../storefront/stored-client.js";
import { changeClient } from "../storefront/write-client.js";
import { formatImpact } from "./format-review.js";
import { recorded, transitionsOf, type Transition } from "./affected-listings.js";
import { reviewChange, type Review, type ReviewDeps } from "./review.js";

export type PublishingDeps = ReviewDeps;

export interface PublishRequest extends Pick<PublicationNote, "author" | "note" | "undo_of"> {
  /** Token `accept_impact` from the review that reported the impact of this change. */
  readonly accept_impact?: string | undefined;
}

/**
 * Function that returns the changed client. The function is called again if the client was changed concurrently.
 * @throws the errors that prevent the change
 */
export type Change = (client: StoredClient) => StoredClient | Promise<StoredClient>;

export interface Published {
  readonly client: StoredClient;
  readonly storefront: Storefront;
  /** The new publication, or null if the live configuration did not change. */
  readonly publication: Publication | null;
}

/**
 * Publishes a configuration, for all devices or for the devices of an experiment. This is the only way to change the live configuration.
 * The function reviews the impact, rejects a change whose impact was not accepted, and records the publication.
 * @throws {ServiceError} not_found; `validation_error` with all errors; `conflict` (`reason` "impact") with the review; errors of `change`
 */
export async function publish(
  deps: PublishingDeps,
  clientId: string,
  change: Change,
  { author, note = "", undo_of = null, accept_impact }: PublishRequest,
): Promise<Published> {
  const made: { publication: Publication | null } = { publication: null };
  let reviewed: { readonly transitions: readonly Transition[]; readonly review: Review } | undefined;
  const writing = { engine: deps.engine, now: () => new Date(deps.now()) };
  const client = await changeClient(writing, clientId, async (before) => {
    made.publication = null;
    const changed = await changedClient(before, change);
    if (changed === before) return before;
    const transitions = transitionsOf(before, changed);
    if (transitions.length === 0) return changed;
    if (!isDeepStrictEqual(reviewed?.transitions, transitions)) {
      reviewed = { transitions, review: await reviewChange(deps, before, changed) };
    }
    const { impact, accept_impact: token } = (reviewed as { readonly review: Review }).review;
    if (impact !== null && accept_impact !== token) throw refusal((reviewed as { readonly review: Review }).review);
    const accepted = impact === null ? {} : { accepted_impact: recorded(impact) };
    const after = withAccepted(before, changed, accepted);
    if (isDeepStrictEqual(before.configuration, after.configuration)) return after;
    made.publication = await recordPublication(deps.engine, {
      client_id: before.client_id,
      previous: before.publication ?? null,
      author,
      note,
      at: new Date(deps.now()).toISOString(),
      undo_of,
      before: before.configuration,
      after: after.configuration,
      ...accepted,
    });
    return { ...after, publication: made.publication.id };
  });
  const { publication } = made;
  // If the deletion of old publications fails, the next call of `publish` deletes them.
  if (publication !== null) await trimPublications(deps.engine, publication).catch(() => undefined);
  return { client, storefront: toStorefront(client), publication };
}

/**
 * Returns the review of a change without applying it.
 * @throws the same errors as `publish`, except the `conflict` for impact that was not accepted
 */
export async function review(deps: PublishingDeps, clientId: string, change: Change): Promise<Review> {
  const before = await getClient(deps, clientId);
  return reviewChange(deps, before, await changedClient(before, change));
}

/**
 * Replaces the configuration.
 * @throws the same errors as `publish`
 */
export const publishConfiguration = (
  deps: PublishingDeps,
  clientId: string,
  configuration: unknown,
  request: PublishRequest,
): Promise<Published> =>
  publish(deps, clientId, (client) => ({ ...client, configuration: configuration as ConfigurationDocument }), request);

/** Applies a change and validates the configuration. Returns the client `before` if the change has no effect. */
async function changedClient(before: StoredClient, change: Change): Promise<StoredClient> {
  const changed = await change(before);
  const configuration = checkedDocument(changed.configuration);
  const isSame = isDeepStrictEqual(before.configuration, configuration);
  const after = { ...changed, configuration: isSame ? before.configuration : configuration };
  return isDeepStrictEqual(after, before) ? before : after;
}

/** Records the accepted impact in the experiment that the change started or ended. */
function withAccepted(before: StoredClient, after: StoredClient, accepted: Pick<Publication, "accepted_impact">) {
  const { experiment } = after;
  if (experiment === undefined || accepted.accepted_impact === undefined) return after;
  if (isDeepStrictEqual(experiment, before.experiment)) return after;
  const accepted_impact = [...(experiment.accepted_impact ?? []), accepted.accepted_impact];
  return { ...after, experiment: { ...experiment, accepted_impact } };
}

function refusal(found: Review): ServiceError {
  const { impact, accept_impact } = found;
  const message = `the change hides products from shoppers: ${impact === null ? "" : formatImpact(impact)}; confirm it with the token ${accept_impact}`;
  return new ServiceError("conflict", message, { reason: "impact", ...found });
}
