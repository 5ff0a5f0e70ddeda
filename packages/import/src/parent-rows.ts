import type { Mapping } from "./mapping.js";
import { OWN_IDENTIFIERS, wordOf } from "./header-words.js";
import type { Cell, Row } from "./table.js";

/** A row with the row of its product, if that is one of its own. */
export interface RowOfProduct {
  readonly row: Row;
  readonly above?: Row | undefined;
}

/** Joins each row with the row of the product that it names as its parent, and leaves out the rows of those products. */
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

/** Values of a column in a row and in the row of its product. */
type Values = (column: string, which: "own" | "above") => readonly string[];

/** Completes the values of a variant with those of its product. Prices are one value: a variant with one of its own takes none. */
export function inherited(mapping: Mapping, values: Values): (column: string) => readonly string[] {
  const { parents, fields } = mapping;
  const columnsOf = (...names: readonly string[]) => names.flatMap((name) => fields[name]?.from ?? []);
  const prices = columnsOf("price", "original_price");
  const states = columnsOf("sold", "unsold");
  const never = new Set([parents?.parent, parents?.key]);
  return (column) => {
    const own = values(column, "own");
    if (never.has(column) || OWN_IDENTIFIERS.test(wordOf(column))) return own;
    // What a product is not sold for holds for its variants.
    if (states.includes(column)) return [...own, ...values(column, "above")];
    const isTaken = prices.includes(column)
      ? prices.every((price) => values(price, "own").length === 0)
      : own.length === 0;
    return isTaken ? values(column, "above") : own;
  };
}
