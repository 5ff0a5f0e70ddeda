import { WHOLE_PRODUCTS } from "../catalog/products.js";
import type { ProductSource } from "../catalog/product-document.js";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import { TASTE_FIELD } from "../catalog/taste-tokens.js";
import { productClause } from "../search/query.js";
import { categoriesOfProductTypes } from "../catalog/taxonomy.js";
import { inStock } from "../search/conditions.js";
import { allOf, type Filter } from "../filters/filter.js";
import { type Clause, productsMatching } from "../catalog/matching/filter-query.js";
import { productMatcher } from "../catalog/matching/variant-choice.js";
import type { Availability } from "../storefront/configuration.js";
import {
  CATALOGUE_RECOMMENDERS,
  type Profile,
  type RecommenderName,
} from "../storefront/recommendation-configuration.js";
import type { Block } from "./block.js";
import type { Proposal, SearchProposal, Shared } from "./recommenders/proposal.js";
import type { RecommendationContext } from "./recommendation-context.js";

export interface Step {
  readonly by: RecommenderName;
  readonly proposal: Proposal;
  /** Set if the recommendation is based on the behaviour of a single device. */
  readonly isSingleDevice?: true;
}

export interface Rounds {
  readonly first: readonly Step[];
  readonly rest: readonly Step[];
}

/**
 * Divides the steps of a profile into two rounds. The first round contains products that recommenders propose by identifier, up to `size`.
 * If there are too few such products, the first round also contains the first search. The second round is needed if products of the first
 * round are deleted or ineligible. The products of one step may be divided between the two rounds.
 * @param size number of candidates that the block can use
 * @param excluded products that the block never shows
 */
export function inRounds(steps: readonly Step[], size: number, excluded: ReadonlySet<string>): Rounds {
  const first: Step[] = [];
  const rest: Step[] = [];
  const named = new Set<string>(excluded);
  let remaining = size;
  for (const { by, proposal, ...more } of steps) {
    if (proposal.kind === "search") {
      (remaining > 0 ? first : rest).push({ by, proposal });
      remaining = 0;
      continue;
    }
    const ids = proposal.ids.filter((id) => !named.has(id));
    for (const id of ids) named.add(id);
    const step = (some: readonly string[]): Step[] =>
      some.length === 0 ? [] : [{ by, proposal: { kind: "products", ids: some }, ...more }];
    first.push(...step(ids.slice(0, remaining)));
    rest.push(...step(ids.slice(remaining)));
    remaining = Math.max(0, remaining - ids.length);
  }
  return { first, rest };
}

/**
 * Ranks products proposed because of a single device's behaviour behind products of content-based steps. A single device thus cannot
 * control the recommendations of other shoppers, but its products still fill the block if other candidates are missing.
 */
export function behindContent(steps: readonly Step[]): Step[] {
  const singleDeviceSteps = steps.flatMap(({ by, proposal }): Step[] => {
    const ids = proposal.kind === "products" ? (proposal.singleDevice ?? []) : [];
    return ids.length === 0 ? [] : [{ by, proposal: { kind: "products", ids }, isSingleDevice: true }];
  });
  const last = steps.findLastIndex(({ by }) => !STARTS_ANYWHERE.has(by));
  return [...steps.slice(0, last + 1), ...singleDeviceSteps, ...steps.slice(last + 1)];
}

/** The recommenders that do not depend on the page. */
const STARTS_ANYWHERE: ReadonlySet<RecommenderName> = new Set(CATALOGUE_RECOMMENDERS);

/** `sold`: products that can be bought. `buried`: additionally products out of stock, if the storefront shows them last. */
export type Stock = "sold" | "buried";

/** Returns whether the storefront shows out-of-stock products last. A second search then finds these products. */
export const mayBury = (availability: Availability | null): availability is Availability =>
  availability?.out_of_stock === "bury";

/** Combines a block's filter with the storefront's rule for products out of stock. */
export function filterIn(filter: Filter, availability: Availability | null, stock: Stock): Filter {
  if (availability === null || (mayBury(availability) && stock === "buried")) return filter;
  return allOf([filter, inStock(availability)]);
}

/** Returns the filter that the recommended variants of a block must match. */
function filterFor(by: RecommenderName, { filter }: Block, context: RecommendationContext, stock: Stock): Filter {
  const { configuration, department } = context;
  const wanted = filterIn(filter, configuration.availability, stock);
  return department !== undefined && keepsDepartment(by, context) ? allOf([wanted, department]) : wanted;
}

/**
 * Returns whether a recommender only proposes products of the same department as the products in focus. On pages about products, the
 * restriction applies to every recommender except `recently_viewed`. On other pages, the restriction applies to recommenders that start
 * from the products viewed last.
 */
