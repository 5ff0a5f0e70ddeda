import { editDistance } from "../../../src/lib/edit-distance.js";
import { lowered } from "../../../src/lib/folded.js";
import { RETYPED_MS } from "../insights/responses.js";
import { createDeviceCounts } from "./device-counts.js";

/** A page of a search that one device requested. */
export interface MadeSearch {
  readonly device: string;
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether a product of the page was viewed, put into the cart or bought. */
  readonly chosen: boolean;
}

/** Shoppers searched for `from` without a choice, then for `to` in its place, and chose a product. */
export interface Reformulation {
  readonly from: string;
  readonly to: string;
  /** Different devices. */
  readonly shoppers: number;
}

/** A shopper does not try more queries for one thing; a program does. */
const MAX_TRIED = 20;
/** Longer replacements are another question. */
const MAX_WORDS = 3;
/** Longer texts are no words; a synonym may have 100 characters. */
const MAX_LENGTH = 60;
/** With so few edits one is the other misspelt, or its plural. */
const SPELLING_EDITS = 2;

export interface Reformulations {
  /** @param search of one device after the other, and each device's by time */
  add(search: MadeSearch): void;
  /** Those of at least so many devices, most devices first. */
  of(leastShoppers: number): Reformulation[];
}

interface Tried {
  readonly query: string;
  chosen: boolean;
  until: number;
}

/** Finds what shoppers call by another name when the first one found nothing to their liking. */
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
      // Another page of the same search, or the same search again.
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
 * The words of one query, and those that the next has in their place; undefined if the next only adds or drops words, or corrects their
 * spelling.
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

/** Runs of letters and digits in lower case, with their accents: synonyms are compared with them. */
const wordsIn = (text: string): string[] => lowered(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
