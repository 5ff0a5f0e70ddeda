import type { Candidate } from "../../personalization/candidate.js";
import { place, type Placed } from "../../personalization/placement/placement.js";
import { validationError } from "../../errors.js";
import { seeingAllFields, type Storefront } from "../../storefront/client.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { readItems } from "../listing/items.js";
import { beginningOf } from "../beginning.js";
import type { Ranked } from "../ranked.js";
import { placementInput } from "../ranking.js";
import { windowSize } from "../paging/window-size.js";
import { shownItems } from "../listing/answer.js";
import type { SearchBody } from "../request-schema.js";
import { rulesFor } from "../rules/rule-index.js";
import { fillPlaces } from "../rules/pins.js";
import { startSearch, type SearchDeps, type StartedSearch } from "../listing/page.js";
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
  const isWindow = begun.with === "window";
  const rows = await readExplained(
    ...[chains.engine, live.index, ranked],
    isWindow ? { size: begun.window.length, among: begun.window.map(({ id }) => id) } : { size },
  );
  const placed = placedIn(ranked, isWindow ? begun.window : rows);
  const { pins } = ranked.plan.rules;
  const page = fillPlaces({
    ranked: placed.map(({ id }) => id),
    pins,
    from: 1,
    places: limit,
    isEnd: isWindow ? begun.is_all : rows.length < size,
  });
  const hits = await readItems(chains.engine, live.index, ranked, page.products);
  const items = shownItems(ranked, hits);
  const byId = {
    row: new Map(rows.map((row) => [row.id, row])),
    placed: new Map(placed.map((one) => [one.id, one])),
    pin: new Map(pins.map(({ product, position }) => [product, position])),
  };
  return items.map((item, at) => {
    const { product_identifier: id } = item;
    const row = byId.row.get(id);
    const own = byId.placed.get(id);
    const position = byId.pin.get(id);
    return {
      rank: at + 1,
      item,
      engine:
        row === undefined || own === undefined
          ? null
          : { rank: own.rank, score: row.score, signals: row.signals, sorted_by: row.sorted_by },
      rerank: personal === null || own === undefined ? null : rerankOf(own),
      pinned: position === undefined ? null : { rule: pinOf(rules, id), position },
    };
  });
}

/** A window as a page would be cut from it, and why. */
function placedIn(ranked: Ranked, window: readonly Candidate[]): readonly Placed[] {
  const { personal, request } = ranked;
  return place(
    window,
    personal !== null && isRanked(request.sort) ? placementInput(ranked, personal, window) : UNPLACED,
  );
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

export const pinOf = (rules: readonly Rule[], id: string): string =>
  rules.find((rule) => rule.action === "pin" && rule.product === id)?.key ?? "";
