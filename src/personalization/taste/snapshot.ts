import { remaining } from "../../lib/statistics.js";
import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { TasteRules } from "../../storefront/taste-configuration.js";
import { impressionHalfLife, type TasteDocument } from "./document.js";
import { viewsOf, tokenWeights, type Look } from "./weights.js";

/** The parts of a shopper's taste that ranking needs, as of one moment. */
export interface TasteSnapshot {
  /** Time of the snapshot in milliseconds since 1970. */
  readonly at: number;
  /**
   * Taste tokens with weights above 0, strongest first. The sum of the weights in `tokens` and `prices` is at most 1. The products viewed
   * last are included as tokens of the field `PRODUCT`.
   */
  readonly tokens: readonly (readonly [token: string, weight: number])[];
  /**
   * Prices of viewed products with their weights, latest first. The weight of a price is the affinity score of a product with the same
   * price.
   */
  readonly prices?: readonly (readonly [log_price: number, weight: number])[];
  readonly viewed?: ViewedProducts | undefined;
  /** Recently viewed products with the strength of the shopper's interest from 0 to 1, strongest first. */
  readonly recent: readonly (readonly [id: string, strength: number])[];
  /**
   * Products that occur in sessions together with recently viewed products, best first. The value of a product is its share of these
   * sessions minus its share of all sessions. Absent without session data.
   */
  readonly beside?: readonly (readonly [id: string, share: number])[];
  /** Products that the shopper has seen but not clicked, with the number of impressions, highest first. */
  readonly ignored: readonly (readonly [id: string, times: number])[];
}

/**
 * The taste tokens of each viewed product, regardless of the time of the view. The tokens determine the quotas of a page
 * (`reranking/quota.ts`).
 */
export interface ViewedProducts {
  readonly products: readonly (readonly string[])[];
  /** Identifiers of the products, most recently viewed first. */
  readonly ids?: readonly string[];
}

/** The taste of the requesting shopper. The user's taste is present only if the request itself contains the user id. */
export interface KnownTaste {
  readonly device: TasteDocument | undefined;
  readonly user: TasteDocument | undefined;
}

/** Field name of taste tokens that stand for single products. */
export const PRODUCT = "product_identifier";
/**
 * Weight of the viewed products themselves, in addition to the weights of `taste.fields`. The weight improves the prediction of the next
 * view, because shoppers often return to products.
 */
const PRODUCT_WEIGHT = 0.6;
/** Token that represents all prices. Shoppers mute this token to disable personalization by price. */
export const PRICE_TOKEN = tasteToken("price", "all");

const MAX_TOKENS = 30;
/** Maximum number of prices in a snapshot. More prices do not improve the ranking. */
const MAX_PRICES = 4;
const MAX_RECENT = 10;
const MAX_IGNORED = 60;
/** Minimum weight of a token or price. Smaller weights have no visible effect on the ranking. */
const MIN_WEIGHT = 0.002;
const MIN_STRENGTH = 0.02;
/** Minimum number of impressions of an ignored product: the first impression does not count. */
const MIN_TIMES = 1.05;

/** Maximum number of co-visited products (viewed in the same sessions) per recently viewed product. */
const BESIDE_EACH = 20;
/** Maximum number of co-visited products in the snapshot of a shopper. */
const MAX_BESIDE = 60;

/** Finds up to `limit` products that occur in sessions together with a product, best first, with scores from 0 to 1. */
export type FindBeside = (product: string, limit: number) => readonly { readonly id: string; readonly score: number }[];

