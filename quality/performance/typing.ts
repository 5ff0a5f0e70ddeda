import type { Random } from "../../demo/random.js";
import { titlesOf, type BenchCatalogue } from "./catalogue.js";
import { rankOf } from "./simulated-visits.js";

/** Suggestion request of a shopper: the device and the prefix that the shopper has typed. */
export interface Typed {
  readonly device: string;
  readonly query: string;
}

const MAX_WORDS = 3;

/** Returns distinct queries for a catalogue: the first word, first two words and first three words of titles. */
export function queriesOf(catalogue: Pick<BenchCatalogue, "variants">): string[] {
  const queries = titlesOf(catalogue).flatMap((title) => {
    const words = title.toLowerCase().trim().split(/\s+/).slice(0, MAX_WORDS);
    return words.map((_, last) => words.slice(0, last + 1).join(" "));
  });
  return [...new Set(queries)];
}

export interface Typists {
  /** Number of shoppers who type concurrently. */
  readonly at_once: number;
  /** Interval between queries with a typo that the shopper does not correct (10: every tenth query). */
  readonly misspelt_every: number;
  /** Returns the device for the n-th query. */
  readonly device: (nth: number) => string;
}

/** Number of concurrent shoppers. At 100 letters per second, each shopper types three or four letters per second. */
export const TYPISTS = { at_once: 30, misspelt_every: 10 } satisfies Partial<Typists>;

/**
 * Simulates concurrent shoppers who type one query after another, letter by letter. Each letter is typed by a random
 * shopper. Query popularity follows Zipf's law: the frequency of the n-th query is proportional to 1 / n.
 */
export function typing(random: Random, queries: readonly string[], typists: Typists): () => Typed {
  const ranked = shuffled(random, queries);
  let begun = 0;
  const begin = () => {
    const nth = begun++;
    const query = ranked[rankOf(random.next(), ranked.length)] as string;
    const isMisspelt = nth % typists.misspelt_every === typists.misspelt_every - 1;
    return { device: typists.device(nth), query: isMisspelt ? misspelt(random, query) : query, letters: 0 };
  };
  const under_way = Array.from({ length: typists.at_once }, begin);
  return () => {
    const position = random.integer(0, under_way.length - 1);
    const typist = under_way[position] as ReturnType<typeof begin>;
    typist.letters += 1;
    if (typist.letters >= typist.query.length) under_way[position] = begin();
    return { device: typist.device, query: typist.query.slice(0, typist.letters) };
  };
}

/** Returns all distinct prefixes of the queries in random order. */
export function distinctPrefixes(random: Random, queries: readonly string[]): string[] {
  const prefixes = queries.flatMap((query) => Array.from(query, (_, end) => query.slice(0, end + 1).trim()));
  return shuffled(random, [...new Set(prefixes)]);
}

/** Simulates a typo: replaces a random letter, but not the first two. */
function misspelt(random: Random, query: string): string {
  if (query.length < 4) return query;
  const at = random.integer(2, query.length - 1);
  return `${query.slice(0, at)}x${query.slice(at + 1)}`;
}

/** Fisher-Yates shuffle. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
