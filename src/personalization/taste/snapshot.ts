import { PRICE_BAND, readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { RankingWeights, TasteRules } from "../../storefront/taste-configuration.js";
import { decay, halfLifeOf } from "./decay.js";
import { MEMORIES, type TasteDocument } from "./document.js";
import { productWorths, tokenWeights, type TokenWeights } from "./weights.js";

/** All that ranking needs of a shopper's taste, as of one moment: plain JSON, a few kB, frozen with a chain of pages. */
export interface TasteSnapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Token → weight above 0, strongest first; all together at most 1. */
  readonly tokens: readonly (readonly [token: string, weight: number])[];
  /** Products of interest → from 0 to 1, strongest first. */
  readonly recent: readonly (readonly [id: string, strength: number])[];
  /** Products that were shown and met no interest → how often, most often first. */
  readonly ignored: readonly (readonly [id: string, times: number])[];
}

/** The taste of whoever is asking. The user's only where the request itself names the user. */
export interface KnownTaste {
  readonly device: TasteDocument | undefined;
  readonly user: TasteDocument | undefined;
}

const MAX_TOKENS = 30;
const MAX_RECENT = 10;
const MAX_IGNORED = 60;
/** Less than this moves nothing by a visible distance. */
const LEAST_WEIGHT = 0.002;
const LEAST_STRENGTH = 0.02;
/** Everything is shown once before anyone can take an interest in it. */
const LEAST_TIMES = 1.05;

/** @returns null when nothing (or nothing any more) is known: then ranking is what it is for a stranger. */
export function takeSnapshot(
  taste: KnownTaste,
  { rules, ranking }: { readonly rules: TasteRules; readonly ranking: RankingWeights },
  now: number,
): TasteSnapshot | null {
  // What is muted on the device counts for what the user likes too.
  const muted = new Set([...(taste.device?.muted ?? []), ...(taste.user?.muted ?? [])]);
  const tokens = weighTokens(
    blend(taste, ranking, (document, memory) => tokenWeights(document, memory, now, rules.half_lives)),
    rules,
    muted,
  );
  const recent = recentProducts(taste, { rules, ranking }, now);
  const ignored = ignoredProducts(taste.device, rules, now);
  if (tokens.length === 0 && recent.length === 0 && ignored.length === 0) return null;
  return { at: now, tokens, recent, ignored };
}

type MemoryReader = (document: TasteDocument, memory: "session" | "device" | "user") => TokenWeights;

/**
 * Joins what all memories say: 1 − Π(1 − belief · weight). Each adds to the others, none can be more than certain, and one
 * that is empty takes nothing away.
 */
function blend({ device, user }: KnownTaste, ranking: RankingWeights, read: MemoryReader): Map<string, number> {
  const doubts = new Map<string, number>();
  for (const document of [device, user]) {
    if (document === undefined) continue;
    for (const memory of MEMORIES[document.kind]) {
      for (const [name, weight] of read(document, memory)) {
        doubts.set(name, (doubts.get(name) ?? 1) * (1 - ranking[memory] * weight));
      }
    }
  }
  return new Map([...doubts].map(([name, doubt]) => [name, 1 - doubt]));
}

function weighTokens(
  blended: ReadonlyMap<string, number>,
  rules: TasteRules,
  muted: ReadonlySet<string>,
): TasteSnapshot["tokens"] {
  const fields = fieldWeights(rules);
  const byField = new Map<string, [string, number][]>();
  for (const [token, weight] of blended) {
    const { field } = readToken(token);
    if ((fields.get(field) ?? 0) > 0) byField.set(field, [...(byField.get(field) ?? []), [token, weight]]);
  }
  const weighed: [string, number][] = [];
  for (const [field, own] of byField) {
    const spread = field === PRICE_BAND ? spreadPrices(own) : own;
    const sum = spread.reduce((total, [, weight]) => total + weight, 0);
    const scale = (fields.get(field) ?? 0) / Math.max(1, sum);
    for (const [token, weight] of spread) if (!muted.has(token)) weighed.push([token, rounded(weight * scale)]);
  }
  return strongest(weighed, LEAST_WEIGHT, MAX_TOKENS);
}

/** Each field's part of 1. */
function fieldWeights({ fields, price }: TasteRules): Map<string, number> {
  const all: TasteRules["fields"] = [
    ...fields,
    ...(price === null ? [] : [{ field: PRICE_BAND, weight: price.weight }]),
  ];
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  return new Map(all.map(({ field, weight }) => [field, sum === 0 ? 0 : weight / sum]));
}

/** Where bands meet is chance: half of a band's weight goes to its two neighbours. */
function spreadPrices(bands: readonly (readonly [token: string, weight: number])[]): [string, number][] {
  const spread = new Map<string, number>();
  for (const [token, weight] of bands) {
    const band = Number(readToken(token).value);
    for (const [other, part] of [
      [band - 1, 0.25],
      [band, 0.5],
      [band + 1, 0.25],
    ] as const) {
      const neighbour = tasteToken(PRICE_BAND, other);
      spread.set(neighbour, (spread.get(neighbour) ?? 0) + weight * part);
    }
  }
  return [...spread];
}

function recentProducts(
  taste: KnownTaste,
  { rules, ranking }: { readonly rules: TasteRules; readonly ranking: RankingWeights },
  now: number,
): TasteSnapshot["recent"] {
  const interest = blend(taste, ranking, (document, memory) => {
    const worths = productWorths(document, memory, now, rules.half_lives);
    return new Map([...worths].map(([id, worth]) => [id, worth / (1 + worth)]));
  });
  return strongest(
    [...interest].map(([id, one]) => [id, rounded(one)]),
    LEAST_STRENGTH,
    MAX_RECENT,
  );
}

function ignoredProducts(
  device: TasteDocument | undefined,
  { half_lives }: TasteRules,
  now: number,
): TasteSnapshot["ignored"] {
  if (device === undefined) return [];
  const left = decay(Math.max(0, now - device.as_of), halfLifeOf("impression", half_lives));
  const met = new Set(device.products.filter(({ interest }) => interest.some((one) => one > 0)).map(({ id }) => id));
  const ignored = device.shown
    .filter(([id]) => !met.has(id))
    .map(([id, times]) => [id, rounded(times * left)] as const);
  return strongest(ignored, LEAST_TIMES, MAX_IGNORED);
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
