import type { CatalogCache } from "../../../../src/catalog/cache.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { readMatches, type Matched } from "../../../../src/search/match/matches.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { matchedText, namesOf } from "../../../support/hashes.js";
import { answering } from "../../../support/scripted-engine.js";
import { LIVE } from "./planned.js";

export const RED = { kind: "in", field: "color", values: ["red"] } as const;
const REDS = { buckets: [{ key: "red", doc_count: 2 }] };

/** Returns the engine response to the request for a listing. */
export const listed = (ids: readonly string[], bases: readonly number[] = [], more: object = {}) => ({
  hits: { total: { value: ids.length, relation: "eq" }, hits: [] },
  aggregations: { found: { value: matchedText(ids, bases) }, variants: { f0: REDS }, ...more },
});
/** Returns an engine response with one hit for each list of sort values. */
export const found = (
  total: number,
  hits: readonly (readonly unknown[])[],
  aggregations: object = {},
  more: object = {},
) => ({
  hits: { total: { value: total, relation: "eq" }, hits: hits.map((sort) => ({ _id: "an internal one", sort })) },
  aggregations,
  ...more,
});
export const counted = { aggregations: { variants: { f0: REDS } } };

export const summaryOf = ({ matches: { hashes, page, bases, pinned, ...others }, facets }: Matched) => ({
  ids: [...namesOf(hashes), ...page],
  bases: [...bases],
  pinned: [...pinned],
  facets: JSON.parse(facets) as unknown,
  ...others,
});
export const NOTHING = {
  pinned: [],
  reserved: [],
  is_suggested: false,
  categories: [],
  suggested: undefined,
  facets: [],
};

/**
 * Returns a function that reads matches from a fake engine. The engine throws if there are more calls than responses.
 */
export function reader({ cache = catalogCache(), live = LIVE }: { cache?: CatalogCache; live?: LiveCatalog } = {}) {
  return async (plan: Plan, responses: readonly unknown[], { at = live, reach = 0 } = {}) => {
    const engine = answering(...responses);
    const matched = await readMatches({ engine, cache }, at, plan, reach);
    return { matched, bodies: engine.calls.map(({ body }) => body), calls: engine.calls.length };
  };
}
export const facets = (...keys: string[]) => ({ facets: { keys } });
export const redFacet = (selected = false) => ({
  key: "color",
  label: "Color",
  selection_mode: "multi",
  collapsed: false,
  type: "list",
  values: [{ value: "red", label: "red", count: 2, selected }],
});
