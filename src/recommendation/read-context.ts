import { withinDepartments } from "../catalog/departments.js";
import type { LiveCatalog } from "../catalog/live.js";
import { NO_TAXONOMY } from "../catalog/taxonomy.js";
import type { Storefront } from "../storefront/client.js";
import { readProducts } from "../catalog/products.js";
import type { Recommending } from "./request-candidates.js";
import { latestOfEach, type RecommendationRequest } from "./request.js";
import { MAX_FOCUS } from "./recommenders/proposal.js";
import { isAnotherThing, seedOf, type Seed } from "./seed.js";
import { sessionOf, type RecommendationContext } from "./recommendation-context.js";

/**
 * Loads the shopper's data and the seed products concurrently. Similar products (`alike`) are loaded later.
 * @throws the errors of the engine
 */
export async function readContext(
  deps: Recommending,
  storefront: Storefront,
  live: LiveCatalog,
  request: RecommendationRequest,
): Promise<RecommendationContext> {
  const { client_id, configuration } = storefront;
  const [{ ranking, snapshot, viewed: recalled }, { named, seeds }] = await Promise.all([
    deps.personalizer.recall(storefront, request),
    readNamed(deps, storefront, live, request.seeds),
  ]);
  const at = deps.now();
  const isUnknownShopper = ranking === "anonymous" || ranking === "holdout";
  const running = isUnknownShopper ? [] : deps.neighbours.running(client_id, request.device_id);
  // The running session is in memory, so it is available even if the taste profile is not loaded in time.
  const viewed = recalled.length > 0 ? recalled : [...new Set([...running].reverse())].map((id) => ({ id, at }));
  const lastViewed = viewed.slice(0, 1).map(({ id }) => id);
  const focus = seeds.length > 0 ? seeds : await readSeeds(deps, storefront, live, lastViewed);
  const { taxonomy = NO_TAXONOMY } = live;
  return {
    client_id,
    configuration,
    at,
    seeds,
    focus,
    viewed,
    taste: snapshot,
    taxonomy,
    alike: new Map(),
    complements: await readComplements(deps, storefront, live, focus, at),
    fields: live.fields,
    department:
      taxonomy.departments === null ? undefined : withinDepartments(taxonomy.departments, departmentsIn(focus)),
    named,
    session: sessionOf(
      running,
      viewed,
      seeds.map(({ id }) => id),
      at,
    ),
    words: request.words,
    without_taste: ranking === "degraded",
  };
}

/** Returns the departments of the products in focus. A product without departments is ignored. */
const departmentsIn = (focus: readonly Seed[]) => [...new Set(focus.flatMap(({ departments }) => departments))];

/**
 * Minimum share of a product's sessions that also contain another product. If the share is at least this value, the other product is a
 * complement or a substitute rather than a chance co-visit.
 */
const MOST_SESSIONS = 2 / 3;
const MAX_COMPLEMENTS = 10;

/**
 * Returns the complements of the products in focus: products that most sessions with a product in focus also contain, and that do not
 * replace the product in focus. A product with a different type, or with a different head noun in a broad category, is not a replacement.
 */
async function readComplements(
  deps: Recommending,
  storefront: Storefront,
  live: LiveCatalog,
  focus: readonly Seed[],
  at: number,
): Promise<ReadonlySet<string>> {
  if (live.taxonomy === undefined || live.taxonomy.sells_fashion) return new Set();
  const complements = await Promise.all(
    focus.slice(-MAX_FOCUS).map(async (seed) => {
      const beside = deps.neighbours.companions(storefront.client_id, [seed.id], { limit: MAX_COMPLEMENTS, at });
      const ids = beside
        .filter(({ hasMinimumSupport, score }) => hasMinimumSupport && score >= MOST_SESSIONS)
        .map(({ id }) => id);
      const others = ids.length === 0 ? [] : await readSeeds(deps, storefront, live, ids);
      return others.filter((one) => isAnotherThing(seed, one, storefront.configuration)).map(({ id }) => id);
    }),
  );
  return new Set(complements.flat());
}

/**
 * Loads the seed products of a request. Identifiers of variants are replaced with the identifiers of their products. `named` lists all
 * distinct identifiers, including unknown identifiers.
 */
async function readNamed(
  deps: Recommending,
  storefront: Storefront,
  live: LiveCatalog,
  ids: readonly string[],
): Promise<{ readonly named: readonly string[]; readonly seeds: readonly Seed[] }> {
  const seeds = await readSeeds(deps, storefront, live, ids);
  if (seeds.length === ids.length) return { named: ids, seeds };
  const known = new Set(seeds.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const products = await deps.identify(storefront.client_id, others);
  if (products.size === 0) return { named: ids, seeds };
  const named = latestOfEach(ids.map((id) => products.get(id) ?? id));
  return { named, seeds: await readSeeds(deps, storefront, live, named) };
}

/** Returns the seed products that the catalogue contains, in the order of the identifiers. */
async function readSeeds(
  deps: Recommending,
  { configuration }: Storefront,
  live: LiveCatalog,
  ids: readonly string[],
): Promise<Seed[]> {
  const found = await readProducts(deps, live, ids, "ranked");
  return ids.flatMap((id) => {
    const product = found.get(id);
    return product === undefined ? [] : seedOf(product.source, live, configuration);
  });
}
