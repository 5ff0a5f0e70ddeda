import type { Searching } from "../searching.js";
import { FEATURE_FIELDS } from "../../catalog/features.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { readProducts } from "../../catalog/products.js";
import type { Engine } from "../../engine/engine.js";
import { type Hit, searchNamed } from "../../engine/search-documents.js";
import { validationError } from "../../errors.js";
import { candidateOf, type Candidate } from "../../personalization/candidate.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { rerank, type Reranked } from "../../personalization/reranking/rerank.js";
import { explainScore } from "../../personalization/signals.js";
import { seeingAllFields, type Storefront } from "../../storefront/client.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { shownItems } from "../listing/response.js";
import { find, withFeatures, type Found } from "../listing/find.js";
import { type Plan, scoringOf } from "../listing/plan.js";
import { orderOf } from "../match/rank.js";
import { quotaOf, settledPins, windowOf } from "../match/window.js";
import { scoringBy, type Slice, sliceBody } from "../match/ordered.js";
import { modeOf, rerankInput } from "../match/reranker.js";
import { PRIOR, priorAt, productClause, rankedQuery, rankedSort } from "../query.js";
import type { SearchBody } from "../request-schema.js";
import { fillPositions, type Pin } from "../rules/pins.js";
import { rulesFor } from "../rules/rule-index.js";
import { namedClause } from "../signal.js";
import type { ExplainedItem, Explanation, SignalPoints } from "./explanation.js";

/**
 * Explains the first page of a search, including private fields.
 * @throws {ServiceError} if the request is invalid, and engine errors
 */
export async function explain(deps: Searching, requested: Storefront, given: SearchBody): Promise<Explanation> {
  if (given.pagination !== undefined) {
    throw validationError(
      "pagination",
      "only the first page can be explained: omit `pagination`, and raise `limit` to see more",
    );
  }
  const storefront = seeingAllFields(requested);
  const { body } = withVerifiedUser(storefront, given);
  const found = await find(deps, storefront, body, { wanted: "products" });
  const { plan, matches } = found;
  const rules = rulesFor(storefront.configuration, plan.request, deps.now()).map(({ rule }) => rule);
  return {
    total: matches.total,
    tier: plan.tier,
    corrections: plan.corrections.map(({ terms, to }) => ({ word: terms.join(" "), by: (to ?? []).join(" ") })),
    personalized: plan.personal !== null,
    degraded: plan.degraded,
    rules: rules.map(({ key, action }) => ({ key, action })),
    items: await explainItems(deps, found, rules),
  };
}

async function explainItems(deps: Searching, found: Found, rules: readonly Rule[]): Promise<ExplainedItem[]> {
  const { live, plan } = found;
  if (live === undefined || plan.request.limit === 0) return [];
  const { reranked, pins, rows } = await firstPageOf(deps, live, found);
  const page = fillPositions({
    ranked: reranked.map(({ id }) => id),
    pins,
    from: 1,
    positions: plan.request.limit,
    isEnd: true,
  });
  const products = await readProducts(deps, live, page.products, "shown");
  const sources = page.products.flatMap((id) => products.get(id)?.source ?? []);
  const items = shownItems({ ...plan, catalog: live, rules: { ...plan.rules, pins } }, sources);
  const scores = plan.rules.scores.map(({ key, target }) => ({ key, isTarget: productMatcher(target, live.fields) }));
  const byId = {
    row: new Map(rows.map((row) => [row.id, row])),
    reranked: new Map(reranked.map((one) => [one.id, one])),
    pin: new Map(pins.map((pin) => [pin.product, pin])),
  };
  return items.map((item, at) => {
    const { product_identifier: id } = item;
    const row = byId.row.get(id);
    const own = byId.reranked.get(id);
    const pin = byId.pin.get(id);
    const pinning = pin && pinningRule(rules, pin);
    const source = products.get(id)?.source;
    const applied = new Set(
      scores.flatMap(({ key, isTarget }) => (source !== undefined && isTarget(source) ? [key] : [])),
    );
    return {
      rank: at + 1,
      item,
      engine:
        row === undefined || own === undefined
          ? null
          : { rank: own.rank, score: row.score, signals: row.signals, sorted_by: row.sorted_by },
      rerank: plan.personal === null || own === undefined ? null : rerankOf(own),
      pinned: pinning === undefined ? null : { rule: pinning.key, wanted_position: pinning.position },
      rules: rules.flatMap((rule) =>
        isOrdering(rule) && (rule === pinning || applied.has(rule.key)) ? { key: rule.key, action: rule.action } : [],
      ),
    };
  });
}

