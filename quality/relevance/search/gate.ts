import { type EvaluationOutcome, scoreChangesOf } from "../ranking-metrics.js";
import { pairedBootstrap, type ResamplingOptions, type Interval } from "../paired-bootstrap.js";

/**
 * Gain of candidate settings over the live settings on one catalogue, keyed by query. A gain is the mean change of two
 * metrics: NDCG@10 with and without unjudged products.
 */
export type Gains = ReadonlyMap<string, number>;

/** Gains on one catalogue, keyed by the name of the candidate settings. */
export type CatalogueGains = ReadonlyMap<string, Gains>;

/** Settings that were chosen on all other catalogues, and the gain of these settings on the evaluated catalogue. */
export interface HeldOut {
  readonly catalogue: string;
  readonly chosen: string;
  readonly gain: Interval;
}

export interface Verdict {
  readonly heldOut: readonly HeldOut[];
  /** Mean gain over the evaluated catalogues. */
  readonly mean: number;
  readonly passes: boolean;
}

/** Name of the live settings. All gains are relative to the live settings. */
export const LIVE_SETTINGS = "live";

/** Maximum loss of candidate settings on any catalogue: their mean gain must not be below −0.01. */
const MAX_LOST = 0.01;

export function gainsOf(settings: EvaluationOutcome["scores"], live: EvaluationOutcome["scores"]): Gains {
  const changes = (metric: "ndcg" | "judged_ndcg") =>
    new Map(scoreChangesOf(settings, live, metric).map(({ query, change }) => [query, change]));
  const [all, judged] = [changes("ndcg"), changes("judged_ndcg")];
  return new Map([...all].map(([query, change]) => [query, (change + (judged.get(query) ?? 0)) / 2]));
}

/**
 * Leave-one-out validation over catalogues: for each catalogue, the settings with the largest mean gain on all other
 * catalogues are chosen, and then evaluated on this catalogue. The settings pass if the mean gain is above 0 and no
 * catalogue loses more than 0.01.
 * @param gains gains by catalogue name; all catalogues must have the same settings
 * @throws {RangeError} if there are fewer than two catalogues
 */
export function judgeSettings(gains: ReadonlyMap<string, CatalogueGains>, bootstrap: ResamplingOptions): Verdict {
  if (gains.size < 2)
    throw new RangeError(
      "expected at least two catalogues, because settings are selected on one and evaluated on another",
    );
  const heldOut = [...gains].map(([catalogue, own]): HeldOut => {
    const chosen = bestOf([...gains].filter(([other]) => other !== catalogue).map(([, theirs]) => theirs));
    const shown = own.get(chosen);
    const differences = [...(shown ?? [])].map(([query, value]) => ({ shopper: query, value }));
    const gain = differences.length === 0 ? NOTHING : pairedBootstrap(differences, bootstrap);
    return { catalogue, chosen, gain };
  });
  const mean = meanOf(heldOut.map(({ gain }) => gain.mean));
  return { heldOut, mean, passes: mean > 0 && heldOut.every(({ gain }) => gain.mean >= -MAX_LOST) };
}

const NOTHING: Interval = { mean: 0, low: 0, high: 0 };

/**
 * Returns the name of the settings with the largest mean gain over all catalogues. All catalogues have equal weight,
 * independent of their number of queries.
 */
function bestOf(catalogues: readonly CatalogueGains[]): string {
  let best = { name: LIVE_SETTINGS, gain: 0 };
  for (const name of catalogues[0]?.keys() ?? []) {
    const gain = meanOf(catalogues.map((own) => meanOf([...(own.get(name)?.values() ?? [])])));
    if (gain > best.gain) best = { name, gain };
  }
  return best.name;
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
