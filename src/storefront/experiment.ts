import { hash } from "node:crypto";
import type { Arms, Storefront } from "./client.js";
import { completeConfiguration, type ConfigurationDocument } from "./configuration.js";
import type { AcceptedImpact } from "./publications.js";
import { checkConfiguration } from "./check-configuration.js";
import { mergeConfigurations } from "./merge-configurations.js";

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
  readonly accepted_impact?: readonly AcceptedImpact[];
}

/** The arm of devices that are never personalized, in answers that are stored. */
export const HOLDOUT = "holdout";

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

/** The parts of a stored client that decide who gets what. */
interface Experimenting {
  readonly configuration: ConfigurationDocument;
  readonly experiment?: Experiment;
}

export const runningExperiment = ({ experiment }: Experimenting): Experiment | undefined =>
  experiment?.ended_at === null ? experiment : undefined;

/** What some devices of a client get in place of its storefront; undefined where all get the same. */
export function armsOf(storefront: Storefront, client: Experimenting): Arms | undefined {
  const experiment = runningExperiment(client);
  const share = Math.max(storefront.configuration.holdout_share, experiment?.holdout_share ?? 0);
  if (share === 0 && experiment === undefined) return undefined;
  const holdout = { share, storefront: { ...storefront, arm: HOLDOUT } };
  if (experiment === undefined) return { holdout, experiment: null };
  const { id, split } = experiment;
  const { document } = documentOfB(experiment, client.configuration);
  return {
    holdout,
    experiment: {
      id,
      share: experiment.share,
      split,
      a: { ...storefront, arm: armName(id, "A") },
      b: { ...storefront, arm: armName(id, "B"), configuration: completeConfiguration(document) },
    },
  };
}

interface DocumentOfB {
  readonly document: ConfigurationDocument;
  /** False where what was published since cannot stand beside B's change: B then stays as it started, or is as A where a later release refuses it. */
  readonly follows: boolean;
}

/** B's change on top of the configuration in force: what is published meanwhile reaches both arms, but for what B changed. */
export function documentOfB({ base, configuration }: Experiment, live: ConfigurationDocument): DocumentOfB {
  const document = mergeConfigurations(base, configuration, live).merged as ConfigurationDocument;
  const [found = live] = [document, configuration].filter((one) => "document" in checkConfiguration(one));
  return { document: found, follows: found === document };
}
