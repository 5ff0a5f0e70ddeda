import { editDistance } from "../../../src/lib/edit-distance.js";
import { lowered } from "../../../src/lib/folded.js";
import { RETYPED_MS } from "../insights/responses.js";
import { createDeviceCounts } from "./device-counts.js";

/** Search request of a device for one page of results. */
export interface MadeSearch {
  readonly device: string;
  readonly query: string;
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number;
  /** Whether a product of the page was viewed, added to the cart or purchased. */
  readonly chosen: boolean;
}

/** Pair of successive queries. Shoppers chose no product after the first query, but one after the second query. */
export interface Reformulation {
  readonly from: string;
  readonly to: string;
  /** Number of distinct devices that made this reformulation. */
  readonly shoppers: number;
}

/** Maximum number of recent queries of a device that are compared with a new query. A higher number indicates a bot. */
const MAX_TRIED = 20;
/**
 * Maximum number of words in a replaced phrase or in the replacement. A longer replacement is usually not a synonym.
 */
const MAX_WORDS = 3;
/**
 * Maximum number of characters in a replaced phrase or in the replacement. Longer texts are usually not a single term.
 */
const MAX_LENGTH = 60;
/**
 * Maximum number of character edits between two spelling variants of a word. Spelling variants and plurals are not
 * proposed as synonyms.
 */
const SPELLING_EDITS = 2;

export interface Reformulations {
  /**
   * Adds a search. The searches of a device must be added in order of time and without searches of other devices in
   * between.
   */
  add(search: MadeSearch): void;
  /** Returns the reformulations of at least `leastShoppers` devices. The most frequent reformulation comes first. */
  of(leastShoppers: number): Reformulation[];
}

interface Tried {
  readonly query: string;
  chosen: boolean;
  until: number;
}

/**
 * Collects reformulations: queries with which shoppers chose a product after an earlier query without a chosen product.
 */
export function collectReformulations(): Reformulations {
  const counts = createDeviceCounts();
  let device: string | undefined;
  let tried: Tried[] = [];

  return {
    add(search) {
      const { query, at, chosen } = search;
      if (device !== search.device) tried = [];
      device = search.device;
      const last = tried.at(-1);
      // The search requests another page of the last search or repeats it.
      if (last !== undefined && lowered(last.query) === lowered(query)) {
        last.chosen ||= chosen;
        last.until = at;
      } else {
        tried = tried.filter(({ until }) => at - until <= RETYPED_MS).slice(1 - MAX_TRIED);
        tried.push({ query, chosen, until: at });
      }
      if (!chosen) return;
      for (const before of tried.slice(0, -1)) {
        const replaced = before.chosen ? undefined : replacement(before.query, query);
        if (replaced !== undefined) counts.add(JSON.stringify(replaced), search.device);
      }
    },

    of: (leastShoppers) =>
      counts.of(leastShoppers).map(({ key, devices }): Reformulation => {
        const [from, to] = JSON.parse(key) as [string, string];
        return { from, to, shoppers: devices };
      }),
  };
}

/**
 * Returns the words of a query that the next query replaces, and the replacement. Returns `undefined` if the next query
 * only adds, removes or respells words.
 */
export function replacement(query: string, next: string): [from: string, to: string] | undefined {
  const [one, other] = [wordsIn(query), wordsIn(next)];
  const from = one.filter((word) => !other.includes(word));
  const to = other.filter((word) => !one.includes(word));
  const isShort = [from, to].every(
    (words) => words.length > 0 && words.length <= MAX_WORDS && words.join(" ").length <= MAX_LENGTH,
  );
  if (!isShort || editDistance(from.join(""), to.join(""), SPELLING_EDITS) !== undefined) return undefined;
  return [from.join(" "), to.join(" ")];
}

/**
 * Returns the lower-case words (letters and digits) of a text. Accents are kept, because synonyms are compared with
 * accents.
 */
const wordsIn = (text: string): string[] => lowered(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
