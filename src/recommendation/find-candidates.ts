import type { Engine } from "../engine/engine.js";
import { searchMany, type SearchOutcome } from "../engine/multi-search.js";
import { TASTE_FIELD } from "../personalization/affinity.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import type { RecommenderName } from "../storefront/recommendation-configuration.js";
import { worse, type Block, type Candidate, type Found, type Outcome } from "./block.js";
import { candidateBody, mayBury, type Stock } from "./candidate-body.js";
import { propose } from "./recommenders/propose.js";
import { products, type Proposal } from "./recommenders/proposal.js";
import type { SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import type { Situation } from "./situation.js";

export interface CandidateDeps {
  readonly engine: Engine;
  readonly neighbours: Pick<SessionNeighbours, "recommend">;
  /** Milliseconds that the engine may search for one block's candidates. */
  readonly budgetMs: number;
  /** Told of searches that failed; their blocks go without. */
  readonly onFailure: (error: unknown) => void;
}

/** Looks for candidates of several blocks at once, in two rounds of one engine call each. */
export interface CandidateSearch {
  /**
   * What the recommenders know by name, and the first search. Mostly that is enough.
   * @throws errors of the engine where it does not answer at all
   */
  first(): Promise<readonly Found[]>;
  /**
   * What is left to ask for the blocks at these places: the recommenders behind, then what is out of stock. Never throws:
   * what has been found stands.
   */
  rest(found: readonly Found[], places: readonly number[]): Promise<readonly Found[]>;
}

/** A recommender's proposal for a block. */
interface Step {
  readonly by: RecommenderName;
  readonly proposal: Proposal;
}

/** What is asked of the engine for a block. Steps that name products share one search. */
interface Errand {
  readonly place: number;
  readonly steps: readonly Step[];
  readonly stock: Stock;
  readonly body: object;
}

export function candidateSearch(
  deps: CandidateDeps,
  index: string,
  situation: Situation,
  blocks: readonly Block[],
): CandidateSearch {
  const plans = blocks.map((block) => stepsOf(block, situation, deps.neighbours));

  const errandsFor = (place: number, steps: readonly Step[], stock: Stock): Errand[] => {
    const block = blocks[place] as Block;
    const named = steps.filter(({ proposal }) => proposal.kind === "products");
    const all = products([
      ...new Set(named.flatMap(({ proposal }) => (proposal.kind === "products" ? proposal.ids : []))),
    ]);
    const errand = (own: readonly Step[], proposal: Proposal): Errand => {
      return { place, steps: own, stock, body: candidateBody(proposal, block, situation, stock) };
    };
    return [
      ...(all === null ? [] : [errand(named, all)]),
      ...steps.filter(({ proposal }) => proposal.kind === "search").map((step) => errand([step], step.proposal)),
    ];
  };

  return {
    async first() {
      const errands = plans.flatMap((steps, place) => errandsFor(place, steps.slice(0, firstRound(steps)), "sold"));
      const answers = await run(deps, index, errands);
      return blocks.map((_, place) =>
        merge(
          [],
          answers.filter(({ errand }) => errand.place === place),
          plans[place],
        ),
      );
    },

    async rest(found, places) {
      const errands = places.flatMap((place) => {
        const steps = plans[place] ?? [];
        return [
          ...errandsFor(place, steps.slice(firstRound(steps)), "sold"),
          ...(mayBury(situation.configuration.availability) ? errandsFor(place, steps, "buried") : []),
        ];
      });
      const answers = await run(deps, index, errands).catch((error: unknown) => {
        deps.onFailure(error);
        return errands.map((errand): Answer => ({ errand, outcome: "failed", hits: [] }));
      });
      return found.map((before, place) => {
        const own = answers.filter(({ errand }) => errand.place === place);
        if (own.length === 0) return before;
        const { candidates, outcome } = merge(before.candidates, own, plans[place]);
        return { candidates, outcome: worse(before.outcome, outcome) };
      });
    },
  };
}

function stepsOf({ profile }: Block, situation: Situation, neighbours: Pick<SessionNeighbours, "recommend">): Step[] {
  return profile.recommenders.flatMap((recommender) => {
    const proposal = propose(recommender, situation, neighbours);
    return proposal === null ? [] : [{ by: recommender.by, proposal }];
  });
}

/** Up to the first search: products known by name may all have gone, or not be eligible. */
function firstRound(steps: readonly Step[]): number {
  const search = steps.findIndex(({ proposal }) => proposal.kind === "search");
  return search === -1 ? steps.length : search + 1;
}

type Row = Omit<Candidate, "by" | "buried">;

interface Answer {
  readonly errand: Errand;
  readonly outcome: Outcome;
  readonly hits: readonly Row[];
}

/** Blocks that ask the same are answered by one search. */
async function run(deps: CandidateDeps, index: string, errands: readonly Errand[]): Promise<Answer[]> {
  const texts = errands.map(({ body }) => JSON.stringify(body));
  const places = new Map<string, number>();
  const bodies: object[] = [];
  errands.forEach(({ body }, at) => {
    if (places.has(texts[at] as string)) return;
    places.set(texts[at] as string, bodies.length);
    bodies.push(body);
  });
  const outcomes = (await searchMany<never>(deps.engine, index, bodies, deps.budgetMs)).map((outcome) => {
    if (outcome.outcome === "failed") deps.onFailure(new Error(`candidates cannot be searched: ${outcome.reason}`));
    return { outcome: outcome.outcome, hits: rowsOf(outcome) };
  });
  return errands.map((errand, at) => {
    const { outcome, hits } = outcomes[places.get(texts[at] as string) ?? -1] ?? { outcome: "failed", hits: [] };
    return { errand, outcome, hits };
  });
}

const rowsOf = (outcome: SearchOutcome<never>): Row[] =>
  outcome.outcome === "failed"
    ? []
    : outcome.response.hits.hits.map(({ sort = [], fields }) => ({
        id: String(sort.at(-1)),
        tokens: (fields?.[TASTE_FIELD] ?? []).map(String),
        viewed_with: (fields?.[VIEWED_WITH_FIELD] ?? []).map(String),
      }));

/** Appends what was found to what there is, in the order of the profile, and what is buried behind. */
function merge(before: readonly Candidate[], answers: readonly Answer[], plan: readonly Step[] = []): Found {
  const candidates = new Map(before.map((candidate) => [candidate.id, candidate]));
  for (const stock of ["sold", "buried"] as const) {
    for (const step of plan) {
      const answer = answers.find(({ errand }) => errand.stock === stock && errand.steps.includes(step));
      if (answer === undefined) continue;
      for (const row of inOrder(step.proposal, answer.hits)) {
        if (!candidates.has(row.id)) candidates.set(row.id, { ...row, by: step.by, buried: stock === "buried" });
      }
    }
  }
  const outcome = answers.map((answer) => answer.outcome).reduce(worse, "answered");
  return { candidates: [...candidates.values()], outcome };
}

/** Products that were named come in the order in which they were. */
function inOrder(proposal: Proposal, hits: readonly Row[]): readonly Row[] {
  if (proposal.kind === "search") return hits;
  const found = new Map(hits.map((hit) => [hit.id, hit]));
  return proposal.ids.flatMap((id) => found.get(id) ?? []);
}
