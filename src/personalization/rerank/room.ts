import { categoryPath } from "../../catalog/category.js";
import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { LookedAt } from "../taste/snapshot.js";
import type { Candidate } from "./candidate.js";

/**
 * How much of a page may be like what a shopper has looked at: a page for somebody who has looked at one Gucci boot is still a
 * page of the shop. It does not fade: with more looks that agree, more of the page follows.
 */
export interface Room {
  /** Of category paths, the level that counts as one group: the first below departments. */
  readonly level: number;
  /** Group → its share of a page, below 1; no other groups are limited. */
  readonly shares: readonly (readonly [group: string, share: number])[];
}

/**
 * What the shop itself says of a shopper's taste, as so many looks: after 1, 3, 5 and 10 looks that agree, 50, 75, 83 and 91 %
 * of a page may follow them.
 */
const PRIOR_LOOKS = 1;

/**
 * How much more than its share a group may have at the top of a page. REES46, MRR@100 of new products without what was seen:
 * .190 without any limit, .188 with 4 or 8, .127 with 0.
 */
const BURST = 4;

/** Until catalogues say what is below their departments. */
export const TOP_LEVEL = 1;

/** The groups that a product with such tokens belongs to: its brand, and its top categories. */
export function groupsOf(tokens: readonly string[], level: number): string[] {
  return [...new Set(tokens.flatMap((token) => groupOf(token, level) ?? []))];
}

export function groupOf(token: string, level: number): string | undefined {
  const { field, value } = readToken(token);
  if (field === "designer") return token;
  if (field !== CATEGORIES_LEAF) return undefined;
  const path = categoryPath(value);
  return tasteToken(field, path[Math.min(level, path.length) - 1] ?? value);
}

/**
 * What each group of which something was looked at may have of a page: (n_g + κ π_g) / (n + κ), where n_g of n products that were looked at
 * are of the group, and π_g of what the same listing has.
 * @param shareOf π: a group's share of the listing for everybody
 */
export function roomFor(looked: LookedAt, level: number, shareOf: (group: string) => number): Room {
  const counts = new Map<string, number>();
  for (const tokens of looked.products) {
    for (const group of groupsOf(tokens, level)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const shares = [...counts].map(([group, count]): [string, number] => {
    const share = (count + PRIOR_LOOKS * shareOf(group)) / (looked.products.length + PRIOR_LOOKS);
    return [group, Math.round(share * 1000) / 1000];
  });
  return { level, shares: shares.filter(([, share]) => share < 1) };
}

/** The places that groups have left while pages are filled from the top. */
export interface Places {
  /** The same for candidates that have room in the same places. */
  keyOf(candidate: Candidate): string;
  /** The groups of a candidate that have no room in the next place. */
  fullFor(candidate: Candidate): readonly string[];
  /** The candidate takes the next place. */
  place(candidate: Candidate): void;
}

/** @param page products a page: counting starts again with each */
export function placesIn({ level, shares }: Room, page: number, candidates: readonly Candidate[]): Places {
  const shareOf = new Map(shares);
  const taken = new Map<string, number>();
  const limited = new Map(
    candidates.map((candidate) => [candidate, groupsOf(candidate.tokens, level).filter((one) => shareOf.has(one))]),
  );
  let next = 0;
  return {
    keyOf: (candidate) => JSON.stringify(limited.get(candidate) ?? []),
    fullFor: (candidate) =>
      (limited.get(candidate) ?? []).filter((group) => {
        const share = shareOf.get(group) as number;
        const most = Math.min(share * (next + 1) + BURST, Math.max(1, Math.floor(share * page)));
        return (taken.get(group) ?? 0) + 1 > most;
      }),
    place(candidate) {
      for (const group of limited.get(candidate) ?? []) taken.set(group, (taken.get(group) ?? 0) + 1);
      next += 1;
      if (next === page) {
        next = 0;
        taken.clear();
      }
    },
  };
}
