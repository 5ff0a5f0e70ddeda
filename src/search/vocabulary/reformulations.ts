import { folded, lowered } from "../../lib/folded.js";
import { nearPrefix } from "../../lib/edit-distance.js";

/** A search that one device made. */
export interface MadeSearch {
  readonly device: string;
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether something that it found was looked at, carted or bought. */
  readonly chosen: boolean;
}

/** Who typed `from` in vain then typed `to` in its place, and chose something. */
export interface Substitution {
  readonly from: string;
  readonly to: string;
  /** Different devices. */
  readonly shoppers: number;
}

/** Later, something else is looked for. */
const WITHIN_MS = 60_000;
/** Longer replacements are another question. */
const MAX_WORDS = 3;
/** So near, one is the other misspelt, or its plural. */
const SPELLING = 2;
/** Bounds the memory; the first ones found stay. */
const MAX_PAIRS = 50_000;

export interface Reformulations {
  /** @param search of one device after the other, and of each in the order of time */
  add(search: MadeSearch): void;
  /** Those of several devices, the most first. */
  substitutions(leastShoppers: number): Substitution[];
}

/** Finds what shoppers call by another name when the first one found nothing to their liking. */
export function collectReformulations(): Reformulations {
  const devices = new Map<string, Set<string>>();
  let before: MadeSearch | undefined;

  function count({ from, to }: Pick<Substitution, "from" | "to">, device: string): void {
    const key = JSON.stringify([from, to]);
    const known = devices.get(key);
    if (known !== undefined) known.add(device);
    else if (devices.size < MAX_PAIRS) devices.set(key, new Set([device]));
  }

  return {
    add(search) {
      const isSame = before?.device === search.device && lowered(before.query) === lowered(search.query);
      const first = before;
      // Another page of it, or the same once more.
      before = isSame && first !== undefined ? { ...search, chosen: first.chosen || search.chosen } : search;
      if (isSame || first?.device !== search.device || first.chosen || !search.chosen) return;
      if (search.at - first.at > WITHIN_MS) return;
      const replaced = replacement(first.query, search.query);
      if (replaced !== undefined) count(replaced, search.device);
    },

    substitutions(leastShoppers) {
      return [...devices]
        .filter(([, own]) => own.size >= leastShoppers)
        .map(([key, own]): Substitution => {
          const [from, to] = JSON.parse(key) as [string, string];
          return { from, to, shoppers: own.size };
        })
        .sort((a, b) => b.shoppers - a.shoppers || (a.from < b.from ? -1 : 1));
    },
  };
}

/** The words that one query has in place of some of another's; undefined where it only has more or fewer, or better spelt ones. */
export function replacement(query: string, next: string): Pick<Substitution, "from" | "to"> | undefined {
  const [one, other] = [wordsIn(query), wordsIn(next)];
  const from = one.filter((word) => !other.includes(word));
  const to = other.filter((word) => !one.includes(word));
  const isShort = [from, to].every(({ length }) => length > 0 && length <= MAX_WORDS);
  if (!isShort || isSpelling(from.join(""), to.join(""))) return undefined;
  return { from: from.join(" "), to: to.join(" ") };
}

const wordsIn = (query: string): string[] =>
  folded(query)
    .split(" ")
    .filter((word) => word !== "");

/** Whether two words are one, written in two ways. */
export function isSpelling(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const near = nearPrefix(shorter, longer, SPELLING);
  return near !== undefined && near.edits + longer.length - near.length <= SPELLING;
}
