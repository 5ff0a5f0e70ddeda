import type { RecommenderSettings } from "../storefront/recommendation-configuration.js";
import { type Block, type BlockCandidate, type FoundCandidates, worse } from "./block.js";
import {
  behindContent,
  excludedProducts,
  inRounds,
  mayBury,
  type Rounds,
  type Step,
  type Stock,
} from "./candidate-body.js";
import {
  requestCandidates,
  candidatesMissing,
  type Recommending,
  type CandidateResponse,
  type CandidateQuery,
  type WantedCandidates,
} from "./request-candidates.js";
import { MAX_FOCUS, type Proposal } from "./recommenders/proposal.js";
import { propose } from "./recommenders/propose.js";
import type { Neighbours } from "./recommenders/sessions.js";
import type { RecommendationContext } from "./recommendation-context.js";
import type { Kind } from "../catalog/cache.js";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import type { LiveCatalog } from "../catalog/live.js";
import { searchDocuments } from "../engine/search-documents.js";
import { textBytes } from "../lib/cache.js";
import { allOf, type Filter } from "../filters/filter.js";
import { productClause } from "../search/query.js";
import { mostPopularFirst } from "./recommenders/catalogue.js";
import type { Seed } from "./seed.js";

/** Searches for the candidates of several blocks in two rounds, with one engine call per round. */
interface CandidateSearch {
  /**
   * Finds the candidates that recommenders propose by identifier. If there are too few candidates, also runs the first search. This round
   * usually finds enough candidates.
   * @throws the errors of the engine if the whole call fails
   */
  first(): Promise<readonly FoundCandidates[]>;
  /**
   * Finds candidates of the remaining recommenders for the blocks at the given positions, then out-of-stock
   * candidates. If a search fails, the function returns the candidates found before.
   */
  rest(found: readonly FoundCandidates[], positions: readonly number[]): Promise<readonly FoundCandidates[]>;
}

export function candidateSearch(deps: Recommending, wanted: WantedCandidates): CandidateSearch {
  const { context, blocks } = wanted;
  const proposals = proposalsFor(blocks, context, deps.neighbours);
  const plans = blocks.map((block) => roundsOf(block, context, proposals));
  const queriesFor = (position: number, steps: readonly Step[], stock: Stock): CandidateQuery[] =>
    steps.map((step) => ({ position, step, stock }));

  return {
    async first() {
      const responses = await requestCandidates(
        deps,
        wanted,
        plans.flatMap(({ first }, position) => queriesFor(position, first, "sold")),
      );
      return blocks.map((_, position) => append(NOTHING, responsesFor(position, responses)));
    },

    async rest(found, positions) {
      const queries = positions.flatMap((position) => {
        const { first, rest } = plans[position] ?? NO_STEPS;
        return [
          ...queriesFor(position, rest, "sold"),
          ...(mayBury(context.configuration.availability) ? queriesFor(position, [...first, ...rest], "buried") : []),
        ];
      });
      const responses = await requestCandidates(deps, wanted, queries).catch((error: unknown) => {
        candidatesMissing(deps)(error);
        return queries.map((query): CandidateResponse => ({ ...query, outcome: "failed", rows: [] }));
      });
      return found.map((before, position) => append(before, responsesFor(position, responses)));
    },
  };
}

const NO_STEPS: Rounds = { first: [], rest: [] };
const NOTHING: FoundCandidates = { candidates: [], outcome: "answered" };

/** The products that each recommender of the blocks proposes, keyed by the settings of the recommender. */
type Proposals = ReadonlyMap<string, Proposal | null>;

/** Runs each distinct recommender once, because slots share many recommenders, and a session recommender takes up to a millisecond. */
function proposalsFor(blocks: readonly Block[], context: RecommendationContext, neighbours: Neighbours): Proposals {
  const recommenders = blocks.flatMap(({ profile }) => profile.recommenders);
  const distinct = new Map(recommenders.map((recommender) => [keyOf(recommender), recommender]));
  return new Map([...distinct].map(([key, recommender]) => [key, propose(recommender, context, neighbours)]));
}

