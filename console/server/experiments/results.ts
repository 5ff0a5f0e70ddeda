import type { CachedEngine } from "../../../src/catalog/cache.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";
import { armName, type Experiment, HOLDOUT } from "../../../src/storefront/experiment.js";
import type { Progress } from "../stream.js";
import { compare, type Comparison } from "./comparison.js";
import { type DeviceConversions, readConversions } from "./conversions.js";
import { plannedEnd } from "./experiments.js";
import { countResponses, firstResponseOf, seenDevices, type Period, type SeenDevice } from "./exposures.js";
import { countDevice, twoSides } from "./tally.js";
import { triggerOf } from "./triggers.js";

export interface Results {
  /** Start and end of the evaluated period, ISO 8601 in UTC. */
  readonly from: string;
  readonly until: string;
  /**
   * Conditions of the requests in which the arms differ. Only devices with such a request are counted; `null` if all
   * devices are counted.
   */
  readonly requested: readonly Rule["when"][] | null;
  /** Comparison of variant B with variant A; `null` if no experiment was requested. */
  readonly experiment: Comparison | null;
  /**
   * Comparison of the devices outside the holdout with the devices in the holdout; `null` if no holdout device received
   * a response.
   */
  readonly holdout: Comparison | null;
}

export interface ResultsRequested {
  readonly client_id: string;
  /** Experiment to evaluate; `null` to evaluate only the holdout, over the last four weeks. */
  readonly experiment: Experiment | null;
  readonly holdout_share: number;
  /** Currency of the shop. */
  readonly currency: string | null;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

const HOLDOUT_DAYS = 28;
/**
 * Minimum number of days before holdout results are final. One week is too short, because results vary from week to
 * week.
 */
const LEAST_HOLDOUT_DAYS = 14;
const DAY_MS = 86_400_000;

/**
 * Computes the results by counting devices exactly, page by page. Responses stored during the count may or may not be
 * included.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function readResults(
  deps: CachedEngine,
  { client_id, experiment, holdout_share, currency, now }: ResultsRequested,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Results> {
  const { engine } = deps;
  const until = experiment?.ended_at == null ? now : Date.parse(experiment.ended_at);
  const started = experiment === null ? until - HOLDOUT_DAYS * DAY_MS : Date.parse(experiment.started_at);
  const whole: Period = { client_id, from: started, until };
  const heldSince = await firstResponseOf(engine, HOLDOUT, whole);
  const period = experiment === null && heldSince !== null ? { ...whole, from: heldSince } : whole;
  const trigger = experiment === null ? null : await triggerOf(deps, experiment, period, signal);
  const triggered = trigger === null ? null : { ...period, condition: trigger.condition };
  const [arms, held] = [twoSides(), twoSides()];
  const takeArms: TakeDevice = (device, did) => {
    if (experiment === null) return;
    const armed = (arm: "A" | "B") => device.first.get(armName(experiment.id, arm));
    countDevice(arms, armed("A"), armed("B"), did);
  };
  const takeHeld: TakeDevice = (device, did) => countDevice(held, device.first.get(HOLDOUT), firstOutside(device), did);
  const takeBoth: TakeDevice = (...given) => [takeArms, takeHeld].forEach((take) => take(...given));
  const passes: readonly (readonly [Period, TakeDevice])[] =
    triggered === null
      ? [[period, takeBoth]]
      : [
          [triggered, takeArms],
          [period, takeHeld],
        ];
  const counts = await Promise.all(passes.map(([one]) => countResponses(engine, one)));
  const of = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const [requested, take] of passes) {
    for await (const { devices, responses } of seenDevices(engine, requested, signal)) {
      const ids = devices.map(({ device_id }) => device_id);
      const did = await readConversions(engine, period, ids, signal);
      for (const device of devices) take(device, did.get(device.device_id));
      done += responses;
      onProgress({ done, of: Math.max(done, of) });
    }
  }
  const is_due = experiment === null || until >= Date.parse(plannedEnd(experiment));
  return {
    from: new Date(period.from).toISOString(),
    until: new Date(until).toISOString(),
    requested: trigger?.requested ?? null,
    experiment:
      experiment === null
        ? null
        : compare(arms, { names: ["Original", "Variant"], split: experiment.split, is_due, currency }),
    holdout:
      heldSince === null
        ? null
        : compare(held, {
            names: ["Control group", "All other devices"],
            currency,
            is_due: until - period.from >= LEAST_HOLDOUT_DAYS * DAY_MS,
            split: 1 - (experiment?.holdout_share ?? holdout_share),
          }),
  };
}

type TakeDevice = (device: SeenDevice, did: DeviceConversions | undefined) => void;

/** Returns the time of the device's first response outside the holdout. */
function firstOutside({ first }: SeenDevice): number | undefined {
  const others = [...first].flatMap(([arm, at]) => (arm === HOLDOUT ? [] : [at]));
  return others.length === 0 ? undefined : Math.min(...others);
}
