import type { ProductSource } from "../../catalog/document.js";
import type { LiveCatalog, LiveCatalogs } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany, type SearchOutcome } from "../../engine/multi-search.js";
import type { Metrics } from "../../observability/metrics.js";
import type { Personalizer } from "../../personalization/personalizer.js";
import type { Storefront } from "../../storefront/client.js";
import { vouchedRequest } from "../../storefront/signed-user.js";
import { planSearch, type Ranked } from "../body.js";
import { NO_FACTS } from "../catalog-facts.js";
import { personalOrder } from "../personal.js";
import { redirectFor } from "../redirect.js";
import { parseSearchRequest } from "../request.js";
import { shownItems } from "../response.js";
import { NO_RULES, shownBy } from "../rules/rules-in-force.js";
import { choosePhrases, type ChosenPhrases } from "./choose-phrases.js";
import type { Phrase } from "./phrase-book.js";
import type { OpenBook, PhraseBooks } from "./phrase-books.js";
import { DEFAULT_LIMITS, type SuggestBody } from "./request-schema.js";
import { suggestedQuery, type SuggestDegradation, type SuggestedValue, type SuggestResult } from "./response.js";
import { countBody, productsBody } from "./suggest-body.js";

export interface SuggestDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly books: PhraseBooks;
  readonly personalizer: Pick<Personalizer, "recall">;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
  /** Milliseconds that each search may take. */
  readonly budgetMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what is left out. */
  readonly onFailure: (error: unknown) => void;
}

type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>;

/** So many more are counted than shown: some may have nothing any more. */
const SPARE = 2;

/** The storefront's own order, whatever it lists by. */
const FEATURED = { key: "featured", label: "Featured", by: "featured" } as const;

/** Answers what a shopper may be about to type. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function suggest(deps: SuggestDeps, storefront: Storefront, given: SuggestBody): Promise<SuggestResult> {
  const { body, forged } = vouchedRequest(storefront, given);
  const limits: Limits = { ...DEFAULT_LIMITS, ...body.limits };
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const { user, query, projection } = body;
  const asked = { user, query, limit: limits.products, ...(projection === undefined ? {} : { projection }) };
  const { configuration } = storefront;
  // "under 5" is on the way to "under 50".
  const unpriced = { ...configuration, search: { ...configuration.search, price_words: false } };
  const request = { ...parseSearchRequest(asked, unpriced, live?.leaves), sort: FEATURED };
  const redirect = request.typed === null ? undefined : redirectFor(request.typed, configuration.redirects);
  const { missing, meant, ...found } =
    live === undefined ? NOTHING : await find(deps, storefront, live, { request, limits });
  const degraded = [...missing, ...(forged ? (["user"] as const) : [])];
  for (const reason of degraded) deps.degraded.inc({ reason });
  return {
    ...found,
    meta: {
      ...(meant === undefined ? {} : { suggestion: meant }),
      ...(redirect === undefined ? {} : { redirect }),
      ...(degraded.length === 0 ? {} : { degraded }),
    },
  };
}

interface Found extends Omit<SuggestResult, "meta"> {
  readonly meant?: string;
  readonly missing: readonly SuggestDegradation[];
}

/** While nothing has been ingested. */
const NOTHING: Found = { queries: [], categories: [], brands: [], products: [], missing: [] };

async function find(
  deps: SuggestDeps,
  storefront: Storefront,
  live: LiveCatalog,
  { request, limits }: { readonly request: Ranked["request"]; readonly limits: Limits },
): Promise<Found> {
  const { configuration } = storefront;
  const [open, recalled] = await Promise.all([
    deps.books.get(storefront, live),
    deps.personalizer.recall(storefront, request),
  ]);
  const { ranking: weights, popularity } = configuration;
  const order = { weights, half_life_days: popularity.half_life_days, diversify_categories: false };
  const personal = personalOrder({ taste: recalled.snapshot, ...order });
  const shown = shownBy(configuration.rules, { query: request.typed, filter: request.filter }, deps.now());
  const plan = planSearch(request, configuration, live, NO_FACTS, { ...NO_RULES, shown });
  const ranked: Ranked = { request, configuration, catalog: live, plan, tier: "strict", personal };
  const chosen = choosePhrases(open.book, request.query ?? "", recalled.snapshot, configuration.suggest);
  const { queries, values, products, failed } = await ask(deps, live.index, ranked, open, shortened(chosen, limits));
  return {
    queries: queries.slice(0, limits.queries).map(suggestedQuery),
    categories: values("category").slice(0, limits.categories),
    brands: values("brand").slice(0, limits.brands),
    products: shownItems(ranked, products),
    ...(chosen.meant === undefined ? {} : { meant: chosen.meant }),
    missing: [...(recalled.ranking === "degraded" ? (["taste"] as const) : []), ...failed],
  };
}

const shortened = ({ queries, categories, brands, ...more }: ChosenPhrases, limits: Limits): ChosenPhrases => {
  const some = (phrases: readonly Phrase[], limit: number) => phrases.slice(0, limit === 0 ? 0 : limit + SPARE);
  return {
    ...more,
    queries: some(queries, limits.queries),
    categories: some(categories, limits.categories),
    brands: some(brands, limits.brands),
  };
};

/** At most one call of the engine: the products, and how many there are for phrases that have not been counted yet. */
async function ask(
  { engine, budgetMs, onFailure }: SuggestDeps,
  index: string,
  ranked: Ranked,
  { counts }: OpenBook,
  { queries, categories, brands, meant }: ChosenPhrases,
) {
  const uncounted = [...queries.filter(({ from_catalog }) => !from_catalog), ...categories, ...brands].filter(
    (phrase) => !counts.has(phrase),
  );
  const wanted = ranked.request.limit > 0 ? [productsBody(ranked, meant)] : [];
  const bodies = [...uncounted.map((phrase) => countBody(phrase, ranked)), ...wanted];
  const outcomes = await searchMany<ProductSource>(engine, index, bodies, budgetMs);
  const failures = outcomes.flatMap((one) => (one.outcome === "failed" ? [one.reason] : []));
  if (failures.length > 0) onFailure(new Error(`suggestions cannot be searched: ${failures[0] ?? ""}`));
  uncounted.forEach((phrase, at) => {
    const count = countOf(outcomes[at]);
    if (count !== undefined) counts.set(phrase, count);
  });
  const found = wanted.length === 0 ? undefined : outcomes.at(-1);
  const failed: SuggestDegradation[] = [];
  if (uncounted.some((phrase) => !counts.has(phrase))) failed.push("phrases");
  if (found !== undefined && found.outcome !== "answered") failed.push("products");
  return {
    queries: queries.filter((phrase) => phrase.from_catalog || (counts.get(phrase) ?? 0) > 0),
    values: (kind: "category" | "brand") =>
      (kind === "category" ? categories : brands).flatMap((phrase): SuggestedValue[] => {
        const count = counts.get(phrase) ?? 0;
        return count === 0 ? [] : [{ value: phrase.value, label: phrase.label, count }];
      }),
    products:
      found === undefined || found.outcome === "failed" ? [] : found.response.hits.hits.map(({ _source }) => _source),
    failed,
  };
}

/** Undefined where it is not known. */
const countOf = (outcome: SearchOutcome<unknown> | undefined): number | undefined =>
  outcome?.outcome === "answered" ? outcome.response.hits.total.value : undefined;
