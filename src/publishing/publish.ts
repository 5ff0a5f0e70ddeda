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
  /** `accept_impact` of the review that told what shoppers lose by this very change. */
  readonly accept_impact?: string | undefined;
}

/** What becomes of a client. It is called again where others have published meanwhile. @throws whatever stands against it */
export type Change = (client: StoredClient) => StoredClient | Promise<StoredClient>;

export interface Published {
  readonly client: StoredClient;
  readonly storefront: Storefront;
  /** Null where the configuration in force did not change. */
  readonly publication: Publication | null;
}

/**
 * The one way in which a configuration comes into force, for everybody or for the devices of an experiment: reviews what shoppers would
 * lose, refuses that unless it was accepted, and records the publication.
 * @throws ServiceError not_found; validation_error with every mistake; conflict (`reason` "impact") with the review; whatever `change` throws
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
  // Where it fails, whoever publishes next does it.
  if (publication !== null) await trimPublications(deps.engine, publication).catch(() => undefined);
  return { client, storefront: toStorefront(client), publication };
}

/** What `publish` would say about a change; nothing is changed. @throws as `publish`, but for losses */
export async function review(deps: PublishingDeps, clientId: string, change: Change): Promise<Review> {
  const before = await getClient(deps, clientId);
  return reviewChange(deps, before, await changedClient(before, change));
}

/** Replaces the configuration. @throws as `publish` */
export const publishConfiguration = (
  deps: PublishingDeps,
  clientId: string,
  configuration: unknown,
  request: PublishRequest,
): Promise<Published> =>
  publish(deps, clientId, (client) => ({ ...client, configuration: configuration as ConfigurationDocument }), request);

/** With a checked configuration; the same object where nothing changes. */
async function changedClient(before: StoredClient, change: Change): Promise<StoredClient> {
  const changed = await change(before);
  const configuration = checkedDocument(changed.configuration);
  const isSame = isDeepStrictEqual(before.configuration, configuration);
  const after = { ...changed, configuration: isSame ? before.configuration : configuration };
  return isDeepStrictEqual(after, before) ? before : after;
}

/** The experiment that the change began or ended knows what was accepted for it. */
function withAccepted(before: StoredClient, after: StoredClient, accepted: Pick<Publication, "accepted_impact">) {
  const { experiment } = after;
  if (experiment === undefined || accepted.accepted_impact === undefined) return after;
  if (isDeepStrictEqual(experiment, before.experiment)) return after;
  const accepted_impact = [...(experiment.accepted_impact ?? []), accepted.accepted_impact];
  return { ...after, experiment: { ...experiment, accepted_impact: accepted_impact } };
}

function refusal(found: Review): ServiceError {
  const { impact, accept_impact } = found;
  const message = `shoppers would lose something: ${impact === null ? "" : formatImpact(impact)}; whoever means it accepts the losses of this change, ${accept_impact}`;
  return new ServiceError("conflict", message, { reason: "impact", ...found });
}
