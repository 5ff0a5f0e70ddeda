import fc from "fast-check";
import { FeatureTable, type FeatureRows } from "../../../../src/catalog/features.js";
import { NOW } from "./planned.js";

const SECONDS = NOW / 1000;
const DAY = 86_400;

/** The values of a product that affect its rank. */
export interface Product {
  readonly id: string;
  readonly base: number;
  readonly tokens: readonly string[];
  readonly prior?: number;
  readonly created?: number;
  readonly log_price?: number;
}

/** Random products with few distinct values, so that many products have equal scores. */
export const products = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1, max: 25 }).map((number) => `p${number}`),
      base: fc.constantFrom(0, 1, 2.5, 4),
      tokens: fc.subarray(["designer=GUCCI", "designer=PRADA", "categories=Shoes: Boots", "color=Red"]),
      prior: fc.constantFrom(SECONDS - 60 * DAY, SECONDS, SECONDS + 30 * DAY),
      created: fc.constantFrom(1, 2),
      log_price: fc.constantFrom(5, 6, 6.5),
    },
    { requiredKeys: ["id", "base", "tokens"] },
  ),
  { selector: ({ id }) => id, maxLength: 25 },
) satisfies fc.Arbitrary<Product[]>;

/** The scores of one boost rule. */
export const SCORES = [{ key: "up", points: 1, target: { kind: "in", field: "color", values: ["Red"] } as const }];

export const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

/**
 * Returns a feature table that contains the given products in reverse order and an additional product.
 * @param gone identifiers of deleted products, which the table does not contain
 */
export function featuresOf(all: readonly Product[], gone: ReadonlySet<string> = new Set()): FeatureRows {
  const table = new FeatureTable(1, 0);
  table.put("another", { prior: [SECONDS], taste: ["designer=GUCCI"] });
  for (const { id, tokens, prior, created, log_price } of [...all].reverse()) {
    if (gone.has(id)) continue;
    table.put(id, {
      taste: tokens,
      ...(prior !== undefined && { prior: [prior] }),
      ...(created !== undefined && { created_at: [String(created)] }),
      ...(log_price !== undefined && { log_price: [log_price] }),
    });
  }
  return { table, rows: Int32Array.from(all, ({ id }) => table.rowOf(id)) };
}
