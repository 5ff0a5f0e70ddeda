import type { Mapping } from "./mapping.js";
import { OWN_IDENTIFIERS, wordOf } from "./header-words.js";
import type { Cell, Row } from "./table.js";

/** A row of a variant, with the row of its product if the product has its own row. */
export interface RowOfProduct {
  readonly row: Row;
  readonly above?: Row | undefined;
}

/** Joins each variant row with its parent row. A parent row with variants is not yielded separately. */
export async function* withParents(rows: AsyncIterable<Row>, parent: Cell, key: Cell): AsyncGenerator<RowOfProduct> {
  let product: Row | undefined;
  let isNamed = false;
  for await (const row of rows) {
    const name = parent(row);
    const isChild = name !== "" && name !== key(row);
    if (isChild && product !== undefined && key(product) === name) {
      isNamed = true;
      yield { row, above: product };
      continue;
    }
    if (product !== undefined && !isNamed) yield { row: product };
    [product, isNamed] = isChild ? [undefined, false] : [row, false];
    if (isChild) yield { row };
  }
  if (product !== undefined && !isNamed) yield { row: product };
}

/** Returns the values of a column in the row of a variant or in the row of the variant's product. */
type Values = (column: string, which: "own" | "above") => readonly string[];

/**
 * Fills empty values of a variant from its product. Price fields are inherited only if all price fields of the variant
 * are empty.
 */
export function inherited(mapping: Mapping, values: Values): (column: string) => readonly string[] {
  const { parents, fields } = mapping;
  const columnsOf = (...names: readonly string[]) => names.flatMap((name) => fields[name]?.from ?? []);
  const prices = columnsOf("price", "original_price");
  const states = columnsOf("sold", "unsold");
  const never = new Set([parents?.parent, parents?.key]);
  return (column) => {
    const own = values(column, "own");
    if (never.has(column) || OWN_IDENTIFIERS.test(wordOf(column))) return own;
    // A product's sales status also applies to the variants of the product.
    if (states.includes(column)) return [...own, ...values(column, "above")];
    const isTaken = prices.includes(column)
      ? prices.every((price) => values(price, "own").length === 0)
      : own.length === 0;
    return isTaken ? values(column, "above") : own;
  };
}
