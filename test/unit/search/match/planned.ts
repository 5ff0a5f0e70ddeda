import type { FieldType } from "../../../../src/catalog/fields.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { TasteSnapshot } from "../../../../src/personalization/taste/snapshot.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import { planSearch, type Personal, type Plan } from "../../../../src/search/listing/plan.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { NO_RULES, type ActiveRules } from "../../../../src/search/rules/active-rules.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import { tasteAt, WEIGHTS } from "../../../support/known-shopper.js";

export const NOW = Date.parse("2026-06-01T00:00:00Z");

export const LIVE: LiveCatalog = {
  index: "shop",
  multi_variant: false,
  version: 1,
  catalogVersion: 1,
  fields: new Map<string, FieldType>([
    ["title", "string"],
    ["designer", "string"],
    ["color", "string"],
    ["sizes", "string"],
    ["categories", "string"],
    ["price", "number"],
    ["stock", "boolean"],
  ]),
};

type Added = "personal" | "signals" | "whole" | "intent" | "tier" | "corrections" | "suggestion" | "categories";

/** Parts of a query plan that do not depend on the request. */
export interface Given extends Partial<Pick<Plan, Added>> {
  readonly configuration?: Partial<StorefrontConfiguration>;
  readonly rules?: Partial<ActiveRules>;
  readonly live?: LiveCatalog;
}

/** Returns the query plan of a request. */
export function planned(body: Omit<SearchBody, "user"> = {}, given: Given = {}): Plan {
  const { configuration = {}, rules = {}, live = LIVE, intent = null, signals, whole, ...others } = given;
  const storefront = { ...DEFAULT_CONFIGURATION, ...configuration };
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, storefront, live.fields);
  const lookedUp = { rules: { ...NO_RULES, ...rules }, intent, signals, whole };
  return { ...planSearch(request, storefront, live, NO_FACTS, lookedUp), ...others };
}

export const TASTE: TasteSnapshot = tasteAt(NOW);

export const PERSONAL: Personal = {
  taste: TASTE,
  weights: WEIGHTS,
  half_life_days: 30,
  diversify_categories: false,
};
