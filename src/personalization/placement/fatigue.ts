import type { TasteSnapshot } from "../taste/snapshot.js";

/**
 * How tired a shopper is of each product, from 0 to below 1: 1 − 2^−(times − 1), where `times` is how often it was shown and
 * ignored (decayed). The first time counts nothing, since everything has to be shown once.
 */
export function fatigue({ ignored }: Pick<TasteSnapshot, "ignored">): ReadonlyMap<string, number> {
  return new Map(ignored.map(([id, times]) => [id, 1 - 2 ** -Math.max(0, times - 1)]));
}
