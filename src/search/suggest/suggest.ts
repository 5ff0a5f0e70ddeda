import type { LiveCatalog } from "../../catalog/live.js";
import type { Storefront } from "../../storefront/client.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import { personalOrder, planSearch, type Plan } from "../listing/plan.js";
import { NO_FACTS } from "../facets/catalog-facts.js";
import { parseSearchRequest } from "../listing/parse.js";
import { redirectFor, shownItems } from "../listing/response.js";
import { NO_RULES, shownBy } from "../rules/active-rules.js";
import { namedBy, type NamedValue } from "./named-values.js";
import { completedPhrases, completionsOf } from "./completed-phrases.js";
import { choosePhrases, type ChosenPhrases } from "./choose-phrases.js";
import { countPhrases } from "./count-phrases.js";
import type { Matches, Phrase } from "./suggestion-dictionary.js";
import { type OpenBook, UNREAD } from "./suggestion-dictionaries.js";
import type { Suggesting } from "../searching.js";
import {
  DEFAULT_LIMITS,
  type SuggestBody,
  type SuggestDegradation,
  suggestedQuery,
  type SuggestResult,
} from "./schema.js";
import { hasTypedWords, type Reading } from "./typed-clause.js";
import { candidatesFor, productsFor, type TypedProducts } from "./typed-products.js";

type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>;

/** Number of additional phrases to count, because some phrases may no longer have products. */
const SPARE = 2;

/** The featured sort, which suggestions always use. */
const FEATURED = { key: "featured", label: "Featured", by: "featured" } as const;

/**
 * Returns suggestions for an incomplete query.
 * @throws {ServiceError} if the request is invalid; errors of the engine are passed through
 */
export async function suggest(deps: Suggesting, storefront: Storefront, given: SuggestBody): Promise<SuggestResult> {
  const { body, unverified } = withVerifiedUser(storefront, given);
  const limits: Limits = { ...DEFAULT_LIMITS, ...body.limits };
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const { user, query, projection } = body;
  const requested = { user, query, limit: limits.products, ...(projection === undefined ? {} : { projection }) };
  const { configuration } = storefront;
  // Price words are ignored, because "under 5" may become "under 50".
  const unpriced = { ...configuration, search: { ...configuration.search, price_words: false } };
  const request = { ...parseSearchRequest(requested, unpriced, live?.fields), sort: FEATURED };
  const redirect = request.typed === null ? undefined : redirectFor(request.typed, configuration.redirects);
  const { missing, meant, ...found } =
    live === undefined ? NOTHING : await find(deps, storefront, live, { request, limits });
  const degraded = [...missing, ...(unverified ? (["user"] as const) : [])];
  for (const reason of degraded) deps.metrics.degraded.inc({ reason });
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

/** The empty result that is returned before the first feed. */
const NOTHING: Found = { queries: [], categories: [], brands: [], products: [], missing: [] };

async function find(
  deps: Suggesting,
  storefront: Storefront,
  live: LiveCatalog,
  { request, limits }: { readonly request: Plan["request"]; readonly limits: Limits },
): Promise<Found> {
  const { configuration } = storefront;
  const read = await deps.books.get(storefront, live, deps.config.recommendationBudgetMs);
  const open = read ?? UNREAD;
  const text = request.query ?? "";
  const { found, meant, inAllTexts } = await matchesOf(deps, live, open, text, configuration.suggest.spelling);
  const typed = found.find(({ phrase }) => phrase.kind === "query");
  const reading: Reading = { meant: meant ?? typed?.phrase.instead, inAllTexts, values: open.values };
  const shown = shownBy(configuration, request, deps.now());
  const lookedUp = { rules: { ...NO_RULES, shown }, intent: null };
  const unpersonalized = planSearch(request, configuration, live, NO_FACTS, lookedUp);
  const begun = found.filter(({ phrase, quality }) => phrase.kind === "query" && quality === 1);
  const isShort = begun.length < limits.queries;
  const completions = isShort ? completionsOf(meant ?? text, open, configuration) : [];
  const [recalled, candidates, further] = await Promise.all([
    deps.personalizer.recallLately(storefront, request),
    limits.products === 0 ? undefined : candidatesFor(deps, { live, plan: unpersonalized, reading }),
    completedPhrases(deps, live, unpersonalized, completions, open.values),
  ]);
  const { ranking: weights, popularity } = configuration;
  const order = { weights, half_life_days: popularity.half_life_days, diversify_categories: false };
  const plan = { ...unpersonalized, personal: personalOrder({ taste: recalled.snapshot, ...order }) };
  const chosen = choosePhrases(
    { text, book: open.book, found: [...found, ...further] },
    recalled.snapshot,
    configuration.suggest,
  );
  const [phrases, { products, are_whole }] = await Promise.all([
    countPhrases(deps, live, unpersonalized, open, shortened(chosen, limits)),
    candidates === undefined ? NO_PRODUCTS : productsFor(deps, { live, plan, reading }, candidates),
  ]);
  return {
    queries: phrases.queries.slice(0, limits.queries).map(suggestedQuery),
    categories: phrases.categories.slice(0, limits.categories),
    brands: phrases.brands.slice(0, limits.brands),
    products: shownItems(
      { ...plan, request: { ...request, query: completed(meant ?? request.query, open.values) } },
      products,
    ),
    ...(meant === undefined ? {} : { meant }),
    missing: [
      ...(recalled.ranking === "degraded" ? (["taste"] as const) : []),
      ...(phrases.are_whole && read !== undefined ? [] : (["phrases"] as const)),
      ...(are_whole ? [] : (["products"] as const)),
    ],
  };
}

/** Matching phrases for the typed text. A spelling correction is dropped if it would change a word that products contain. */
async function matchesOf(
  deps: Suggesting,
  live: LiveCatalog,
  open: OpenBook,
  typed: string,
  spelling: boolean,
): Promise<Matches & { readonly inAllTexts: boolean }> {
  const matches = open.book.find(typed, spelling);
  const { meant } = matches;
  const isGuess = meant !== undefined && !(await hasTypedWords(deps, live, typed, meant));
  const found = meant === undefined || isGuess ? matches.found : [];
  return { found, ...(isGuess ? { meant } : {}), inAllTexts: found.length === 0 && open !== UNREAD };
}

/** Adds to a query the values, such as colours, that start with the query's last word. These values select the displayed variant. */
function completed(query: string | null, values: readonly NamedValue[]): string | null {
  const last = query?.split(" ").at(-1) ?? "";
  const named = last === "" ? [] : namedBy(values, last, true);
  return named.length === 0 ? query : [query, ...named.map(({ value }) => value)].join(" ");
}

const NO_PRODUCTS: TypedProducts = { products: [], are_whole: true };

const shortened = ({ queries, categories, brands }: ChosenPhrases, limits: Limits): ChosenPhrases => {
  const some = (phrases: readonly Phrase[], limit: number) => phrases.slice(0, limit === 0 ? 0 : limit + SPARE);
  return {
    queries: some(queries, limits.queries),
    categories: some(categories, limits.categories),
    brands: some(brands, limits.brands),
  };
};