/** Returns the reranked products for the first page, the pins of the page, and the scores of the products. */
async function firstPageOf(
  deps: Searching,
  live: LiveCatalog,
  found: Found,
): Promise<{
  readonly reranked: readonly Reranked[];
  readonly pins: readonly Pin[];
  readonly rows: readonly ExplainedRow[];
}> {
  const { plan } = found;
  if (modeOf(plan) === "ordered") {
    const rows = await readExplained(deps.engine, live.index, plan, { size: plan.request.limit });
    return { reranked: rerank(rows, UNPLACED), pins: [], rows };
  }
  const ranked = await withFeatures(deps, found);
  if (ranked === undefined) return { reranked: [], pins: [], rows: [] };
  const order = orderOf(ranked.matches, ranked.features, plan);
  const pins = settledPins(ranked, order);
  const window = windowOf(ranked, order, order.rowsOf(pins.map(({ product }) => product)));
  const input = plan.personal === null ? UNPLACED : rerankInput(plan, plan.personal, window, quotaOf(ranked));
  const reranked = rerank(window, { ...input, positions: window.length });
  const among = window.map(({ id }) => id);
  return { reranked, pins, rows: await readExplained(deps.engine, live.index, plan, { size: among.length, among }) };
}

const UNPLACED = {
  snapshot: null,
  weights: { fatigue: 0, category_diversity: 0 },
  diversify_categories: false,
} as const;

const rerankOf = ({ signals, limited_by }: Reranked): ExplainedItem["rerank"] => ({
  score: signals.reduce((sum, { score }) => sum + score, 0),
  signals: [...signals],
  ...(limited_by.length === 0 ? {} : { limited_by: [...limited_by] }),
});

type PinningRule = Extract<Rule, { action: "pin" | "reserve" }>;
type OrderingRule = Extract<Rule, { action: "pin" | "reserve" | "boost" | "bury" }>;

const isOrdering = (rule: Rule): rule is OrderingRule => rule.action !== "hide" && rule.action !== "banner";

/** The rule that fixed the product's position. */
const pinningRule = (rules: readonly Rule[], { product, key }: Pin): PinningRule | undefined =>
  rules.find((rule): rule is PinningRule =>
    rule.action === "pin"
      ? key === undefined && rule.product === product
      : rule.action === "reserve" && rule.key === key,
  );

/** The key of the rule that fixed the product's position. */
export const pinnedBy = (rules: readonly Rule[], pin: Pin): string => pinningRule(rules, pin)?.key ?? "";

/** A product with its score, signals and sort values. */
export interface ExplainedRow extends Candidate {
  /** Score of the product. Null if the order has no score. */
  readonly score: number | null;
  /** The points of each signal. Their sum is the score, apart from 32-bit rounding in the engine. */
  readonly signals: readonly SignalPoints[];
  /** The sort keys in order, such as `_score`, `prior` or `sort.price`. The last sort key is the product identifier. */
  readonly sorted_by: readonly { readonly by: string; readonly value: unknown }[];
}

/**
 * Returns products with the points of each signal. The engine reports the base signals. Personal signals are computed with the same code as
 * in ranking.
 * @throws the errors of the engine
 */
export async function readExplained(
  engine: Engine,
  index: string,
  plan: Plan,
  { among, ...slice }: Slice & { readonly among?: readonly string[] },
): Promise<ExplainedRow[]> {
  const base = { ...plan, personal: null };
  const matching = productClause(plan.conditions.matching, plan.catalog.fields);
  const products = among === undefined ? matching : { bool: { filter: [matching, { ids: { values: among } }] } };
  const body = {
    ...sliceBody(base, slice),
    ...FEATURE_FIELDS,
    query: rankedQuery(base, products, [], namedClause),
    track_scores: true,
  };
  const { hits } = await searchNamed<never>(engine, index, body, scoringBy(plan.request));
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
