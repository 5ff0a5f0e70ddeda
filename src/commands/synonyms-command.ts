import { liveGeneration } from "../catalog/ingestion/generations.js";
import type { Engine } from "../engine/engine.js";
import { CommandError } from "./command-error.js";
import { getStorefront } from "../storefront/clients.js";
import type { ProductSource } from "../catalog/product-document.js";
import { headPosition } from "../catalog/kind.js";
import { scan } from "../engine/point-in-time.js";
import { type SynonymCandidate, synonymCandidates } from "../search/vocabulary/synonym-candidates.js";
import { collectNames } from "../search/vocabulary/synonym-candidates.js";
import { madeSearches } from "../search/vocabulary/made-searches.js";
import { collectReformulations } from "../search/vocabulary/reformulations.js";

export interface CandidateOptions {
  readonly days: number;
  /** Different devices that must have replaced one word by another. */
  readonly shoppers: number;
  readonly json: boolean;
}

const DAY_MS = 86_400_000;
const PAGE = 200;

/** Synonyms that a merchandiser may want. Nothing is changed. @throws CommandError when there is no such client */
export async function synonymCandidatesCommand(
  engine: Engine,
  clientId: string,
  { days, shoppers, json }: CandidateOptions,
): Promise<string> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
  const { configuration } = storefront;
  const reformulations = collectReformulations();
  for await (const made of madeSearches(engine, clientId, Date.now() - days * DAY_MS)) reformulations.add(made);
  const names = collectNames(headPosition(configuration.language));
  const index = await liveGeneration(engine, clientId);
  if (index !== undefined) {
    for await (const hits of scan<ProductSource>(engine, index, PAGE, { query: { term: { active: true } } })) {
      for (const { _source } of hits) names.observe(_source);
    }
  }
  const found = synonymCandidates(reformulations.substitutions(shoppers), names.pairs(), configuration);
  if (json) return JSON.stringify(found, null, 2);
  if (found.length === 0) return "Nothing found that is not a synonym already.";
  return [...found.map(line), "", "To use some, add them to search.synonyms (vitrine storefront apply)."].join("\n");
}

function line({ rule: { terms, to }, shoppers, products }: SynonymCandidate): string {
  const words = to === undefined ? terms.join(" = ") : `${terms.join(", ")} → ${to.join(", ")}`;
  const why = shoppers > 0 ? `${shoppers} shoppers typed one for the other` : `${products} products are called both`;
  return `${words.padEnd(40)} ${why}`;
}
