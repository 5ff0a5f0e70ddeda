import type { Candidate } from "../../personalization/candidate.js";
import { place, type Placed } from "../../personalization/placement/placement.js";
import { validationError } from "../../errors.js";
import { seeingAllFields, type Storefront } from "../../storefront/client.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { readItems } from "../listing/items.js";
import { type Plan, scoringOf } from "../listing/plan.js";
import { placementInput, windowSize } from "../paging/placement.js";
import { shownItems } from "../listing/answer.js";
import type { SearchBody } from "../request-schema.js";
import { rulesFor } from "../rules/rule-index.js";
import { fillPlaces, type Pin } from "../rules/pins.js";
import { startSearch, type SearchDeps } from "../listing/page.js";
import type { Found } from "../listing/retrieve.js";
import type { ExplainedItem, Explanation, SignalPoints } from "./explanation.js";
import { type Hit, searchNamed } from "../../engine/search-documents.js";
import type { Engine } from "../../engine/engine.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { explainScore } from "../../personalization/signals/signals.js";
import { PRIOR, priorAt, rankedSort } from "../query.js";
import { candidateOf } from "../listing/rank.js";
import { type Slice, windowBody } from "../paging/windows.js";

/** Explains the first page of a search to somebody who may see every field. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function explain(deps: SearchDeps, asked: Storefront, given: SearchBody): Promise<Explanation> {
  if (given.pagination !== undefined) {
    throw validationError(
      "pagination",
      "first pages are explained: leave `pagination` out, and raise `limit` to see more",
    );
  }
  const storefront = seeingAllFields(asked);
  const { body } = withVerifiedUser(storefront, given);
  const started = await startSearch(deps, storefront, body, "beginning");
  const { plan, total } = started;
  const rules = rulesFor(storefront.configuration, plan.request, deps.chains.now()).map(({ rule }) => rule);
  return {
    total,
    tier: plan.tier,
    corrections: plan.corrections.map(({ terms, to }) => ({ word: terms.join(" "), by: (to ?? []).join(" ") })),
    personalized: plan.personal !== null,
    degraded: plan.degraded,
    rules: rules.map(({ key, action }) => ({ key, action })),
    items: await explainItems(deps, started, rules),
  };
}

async function explainItems(
  { engine }: SearchDeps,
  { live, plan, window, are_all = false }: Found,
  rules: readonly Rule[],
): Promise<ExplainedItem[]> {
  const { request, personal } = plan;
  const { limit } = request;
  if (live === undefined || limit === 0) return [];
  const size = windowSize(limit);
  const rows = await readExplained(
    ...[engine, live.index, plan],
    window === undefined ? { size } : { size: window.length, among: window.map(({ id }) => id) },
  );
  const placed = placedIn(plan, window ?? rows);
  const { pins } = plan.rules;
  const page = fillPlaces({
    ranked: placed.map(({ id }) => id),
    pins,
    from: 1,
    places: limit,
    isEnd: window === undefined ? rows.length < size : are_all,
  });
  const hits = await readItems(engine, live.index, plan, page.products);
  const items = shownItems(plan, hits);
  const byId = {
    row: new Map(rows.map((row) => [row.id, row])),
    placed: new Map(placed.map((one) => [one.id, one])),
    pin: new Map(pins.map((pin) => [pin.product, pin])),
  };
  return items.map((item, at) => {
    const { product_identifier: id } = item;
    const row = byId.row.get(id);
    const own = byId.placed.get(id);
    const pin = byId.pin.get(id);
    return {
      rank: at + 1,
      item,
      engine:
        row === undefined || own === undefined
          ? null
          : { rank: own.rank, score: row.score, signals: row.signals, sorted_by: row.sorted_by },
      rerank: personal === null || own === undefined ? null : rerankOf(own),
      pinned: pin === undefined ? null : { rule: pinnedBy(rules, pin), position: pin.position },
    };
  });
}

/** A window as a page would be cut from it, and why. */
function placedIn(plan: Plan, window: readonly Candidate[]): readonly Placed[] {
  const { personal, request } = plan;
  return place(window, personal !== null && isRanked(request.sort) ? placementInput(plan, personal, window) : UNPLACED);
}

const UNPLACED = {
  snapshot: null,
  weights: { fatigue: 0, category_diversity: 0 },
  diversify_categories: false,
} as const;

const rerankOf = ({ signals, held_back_by }: Placed): ExplainedItem["rerank"] => ({
  worth: signals.reduce((sum, { worth }) => sum + worth, 0),
  signals: [...signals],
  ...(held_back_by.length === 0 ? {} : { held_back_by: [...held_back_by] }),
});

/** The rule that a product has its place by. */
export const pinnedBy = (rules: readonly Rule[], { product, key }: Pin): string =>
  key ?? rules.find((rule) => rule.action === "pin" && rule.product === product)?.key ?? "";

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
export async function readExplained(engine: Engine, index: string, plan: Plan, slice: Slice): Promise<ExplainedRow[]> {
  const base = { ...plan, personal: null };
  const { hits } = await searchNamed<never>(engine, index, windowBody(base, { ...slice, for: "explaining" }));
  const names = rankedSort(base).flatMap((clause) => Object.keys(clause));
  const scoring = scoringOf(plan);
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
      ...priorPoints(plan, hit),
      ...explainScore(scoring, candidate),
    ];
    const score = signals.reduce((sum, { points }) => sum + points, 0);
    const after = sorted.filter(({ by }) => by !== "_score");
    return { ...candidate, score, signals, sorted_by: [{ by: "_score", value: score }, ...after] };
  });
}

function priorPoints(plan: Plan, { sort = [] }: Hit<never>): SignalPoints[] {
  const prior = priorAt(plan);
  if (prior === undefined) return [];
  return [{ signal: PRIOR, points: listingPriorAt(Number(sort.at(-3)), prior.at, prior.half_life_days) }];
}
