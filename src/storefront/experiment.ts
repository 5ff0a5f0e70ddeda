import { hash } from "node:crypto";
import type { Arms, Storefront } from "./client.js";
import { completeConfiguration, type ConfigurationDocument } from "./configuration.js";
import type { AcceptedImpact } from "./publications.js";
import { checkConfiguration } from "./check-configuration.js";
import { mergeConfigurations } from "./merge-configurations.js";

export type Outcome = "keep_a" | "publish_b";

/** The running or most recent experiment, as stored in the client document. */
export interface Experiment {
  readonly id: string;
  readonly name: string;
  readonly hypothesis: string | null;
  /** Share of the devices outside the holdout that participate in the experiment, from 0 to 1. */
  readonly share: number;
  /** Share of the participating devices that are assigned to arm B, from 0 to 1. */
  readonly split: number;
  readonly days: number;
  /** Minimum share of devices in the holdout during the experiment, even if a later publication lowers the share. */
  readonly holdout_share: number;
  /**
   * Configuration document of arm A at the start of the experiment. The difference between this document and `configuration` is the tested
   * change.
   */
  readonly base: ConfigurationDocument;
  /** Configuration document of arm B at the start of the experiment. */
  readonly configuration: ConfigurationDocument;
  /** Start of the experiment, as an ISO 8601 timestamp in UTC. */
  readonly started_at: string;
  readonly started_by: string;
  /** End of the experiment. `ended_at`, `ended_by` and `outcome` are null while the experiment is running. */
  readonly ended_at: string | null;
  readonly ended_by: string | null;
  readonly outcome: Outcome | null;
  /** Impact on shoppers that the user accepted at the start and at the end of the experiment. */
  readonly accepted_impact?: readonly AcceptedImpact[];
}

/** Arm name that is stored with responses to devices of the holdout, which are never personalized. */
export const HOLDOUT = "holdout";

export const armName = (experimentId: string, arm: "A" | "B"): string => `${experimentId}:${arm}`;

/**
 * Returns the storefront for a device: the storefront of the holdout, the storefront of an experiment arm, or the given storefront for all
 * other devices. The assignment is deterministic across processes as long as the experiment runs and the holdout does not shrink. The
 * returned objects stay the same until the client changes.
 * @param device_id device of a shopper who consented to recognition
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

/** Returns whether a device is in the holdout. If the share is increased, all devices of the holdout remain in it. */
export const isHeldOut = (client_id: string, share: number, device_id: string): boolean =>
  share > 0 && draw(`holdout:${client_id}`, device_id)[0] < share;

const BYTES = 6;

/**
 * Hashes a device id to two independent numbers, uniformly distributed in [0, 1). Different salts give independent numbers. Each number
 * uses 48 bits of a SHA-256 hash.
 * @param salt a text without line breaks
 */
function draw(salt: string, device_id: string): readonly [number, number] {
  const digest = hash("sha256", `${salt}\n${device_id}`, "buffer");
  const at = (offset: number) => digest.readUIntBE(offset, BYTES) / 2 ** (8 * BYTES);
  return [at(0), at(BYTES)];
}

/** The parts of a stored client that determine the assignment of devices. */
interface Experimenting {
  readonly configuration: ConfigurationDocument;
  readonly experiment?: Experiment;
}

export const runningExperiment = ({ experiment }: Experimenting): Experiment | undefined =>
  experiment?.ended_at === null ? experiment : undefined;

/** Returns the storefronts of the holdout and of the experiment arms; undefined if all devices get the same storefront. */
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
  /**
   * False if the tested change conflicts with later publications. In this case, arm B uses its initial document. If the current release
   * rejects that document, arm B uses the document of arm A.
   */
  readonly follows: boolean;
}

/**
 * Applies the tested change to the live configuration. Later publications therefore apply to both arms, except for the settings that the
 * experiment changes.
 */
export function documentOfB({ base, configuration }: Experiment, live: ConfigurationDocument): DocumentOfB {
  const document = mergeConfigurations(base, configuration, live).merged as ConfigurationDocument;
  const [found = live] = [document, configuration].filter((one) => "document" in checkConfiguration(one));
  return { document: found, follows: found === document };
}