/** @returns `null` for an unknown shopper, or if the taste has decayed */
export function takeSnapshot(
  { device, user }: KnownTaste,
  rules: TasteRules,
  now: number,
  findBeside: FindBeside = () => [],
): TasteSnapshot | null {
  // Tokens muted on the device are muted in the user's taste too.
  const muted = new Set([...(device?.muted ?? []), ...(user?.muted ?? [])]);
  const views = viewsOf([device, user].filter((one) => one !== undefined));
  const fields = fieldWeights(rules);
  const tokens = weighTokens(views, fields).filter(([token]) => !muted.has(token));
  const prices = muted.has(PRICE_TOKEN) ? [] : weighPrices(views, fields.price);
  const recent = views.map(({ id, weight }) => [id, rounded(weight)] as const);
  const strongestRecent = strongest(recent, MIN_STRENGTH, MAX_RECENT);
  const ignored = ignoredProducts(device, rules, now);
  const snapshot = {
    at: now,
    tokens: strongest(tokens, MIN_WEIGHT, MAX_TOKENS),
    prices,
    viewed: { products: views.map(({ tokens }) => tokens), ids: views.map(({ id }) => id) },
    recent: strongestRecent,
    beside: besideRecent(strongestRecent, findBeside),
    ignored,
  };
  const isEmpty = snapshot.tokens.length === 0 && prices.length === 0 && recent.length === 0 && ignored.length === 0;
  return isEmpty ? null : snapshot;
}

interface FieldWeights {
  readonly fields: ReadonlyMap<string, number>;
  readonly price: number;
}

/** Returns the weight of each taste field, as a share of the total weight. */
function fieldWeights({ fields, price }: TasteRules): FieldWeights {
  const all: TasteRules["fields"] = [...fields, { field: PRODUCT, weight: PRODUCT_WEIGHT }];
  const sum = all.reduce((total, { weight }) => total + weight, price?.weight ?? 0);
  return {
    fields: new Map(all.map(({ field, weight }) => [field, weight / sum])),
    price: (price?.weight ?? 0) / sum,
  };
}

function weighTokens(views: readonly Look[], { fields }: FieldWeights): [string, number][] {
  const named = views.map(({ id, tokens, weight }) => ({ tokens: [...tokens, tasteToken(PRODUCT, id)], weight }));
  return [...tokenWeights(named)].map(([token, weight]) => {
    return [token, rounded(weight * (fields.get(readToken(token).field) ?? 0))];
  });
}

function weighPrices(views: readonly Look[], ofPrice: number): [number, number][] {
  return views
    .flatMap(({ log_price, weight }): [number, number][] =>
      log_price === undefined ? [] : [[log_price, rounded(weight * ofPrice)]],
    )
    .filter(([, weight]) => weight >= MIN_WEIGHT)
    .slice(0, MAX_PRICES);
}

/**
 * Scores products that occur in sessions together with recent products more often than by chance. The score is
 * weighted by the shopper's interest in the recent product.
 */
function besideRecent(recent: TasteSnapshot["recent"], find: FindBeside): (readonly [string, number])[] {
  const total = recent.reduce((sum, [, strength]) => sum + strength, 0);
  const known = new Set(recent.map(([id]) => id));
  const shares = new Map<string, number>();
  for (const [id, strength] of recent) {
    for (const other of find(id, BESIDE_EACH)) {
      if (!known.has(other.id)) shares.set(other.id, (shares.get(other.id) ?? 0) + other.score * (strength / total));
    }
  }
  return strongest([...shares], MIN_WEIGHT, MAX_BESIDE);
}

function ignoredProducts(device: TasteDocument | undefined, rules: TasteRules, now: number): TasteSnapshot["ignored"] {
  if (device === undefined) return [];
  const left = remaining(Math.max(0, now - device.as_of), impressionHalfLife(rules.half_lives));
  const met = new Set(device.products.filter((product) => product.interest > 0).map(({ id }) => id));
  const ignored = device.shown
    .filter(([id]) => !met.has(id))
    .map(([id, times]) => [id, rounded(times * left)] as const);
  return strongest(ignored, MIN_TIMES, MAX_IGNORED);
}

function strongest(
  entries: readonly (readonly [name: string, weight: number])[],
  least: number,
  most: number,
): (readonly [string, number])[] {
  return entries
    .filter(([, weight]) => weight >= least)
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, most);
}

const rounded = (weight: number): number => Math.round(weight * 10_000) / 10_000;
