import type { Column, ColumnSample } from "../column.js";
import { nameScore, OWN_IDENTIFIERS, type Role } from "../header-words.js";
import { asKey } from "./fits.js";

/** Minimum share of variant rows that must have a value in a column that is empty in product rows. */
const MOST = 0.9;
const PRICES: readonly Role[] = ["price", "sale_price", "original_price"];

export interface Parents {
  /** Names of the column in which a variant refers to its product (`parent`) and of the referenced column (`key`). */
  readonly parent: string;
  readonly key: string;
  /** Sample values of the variant rows, including values inherited from their parent rows. */
  readonly samples: readonly ColumnSample[];
  readonly records: number;
}

/**
 * Detects parent rows: variant rows refer to a parent row, and a column that is filled in variant rows is empty in
 * parent rows.
 */
export function parentRows(columns: readonly Column[], records: number): Parents | undefined {
  const parents = columns
    .filter((column) => nameScore(column.word, "group") > 0.6 && asKey(column) > 0 && column.coverage < 1)
    .flatMap((parent) => {
      const key = columns.find((column) => column.isUnique && follow(column, parent));
      return key === undefined ? [] : [{ parent, key }];
    });
  for (const { parent, key } of parents) {
    const children = rowsOf(parent, (cell) => cell !== "");
    const named = new Set(parent.values);
    const above = rowsOf(key, (cell) => named.has(cell));
    const isOfVariants = (column: Column) =>
      column !== parent &&
      above.every((at) => column.cells[at] === "") &&
      children.filter((at) => column.cells[at] !== "").length >= children.length * MOST;
    if (columns.some(isOfVariants)) return completed({ parent, key, columns, records });
  }
  return undefined;
}

const rowsOf = ({ cells }: Column, is: (cell: string) => boolean): number[] =>
  cells.flatMap((cell, at) => (is(cell) ? [at] : []));

/** Whether each variant row follows its parent row without another product in between. */
function follow(key: Column, parent: Column): boolean {
  let above = "";
  return parent.cells.every((cell, at) => {
    if (cell === "" || cell === key.cells[at]) above = key.cells[at] ?? "";
    return cell === "" || cell === above;
  });
}

interface Found {
  readonly parent: Column;
  readonly key: Column;
  readonly columns: readonly Column[];
  readonly records: number;
}

function completed({ parent, key, columns, records }: Found): Parents {
  const named = new Set(parent.values);
  const kept = key.cells.flatMap((cell, at) => (named.has(cell) && parent.cells[at] !== cell ? [] : [at]));
  const above: number[] = [];
  key.cells.forEach((cell, at) => above.push(named.has(cell) ? at : (above.at(-1) ?? at)));
  const prices = columns.filter(({ word }) => isPrice(word));
  const filled = columns.map((column) => {
    const { name, cells } = column;
    const all = kept.map((at) => {
      const own = cells[at] ?? "";
      const isChild = (parent.cells[at] ?? "") !== "" && column !== parent && column !== key;
      if (own !== "" || !isChild || !isInherited(column.word)) return own;
      const hasPrice = prices.includes(column) && prices.some((price) => price.cells[at] !== "");
      return hasPrice ? "" : (cells[above[at] ?? at] ?? "");
    });
    return { name, cells: all, values: all.filter(Boolean) };
  });
  return {
    parent: parent.name,
    key: key.name,
    samples: filled,
    records: records === key.cells.length ? kept.length : records,
  };
}

const isPrice = (word: string): boolean => PRICES.some((role) => nameScore(word, role) > 0.6);

/** Whether variants inherit the values of a column with this name. */
const isInherited = (word: string): boolean => !OWN_IDENTIFIERS.test(word);
