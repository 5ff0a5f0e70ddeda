import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { TASTE_FIELD } from "../personalization/affinity.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import { productClause } from "../search/body.js";
import { inStock } from "../search/conditions.js";
import { allOf, type Filter } from "../filters/filter.js";
import { productsWith, type Clause } from "../search/filter-query.js";
import type { Availability } from "../storefront/configuration.js";
import type { Profile } from "../storefront/recommendation-configuration.js";
import type { Block } from "./block.js";
import type { Proposal } from "./recommenders/proposal.js";
import { ownCategories } from "./seed.js";
import type { Situation } from "./situation.js";

/** `sold`: what can be bought. `buried`: also what is out of stock, where the storefront shows such products last. */
export type Stock = "sold" | "buried";

/** Whether looking among buried products can find more. */
export const mayBury = (availability: Availability | null): availability is Availability =>
  availability?.out_of_stock === "bury";

/** What a block's filter comes to with the storefront's rule for what is out of stock. */
export function filterIn(filter: Filter, availability: Availability | null, stock: Stock): Filter {
  if (availability === null || (mayBury(availability) && stock === "buried")) return filter;
  return allOf([filter, inStock(availability)]);
}

/**
 * The engine's request for a proposal: identifiers in order and what is liked in them, nothing else. The products that are
 * shown are read afterwards, a few of these.
 */
export function candidateBody(proposal: Proposal, block: Block, situation: Situation, stock: Stock): Clause {
  const { configuration, leaves } = situation;
  const excluded = excludedProducts(block.profile, situation);
  const others = block.profile.other_categories ? ownCategories(situation.focus) : [];
  const mustNot = [
    ...(excluded.length === 0 ? [] : [{ ids: { values: excluded } }]),
    ...(others.length === 0 ? [] : [productsWith({ kind: "in", field: CATEGORIES_LEAF, values: others }, leaves)]),
  ];
  const named = proposal.kind === "products" ? [{ ids: { values: proposal.ids } }] : [];
  const scored = proposal.kind === "search" && proposal.query !== undefined ? [proposal.query] : [];
  return {
    size: proposal.kind === "products" ? proposal.ids.length : block.size,
    track_total_hits: false,
    stored_fields: "_none_",
    docvalue_fields: [TASTE_FIELD, VIEWED_WITH_FIELD],
    query: {
      bool: {
        filter: [productClause(filterIn(block.filter, configuration.availability, stock), leaves), ...named],
        ...(scored.length === 0 ? {} : { must: scored }),
        ...(mustNot.length === 0 ? {} : { must_not: mustNot }),
      },
    },
    sort: [...(proposal.kind === "search" ? proposal.sort : []), { product_identifier: "asc" }],
  };
}

/** What a profile does not recommend whoever proposes it. */
function excludedProducts({ include_seeds, include_seen }: Profile, { named, viewed }: Situation): string[] {
  const seeds = new Set(named);
  const seen = viewed.map(({ id }) => id).filter((id) => !seeds.has(id));
  return [...(include_seeds ? [] : seeds), ...(include_seen ? [] : seen)];
}
