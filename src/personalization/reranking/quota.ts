import { CATEGORIES_FIELD, categoryPath } from "../../catalog/fields.js";
import { PRICE_BAND, readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { ViewedProducts } from "../taste/snapshot.js";
import type { Candidate } from "../candidate.js";

/**
 * Quotas limit how much of a page resembles the viewed products: after a single view of a Gucci boot, the page still represents the whole
 * shop. A quota does not change with time, but grows with the share of product views in the same group.
 */
export interface Quota extends ProductTypes {
  /** Limited groups with their maximum share of the products on a page, below 1. All other groups are unlimited. */
  readonly shares: readonly (readonly [group: string, share: number])[];
  /** Products that were viewed last, which form the group `SEEN`. */
  readonly seen?: readonly string[];
}

/** The field from which the department of a product is read. */
export interface ProductTypes {
  /** The field of departments. For `categories`, the first level is the department. Null if the shop has no departments. */
  readonly department: string | null;
}

/**
 * Weight of the shop's own distribution of product types and price levels, as an equivalent number of product views. After 1, 3, 5 and 10
 * views of one product type, up to 30, 56, 68 and 81 % of the products on a page may be of this type.
 */
const PRIOR_VIEWS = 7 / 3;
/**
 * Weight of the shop's own distribution of brands, as an equivalent number of product views. The weight is high, because one view is weak
 * evidence for a brand.
 */
const PRIOR_VIEWS_OF_BRANDS = 4;
/**
 * Weight of the shop's own distribution of departments, as an equivalent number of product views. The weight is low, because shoppers
 * rarely change departments.
 */
const PRIOR_VIEWS_OF_DEPARTMENTS = 0.1;

/**
 * Quota group of the viewed products. At most 3 of 20 products on a page are from this group, because the shopper already knows these
 * products.
 */
const SEEN = "seen";
const SHARE_OF_SEEN = 0.15;
const MAX_SEEN = 10;

/** Maximum number of quota groups that the cursor of a page stores. The cursor stores the groups with the most product views. */
const MAX_GROUPS = 60;

/** A price level consists of two price bands and spans a doubling: prices from 8 to 16 are one level. */
const PRICE_LEVEL = "price_level";
const BANDS_A_LEVEL = 2;

/**
 * Number of positions by which a group may exceed its share at the top of a page. With this value, a group may use its full quota of a page
 * of twenty products at once. Decision 27 contains the measurements.
 */
const BURST = 20;

/**
 * Returns a function that maps the tokens of a product to quota groups: brand, categories of all levels, department and price level. The
 * function caches the groups of each token, because many products have the same tokens.
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

/** Returns the quota groups of the products with this taste token. */
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
  if (isDepartment(group, productTypes)) return PRIOR_VIEWS_OF_DEPARTMENTS;
  return readToken(group).field === DESIGNER ? PRIOR_VIEWS_OF_BRANDS : PRIOR_VIEWS;
}

/**
 * Calculates the quota of each viewed group as a share of a page: (n_g + κ π_g) / (n + κ), where n_g of n viewed products belong to the
 * group, π_g is the group's share of the listing, and κ is the weight of this share.
 * @param shareOf returns π, a group's share of the unpersonalized listing
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

/** Tracks the remaining quota of each group while the positions of pages are filled from the top. */
export interface Positions {
  /** Returns a key that is equal for candidates of the same limited groups. */
  keyOf(candidate: Candidate): string;
  /** Returns the groups of a candidate that have no quota left at the next position. */
  fullFor(candidate: Candidate): readonly string[];
  /** Assigns the next position to the candidate. */
  add(candidate: Candidate): void;
}

/** @param page number of products per page; the quota counts start again at 0 on each page */
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
  /** Groups whose quota is exhausted at the next position. */
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