const keyOf = (recommender: RecommenderSettings): string => JSON.stringify(recommender);

function roundsOf(block: Block, context: RecommendationContext, proposals: Proposals): Rounds {
  if (block.products_shown === null && !block.profile.unknown_shoppers && isUnknownShopper(context)) return NO_STEPS;
  const steps = block.profile.recommenders.flatMap((recommender): Step[] => {
    const proposal = proposals.get(keyOf(recommender)) ?? null;
    return proposal === null ? [] : [{ by: recommender.by, proposal }];
  });
  return inRounds(behindContent(steps), block.size, excludedProducts(block.profile, context));
}

/** Returns whether the shopper is unknown: without taste profile, and without viewed products other than the page's seed products. */
export const isUnknownShopper = ({ taste, viewed, named }: RecommendationContext): boolean =>
  taste === null && viewed.every(({ id }) => named.includes(id));

const responsesFor = (position: number, responses: readonly CandidateResponse[]) =>
  responses.filter((response) => response.position === position);

/**
 * Appends new candidates in the order of the profile, without duplicates. Returns the given list of candidates if all candidates are
 * already known.
 */
function append(before: FoundCandidates, responses: readonly CandidateResponse[]): FoundCandidates {
  const known = new Set(before.candidates.map(({ id }) => id));
  const added: BlockCandidate[] = [];
  for (const { rows, step, stock } of responses) {
    for (const row of rows) {
      if (known.has(row.id)) continue;
      known.add(row.id);
      added.push({ ...row, by: step.by, isSingleDevice: step.isSingleDevice === true, buried: stock === "buried" });
    }
  }
  return {
    candidates: added.length === 0 ? before.candidates : [...before.candidates, ...added],
    outcome: responses.map(({ outcome }) => outcome).reduce(worse, before.outcome),
  };
}

/**
 * Number of similar products per product in focus. A larger number does not improve the result: for baskets of the Google Merchandise
 * Store, 10 are as good as 30 or 100.
 */
const ALIKE = 10;

/** Cache of the most popular products by category. Entries may be 10 minutes old, because popular products change rarely. */
const ALIKE_PRODUCTS: Kind<readonly string[]> = {
  name: "alike",
  bytesOf: (ids) => textBytes(ids.join("")),
  freshMs: 600_000,
};

/**
 * Returns similar products for each product in focus: the most popular products of its categories in the same department. The sessions of
 * the similar products supplement the sessions of the product in focus. Returns an empty map if the engine call fails.
 */
export async function readAlike(
  deps: Recommending,
  live: LiveCatalog,
  { focus, department }: Pick<RecommendationContext, "focus" | "department">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const request = async (categories: readonly string[]): Promise<readonly string[]> => {
    const isOfThem: Filter = { kind: "in", field: CATEGORIES_FIELD, values: [...categories] };
    const query = productClause(department === undefined ? isOfThem : allOf([isOfThem, department]), live.fields);
    return deps.cache.read(ALIKE_PRODUCTS, live, JSON.stringify(query), async () => {
      const { hits } = await searchDocuments(deps.engine, live.index, {
        size: ALIKE,
        stored_fields: "_none_",
        track_total_hits: false,
        query,
        sort: [mostPopularFirst, { prior: "desc" }, { product_identifier: "asc" }],
      });
      return { value: hits.hits.map(({ sort = [] }) => String(sort.at(-1))), tags: [] };
    });
  };
  const seeds = focus.slice(-MAX_FOCUS).filter(({ categories }) => categories.length > 0);
  const alike = await Promise.all(
    seeds.map(async ({ id, categories }: Seed) => [id, await request(categories)] as const),
  ).catch((error: unknown) => {
    candidatesMissing(deps)(error);
    return [];
  });
  return new Map(alike);
}
