import { PRICE_BAND, pricesOfBand, readToken } from "../../catalog/taste-tokens.js";
import type { TasteRules } from "../../storefront/taste-configuration.js";
import { MEMORIES, type Memory, type TasteDocument } from "./document.js";
import { productWorths, tokenWeights } from "./weights.js";

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
  /** "GUCCI"; of a price band its prices, "90.5–128". */
  readonly label: string;
  /** From 0 to below 1: the greatest of `memories`. */
  readonly weight: number;
  /** How much each memory has of it: session and device, or user. */
  readonly memories: Readonly<Partial<Record<Memory, number>>>;
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

/** @param document undefined where nothing is known @param now milliseconds since 1970 */
export function viewTaste(document: TasteDocument | undefined, { half_lives }: TasteRules, now: number): TasteView {
  if (document === undefined) {
    return { learnt_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
  }
  const memories = MEMORIES[document.kind];
  const tokens = new Map<string, Partial<Record<Memory, number>>>();
  const interest = new Map<string, number>();
  for (const memory of memories) {
    for (const [token, weight] of tokenWeights(document, memory, now, half_lives)) {
      tokens.set(token, { ...tokens.get(token), [memory]: rounded(weight) });
    }
    for (const [id, worth] of productWorths(document, memory, now, half_lives)) {
      interest.set(id, Math.max(interest.get(id) ?? 0, rounded(worth / (1 + worth))));
    }
  }
  return {
    learnt_until: document.as_of === 0 ? null : timestamp(document.as_of),
    forgotten_at: document.forgotten_at === null ? null : timestamp(document.forgotten_at),
    tokens: [...tokens]
      .map(([token, weights]) => viewToken(token, weights))
      .filter(({ weight }) => weight >= LEAST)
      .sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1)),
    muted: document.muted,
    recent_products: document.products.flatMap(({ id, at }) => {
      const own = interest.get(id) ?? 0;
      return own < LEAST ? [] : [{ product_identifier: id, last_event_at: timestamp(at), interest: own }];
    }),
  };
}

function viewToken(token: string, memories: TokenView["memories"]): TokenView {
  const { field, value } = readToken(token);
  return {
    token,
    field,
    label: field === PRICE_BAND ? labelOfBand(Number(value)) : value,
    weight: Math.max(...Object.values(memories)),
    memories,
  };
}

function labelOfBand(band: number): string {
  const { min, max } = pricesOfBand(band);
  return `${short(min)}–${short(max)}`;
}

const short = (price: number) => String(Number(price.toPrecision(3)));
const rounded = (weight: number) => Math.round(weight * 1_000) / 1_000;
const timestamp = (at: number) => new Date(at).toISOString();
