import { createDeviceCounts, type DeviceCount } from "./device-counts.js";
import { wordsIn, type MadeSearch } from "./reformulations.js";

/** What was searched for, and how often; of a query that only a device or two typed, nothing but that it counts. */
export interface SearchedQueries {
  /** @param search of one device after the other */
  add(search: MadeSearch): void;
  /** The searches in which some of these terms are, and the queries of enough devices among them, the most devices first. */
  with(terms: readonly string[], leastDevices: number): Searches;
  /** Words of queries that found nothing, of enough devices, the most devices first. */
  wordsInVain(leastDevices: number): string[];
}

interface Searches {
  readonly searches: number;
  readonly queries: readonly string[];
}

/** Longer ones were pasted, and tell nothing of words. */
const MAX_LENGTH = 100;
const WORD = /^[\p{L}\p{M}]{3,40}$/u;

export function collectQueries(): SearchedQueries {
  const all = createDeviceCounts();
  const vain = createDeviceCounts();
  let counted: readonly DeviceCount[] | undefined;
  return {
    add({ device, query, total, is_later = false }) {
      const words = wordsIn(query).join(" ");
      if (is_later || words === "" || words.length > MAX_LENGTH) return;
      counted = undefined;
      all.add(words, device);
      if (total === 0) vain.add(words, device);
    },
    with(terms, leastDevices) {
      const wanted = terms.map((term) => ` ${wordsIn(term).join(" ")} `);
      const found = (counted ??= all.of(1)).filter(({ key }) => wanted.some((term) => ` ${key} `.includes(term)));
      return {
        searches: found.reduce((sum, { times }) => sum + times, 0),
        queries: found.filter(({ devices }) => devices >= leastDevices).map(({ key }) => key),
      };
    },
    wordsInVain: (leastDevices) => [
      ...new Set(vain.of(leastDevices).flatMap(({ key }) => key.split(" ").filter((word) => WORD.test(word)))),
    ],
  };
}
