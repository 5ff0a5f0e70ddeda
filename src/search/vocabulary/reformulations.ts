import { lowered } from "../../lib/folded.js";
import { nearPrefix } from "../../lib/edit-distance.js";
import { createDeviceCounts } from "./device-counts.js";

/** A page of a search that one device got. */
export interface MadeSearch {
  readonly device: string;
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether something that it found was looked at, carted or bought. */
  readonly chosen: boolean;
  /** How many products it found; undefined where that was not stored. */
  readonly total?: number | undefined;
  /** Whether it is a later page of it. */
  readonly is_later?: boolean;
}

/** Who typed `from` in vain then typed `to` in its place, and chose something. */
export interface Substitution {
  readonly from: string;
  readonly to: string;
  /** Different devices. */
  readonly shoppers: number;
}

/** Later, something else is looked for. */
const WITHIN_MS = 120_000;
/** Nobody tries more words for one thing; a program does. */
const MOST_TRIED = 20;
/** Longer replacements are another question. */
const MAX_WORDS = 3;
/** Longer ones are no words; a synonym takes 100. */
const MAX_LENGTH = 60;
/** So near, one is the other misspelt, or its plural. */
const SPELLING = 2;

export interface Reformulations {
  /** @param search of one device after the other, and of each in the order of time */
  add(search: MadeSearch): void;
  /** Those of several devices, the most first. */
  substitutions(leastShoppers: number): Substitution[];
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
      // Another page of it, or the same once more.
      if (last !== undefined && lowered(last.query) === lowered(query)) {
        last.chosen ||= chosen;
        last.until = at;
      } else {
        tried = tried.filter(({ until }) => at - until <= WITHIN_MS).slice(1 - MOST_TRIED);
        tried.push({ query, chosen, until: at });
      }
      if (!chosen) return;
      for (const before of tried.slice(0, -1)) {
        const replaced = before.chosen ? undefined : replacement(before.query, query);
        if (replaced !== undefined) counts.add(JSON.stringify([replaced.from, replaced.to]), search.device);
      }
    },

    substitutions: (leastShoppers) =>
      counts.of(leastShoppers).map(({ key, devices }): Substitution => {
        const [from, to] = JSON.parse(key) as [string, string];
        return { from, to, shoppers: devices };
      }),
  };
}

/** The words that one query has in place of some of another's; undefined where it only has more or fewer, or better spelt ones. */
export function replacement(query: string, next: string): Pick<Substitution, "from" | "to"> | undefined {
  const [one, other] = [wordsIn(query), wordsIn(next)];
  const from = one.filter((word) => !other.includes(word));
  const to = other.filter((word) => !one.includes(word));
  const isShort = [from, to].every(
    (words) => words.length > 0 && words.length <= MAX_WORDS && words.join(" ").length <= MAX_LENGTH,
  );
  if (!isShort || isSpelling(from.join(""), to.join(""))) return undefined;
  return { from: from.join(" "), to: to.join(" ") };
}

/** Runs of letters and digits in lower case, with their accents: synonyms are compared with them. */
export const wordsIn = (text: string): string[] => lowered(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether two words are one, written in two ways. */
export function isSpelling(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const near = nearPrefix(shorter, longer, SPELLING);
  return near !== undefined && near.edits + longer.length - near.length <= SPELLING;
}
