import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ServiceError, validationError } from "../../../src/errors.js";
import { publish, review, type Change, type PublishingDeps, type Review } from "../../../src/publishing/index.js";
import { getClient } from "../../../src/storefront/clients.js";
import { completeConfiguration, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { documentOfB, type Experiment, type Outcome, runningExperiment } from "../../../src/storefront/experiment.js";
import { hashOf } from "../../../src/lib/hash.js";
import { checked } from "../drafts/drafts.js";
import { entryOf, listEnded, readEnded, storeEnded, type ExperimentEntry } from "./ended.js";
import { sharedSettingsChanged } from "./shared-settings.js";

/** What a first experiment sets, where the storefront says nothing of it. */
const FIRST_HOLDOUT_SHARE = 0.05;

export interface RunningExperiment extends ExperimentEntry {
  /** Of the experiment and both configurations, for ending what was looked at. */
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly planned_end: string;
  /** Whether that time has come. */
  readonly is_due: boolean;
  /** False where what was published since cannot stand beside B's change, so B has none of it. */
  readonly b_follows: boolean;
}

export interface ExperimentList {
  readonly running: RunningExperiment | null;
  /** Latest first. */
  readonly ended: readonly ExperimentEntry[];
  /** The share of devices that are held out now. */
  readonly holdout_share: number;
}

export interface NewExperiment {
  readonly name: string;
  readonly hypothesis: string | null;
  readonly share: number;
  readonly split: number;
  readonly days: number;
  /** B's configuration document. */
  readonly configuration: ConfigurationDocument;
  /** The publication that was in force when it was made; null before the first. */
  readonly publication: string | null;
}

const DAY_MS = 86_400_000;

export const plannedEnd = ({ started_at, days }: Pick<Experiment, "started_at" | "days">): string =>
  new Date(Date.parse(started_at) + days * DAY_MS).toISOString();

/** What runs and what has run, straight from the engine. @throws ServiceError not_found */
export async function listExperiments(deps: PublishingDeps, clientId: string): Promise<ExperimentList> {
  const [client, stored] = await Promise.all([getClient(deps, clientId), listEnded(deps.engine, clientId)]);
  const { experiment, configuration } = client;
  const running = runningExperiment(client);
  const last = experiment === undefined || running !== undefined ? [] : [entryOf(experiment)];
  return {
    running: running === undefined ? null : described(running, configuration, new Date(deps.now())),
    ended: [...last, ...stored.filter(({ id }) => id !== experiment?.id)],
    holdout_share: Math.max(completeConfiguration(configuration).holdout_share, running?.holdout_share ?? 0),
  };
}

/** One experiment, running or ended. @throws ServiceError not_found */
export async function getExperiment(deps: PublishingDeps, clientId: string, id: string): Promise<Experiment> {
  const { experiment } = await getClient(deps, clientId);
  const found = experiment?.id === id ? experiment : await readEnded(deps.engine, clientId, id);
  if (found === undefined) throw new ServiceError("not_found", `there is no experiment \`${id}\``);
  return found;
}

/** What is told of whoever starts or ends an experiment. */
export interface Decision {
  readonly author: string;
  readonly accept_impact?: string | undefined;
}

/**
 * Starts an experiment; with the first one the storefront gets a holdout.
 * @throws ServiceError conflict (another one runs, in the context; what B's devices would lose), validation_error
 */
export async function startExperiment(
  deps: PublishingDeps,
  clientId: string,
  given: NewExperiment,
  decision: Decision,
): Promise<void> {
  const note = `Holdout for the experiment “${given.name}”`;
  await publish(deps, clientId, starting(deps, given, decision.author), { ...decision, note });
}

/** What devices that would get B would lose. @throws as `startExperiment`, but for losses */
export const reviewStart = (
  deps: PublishingDeps,
  clientId: string,
  given: Pick<NewExperiment, "configuration" | "publication">,
): Promise<Review> => review(deps, clientId, starting(deps, { ...UNNAMED, ...given }, ""));

const UNNAMED = { name: "", hypothesis: null, share: 1, split: 0.5, days: 1 };

const starting = (deps: PublishingDeps, given: NewExperiment, author: string): Change => {
  const id = randomBytes(6).toString("hex");
  return async (client) => {
    const running = runningExperiment(client);
    if (running !== undefined) {
      const who = `“${running.name}” runs already, started by ${running.started_by}`;
      throw new ServiceError("conflict", `${who}; at most one experiment runs at a time`, {
        experiment: entryOf(running),
      });
    }
    if ((client.publication ?? null) !== given.publication) {
      throw new ServiceError("conflict", "a configuration was published this moment; look at it and start again");
    }
    const { holdout_share = FIRST_HOLDOUT_SHARE } = client.configuration;
    if (holdout_share === 0) {
      throw validationError("holdout_share", "an experiment needs a holdout; set `holdout_share` above 0 first");
    }
    const base = { ...client.configuration, holdout_share };
    const configuration = checked({ ...given.configuration, holdout_share }).document;
    mustBeTestable(base, configuration);
    // The one before was stored when it ended, unless that failed.
    if (client.experiment !== undefined) await storeEnded(deps.engine, client.client_id, client.experiment);
    const { name, hypothesis, share, split, days } = given;
    const experiment: Experiment = {
      id,
      name,
      hypothesis,
      share,
      split,
      days,
      holdout_share,
      base,
      configuration,
      started_at: new Date(deps.now()).toISOString(),
      started_by: author,
      ended_at: null,
      ended_by: null,
      outcome: null,
    };
    return { ...client, configuration: base, experiment };
  };
};

function mustBeTestable(base: ConfigurationDocument, changed: ConfigurationDocument): void {
  const [a, b] = [completeConfiguration(base), completeConfiguration(changed)];
  if (isDeepStrictEqual(a, b)) throw validationError("draft_id", "the draft is the same as what is in force");
  const shared = sharedSettingsChanged(a, b);
  if (shared.length === 0) return;
  const names = shared.map((name) => `\`${name}\``).join(", ");
  throw validationError(
    "draft_id",
    `${names} cannot differ by device: what it decides is stored and learned once for all; publish it without an experiment`,
  );
}

/** How an experiment is to end. */
export interface Ending {
  readonly outcome: Outcome;
  /** Of the experiment as it was looked at. */
  readonly version: string;
}

/**
 * Ends the experiment that runs, and publishes B's configuration where that is the outcome.
 * @throws ServiceError conflict when it has ended, its configurations have changed since, or shoppers would lose something
 */
export async function endExperiment(
  deps: PublishingDeps,
  clientId: string,
  ending: Ending,
  decision: Decision,
): Promise<ExperimentEntry> {
  const { experiment } = await getClient(deps, clientId);
  const note = `B of the experiment “${experiment?.name ?? ""}”`;
  const { client } = await publish(deps, clientId, toEnd(deps, ending, decision.author), { ...decision, note });
  const ended = client.experiment as Experiment;
  await storeEnded(deps.engine, clientId, ended);
  return entryOf(ended);
}

/** What shoppers would lose by an ending. @throws as `endExperiment`, but for losses */
export const reviewEnd = (deps: PublishingDeps, clientId: string, ending: Ending): Promise<Review> =>
  review(deps, clientId, toEnd(deps, ending, ""));

const toEnd =
  (deps: PublishingDeps, { outcome, version }: Ending, author: string): Change =>
  (client) => {
    const { configuration } = client;
    const running = runningExperiment(client);
    if (running === undefined) throw hasEnded(client.experiment);
    if (versionOf(running, configuration) !== version) {
      throw new ServiceError("conflict", "a configuration was published since you looked; look again, then end it", {
        experiment: described(running, configuration, new Date(deps.now())),
      });
    }
    const experiment = { ...running, ended_at: new Date(deps.now()).toISOString(), ended_by: author, outcome };
    const document = outcome === "publish_b" ? documentOfB(running, configuration).document : configuration;
    return { ...client, configuration: document, experiment };
  };

function hasEnded(last: Experiment | undefined): ServiceError {
  if (last === undefined) return new ServiceError("conflict", "no experiment runs");
  const how = last.outcome === "publish_b" ? "B was published" : "A was kept";
  return new ServiceError("conflict", `“${last.name}” was ended by ${last.ended_by ?? "somebody"}: ${how}`, {
    experiment: entryOf(last),
  });
}

const described = (experiment: Experiment, configuration: ConfigurationDocument, now: Date): RunningExperiment => ({
  ...entryOf(experiment),
  version: versionOf(experiment, configuration),
  planned_end: plannedEnd(experiment),
  is_due: now.getTime() >= Date.parse(plannedEnd(experiment)),
  b_follows: documentOfB(experiment, configuration).follows,
});

const versionOf = ({ id }: Experiment, configuration: ConfigurationDocument): string => hashOf([id, configuration]);
