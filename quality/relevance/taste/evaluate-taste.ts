import { steeredClock } from "../adjustable-clock.js";
import { openStorefront } from "../storefront.js";
import { withService } from "../evaluated-service.js";
import type { Dataset } from "./dataset.js";
import type { Observation } from "./observation.js";
import { stepsOf } from "./questions.js";
import { replay } from "./replay.js";
import { sampleSteps, type Sample, type SampleSizes } from "./sample.js";

export interface TasteEvaluationOptions extends SampleSizes {
  readonly engineUrl: string;
  readonly limit: number;
  readonly depth: number;
  readonly popularityHalfLifeDays: number;
  /** Settings that override the data set's configuration. Nested settings are not merged. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

export interface TasteEvaluation {
  readonly baskets: number;
  readonly shoppers: number;
  /**
   * Number of baskets of shoppers without history. These baskets are not evaluated, because personalized and
   * unpersonalized listings are equal without history.
   */
  readonly withoutHistory: number;
  readonly sample: Sample;
  readonly observations: readonly Observation[];
}

const HOUR_MS = 3_600_000;

/**
 * Replays the baskets of a data set with a new service and evaluates the listings.
 * @throws the signal's abort reason if the evaluation is aborted, after all data was deleted
 */
export async function evaluateTaste(dataset: Dataset, options: TasteEvaluationOptions): Promise<TasteEvaluation> {
  const { engineUrl, limit, depth, popularityHalfLifeDays, onProgress, signal } = options;
  const [first] = dataset.baskets;
  if (first === undefined) throw new Error(`${dataset.name} has no baskets`);
  const clock = steeredClock(first.at - HOUR_MS);
  const configuration = { ...dataset.configuration, ...options.configuration };
  const steps = stepsOf(dataset.baskets);
  const sample = sampleSteps(steps, options);
  const observations = await withService({ engineUrl, clock, configuration }, async (access, service) => {
    const storefront = openStorefront(access, () => service.learn());
    await storefront.ingest(dataset.feed);
    return replay({ storefront, clock, onProgress, signal }, steps, {
      partsOf: sample.partsOf,
      limit,
      depth,
      popularityHalfLifeDays,
    });
  });
  return {
    baskets: steps.length,
    shoppers: new Set(steps.map(({ basket }) => basket.shopper)).size,
    withoutHistory: steps.filter(({ hasHistory }) => !hasHistory).length,
    sample,
    observations,
  };
}
