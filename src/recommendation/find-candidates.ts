import type { RecommenderSettings } from "../storefront/recommendation-configuration.js";
import { worse, type Block, type BlockCandidate, type FoundCandidates } from "./block.js";
import { excludedProducts, mayBury, type Stock } from "./candidate-body.js";
import {
  askCandidates,
  type AskDeps,
  type CandidateAnswer,
  type WantedCandidates,
  type CandidateQuery,
} from "./ask-candidates.js";
import type { Proposal } from "./recommenders/proposal.js";
import { propose } from "./recommenders/propose.js";
import type { Neighbours } from "./recommenders/session-neighbours.js";
import { behindContent, inRounds, type Rounds, type Step } from "./rounds.js";
import type { RecommendationContext } from "./recommendation-context.js";

export interface CandidateDeps extends AskDeps {
  readonly neighbours: Neighbours;
}

/** Looks for candidates of several blocks at once, in two rounds of one engine call each. */
export interface CandidateSearch {
  /**
   * Finds candidates of the recommenders that know them by name, and where those are few, of the first search. This is
   * usually enough. Mostly that is enough.
   * @throws errors of the engine where it does not answer at all
   */
  first(): Promise<readonly FoundCandidates[]>;
  /**
   * Finds candidates of the remaining recommenders for the blocks at these places, then those out of stock. Never
   * throws: the candidates found so far are kept.
   */
  rest(found: readonly FoundCandidates[], places: readonly number[]): Promise<readonly FoundCandidates[]>;
}

export function candidateSearch(deps: CandidateDeps, wanted: WantedCandidates): CandidateSearch {
  const { context, blocks } = wanted;
  const proposals = proposalsFor(blocks, context, deps.neighbours);
  const plans = blocks.map((block) => roundsOf(block, context, proposals));
  const queriesFor = (place: number, steps: readonly Step[], stock: Stock): CandidateQuery[] =>
    steps.map((step) => ({ place, step, stock }));

  return {
    async first() {
      const answers = await askCandidates(
        deps,
        wanted,
        plans.flatMap(({ first }, place) => queriesFor(place, first, "sold")),
      );
      return blocks.map((_, place) => append(NOTHING, answersFor(place, answers)));
    },

    async rest(found, places) {
      const queries = places.flatMap((place) => {
        const { first, rest } = plans[place] ?? NO_STEPS;
        return [
          ...queriesFor(place, rest, "sold"),
          ...(mayBury(context.configuration.availability) ? queriesFor(place, [...first, ...rest], "buried") : []),
        ];
      });
      const answers = await askCandidates(deps, wanted, queries).catch((error: unknown) => {
        deps.onFailure(error);
        return queries.map((query): CandidateAnswer => ({ ...query, outcome: "failed", rows: [] }));
      });
      return found.map((before, place) => append(before, answersFor(place, answers)));
    },
  };
}

const NO_STEPS: Rounds = { first: [], rest: [] };
const NOTHING: FoundCandidates = { candidates: [], outcome: "answered" };

/** The proposals of the blocks' recommenders, by their settings. */
type Proposals = ReadonlyMap<string, Proposal | null>;

/** Each recommender once: slots have many in common, and one that walks through sessions takes up to a millisecond. */
function proposalsFor(blocks: readonly Block[], context: RecommendationContext, neighbours: Neighbours): Proposals {
  const recommenders = blocks.flatMap(({ profile }) => profile.recommenders);
  const distinct = new Map(recommenders.map((recommender) => [keyOf(recommender), recommender]));
  return new Map([...distinct].map(([key, recommender]) => [key, propose(recommender, context, neighbours)]));
}

const keyOf = (recommender: RecommenderSettings): string => JSON.stringify(recommender);

function roundsOf(block: Block, context: RecommendationContext, proposals: Proposals): Rounds {
  if (block.shown_alone === null && !block.profile.strangers && isStranger(context)) return NO_STEPS;
  const steps = block.profile.recommenders.flatMap((recommender): Step[] => {
    const proposal = proposals.get(keyOf(recommender)) ?? null;
    return proposal === null ? [] : [{ by: recommender.by, proposal }];
  });
  return inRounds(behindContent(steps), block.size, excludedProducts(block.profile, context));
}

/** Whether no more is known of the shopper than what the page is about. */
export const isStranger = ({ taste, viewed, named }: RecommendationContext): boolean =>
  taste === null && viewed.every(({ id }) => named.includes(id));

const answersFor = (place: number, answers: readonly CandidateAnswer[]) =>
  answers.filter((answer) => answer.place === place);

/** Adds what was found behind what there is, in the order of the profile; each product once. The same list when nothing is new. */
function append(before: FoundCandidates, answers: readonly CandidateAnswer[]): FoundCandidates {
  const known = new Set(before.candidates.map(({ id }) => id));
  const added: BlockCandidate[] = [];
  for (const { rows, step, stock } of answers) {
    for (const row of rows) {
      if (known.has(row.id)) continue;
      known.add(row.id);
      added.push({ ...row, by: step.by, alone: step.alone === true, buried: stock === "buried" });
    }
  }
  return {
    candidates: added.length === 0 ? before.candidates : [...before.candidates, ...added],
    outcome: answers.map(({ outcome }) => outcome).reduce(worse, before.outcome),
  };
}
