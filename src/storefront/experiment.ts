import { hash } from "node:crypto";
import type { Storefront } from "./client.js";
import type { ConfigurationDocument } from "./configuration.js";
import type { AcceptedLosses } from "./publications.js";

export type Outcome = "keep_a" | "publish_b";

/** An experiment as its client's document holds it: the one that runs, or the last that ended. */
export interface Experiment {
  readonly id: string;
  readonly name: string;
  readonly hypothesis: string | null;
  /** The part of the devices outside the holdout that take part, from 0 to 1. */
  readonly share: number;
  /** The part of those that get B, from 0 to 1. */
  readonly split: number;
  /** How long it is planned to run. */
  readonly days: number;
  /** While it runs at least this share of all devices is held out, whatever is published meanwhile. */
  readonly holdout_share: number;
  /** A's document at the start. What `configuration` has different from it is B's change. */
  readonly base: ConfigurationDocument;
  /** B's document at the start. */
  readonly configuration: ConfigurationDocument;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  readonly started_by: string;
  /** Null while it runs, like `ended_by` and `outcome`. */
  readonly ended_at: string | null;
  readonly ended_by: string | null;
  readonly outcome: Outcome | null;
  /** What shoppers lost when it began, and when it ended, which was accepted then. */
  readonly accepted_losses?: readonly AcceptedLosses[];
}

/** The arm of devices that are never personalized, in answers that are stored. */
export const HOLDOUT = "holdout";

/** The name of an arm in answers that are stored. */
export const armName = (experimentId: string, arm: "A" | "B"): string => `${experimentId}:${arm}`;

/**
 * The storefront as one device gets it: that of the holdout, of an arm, or itself for devices that take no part. The same
 * device gets the same in every process, as long as the experiment runs and the holdout does not shrink. Each is one object
 * as long as the client does not change.
 * @param device_id of a shopper who agreed to be recognised
 */
export function assigned(storefront: Storefront, device_id: string): Storefront {
  const { arms } = storefront;
  if (arms === undefined) return storefront;
  const { holdout, experiment } = arms;
  if (isHeldOut(storefront.client_id, holdout.share, device_id)) return holdout.storefront;
  if (experiment === null) return storefront;
  const [part, side] = draw(`experiment:${experiment.id}`, device_id);
  if (part >= experiment.share) return storefront;
  return side < experiment.split ? experiment.b : experiment.a;
}

/** Whoever is held out at a share is held out at every greater one. */
export const isHeldOut = (client_id: string, share: number, device_id: string): boolean =>
  share > 0 && draw(`holdout:${client_id}`, device_id)[0] < share;

const BYTES = 6;

/**
 * Two independent numbers from 0 up to 1, uniform over devices and independent between salts: 48 bits each of a SHA-256.
 * @param salt without a line break
 */
function draw(salt: string, device_id: string): readonly [number, number] {
  const digest = hash("sha256", `${salt}\n${device_id}`, "buffer");
  const at = (offset: number) => digest.readUIntBE(offset, BYTES) / 2 ** (8 * BYTES);
  return [at(0), at(BYTES)];
}
