import type { Candidate } from "../../personalization/rerank/candidate.js";
import { explainRerank, type Move } from "../../personalization/rerank/explain-rerank.js";
import { validationError } from "../../errors.js";
import { seeingAllFields, type Storefront } from "../../storefront/client.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { withVerifiedUser } from "../../storefront/signed-user.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { readItems } from "../cursor/items.js";
import { beginningOf } from "../beginning.js";
import type { Ranked } from "../ranked.js";
import { isListingByTaste, rankInput } from "../ranking.js";
import { windowSize } from "../cursor/window-size.js";
import { shownItems } from "../response.js";
import type { SearchBody } from "../request-schema.js";
import { rulesFor } from "../rules/rule-index.js";
import { fillPlaces } from "../rules/pins.js";
import { startSearch, type SearchDeps, type StartedSearch } from "../search.js";
import { readExplained } from "./explained-rows.js";
import type { ExplainedItem, Explanation } from "./explanation.js";

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
  const started = await startSearch(deps, storefront, body, (own) => beginningOf(deps.chains, own));
  const { ranked, found, degraded } = started;
  const rules = rulesFor(storefront.configuration, ranked.request, deps.chains.now()).map(({ rule }) => rule);
  return {
    total: found.counts.total,
    tier: ranked.tier,
    personalized: ranked.personal !== null,
    degraded,
    rules: rules.map(({ key, action }) => ({ key, action })),
    items: await explainItems(deps, started, rules),
  };
}

async function explainItems(
  { chains }: SearchDeps,
  { live, ranked, found }: StartedSearch,
  rules: readonly Rule[],
): Promise<ExplainedItem[]> {
  const { request, personal } = ranked;
  const { limit } = request;
  if (live === undefined || limit === 0) return [];
  const size = windowSize(limit);
  const { begun } = found;
  const isListing = begun.with === "window" && isListingByTaste(ranked);
  const rows = await readExplained(
    ...[chains.engine, live.index, ranked],
    isListing ? { size: begun.window.length, among: begun.window.map(({ id }) => id) } : { size },
  );
  const moves = explainWindow(ranked, rows);
  const { pins } = ranked.plan.rules;
  const ids = moves.map(({ id }) => id);
  const page = fillPlaces({
    ranked: ids,
    pins,
    from: 1,
    places: limit,
    isEnd: isListing ? begun.is_all : rows.length < size,
  });
  const hits = await readItems(chains.engine, live.index, ranked, page.products);
  const items = shownItems(ranked, hits);
  const byId = {
    row: new Map(rows.map((row) => [row.id, row])),
    move: new Map(moves.map((move) => [move.id, move])),
    pin: new Map(pins.map(({ product, position }) => [product, position])),
  };
  return items.map((item, at) => {
    const { product_identifier: id } = item;
    const row = byId.row.get(id);
    const move = byId.move.get(id);
    const position = byId.pin.get(id);
    return {
      ...{ rank: at + 1, item },
      engine:
        row === undefined || move === undefined
          ? null
          : { rank: move.engine_rank, score: row.score, signals: row.signals, sorted_by: row.sorted_by },
      rerank: personal === null || move === undefined ? null : rerankOf(move),
      pinned: position === undefined ? null : { rule: pinOf(rules, id), position },
    };
  });
}

/** A window as a page would be cut from it, and why: the same as `rankingFor` with the product's own re-ranking. */
function explainWindow(ranked: Ranked, window: readonly Candidate[]): Move[] {
  const { personal, request } = ranked;
  return explainRerank(
    window,
    personal !== null && isRanked(request.sort) ? rankInput(ranked, personal, window) : UNRANKED,
  );
}

const UNRANKED = {
  snapshot: null,
  weights: { fatigue: 0, co_visitation: 0, category_diversity: 0 },
  diversify_categories: false,
} as const;

const rerankOf = ({ worth, signals, held_back_by }: Move): ExplainedItem["rerank"] => ({
  ...{ worth, signals },
  ...(held_back_by === undefined ? {} : { held_back_by }),
});

export const pinOf = (rules: readonly Rule[], id: string): string =>
  rules.find((rule) => rule.action === "pin" && rule.product === id)?.key ?? "";
