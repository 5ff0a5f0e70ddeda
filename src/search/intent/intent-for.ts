import { intentOf } from "../../behaviour/queries/query-record.js";
import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { SearchRequest } from "../listing/parse.js";
import type { ChosenAfter } from "./chosen-after.js";

/** The category that shoppers are after who search for this; null where that is not known, or has no part in the order. */
export async function intentFor(
  chosenAfter: ChosenAfter,
  clientId: string,
  { query, limit, sort }: Pick<SearchRequest, "query" | "limit" | "sort">,
  { search, suggest, fields }: Pick<StorefrontConfiguration, "search" | "suggest" | "fields">,
): Promise<string | null> {
  if (!seesLeaf(fields)(CATEGORIES_LEAF)) return null;
  if (query === null || limit === 0 || !isRanked(sort) || search.category_intent === 0) return null;
  const chosen = await chosenAfter.get(clientId, query);
  return (chosen && intentOf(chosen, suggest.shoppers, search.intent_share)) ?? null;
}
