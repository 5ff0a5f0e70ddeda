import { readToken } from "../../catalog/taste-tokens.js";
import type { HalfLives } from "../../storefront/taste-configuration.js";
import { decay, halfLifeOf } from "./decay.js";
import { MEMORIES, type Memory, type TasteDocument } from "./document.js";
import { tokenParts, worthOf } from "./fade.js";

/** Token → how much of the shopper's interest it has, from 0 to below 1; those of one field never exceed 1 together. */
export type TokenWeights = ReadonlyMap<string, number>;

/**
 * How much each token counts in one memory at a time: v / (1 + S), where v is what products said of it and S the same for
 * its whole field. So a field of which little is known says little (one look: 0.5 at most), and much of one value counts
 * more than a little of many.
 * @param now milliseconds since 1970
 */
export function tokenWeights(document: TasteDocument, memory: Memory, now: number, lives: HalfLives): TokenWeights {
  const at = MEMORIES[document.kind].indexOf(memory);
  if (at === -1) return new Map();
  const left = decay(Math.max(0, now - document.as_of), halfLifeOf(memory, lives));
  const values = new Map<string, number>();
  const add = (token: string, value: number) => values.set(token, (values.get(token) ?? 0) + value);
  for (const [token, strengths] of document.faded) add(token, (strengths[at] ?? 0) * left);
  for (const { tokens, interest } of document.products) {
    const worth = worthOf((interest[at] ?? 0) * left);
    if (worth > 0) for (const [token, part] of tokenParts(tokens)) add(token, worth * part);
  }
  for (const token of document.muted) values.delete(token);
  const fields = new Map<string, number>();
  for (const [token, value] of values) {
    const { field } = readToken(token);
    fields.set(field, (fields.get(field) ?? 0) + value);
  }
  return new Map([...values].map(([token, value]) => [token, value / (1 + (fields.get(readToken(token).field) ?? 0))]));
}

/** Product → how much it has the shopper's interest in one memory at a time; those of no interest are left out. */
export function productWorths(document: TasteDocument, memory: Memory, now: number, lives: HalfLives): TokenWeights {
  const at = MEMORIES[document.kind].indexOf(memory);
  const left = decay(Math.max(0, now - document.as_of), halfLifeOf(memory, lives));
  const worths = new Map<string, number>();
  for (const { id, interest } of document.products) {
    const worth = worthOf((interest[at] ?? 0) * left);
    if (worth > 0) worths.set(id, worth);
  }
  return worths;
}
