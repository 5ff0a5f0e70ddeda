import { readToken } from "../../catalog/taste-tokens.js";
import { BOUNDS, type ProductInterest, type Strengths, type TasteDocument } from "./document.js";

/** However strong the others are, the latest products stay: what a shopper does now is what matters. */
const PROTECTED = 10;

/**
 * What an interest in one product says of its tokens: log2(1 + interest), so that the tenth look at the same thing says
 * less than a first look at another one. Below 0 counts as nothing.
 */
export const worthOf = (interest: number): number => Math.log2(1 + Math.max(0, interest));

/** Each token's part of what a product says: where it has several values of a field, none of them is all of it. */
export function tokenParts(tokens: readonly string[]): readonly (readonly [token: string, part: number])[] {
  const counts = new Map<string, number>();
  const fields = tokens.map((token) => readToken(token).field);
  for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  return tokens.map((token, at) => [token, 1 / (counts.get(fields[at] as string) ?? 1)]);
}

/** Takes the weakest products out of a document that has too many; what they said of their tokens stays. */
export function fadeOut(
  products: readonly ProductInterest[],
  before: TasteDocument["faded"],
): { readonly kept: ProductInterest[]; readonly faded: TasteDocument["faded"] } {
  const excess = products.length - BOUNDS.products;
  if (excess <= 0) return { kept: [...products], faded: before };
  const latest = [...products].sort((a, b) => b.at - a.at);
  const weakest = latest
    .slice(PROTECTED)
    .sort((a, b) => total(a.interest.map(worthOf)) - total(b.interest.map(worthOf)));
  const leaving = new Set(weakest.slice(0, excess));
  const faded = new Map(before);
  for (const { tokens, interest } of leaving) {
    const worth = interest.map(worthOf);
    for (const [token, part] of tokenParts(tokens)) {
      const known = faded.get(token) ?? [];
      faded.set(
        token,
        worth.map((one, memory) => (known[memory] ?? 0) + one * part),
      );
    }
  }
  return { kept: products.filter((product) => !leaving.has(product)), faded: [...faded] };
}

/** The strongest tokens of each field. */
export function strongestTokens(faded: TasteDocument["faded"]): TasteDocument["faded"] {
  const counts = new Map<string, number>();
  return [...faded]
    .sort(([, a], [, b]) => total(b) - total(a))
    .filter(([token, strengths]) => {
      if (total(strengths) < NOTHING) return false;
      const { field } = readToken(token);
      const count = (counts.get(field) ?? 0) + 1;
      counts.set(field, count);
      return count <= BOUNDS.faded_tokens_a_field;
    });
}

/** What is not worth a thousandth of a look any more. */
const NOTHING = 0.001;

const total = (strengths: Strengths): number => strengths.reduce((sum, one) => sum + one, 0);
