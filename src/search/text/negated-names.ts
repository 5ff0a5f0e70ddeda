import type { CachedEngine, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { type Negation, negationsIn } from "./negation.js";
import { MAX_TERM_WORDS } from "./synonyms.js";
import { BRAND_FIELD } from "./text-parts.js";
import { JOINED_FIELD, joinedWord, TYPED_FIELD } from "./word-match.js";
import { type WordRules, wordsOf } from "./words.js";

const NAMES: Kind<readonly string[]> = {
  name: "negated names",
  freshMs: 600_000,
  bytesOf: (names) => 100 + names.reduce((bytes, name) => bytes + textBytes(name), 0),
};

/**
 * Returns the apparent negations in a query that are names in the catalogue, as typed. Examples: "nike free" in "nike free run" if Nike has
 * a product called "Free Run"; "dress free" in "dress free people" if Free People is a brand. Queries without a negation send no request to
 * the engine. The result is cached for all shoppers, because it depends neither on the shopper nor on filters.
 * @throws the errors of the engine
 */
export async function readNegatedNames(
  { engine, cache }: CachedEngine,
  live: LiveCatalog,
  query: string,
  rules: WordRules,
): Promise<readonly string[]> {
  const { words } = wordsOf(query);
  const negations = negationsIn(words, rules).filter(({ first, end }) => end - first <= MAX_TERM_WORDS);
  if (negations.length === 0) return [];
  const evidence = negations.map((negation) => nameEvidence(words, negation));
  return cache.read(NAMES, live, JSON.stringify(evidence), async () => {
    const areNames = await judged(engine, live, evidence);
    const named = negations.filter((_, at) => areNames[at]);
    return { value: named.map(({ first, end }) => words.slice(first, end).join(" ")) };
  });
}

/** Engine clauses that decide whether an apparent negation is a product name, such as "nike free". */
export interface NameEvidence {
  /** If a product matches this clause, the negation is certainly a name. */
  readonly proof: Clause;
  /** If a product matches this clause, the negation is a name, unless a product matches `against`. */
  readonly hint?: Clause;
  readonly against?: Clause;
}

interface Counted {
  readonly aggregations: {
    readonly evidence: { readonly buckets: Readonly<Record<string, { readonly doc_count: number }>> };
  };
}

async function judged(engine: Engine, live: LiveCatalog, evidence: readonly NameEvidence[]): Promise<boolean[]> {
  const filters = Object.fromEntries(
    evidence.flatMap((one, at) => Object.entries(one).map(([kind, clause]) => [`${kind} ${at}`, clause as Clause])),
  );
  const { aggregations } = (await searchDocuments(engine, live.index, {
    size: 0,
    track_total_hits: false,
    query: {
      bool: { filter: [{ term: { active: true } }], should: Object.values(filters), minimum_should_match: 1 },
    },
    aggs: { evidence: { filters: { filters } } },
  })) as Counted;
  const has = (kind: keyof NameEvidence, at: number) =>
    (aggregations.evidence.buckets[`${kind} ${at}`]?.doc_count ?? 0) > 0;
  return evidence.map((_, at) => has("proof", at) || (has("hint", at) && !has("against", at)));
}

/**
 * Returns the evidence that a negation is a name.
 *
 * - Proof: a brand whose name contains the negating word ("Free People", "No Fear").
 * - Proof: a product of the brand before the negating word, if the title contains this word next to the same neighbour as the query ("Nike
 *   Free", or "Free Run" by Nike).
 * - Hint: a title of this brand with the negating word ("Free RN 5.0").
 * - Against: a title of another brand with the same two words ("sugar free").
 */
export function nameEvidence(words: readonly string[], { first, end, marker }: Negation): NameEvidence {
  const [from, to] = marker;
  const isWhole = from === first && to === end;
  const brands = runsOf(words)
    .filter(({ start, stop }) => start <= from && stop >= to && (isWhole || stop - start > to - from))
    .map(({ text }) => text);
  const isBrand = anyOf(BRAND_FIELD, brands);
  if (from === first) return { proof: isBrand };
  const isBefore = anyOf(
    BRAND_FIELD,
    runsOf(words)
      .filter(({ stop }) => stop === from)
      .map(({ text }) => text),
  );
  const [reported, ...further] = [words.slice(from - 1, to), words.slice(from, to + 1)]
    .filter((pair) => pair.length === 2)
    .map((pair) => pair.map(joinedWord).join(""));
  const isReported = says(JOINED_FIELD, [reported as string]);
  return {
    proof: { bool: { should: [isBrand, both(isBefore, says(JOINED_FIELD, [reported as string, ...further]))] } },
    hint: both(isBefore, says(TYPED_FIELD, words.slice(from, to))),
    against: { bool: { filter: [isReported], must_not: [isBefore] } },
  };
}

const anyOf = (field: string, terms: readonly string[]): Clause => ({ terms: { [field]: terms } });

/** Matches products with one of the words in a field. The field `text.joined` also contains pairs of neighbouring words as one word. */
const says = (field: string, words: readonly string[]): Clause => ({ match: { [field]: words.join(" ") } });

const both = (...filter: readonly Clause[]): Clause => ({ bool: { filter } });

interface Run {
  readonly start: number;
  readonly stop: number;
  readonly text: string;
}

/** All sequences of words that are short enough for a name. `stop` is exclusive. */
const runsOf = (words: readonly string[]): Run[] =>
  words.flatMap((_, start) =>
    words
      .slice(start, start + MAX_TERM_WORDS)
      .map((_more, at) => ({ start, stop: start + at + 1, text: words.slice(start, start + at + 1).join(" ") })),
  );
