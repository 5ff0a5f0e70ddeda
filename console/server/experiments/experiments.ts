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

/** Share of devices in the holdout that the first experiment creates if the storefront has no holdout. */
const FIRST_HOLDOUT_SHARE = 0.05;

export interface RunningExperiment extends ExperimentEntry {
  /** Version of the experiment and of both configurations. Ending the experiment fails if the version has changed. */
  readonly version: string;
  /** Planned end of the experiment, ISO 8601 in UTC. */
  readonly planned_end: string;
  /** Whether the planned end has passed. */
  readonly is_due: boolean;
  /** `false` if variant B does not include later publications, because they conflict with the changes of variant B. */
  readonly b_follows: boolean;
}

export interface ExperimentList {
  readonly running: RunningExperiment | null;
  /** Latest first. */
  readonly ended: readonly ExperimentEntry[];
  /** Current share of devices in the holdout. */
  readonly holdout_share: number;
}

export interface NewExperiment {
  readonly name: string;
  readonly hypothesis: string | null;
  readonly share: number;
  readonly split: number;
  readonly days: number;
  /** Configuration document of variant B. */
  readonly configuration: ConfigurationDocument;
  /** Publication that was live when variant B's configuration was created; `null` before the first publication. */
  readonly publication: string | null;
}

const DAY_MS = 86_400_000;

export const plannedEnd = ({ started_at, days }: Pick<Experiment, "started_at" | "days">): string =>
  new Date(Date.parse(started_at) + days * DAY_MS).toISOString();

/**
 * Returns the running and ended experiments, read directly from the engine.
 * @throws {ServiceError} `not_found`
 */
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

/**
 * Returns a running or ended experiment.
 * @throws {ServiceError} `not_found`
 */
export async function getExperiment(deps: PublishingDeps, clientId: string, id: string): Promise<Experiment> {
  const { experiment } = await getClient(deps, clientId);
  const found = experiment?.id === id ? experiment : await readEnded(deps.engine, clientId, id);
  if (found === undefined) throw new ServiceError("not_found", `there is no A/B test \`${id}\``);
  return found;
}

/** User who starts or ends an experiment, and the accepted impact. */
export interface Decision {
  readonly author: string;
  readonly accept_impact?: string | undefined;
}

/**
 * Starts an experiment. The first experiment also creates the storefront's holdout.
 * @throws {ServiceError} `conflict` (another experiment is running, see the context, or the impact was not accepted);
 * `validation_error`
 */
export async function startExperiment(
  deps: PublishingDeps,
  clientId: string,
  given: NewExperiment,
  decision: Decision,
): Promise<void> {
  const note = `Control group of the A/B test “${given.name}”`;
  await publish(deps, clientId, starting(deps, given, decision.author), { ...decision, note });
}

/**
 * Reviews the impact on devices that would get variant B.
 * @throws the errors of `startExperiment`, except the rejection of a negative impact
 */
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
      const who = `the A/B test “${running.name}” is already running (started by ${running.started_by})`;
      throw new ServiceError("conflict", `${who}; only one A/B test can run at a time`, {
        experiment: entryOf(running),
      });
    }
    if ((client.publication ?? null) !== given.publication) {
      throw new ServiceError("conflict", "a new version was published just now; review it and start the test again");
    }
    const { holdout_share = FIRST_HOLDOUT_SHARE } = client.configuration;
    if (holdout_share === 0) {
      throw validationError("holdout_share", "an A/B test needs a control group; set `holdout_share` above 0 first");
    }
    const base = { ...client.configuration, holdout_share };
    const configuration = checked({ ...given.configuration, holdout_share }).document;
    mustBeTestable(base, configuration);
    // Stores the previous experiment again, in case storing failed when that experiment ended.
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
  if (isDeepStrictEqual(a, b))
    throw validationError("draft_id", "the variant of the A/B test does not differ from the live configuration");
  const shared = sharedSettingsChanged(a, b);
  if (shared.length === 0) return;
  const names = shared.map((name) => `\`${name}\``).join(", ");
  throw validationError(
    "draft_id",
    `${names} cannot differ by device, because the data is stored and learned once for all devices; publish the change without a test`,
  );
}

/** A request to end an experiment. */
export interface Ending {
  readonly outcome: Outcome;
  /** Version of the experiment that the user reviewed. */
  readonly version: string;
}

/**
 * Ends the running experiment and publishes variant B's configuration if the requested outcome is variant B.
 * @throws {ServiceError} `conflict` if the experiment has ended, its configurations have changed, or the impact was not
 * accepted
 */
export async function endExperiment(
  deps: PublishingDeps,
  clientId: string,
  ending: Ending,
  decision: Decision,
): Promise<ExperimentEntry> {
  const { experiment } = await getClient(deps, clientId);
  const note = `Variant of the A/B test “${experiment?.name ?? ""}”`;
  const { client } = await publish(deps, clientId, toEnd(deps, ending, decision.author), { ...decision, note });
  const ended = client.experiment as Experiment;
  await storeEnded(deps.engine, clientId, ended);
  return entryOf(ended);
}

/**
 * Reviews the impact of ending an experiment.
 * @throws the errors of `endExperiment`, except the rejection of a negative impact
 */
export const reviewEnd = (deps: PublishingDeps, clientId: string, ending: Ending): Promise<Review> =>
  review(deps, clientId, toEnd(deps, ending, ""));

const toEnd =
  (deps: PublishingDeps, { outcome, version }: Ending, author: string): Change =>
  (client) => {
    const { configuration } = client;
    const running = runningExperiment(client);
    if (running === undefined) throw hasEnded(client.experiment);
    if (versionOf(running, configuration) !== version) {
      throw new ServiceError(
        "conflict",
        "a new version was published in the meantime; review it and end the test again",
        {
          experiment: described(running, configuration, new Date(deps.now())),
        },
      );
    }
    const experiment = { ...running, ended_at: new Date(deps.now()).toISOString(), ended_by: author, outcome };
    const document = outcome === "publish_b" ? documentOfB(running, configuration).document : configuration;
    return { ...client, configuration: document, experiment };
  };

function hasEnded(last: Experiment | undefined): ServiceError {
  if (last === undefined) return new ServiceError("conflict", "no A/B test is running");
  const how = last.outcome === "publish_b" ? "variant published" : "original kept";
  return new ServiceError(
    "conflict",
    `“${last.name}” was already ended by ${last.ended_by ?? "another user"}: ${how}`,
    {
      experiment: entryOf(last),
    },
  );
}

const described = (experiment: Experiment, configuration: ConfigurationDocument, now: Date): RunningExperiment => ({
  ...entryOf(experiment),
  version: versionOf(experiment, configuration),
  planned_end: plannedEnd(experiment),
  is_due: now.getTime() >= Date.parse(plannedEnd(experiment)),
  b_follows: documentOfB(experiment, configuration).follows,
});

const versionOf = ({ id }: Experiment, configuration: ConfigurationDocument): string => hashOf([id, configuration]);
