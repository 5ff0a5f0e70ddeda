import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany } from "../../engine/multi-search.js";
import { folded } from "../../lib/folded.js";
import { ANY_FIELD } from "../text/whole-text.js";

export interface TypedWordsDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  /** Milliseconds that the search may take. */
  readonly budgetMs: number;
  /** Told of searches that failed. */
  readonly onFailure: (error: unknown) => void;
}

interface Known {
  readonly isKnown: boolean;
}

/** The words of a catalogue change with jobs, and so with the edition. */
const TYPED_WORDS: Kind<Known> = { name: "typed_words", bytesOf: () => 50, freshMs: 600_000 };

/**
 * Whether a product has one of the words that a guess would change: such a word is not misspelt, even if no phrase begins with it.
 * False where the engine does not say so in time.
 * @throws where the engine does not answer at all
 */
export async function hasTypedWords(
  { engine, cache, budgetMs, onFailure }: TypedWordsDeps,
  live: LiveCatalog,
  typed: string,
  meant: string,
): Promise<boolean> {
  const body = changedWordsBody(typed, meant);
  if (body === undefined) return false;
  const { isKnown } = await cache.read(TYPED_WORDS, live, JSON.stringify(body), async () => {
    const [found] = await searchMany<never>(engine, live.index, [body], budgetMs);
    if (found?.outcome === "answered") return { value: { isKnown: found.response.hits.total.value > 0 } };
    const reason = found?.outcome === "failed" ? found.reason : "no answer in time";
    onFailure(new Error(`typed words cannot be looked up: ${reason}`));
    return { value: { isKnown: false }, isWhole: false };
  });
  return isKnown;
}

/** Asks whether any product has one of the words of `typed` that `meant` has another one for. Undefined where there is none. */
export function changedWordsBody(typed: string, meant: string): Clause | undefined {
  const words = folded(typed).split(" ");
  const kept = folded(meant).split(" ");
  const last = words.length - 1;
  const should = words.flatMap((word, at): Clause[] => {
    const instead = kept[at] ?? "";
    if (at === last ? instead.startsWith(word) : instead === word) return [];
    const whole = { match: { [ANY_FIELD]: word } };
    return at === last ? [whole, { prefix: { [ANY_FIELD]: { value: word } } }] : [whole];
  });
  if (should.length === 0) return undefined;
  return { size: 0, track_total_hits: 1, query: { bool: { filter: [{ bool: { should } }] } } };
}
