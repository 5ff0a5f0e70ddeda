import { hashOf } from "../../lib/hash.js";
import { textHash } from "../../lib/text-hash.js";
import type { Kind } from "../../catalog/cache.js";
import type { ProductSource } from "../../catalog/product-document.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { keepProducts, readProducts } from "../../catalog/products.js";
import type { SearchOutcomeKind } from "../../engine/multi-search.js";
import type { Plan } from "../listing/plan.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { type Matches, readMatches } from "../match/matches.js";
import { scoringBy } from "../match/ordered.js";
import { orderOf } from "../match/rank.js";
import { suggestionCandidatesBody, SPARE } from "./count-phrases.js";
import type { Suggesting } from "../searching.js";
import { type Reading, searchEach } from "./typed-clause.js";

export interface TypedSearch {
  readonly live: LiveCatalog;
  readonly plan: Plan;
  readonly reading: Reading;
}

export interface TypedProducts {
  readonly products: readonly ProductSource[];
  /** Whether all products were fetched in time. */
  readonly are_whole: boolean;
}

export interface SuggestionCandidates extends Pick<Matches, "hashes" | "bases"> {
  readonly outcome: SearchOutcomeKind;
}

const OBJECTS_BYTES = 300;
const bytesOf = ({ hashes, bases }: SuggestionCandidates): number =>
  OBJECTS_BYTES + hashes.byteLength + bases.byteLength;

/** Candidate products, cached for one minute, because popularity and similar values change without a feed. */
const SUGGESTED: Kind<SuggestionCandidates> = { name: "suggested", bytesOf, freshMs: 60_000 };

const NO_PRODUCTS = "failed to load suggested products";

/** Returns candidate products, the same for all shoppers. @throws an error if the engine is unavailable */
export async function candidatesFor(
  deps: Suggesting,
  { live, plan, reading }: TypedSearch,
): Promise<SuggestionCandidates> {
  if (plan.request.query === null) {
    const { matches } = await readMatches(deps, live, { ...plan, personal: null }, 0);
    return { ...matches, outcome: "answered" };
  }
  const body = suggestionCandidatesBody(plan, reading);
  return deps.cache.read(SUGGESTED, live, hashOf(body), async () => {
    const scoring = scoringBy(plan.request);
    const [found] = await searchEach<ProductSource | undefined>(deps, live, [body], NO_PRODUCTS, scoring);
    const hits = found === undefined || found.outcome === "failed" ? [] : found.response.hits.hits;
    const outcome = found?.outcome ?? "failed";
    keepProducts(deps.cache, live, hits);
    const hashes = Float64Array.from(hits, ({ sort = [] }) => textHash(String(sort.at(-1))));
    const bases = Float64Array.from(hits, ({ sort = [] }) => (sort.length === 2 ? Number(sort[0]) : 0));
    return { value: { outcome, hashes, bases }, isWhole: outcome === "answered" };
  });
}

/**
 * Returns the candidate products that are best for one shopper.
 * @throws an error if the engine is unavailable
 */
export async function productsFor(
  deps: Suggesting,
  { live, plan }: TypedSearch,
  candidates: SuggestionCandidates,
): Promise<TypedProducts> {
  const { request, conditions } = plan;
  const features = await deps.features.rowsOf(live, candidates.hashes);
  const ids = orderOf(candidates, features, plan)
    .first(request.limit + SPARE)
    .map(({ id }) => id);
  const known = await readProducts(deps, live, ids, "ranked");
  const isShown = productMatcher(conditions.eligible, live.fields);
  const products = ids.flatMap((id): ProductSource[] => {
    const product = known.get(id)?.source;
    return product !== undefined && isShown(product) ? [product] : [];
  });
  return { products: products.slice(0, request.limit), are_whole: candidates.outcome === "answered" };
}
