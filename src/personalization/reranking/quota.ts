import { CATEGORIES_FIELD, categoryPath } from "../../catalog/fields.js";
import { PRICE_BAND, readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { ViewedProducts } from "../taste/snapshot.js";
import type { Candidate } from "../candidate.js";

/**
 * How much of a page may be like what a shopper has looked at: a page for somebody who has looked at one Gucci boot is still a
 * page of the shop. It does not fade: with more looks that agree, more of the page follows.
 */
export interface Quota extends ProductTypes {
  /** Group → its share of a page, below 1; no other groups are limited. */
  readonly shares: readonly (readonly [group: string, share: number])[];
  /** Products that were looked at last: the group `SEEN`. */
  readonly seen?: readonly string[];
}

/** Where products say for whom they are. */
export interface ProductTypes {
  /** The field of departments; of `categories`, its first level. Null where there are none. */
  readonly department: string | null;
}

/**
 * The weight of the shop's own distribution in a shopper's taste, in views: after 1, 3, 5 and 10 views that agree, 30,
 * 56, 68 and 81 % of a page may be of their kind, and of their price level.
 */
const PRIOR_LOOKS = 7 / 3;
/** One view says less of a brand: 20, 43, 56 and 71 %. */
const PRIOR_LOOKS_OF_BRANDS = 4;
/** Whoever looks at something for women is not after what is for men: 91 to 99 %. */
const PRIOR_LOOKS_OF_DEPARTMENTS = 0.1;

/** Products that were looked at, of which a page of twenty has three at most: shoppers come back to some, and know them all. */
const SEEN = "seen";
const SHARE_OF_SEEN = 0.15;
const MAX_SEEN = 10;

/** Bounds what a chain of pages remembers: what was looked at most often and last. */
const MAX_GROUPS = 60;

/** Two price bands are a doubling: what costs 8 to 16 is of one level. */
const PRICE_LEVEL = "price_level";
const BANDS_A_LEVEL = 2;

/**
 * How much more than its share a group may have at the top of a page: what a page of twenty leaves it, it may have at once. REES46 in
 * pages of 100, MRR@100 of new products without what was seen (531 views): .183 with half of a page after one view and 4, .175 with
 * the shares above and 4, .182 with 8, .187 with 20.
 */
const BURST = 20;

/**
 * Tells the groups that products belong to by their tokens: brand, kinds at all levels of categories, department and price level.
 * Many products have the same tokens: each is read once.
 */
export function groupReader(productTypes: ProductTypes): (tokens: readonly string[]) => string[] {
  const known = new Map<string, readonly string[]>();
  return (tokens) => {
    const groups = new Set<string>();
    for (const token of tokens) {
      let own = known.get(token);
      if (own === undefined) known.set(token, (own = groupsOfToken(token, productTypes)));
      for (const group of own) groups.add(group);
    }
    return [...groups];
  };
}

/** The groups of what has a token: see `groupReader`. */
export function groupsOfToken(token: string, { department }: ProductTypes): string[] {
  const { field, value } = readToken(token);
  if (field === PRICE_BAND) return [tasteToken(PRICE_LEVEL, Math.floor(Number(value) / BANDS_A_LEVEL))];
  if (field === CATEGORIES_FIELD) return categoryPath(value).map((path) => tasteToken(field, path));
  return field === DESIGNER || field === department ? [token] : [];
}

const DESIGNER = "designer";

function isDepartment(group: string, { department }: ProductTypes): boolean {
  const { field, value } = readToken(group);
  return field === department && (field !== CATEGORIES_FIELD || categoryPath(value).length === 1);
}

function earlierViewsOf(group: string, productTypes: ProductTypes): number {
  if (isDepartment(group, productTypes)) return PRIOR_LOOKS_OF_DEPARTMENTS;
  return readToken(group).field === DESIGNER ? PRIOR_LOOKS_OF_BRANDS : PRIOR_LOOKS;
}

/**
 * The share of a page that each viewed group may have: (n_g + κ π_g) / (n + κ), where n_g of n viewed products are of
 * the group, and π_g is its share of the listing.
 * @param shareOf π: a group's share of the unpersonalized listing
 */
export function quotaFor(
  looked: ViewedProducts,
  productTypes: ProductTypes,
  shareOf: (group: string) => number,
): Quota {
  const counts = new Map<string, number>();
  const groupsOf = groupReader(productTypes);
  for (const tokens of looked.products) {
    for (const group of groupsOf(tokens)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_GROUPS);
  const shares = most.map(([group, count]): [string, number] => {
    const prior = earlierViewsOf(group, productTypes);
    const share = (count + prior * shareOf(group)) / (looked.products.length + prior);
    return [group, Math.round(share * 1000) / 1000];
  });
  const limited = shares.filter(([, share]) => share < 1);
  if (looked.ids === undefined || looked.ids.length === 0) return { ...productTypes, shares: limited };
  return { ...productTypes, shares: [[SEEN, SHARE_OF_SEEN], ...limited], seen: looked.ids.slice(0, MAX_SEEN) };
}

const NONE: readonly string[] = [];

/** The places that groups have left while pages are filled from the top. */
export interface Positions {
  /** The same for candidates that have room in the same places. */
  keyOf(candidate: Candidate): string;
  /** The groups of a candidate that have no room in the next place. */
  fullFor(candidate: Candidate): readonly string[];
  /** The candidate takes the next place. */
  add(candidate: Candidate): void;
}

/** @param page products a page: counting starts again with each */
export function positionsIn(
  { shares, seen = NONE, ...productTypes }: Quota,
  page: number,
  candidates: readonly Candidate[],
): Positions {
  const shareOf = new Map(shares);
  const taken = new Map<string, number>();
  const readGroups = groupReader(productTypes);
  const known = new Set(seen);
  const groupsOf = ({ id, tokens }: Candidate) => (known.has(id) ? [SEEN, ...readGroups(tokens)] : readGroups(tokens));
  const limited = new Map(
    candidates.map((candidate) => [candidate, groupsOf(candidate).filter((one) => shareOf.has(one))]),
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
    add(candidate) {
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
