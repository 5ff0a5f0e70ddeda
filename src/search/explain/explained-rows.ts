import { searchNamed, type Hit } from "../../engine/search-documents.js";
import type { Engine } from "../../engine/engine.js";
import type { Candidate } from "../../personalization/candidate.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { explainScore } from "../../personalization/signals/signals.js";
import { rankedSort } from "../listing/plan.js";
import { candidateOf } from "../listing/rank.js";
import { scoringOf, type Ranked } from "../ranked.js";
import { PRIOR, priorAt } from "../signals.js";
import { windowBody, type Slice } from "../paging/windows.js";
import type { SignalPoints } from "./explanation.js";

/** A product, and what put it where it is. */
export interface ExplainedRow extends Candidate {
  /** Null where the order has no score. */
  readonly score: number | null;
  /** The points of each signal, which are the score together, but for the rounding of 32-bit floats of the engine. */
  readonly signals: readonly SignalPoints[];
  /** What the order goes by, in order: `_score`, `prior`, `sort.price`; the identifier at the end. */
  readonly sorted_by: readonly { readonly by: string; readonly value: unknown }[];
}

/**
 * Products with what each signal gave them: the engine is asked for the base, the process works out the rest with the signals
 * that rank.
 * @throws errors of the engine
 */
export async function readExplained(
  engine: Engine,
  index: string,
  ranked: Ranked,
  slice: Slice,
): Promise<ExplainedRow[]> {
  const base = { ...ranked, personal: null };
  const { hits } = await searchNamed<never>(engine, index, windowBody(base, { ...slice, for: "explaining" }));
  const names = rankedSort(base).flatMap((clause) => Object.keys(clause));
  const scoring = scoringOf(ranked);
  return hits.hits.map((hit) => {
    const candidate = candidateOf(hit);
    const sorted = names.map((by, at) => ({ by, value: hit.sort?.[at] ?? null }));
    const named = Object.entries(hit.matched_queries ?? {}).map(([signal, points]) => ({
      signal,
      points: Number(points),
    }));
    if (scoring === undefined) {
      const isScored = names[0] === "_score";
      return { ...candidate, score: isScored ? hit._score : null, signals: isScored ? named : [], sorted_by: sorted };
    }
    const signals = [
      ...named.filter(({ signal }) => signal !== PRIOR),
      ...priorPoints(ranked, hit),
      ...explainScore(scoring, candidate),
    ];
    const score = signals.reduce((sum, { points }) => sum + points, 0);
    const after = sorted.filter(({ by }) => by !== "_score");
    return { ...candidate, score, signals, sorted_by: [{ by: "_score", value: score }, ...after] };
  });
}

function priorPoints(ranked: Ranked, { sort = [] }: Hit<never>): SignalPoints[] {
  const prior = priorAt(ranked);
  if (prior === undefined) return [];
  return [{ signal: PRIOR, points: listingPriorAt(Number(sort.at(-3)), prior.at, prior.half_life_days) }];
}
