import type { LearntSource } from "../catalog/document.js";
import { editionKey } from "../catalog/edition.js";
import type { LiveCatalog } from "../catalog/live.js";
import { withoutDeadline } from "../engine/deadline.js";
import type { Engine } from "../engine/engine.js";
import { searchMany, type SearchOutcome } from "../engine/multi-search.js";
import type { Hit } from "../engine/search.js";
import { TASTE_FIELD } from "../personalization/affinity.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import type { Block, Outcome, Row } from "./block.js";
import { canShare, candidateBody, excludedProducts, type Stock } from "./candidate-body.js";
import { eligible } from "./eligible.js";
import type { Product, ProductMemory } from "../search/product-memory.js";
import { hasProduct, productOf, productsBody, recallProducts } from "../search/read-products.js";
import type { Step } from "./rounds.js";
import { viewedWithOf } from "./seed.js";
import type { SharedAnswer, SharedAnswers } from "./shared-answers.js";
import type { Situation } from "./situation.js";

export interface ErrandDeps {
  readonly engine: Engine;
  readonly products: ProductMemory;
  readonly shared: SharedAnswers;
  /** Milliseconds that the engine may search for one block's candidates. */
  readonly budgetMs: number;
  /** Told of searches that failed; their blocks go without. */
  readonly onFailure: (error: unknown) => void;
}

/** What the blocks are looked for in. */
export interface Scene {
  readonly live: LiveCatalog;
  readonly situation: Situation;
  readonly blocks: readonly Block[];
}

/** A step that is to be taken for the block at a place. */
export interface Errand {
  readonly place: number;
  readonly step: Step;
  readonly stock: Stock;
}

export interface Answer extends Errand {
  readonly outcome: Outcome;
  /** Products that were named come in the order in which they were. */
  readonly rows: readonly Row[];
}

/**
 * Runs errands in one engine call, and in none when all that they need is in memory. Blocks that search the same are answered
 * by one search, and named products are read by identifier for all blocks together.
 * @throws errors of the engine where it does not answer at all
 */
export async function runErrands(deps: ErrandDeps, scene: Scene, errands: readonly Errand[]): Promise<Answer[]> {
  const { live } = scene;
  const named = errands.flatMap(({ step: { proposal } }) => (proposal.kind === "products" ? proposal.ids : []));
  const { known, missing } = recallProducts(deps.products, live, named);
  const searches = searchesOf(deps, scene, errands);
  const bodies = [...searches.asked.values(), ...(missing.length === 0 ? [] : [productsBody(missing)])];
  const ask = () => searchMany<LearntSource | undefined>(deps.engine, live.index, bodies, deps.budgetMs);
  const call = searches.shareable.size > 0 ? withoutDeadline(ask) : ask();
  const answers = [...searches.asked.keys()].map((text, at) => {
    const answer = call.then((outcomes) => searchAnswer(deps, live, outcomes[at]));
    if (searches.shareable.has(text)) deps.shared.share(editionKey(live, text), answer);
    return [text, answer] as const;
  });
  const [outcomes, ...found] = await Promise.all([
    call,
    ...[...answers, ...searches.recalled].map(async ([text, answer]) => [text, await answer] as const),
  ]);
  const byText = new Map(found);
  const reading = missing.length === 0 ? "answered" : readNamed(deps, live, missing, outcomes.at(-1), known);
  return errands.map((errand): Answer => {
    const text = searches.texts.get(errand);
    return text === undefined
      ? { ...errand, outcome: reading, rows: namedRows(scene, errand, known) }
      : { ...errand, ...without(scene, errand, byText.get(text)) };
  });
}

/** Searches by their text. */
interface Searches {
  readonly texts: ReadonlyMap<Errand, string>;
  readonly asked: ReadonlyMap<string, object>;
  /** Of those that are asked. */
  readonly shareable: ReadonlySet<string>;
  readonly recalled: ReadonlyMap<string, Promise<SharedAnswer>>;
}

