import { checkConfiguration } from "./check-configuration.js";
import type { Arms, Storefront } from "./client.js";
import { completeConfiguration, type ConfigurationDocument } from "./configuration.js";
import { armName, HOLDOUT, type Experiment } from "./experiment.js";
import { mergeConfigurations } from "./merge-configurations.js";

/** The parts of a stored client that decide who gets what. */
interface Experimenting {
  readonly configuration: ConfigurationDocument;
  readonly experiment?: Experiment;
}

/** The experiment of a client, if it runs. */
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

export interface DocumentOfB {
  readonly document: ConfigurationDocument;
  /** False where what was published since cannot stand beside B's change: B then stays as it started, or is as A where a later release refuses it. */
  readonly follows: boolean;
}

/** B's change on top of the configuration in force: what is published meanwhile reaches both arms, but for what B changed. */
export function documentOfB({ base, configuration }: Experiment, inForce: ConfigurationDocument): DocumentOfB {
  const document = mergeConfigurations(base, configuration, inForce).merged as ConfigurationDocument;
  const [found = inForce] = [document, configuration].filter((one) => "document" in checkConfiguration(one));
  return { document: found, follows: found === document };
}