function keepsDepartment(by: RecommenderName, { seeds }: RecommendationContext): boolean {
  switch (by) {
    case "recently_viewed":
      return false;
    case "next":
    case "session_neighbours":
    case "complementary":
    case "content":
    case "outfit":
      return true;
    case "affinity":
    case "words":
    case "popular":
    case "trending":
    case "new_in":
      return seeds.length > 0;
  }
}

/** Returns the categories that a block excludes: all categories that have the same product type as a product in focus. */
const ownProductTypes = ({ other_categories }: Profile, { focus, taxonomy }: RecommendationContext): string[] =>
  other_categories
    ? categoriesOfProductTypes([...new Set(focus.flatMap(({ productTypes }) => productTypes))], taxonomy)
    : [];

/**
 * Number of spare products in a search response that several shoppers share. Spare products replace the products that are excluded for a
 * shopper. If more products are excluded for a shopper, the shopper gets a separate search.
 */
const SPARE = 30;

/** A recommender step that searches for products in the engine. */
export interface SearchStep extends Step {
  readonly proposal: SearchProposal;
}

/** Returns how long shoppers can share the search response of a recommender, or undefined if this shopper needs a separate search. */
export const sharedFor = ({ shared }: SearchProposal, excluded: ReadonlySet<string>): Shared | undefined =>
  excluded.size <= SPARE ? shared : undefined;

/**
 * Builds the engine request of a recommender. The response contains ranked product identifiers, with taste tokens (matching attribute
 * values) if needed. The shown products are read afterwards. If all found products are certain to be shown, the response contains the
 * complete products.
 * @param excluded identifiers of excluded products; a shared search includes these products, and its response is filtered later
 */
export function candidateBody(
  { by, proposal }: SearchStep,
  block: Block,
  context: RecommendationContext,
  stock: Stock,
  excluded: ReadonlySet<string>,
): Clause {
  const { fields } = context;
  const isShared = sharedFor(proposal, excluded) !== undefined;
  const own = ownProductTypes(block.profile, context);
  const mustNot = [
    ...(isShared || excluded.size === 0 ? [] : [{ ids: { values: [...excluded] } }]),
    ...(own.length === 0 ? [] : [productsMatching({ kind: "in", field: CATEGORIES_FIELD, values: own }, fields)]),
  ];
  const wanted = isShared ? { ...WITH_TOKENS, size: block.size + SPARE } : wantedFor(block, context);
  return {
    ...wanted,
    track_total_hits: false,
    query: {
      bool: {
        filter: [productClause(filterFor(by, block, context, stock), fields)],
        ...(proposal.query === undefined ? {} : { must: [proposal.query] }),
        ...(mustNot.length === 0 ? {} : { must_not: mustNot }),
      },
    },
    sort: [...proposal.sort, { product_identifier: "asc" }],
  };
}

const NAMES = { stored_fields: "_none_" };
const WITH_TOKENS = { ...NAMES, docvalue_fields: [TASTE_FIELD] };

/** Returns the number of candidates to request, and the fields needed to rank the candidates. */
function wantedFor(
  { profile, size, products_shown, diversify_categories }: Block,
  { taste }: RecommendationContext,
): Clause {
  const isOrdered = (taste !== null && profile.taste > 0) || diversify_categories || profile.other_categories;
  if (isOrdered) return { ...WITH_TOKENS, size };
  return products_shown === null ? { ...NAMES, size } : { ...WHOLE_PRODUCTS, size: products_shown };
}

/**
 * Returns whether a product may be shown in a block. The function applies the conditions of `candidateBody` to loaded
 * products, but ignores the block's excluded identifiers.
 */
export function eligible(
  by: RecommenderName,
  block: Block,
  context: RecommendationContext,
  stock: Stock,
): (product: ProductSource) => boolean {
  const { fields, complements } = context;
  const isWanted = productMatcher(filterFor(by, block, context, stock), fields);
  const own = ownProductTypes(block.profile, context);
  if (own.length === 0) return isWanted;
  const isOwn = productMatcher({ kind: "in", field: CATEGORIES_FIELD, values: own }, fields);
  return (product) => isWanted(product) && (complements.has(product.product_identifier) || !isOwn(product));
}

/** Returns the products that a profile never recommends, whichever recommender proposes them. */
export function excludedProducts(
  { include_seeds, include_seen, complements }: Profile,
  { named, viewed, ...context }: RecommendationContext,
): Set<string> {
  const seeds = new Set(named);
  const seen = viewed.map(({ id }) => id).filter((id) => !seeds.has(id));
  return new Set([
    ...(include_seeds ? [] : seeds),
    ...(include_seen ? [] : seen),
    ...(complements ? [] : context.complements),
  ]);
}
