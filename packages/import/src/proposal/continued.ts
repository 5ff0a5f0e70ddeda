import type { Column, ColumnSample } from "../column.js";
import { nameScore, OWN_IDENTIFIERS, type Role } from "../header-words.js";
import { asTitle, MOSTLY } from "./fits.js";

/** Roles of columns with variant data. Continuation rows do not inherit values of such columns from the row above. */
const OF_ROWS: readonly Role[] = ["variant_title", "price", "sale_price", "original_price", "in_stock", "sizes", "color", "options"]; // prettier-ignore
/** Maximum share of continuation rows that have a value in a column with product data. */
const RARE = 0.05;

export interface Continued {
  /** Names of the title column and of the columns that continuation rows inherit from the row above. */
  readonly columns: readonly string[];
  /** Sample values of all columns, including values that continuation rows inherit. */
  readonly samples: readonly ColumnSample[];
}

/**
 * Detects continuation rows: rows without a title that belong to the product above.
 * @param reported the title column from a `continues` answer; if undefined, continuation rows must contain the
 * identifier of the product
 */
export function continuedRows(columns: readonly Column[], reported: string | undefined): Continued | undefined {
  const score = (column: Column) => nameScore(column.word, "title") * asTitle(column);
  const [likeliest] = columns.filter((column) => score(column) > 0.2).sort((a, b) => score(b) - score(a));
  const title = reported === undefined ? likeliest : columns.find(({ name }) => name === reported);
  if (title === undefined || title.coverage >= MOSTLY) return undefined;
  const continuing = title.cells.flatMap((cell, at) => (cell === "" && at > 0 ? [at] : []));
  const isIdentified = columns.some(
    (column) =>
      column !== title &&
      Math.max(nameScore(column.word, "group"), nameScore(column.word, "identifier")) > 0.6 &&
      continuing.every((at) => column.cells[at] !== "" && column.cells[at] === column.cells[at - 1]),
  );
  if (continuing.length === 0 || (reported === undefined && !isIdentified)) return undefined;
  const isOfProduct = (column: Column) =>
    column.values.length > 0 &&
    continuing.filter((at) => column.cells[at] !== "").length <= continuing.length * RARE &&
    !OWN_IDENTIFIERS.test(column.word) &&
    !OF_ROWS.some((role) => nameScore(column.word, role) > 0.6);
  // A price that only occurs in the first row of each product belongs to the product.
  const isOnlyPrice = (column: Column) =>
    nameScore(column.word, "price") > 0.6 && continuing.every((at) => column.cells[at] === "");
  const ofProduct = columns.filter((column) => column !== title && (isOfProduct(column) || isOnlyPrice(column)));
  const taken = new Set([title, ...ofProduct].map(({ name }) => name));
  const filled = columns.map((column) => (taken.has(column.name) ? withValuesAbove(column, title) : column));
  return { columns: [...taken], samples: filled };
}

function withValuesAbove({ name, cells }: ColumnSample, title: Column): ColumnSample {
  let above = "";
  const filled = cells.map((cell, at) => {
    if (title.cells[at] !== "") above = cell;
    return cell === "" ? above : cell;
  });
  return { name, cells: filled, values: filled.filter(Boolean) };
}
