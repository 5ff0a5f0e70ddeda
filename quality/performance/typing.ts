import type { Random } from "../../demo/random.js";
import { titlesOf, type BenchCatalogue } from "./catalogue.js";
import { rankOf } from "./simulated-visits.js";

/** The letters typed so far, and the device that typed them. */
export interface Typed {
  readonly device: string;
  readonly query: string;
}

const MAX_WORDS = 3;

/** The queries for a catalogue: the first one, two and three words of its titles, each once. */
export function queriesOf(catalogue: Pick<BenchCatalogue, "variants">): string[] {
  const queries = titlesOf(catalogue).flatMap((title) => {
    const words = title.toLowerCase().trim().split(/\s+/).slice(0, MAX_WORDS);
    return words.map((_, last) => words.slice(0, last + 1).join(" "));
  });
  return [...new Set(queries)];
}

export interface Typists {
  /** Shoppers who type at the same time. */
  readonly at_once: number;
  /** One query in so many has a wrong letter, and is typed on with it. */
  readonly misspelt_every: number;
  /** Who begins to type, for the how-manieth query of all. */
  readonly device: (nth: number) => string;
}

/** Of a busy shop: at 100 letters a second each types three or four of them. */
export const TYPISTS = { at_once: 30, misspelt_every: 10 } satisfies Partial<Typists>;

/**
 * Shoppers who each type a query, letter by letter, then the next one; they take turns at random. Queries are as popular as Zipf's
 * law has it, the n-th in proportion to 1 / n.
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

/** All beginnings of all queries, each once, in no order. */
export function distinctPrefixes(random: Random, queries: readonly string[]): string[] {
  const prefixes = queries.flatMap((query) => Array.from(query, (_, end) => query.slice(0, end + 1).trim()));
  return shuffled(random, [...new Set(prefixes)]);
}

/** One letter, behind the first two, is another one. */
function misspelt(random: Random, query: string): string {
  if (query.length < 4) return query;
  const at = random.integer(2, query.length - 1);
  return `${query.slice(0, at)}x${query.slice(at + 1)}`;
}

/** Fisher and Yates. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
