import { ImportError } from "../import-error.js";

/** Suffixes of column names in answers to mapping questions, with the meaning of each suffix. */
export const HOW = {
  continues: "rows without a title belong to the product of the row above",
  common: "the common part of a product's titles",
  cents: "the amounts are in cents",
  thousands: "points are thousands separators: 3.990 is 3990",
  sale: "the sale price, if there is one",
  "on-sale": "the sale price, but only in rows marked as on sale",
  "less-percent": "the price before a percentage discount",
  "less-amount": "the price before a fixed-amount discount",
} as const;
export type How = keyof typeof HOW;

/**
 * The user's answer to a question about the mapping of a field. An empty list of columns omits the field; several
 * columns are joined.
 */
export interface Answer {
  readonly columns: readonly string[];
  readonly how?: How;
}

/**
 * Parses an answer to a mapping question, such as `price`, `title:continues` or `name+size`. Null omits the field.
 * @throws {ImportError} if the answer contains an unknown column name
 */
export function parseAnswer(field: string, text: string | null, names: readonly string[]): Answer {
  if (text === null) return { columns: [] };
  const { columns, how } = partsOf(text, names);
  const unknown = columns.find((column) => !names.includes(column));
  if (unknown !== undefined)
    throw new ImportError(
      `--column ${field}=${text}: the file has no column ${JSON.stringify(unknown)}; it has ${names.join(", ")}`,
    );
  return how === undefined ? { columns } : { columns, how };
}

/** Returns the names of existing columns in an answer to a mapping question. */
export const columnsNamed = (text: string, names: readonly string[]): string[] =>
  partsOf(text, names).columns.filter((name) => names.includes(name));

function partsOf(text: string, names: readonly string[]): { readonly columns: readonly string[]; readonly how?: How } {
  if (names.includes(text)) return { columns: [text] };
  const how = (Object.keys(HOW) as How[]).find((one) => text.endsWith(`:${one}`));
  const rest = how === undefined ? text : text.slice(0, -how.length - 1);
  const columns = names.includes(rest) ? [rest] : rest.split("+").map((part) => part.trim());
  return how === undefined ? { columns } : { columns, how };
}
