import { CATEGORIES_LEAF, categoryPath } from "../../catalog/leaves.js";
import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { LookedAt } from "../taste/snapshot.js";
import type { Candidate } from "../candidate.js";

/**
 * How much of a page may be like what a shopper has looked at: a page for somebody who has looked at one Gucci boot is still a
 * page of the shop. It does not fade: with more looks that agree, more of the page follows.
 */
export interface Room extends Kinds {
  /** Group → its share of a page, below 1; no other groups are limited. */
  readonly shares: readonly (readonly [group: string, share: number])[];
}

/** The tokens that say which kind of product it is, and for whom. */
export interface Kinds {
  /** Of category paths, the level that counts as one kind: the first below departments. */
  readonly level: number;
  /** The field of departments; of `categories`, its first level. Null where there are none. */
  readonly department: string | null;
}

/**
 * The weight of the shop's own distribution in a shopper's taste, in views: after 1, 3, 5 and 10 views that agree, 50,
 * 75, 83 and 91 % of a page may follow them.
 */
const PRIOR_LOOKS = 1;
/** Whoever looks at something for women is not after what is for men: 91 to 99 %. */
const PRIOR_LOOKS_OF_DEPARTMENTS = 0.1;

/**
 * How much more than its share a group may have at the top of a page. REES46, MRR@100 of new products without what was seen:
 * .190 without any limit, .188 with 4 or 8, .127 with 0.
 */
const BURST = 4;

/**
 * Tells the groups that products belong to by their tokens: brand, kinds and departments. Many products have the same tokens: each is
 * read once.
 */
export function groupReader(kinds: Kinds): (tokens: readonly string[]) => string[] {
  const known = new Map<string, readonly string[]>();
  return (tokens) => {
    const groups = new Set<string>();
    for (const token of tokens) {
      let own = known.get(token);
      if (own === undefined) known.set(token, (own = groupsOfToken(token, kinds)));
      for (const group of own) groups.add(group);
    }
    return [...groups];
  };
}

function groupsOfToken(token: string, { level, department }: Kinds): string[] {
  const { field, value } = readToken(token);
  const own = field === "designer" || field === department ? [field === CATEGORIES_LEAF ? topOf(value) : token] : [];
  if (field !== CATEGORIES_LEAF) return own;
  const path = categoryPath(value);
  return [...own, tasteToken(field, path[Math.min(level, path.length) - 1] ?? value)];
}

const topOf = (category: string): string => tasteToken(CATEGORIES_LEAF, categoryPath(category)[0] ?? category);

function isDepartment(group: string, { level, department }: Kinds): boolean {
  const { field, value } = readToken(group);
  return field === department && (field !== CATEGORIES_LEAF || (level > 1 && categoryPath(value).length === 1));
}

/**
 * The share of a page that each viewed group may have: (n_g + κ π_g) / (n + κ), where n_g of n viewed products are of
 * the group, and π_g is its share of the listing.
 * @param shareOf π: a group's share of the unpersonalized listing
 */
export function roomFor(looked: LookedAt, kinds: Kinds, shareOf: (group: string) => number): Room {
  const counts = new Map<string, number>();
  const groupsOf = groupReader(kinds);
  for (const tokens of looked.products) {
    for (const group of groupsOf(tokens)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const shares = [...counts].map(([group, count]): [string, number] => {
    const prior = isDepartment(group, kinds) ? PRIOR_LOOKS_OF_DEPARTMENTS : PRIOR_LOOKS;
    const share = (count + prior * shareOf(group)) / (looked.products.length + prior);
    return [group, Math.round(share * 1000) / 1000];
  });
  return { ...kinds, shares: shares.filter(([, share]) => share < 1) };
}

const NONE: readonly string[] = [];

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
export function placesIn({ shares, ...kinds }: Room, page: number, candidates: readonly Candidate[]): Places {
  const shareOf = new Map(shares);
  const taken = new Map<string, number>();
  const groupsOf = groupReader(kinds);
  const limited = new Map(
    candidates.map((candidate) => [candidate, groupsOf(candidate.tokens).filter((one) => shareOf.has(one))]),
  );
  let next = 0;
  /** Of the next place. */
  const full = new Set<string>();
  const fill = () => {
    full.clear();
    for (const [group, share] of shares) {
      const most = Math.min(share * (next + 1) + BURST, Math.max(1, Math.floor(share * page)));
      if ((taken.get(group) ?? 0) + 1 > most) full.add(group);
    }
  };
  fill();
  return {
    keyOf: (candidate) => JSON.stringify(limited.get(candidate) ?? []),
    fullFor: (candidate) => (full.size === 0 ? NONE : (limited.get(candidate) ?? NONE).filter((one) => full.has(one))),
    place(candidate) {
      for (const group of limited.get(candidate) ?? NONE) taken.set(group, (taken.get(group) ?? 0) + 1);
      next += 1;
      if (next === page) {
        next = 0;
        taken.clear();
      }
      fill();
    },
  };
}
