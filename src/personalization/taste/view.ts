import { PRICE_BAND, readToken } from "../../catalog/taste-tokens.js";
import type { TasteDocument } from "./document.js";
import { PRICE_TOKEN } from "./snapshot.js";
import { looksOf, tokenWeights, type Look } from "./weights.js";

/** A taste document as people read it. */
export interface TasteView {
  /** ISO 8601 UTC: the latest event that taught something; null for none. */
  readonly learnt_until: string | null;
  /** ISO 8601 UTC: what happened until then has been forgotten; null where nobody asked for that. */
  readonly forgotten_at: string | null;
  /** Strongest first. */
  readonly tokens: readonly TokenView[];
  /** Tokens that are not used, whatever is learnt. */
  readonly muted: readonly string[];
  /** Latest first; only those in which there still is an interest. */
  readonly recent_products: readonly ProductView[];
}

export interface TokenView {
  /** As corrections name it. */
  readonly token: string;
  readonly field: string;
  /** "GUCCI"; of `price` what was looked at, "90.5–128" or "59.5". */
  readonly label: string;
  /** From 0 to below 1. */
  readonly weight: number;
}

export interface ProductView {
  readonly product_identifier: string;
  /** ISO 8601 UTC. */
  readonly last_event_at: string;
  /** From 0 to below 1. */
  readonly interest: number;
}

/** What rounds to nothing is not shown. */
const LEAST = 0.001;

/** @param document undefined where nothing is known */
export function viewTaste(document: TasteDocument | undefined): TasteView {
  if (document === undefined) {
    return { learnt_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
  }
  const looks = looksOf([document]);
  const muted = new Set(document.muted);
  const tokens = [...tokenWeights(looks)]
    .map(([token, weight]): TokenView => {
      const { field, value } = readToken(token);
      return { token, field, label: value, weight: rounded(weight) };
    })
    // Products have them for what is like them; no shopper is ranked by them.
    .filter(({ field }) => field !== PRICE_BAND);
  return {
    learnt_until: document.as_of === 0 ? null : timestamp(document.as_of),
    forgotten_at: document.forgotten_at === null ? null : timestamp(document.forgotten_at),
    tokens: [...tokens, ...viewPrices(looks)]
      .filter(({ token, weight }) => weight >= LEAST && !muted.has(token))
      .sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1)),
    muted: document.muted,
    recent_products: looks.map(({ id, at, weight }) => ({
      ...{ product_identifier: id, last_event_at: timestamp(at), interest: rounded(weight) },
    })),
  };
}

/** All that were looked at, as one. */
function viewPrices(looks: readonly Look[]): TokenView[] {
  const weighed = looks.filter(({ log_price, weight }) => log_price !== undefined && weight >= LEAST);
  if (weighed.length === 0) return [];
  const logs = weighed.map(({ log_price = 0 }) => log_price);
  const weight = rounded(weighed.reduce((sum, look) => sum + look.weight, 0));
  const [least, most] = [Math.min(...logs), Math.max(...logs)].map((log) => short(2 ** log));
  const label = least === most ? String(least) : `${least}–${most}`;
  return [{ token: PRICE_TOKEN, field: readToken(PRICE_TOKEN).field, label, weight }];
}

const short = (price: number) => String(Number(price.toPrecision(3)));
const rounded = (weight: number) => Math.round(weight * 1_000) / 1_000;
const timestamp = (at: number) => new Date(at).toISOString();
