import type { CatalogCache } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { readHits } from "../paging/windows.js";
import { scoringOf, type Plan } from "./plan.js";
import { candidatesOf, rank, reachedFrom, type Candidates, type Scored } from "./rank.js";
import { readCandidates } from "./retrieve.js";

/**
 * As a text score, what a shopper likes in all is worth twice what matches best has: so much brings a product that matches half as
 * well as what is found first.
 */
const BRINGING = 25;
/** More are not lifted in two windows of the smallest size. */
const MOST_LIKED = 50;

/** What a window read from the top has beside a shopper's own first products. */
export interface FurtherRequest {
  readonly live: LiveCatalog;
  readonly plan: Plan;
  /** How many are looked at of a listing. */
  readonly size: number;
  /** Products that are not wanted any more. */
  readonly excluded?: readonly string[];
}

/**
 * Of a listing everybody's first products, of a search those that the shopper likes most and that match about as well.
 * @throws errors of the engine as they are
 */
export async function readFurther(
  deps: { readonly engine: Engine; readonly cache: CatalogCache },
  { live, plan, size, excluded = [] }: FurtherRequest,
): Promise<readonly Scored[]> {
  if (plan.request.query !== null) return readLiked(deps.engine, live, plan, excluded);
  const candidates = await readCandidates(deps, live, plan, size);
  return rank(candidates, plan, { size, excluded: new Set(excluded) }).everybodys;
}

async function readLiked(engine: Engine, live: LiveCatalog, plan: Plan, excluded: readonly string[]) {
  if (scoringOf(plan) === undefined) return [];
  const source = { kind: "live", index: live.index } as const;
  const hits = await readHits(engine, source, bringing(plan), { size: MOST_LIKED, excluded, for: "scoring" });
  return rank(candidatesOf(plan, hits, { are_all: true, brought: "by reach" }), plan, { size: MOST_LIKED }).own;
}

/** The same from the first candidates of a search; undefined where others might be among them. */
export function likedFrom(candidates: Candidates, plan: Plan): readonly Scored[] | undefined {
  const reached = reachedFrom(candidates, bringing(plan), MOST_LIKED);
  return reached && rank(reached, plan, { size: MOST_LIKED }).own;
}

/** The plan by which the engine brings what the shopper likes, which is never shown in that order. */
const bringing = (plan: Plan): Plan =>
  plan.personal === null
    ? plan
    : { ...plan, personal: { ...plan.personal, weights: { ...plan.personal.weights, text_affinity: BRINGING } } };
