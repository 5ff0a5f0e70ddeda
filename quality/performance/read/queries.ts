import type { Random } from "../../../demo/random.js";
import { titlesOf, type BenchCatalogue } from "../catalogue.js";
import { shuffled } from "../typing.js";

const WORDS = { fewest: 2, most: 5 };

/** Draws up to `count` distinct queries in random order: the first two to five words of product titles. */
export function drawQueries(random: Random, catalogue: BenchCatalogue, count: number): string[] {
  const queries = new Set<string>();
  for (const title of titlesOf(catalogue)) {
    const words = title.split(/\s+/).filter((word) => /^\p{L}{3,}$/u.test(word));
    for (let length = WORDS.fewest; length <= Math.min(WORDS.most, words.length); length += 1) {
      queries.add(words.slice(0, length).join(" ").toLowerCase());
    }
  }
  return shuffled(random, [...queries]).slice(0, count);
}