function searchesOf(deps: ErrandDeps, { live, situation, blocks }: Scene, errands: readonly Errand[]): Searches {
  const texts = new Map<Errand, string>();
  const asked = new Map<string, object>();
  const shareable = new Set<string>();
  const recalled = new Map<string, Promise<SharedAnswer>>();
  for (const errand of errands) {
    const { proposal } = errand.step;
    if (proposal.kind === "products") continue;
    const block = blocks[errand.place] as Block;
    const excluded = excludedProducts(block.profile, situation);
    const body = candidateBody(proposal, block, situation, errand.stock, excluded);
    const text = JSON.stringify(body);
    texts.set(errand, text);
    if (asked.has(text) || recalled.has(text)) continue;
    const isShared = canShare(proposal, excluded);
    const before = isShared ? deps.shared.recall(editionKey(live, text)) : undefined;
    if (before !== undefined) {
      recalled.set(text, before);
      continue;
    }
    asked.set(text, body);
    if (isShared) shareable.add(text);
  }
  return { texts, asked, shareable, recalled };
}

/** What a search brought for one block: of what is shared not what this shopper is not to be shown. */
function without({ situation, blocks }: Scene, { place }: Errand, answer: SharedAnswer = FAILED): SharedAnswer {
  const { profile, size } = blocks[place] as Block;
  const excluded = excludedProducts(profile, situation);
  return { ...answer, rows: answer.rows.filter(({ id }) => !excluded.has(id)).slice(0, size) };
}

const FAILED: SharedAnswer = { outcome: "failed", rows: [] };

/** Hits bring products with them where `candidateBody` has asked for them. */
type Outcomes = SearchOutcome<LearntSource | undefined>;

function searchAnswer(deps: ErrandDeps, live: LiveCatalog, outcome: Outcomes | undefined): SharedAnswer {
  if (outcome === undefined) return FAILED;
  if (outcome.outcome === "failed") {
    deps.onFailure(new Error(`candidates cannot be searched: ${outcome.reason}`));
    return FAILED;
  }
  const { hits } = outcome.response.hits;
  const rows = hits.map(rowOf);
  const products = hits.filter(hasProduct).map(productOf);
  if (products.length > 0)
    deps.products.remember(
      live,
      rows.map(({ id }) => id),
      products,
    );
  return { outcome: outcome.outcome, rows };
}

const rowOf = ({ sort = [], fields }: Hit<unknown>): Row => ({
  id: String(sort.at(-1)),
  tokens: (fields?.[TASTE_FIELD] ?? []).map(String),
  viewed_with: (fields?.[VIEWED_WITH_FIELD] ?? []).map(String),
});

/** Adds what was read to what is known. @returns how it went for all who named products */
function readNamed(
  deps: ErrandDeps,
  live: LiveCatalog,
  missing: readonly string[],
  outcome: Outcomes | undefined,
  known: Map<string, Product>,
): Outcome {
  if (outcome === undefined || outcome.outcome === "failed") {
    deps.onFailure(new Error(`named candidates cannot be read: ${outcome?.reason ?? "no answer"}`));
    return "failed";
  }
  const found = outcome.response.hits.hits.filter(hasProduct).map(productOf);
  const ids = found.map(({ source }) => source.product_identifier);
  // Of what was cut short nobody knows whether the rest exists.
  deps.products.remember(live, outcome.outcome === "answered" ? missing : ids, found);
  found.forEach((product, at) => known.set(ids[at] as string, product));
  return outcome.outcome;
}

function namedRows({ situation, blocks }: Scene, { place, step, stock }: Errand, known: ReadonlyMap<string, Product>) {
  if (step.proposal.kind !== "products") return [];
  const isEligible = eligible(blocks[place] as Block, situation, stock);
  return step.proposal.ids.flatMap((id): Row[] => {
    const product = known.get(id);
    if (product === undefined || !isEligible(product.source)) return [];
    return [{ id, tokens: product.tokens, viewed_with: viewedWithOf(product.source) }];
  });
}
