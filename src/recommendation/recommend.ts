import type { LiveCatalog } from "../catalog/live.js";
import type { Item } from "../search/response.js";
import { unknownFields } from "../search/warnings.js";
import type { Storefront } from "../storefront/client.js";
import { vouchedRequest } from "../storefront/signed-user.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import { blockOf } from "./block.js";
import { filterIn } from "./candidate-body.js";
import type { RecommendationDeps } from "./deps.js";
import { candidateSearch } from "./find-candidates.js";
import { itemsFor } from "./items.js";
import { orderFor } from "./order.js";
import { readProducts } from "../catalog/products.js";
import { readSituation } from "./read-situation.js";
import { remember } from "./remember.js";
import { parseRecommendationRequest, profileOf, type RecommendationRequest } from "./request.js";
import type { QueryBody } from "./request-schema.js";
import type { Degradation, QueryResult } from "./response.js";
import { seedState, type SeedState } from "./seed.js";

/** Answers one query. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function recommend(
  deps: RecommendationDeps,
  storefront: Storefront,
  given: QueryBody,
): Promise<QueryResult> {
  const { body, forged } = vouchedRequest(storefront, given);
  const { configuration } = storefront;
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const profile = profileOf(body, configuration);
  const request = parseRecommendationRequest(body, configuration, live?.leaves, deps.now());
  const { shown, seed_state, missing } =
    live === undefined ? NOTHING : await choose(deps, storefront, live, request, profile.settings);
  const degraded = forged ? [...missing, "user" as const] : missing;
  const warnings = live === undefined ? [] : unknownFields(request.filter, live.leaves);
  for (const reason of degraded) deps.degraded.inc({ reason });
  const result: QueryResult = {
    recommendation_id: deps.newId(),
    items: shown.map(({ item }) => item),
    count: shown.length,
    applied_filters: { filters: request.filters, facet_filters: {} },
    metadata: { profile: profile.name, seed_state },
    meta: {
      recommenders: shown.map(({ by }) => by),
      ...(degraded.length === 0 ? {} : { degraded }),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
  const { recommendation_id, items } = result;
  remember(deps, storefront, request, { recommendation_id, kind: "query", profile: profile.name, items });
  return result;
}

interface Chosen {
  readonly shown: readonly { readonly item: Item; readonly by: RecommenderName }[];
  readonly seed_state: SeedState;
  readonly missing: readonly Degradation[];
}

/** While nothing has been ingested. */
const NOTHING: Chosen = { shown: [], seed_state: "unseeded", missing: [] };

async function choose(
  deps: RecommendationDeps,
  storefront: Storefront,
  live: LiveCatalog,
  request: RecommendationRequest,
  profile: Profile,
): Promise<Chosen> {
  const { configuration } = storefront;
  const { situation, without_taste } = await readSituation(deps, storefront, live, request);
  const block = blockOf(
    request,
    { profile, filter: request.eligible, shown_alone: request.limit },
    request.limit * CANDIDATES_AN_ITEM,
  );
  const candidates = candidateSearch(deps, { live, situation, blocks: [block] });
  const first = await candidates.first();
  const isEnough = (first[0]?.candidates.length ?? 0) >= request.limit;
  const [found] = isEnough ? first : await candidates.rest(first, [0]);
  const ordered = orderFor(deps.personalizer, found?.candidates ?? [], {
    ...{ taste: situation.taste, weights: configuration.ranking, share: profile.taste },
    diversity: block.diversity,
  }).slice(0, request.limit);
  const products = await readProducts(
    deps,
    live,
    ordered.map(({ id }) => id),
  );
  const itemsOf = itemsFor(filterIn(request.eligible, configuration.availability, "buried"), request, situation);
  const shown = ordered.flatMap(({ id, by }) => {
    const product = products.get(id);
    if (product === undefined) return [];
    return itemsOf(product.source).map((item) => ({ item, by }));
  });
  return {
    shown: shown.slice(0, request.limit),
    seed_state: seedState(situation.named, situation.seeds),
    missing: [
      ...(without_taste ? (["taste"] as const) : []),
      ...(found?.outcome === "answered" ? [] : (["candidates"] as const)),
    ],
  };
}

/** What taste chooses from. */
const CANDIDATES_AN_ITEM = 3;
