import { LRUCache } from "lru-cache";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { optionField } from "./header-words.js";
import type { ImportReport } from "./import-report.js";
import type { Cell, Row, Table } from "./table.js";
import { amountOf, fieldNameOf, given, timeOf, timesOf, type FeedFields } from "./values.js";

/** Values of options and attributes by name. */
export type Options = Readonly<Record<string, readonly string[]>>;

/** A row of a platform export: a product without variants, a product with variants, or a variant. */
export interface PlatformRow {
  readonly line: number;
  readonly kind: "product" | "parent" | "variant";
  /** Identifier of the product or variant; "" if the variant has no identifier. */
  readonly identifier: string;
  /**
   * Names that connect variants with their parent. A parent row contains the parent's names; a variant row contains the
   * names by which it refers to the parent.
   */
  readonly names: readonly string[];
  /** Reason why the shop does not currently sell the product. */
  readonly unsold?: string | undefined;
  /** Feed fields that apply to all variants of the product. */
  readonly shared: FeedFields;
  readonly own: FeedFields;
  readonly options: Options;
  /** Options of the variants, keyed by variant name, if the parent row lists the options. */
  readonly optionsOf?: ReadonlyMap<string, Options>;
}

interface Parent {
  readonly row: PlatformRow;
  variants: number;
}

/** Maximum size in characters of each of the two buffers: parent rows, and variants that precede their parent row. */
const MAX_KEPT = 64_000_000;
/** Fields that a variant without a price inherits from its product. */
const INHERITED = ["price", "original_price", "on_sale", "in_stock"];

/**
 * Joins variants with their products. Variants may precede or follow their product.
 * @param of the shop platform's term for a product with variants
 */
export async function* assembled(
  rows: AsyncIterable<PlatformRow>,
  report: ImportReport,
  of = "product",
): AsyncGenerator<readonly ProductData[]> {
  const parents = new LRUCache<string, Parent>({ maxSize: MAX_KEPT, sizeCalculation: ({ row }) => sizeOf(row) });
  const waiting = new Map<string, PlatformRow[]>();
  let kept = 0;
  for await (const row of rows) {
    const [name = ""] = row.names;
    if (row.kind === "product") {
      if (row.unsold === undefined) yield [productOf(row)];
      else report.skipUnsold(row.line, row.unsold);
    } else if (row.kind === "parent") {
      const parent = { row, variants: 0 };
      if (row.unsold !== undefined) report.skipUnsold(row.line, row.unsold);
      for (const one of row.names) {
        parents.set(one, parent);
        const children = waiting.get(one);
        waiting.delete(one);
        if (children !== undefined) yield children.flatMap((child) => variantOf(child, parent, report));
      }
      if (row.names.length === 0 && row.unsold === undefined) yield [productOf(row)];
    } else {
      const parent = parents.get(name);
      if (parent !== undefined) yield variantOf(row, parent, report);
      else if ((kept += sizeOf(row)) < MAX_KEPT) waiting.set(name, [...(waiting.get(name) ?? []), row]);
      else report.leaveOut(row.line, `the row's ${of} is not in the file, or is too far below the row`);
    }
  }
  for (const row of [...waiting.values()].flat().sort((a, b) => a.line - b.line))
    report.leaveOut(row.line, `the row's ${of} is not in the file`);
  for (const { row, variants } of new Set(parents.values()))
    if (variants === 0 && row.unsold === undefined) yield [productOf(row)];
}

/** Maximum number of rows per product. If a product has more rows, a column was probably misinterpreted. */
const MAX_ROWS = 10_000;

/**
 * Groups consecutive rows into products.
 * @param begins whether a row starts a new product; receives the first row of the current product
 */
export async function* productRows(
  rows: AsyncIterable<Row>,
  begins: (row: Row, first: Row | undefined) => boolean,
  report: ImportReport,
): AsyncGenerator<readonly [Row, ...Row[]]> {
  let product: [Row, ...Row[]] | undefined;
  for await (const row of rows) {
    if (begins(row, product?.[0])) {
      if (product !== undefined) yield product;
      product = [row];
    } else if (product === undefined) report.leaveOut(row.line, "the file contains no product above the row");
    else if (product.length === MAX_ROWS) report.leaveOut(row.line, `the row's product has more than ${MAX_ROWS} rows`);
    else product.push(row);
  }
  if (product !== undefined) yield product;
}

/** Looks up columns by normalized name. Cell values are unprocessed; the cells of a missing column are "". */
export function cellsByName(table: Table, nameOf: (name: string) => string): (...names: readonly string[]) => Cell {
  // If several columns have the same name, use the first.
  const positions = new Map(table.header.map((name, at) => [nameOf(name), at] as const).reverse());
  return (...names) => table.at(names.map((name) => positions.get(name)).find((at) => at !== undefined));
}

/**
 * Returns an identifier for a variant: the SKU if it is unique within the product, otherwise the product identifier
 * with the option values, or with the line number if the option values are not unique.
 */
export function variantIdentifier(
  product: string,
  { sku, values, line }: { readonly sku: string; readonly values: readonly string[]; readonly line: number },
  taken: Set<string>,
): string {
  const candidates = [sku, [product, ...values].join("/")];
  const found = candidates.find((one) => one !== "" && !taken.has(one)) ?? `${product}/${line}`;
  taken.add(found);
  return found;
}

const sizeOf = (row: PlatformRow): number => JSON.stringify([row.shared, row.own, row.options]).length;

function productOf({ identifier, shared, own, options }: PlatformRow): ProductData {
  return {
    product_identifier: identifier,
    variant_identifier: identifier,
    ...shared,
    ...own,
    ...optionFields(options),
  };
}

function variantOf(row: PlatformRow, parent: Parent, report: ImportReport): readonly ProductData[] {
  parent.variants += 1;
  if (parent.row.unsold !== undefined) return [];
  if (row.unsold !== undefined) {
    report.skipUnsold(row.line, row.unsold);
    return [];
  }
  const { identifier: product, shared, own, options, optionsOf } = parent.row;
  const inherited = row.own["price"] === undefined ? INHERITED.filter((name) => row.own[name] === undefined) : [];
  const images = [row.own["images"], own["images"]].flatMap((all) => (Array.isArray(all) ? (all as string[]) : []));
  return [
    {
      product_identifier: product,
      variant_identifier:
        row.identifier === "" || row.identifier === product ? `${product}/${row.line}` : row.identifier,
      ...shared,
      ...Object.fromEntries(inherited.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
      ...row.own,
      ...given({ images: [...new Set(images)] }),
      ...optionFields({ ...options, ...row.options, ...optionsOf?.get(row.names[0] ?? "") }),
    },
  ];
}

/** Maximum number of cached results. Exports repeat the same names in every record. */
const MAX_NAMES = 10_000;

/** Memoizes a function that takes a name as its argument. */
export function byName<T extends string | object>(of: (name: string) => T): (name: string) => T {
  const known = new LRUCache<string, T>({ max: MAX_NAMES });
  return (name) => {
    const found = known.get(name) ?? of(name);
    known.set(name, found);
    return found;
  };
}

const optionFieldOf = byName(optionField);

/** Converts options and attributes to feed fields. If two options map to the same field, the later option is used. */
export function optionFields(options: Options): ReturnType<typeof given> {
  const fields: Record<string, string | readonly string[]> = {};
  const others: Record<string, string | readonly string[]> = {};
  for (const [name, values] of Object.entries(options)) {
    const [only] = values;
    if (only === undefined || fieldNameOf(name) === "") continue;
    const field = optionFieldOf(name);
    const value = values.length === 1 && field !== "sizes" ? only : values;
    if (field.startsWith("attributes.")) others[field.slice("attributes.".length)] = value;
    // The field `color` is a single text, so join all colors of a product without variants.
    else fields[field] = field === "color" ? values.join(" / ") : value;
  }
  return given({ ...fields, attributes: others });
}

/** Keys options by their normalized name, so that a variant's "size" overrides its product's "Size". */
export const optionsOf = (pairs: Iterable<readonly [name: string, values: readonly string[]]>): Options => {
  const found: Record<string, readonly string[]> = {};
  for (const [name, values] of pairs) if (name.trim() !== "" && values.length > 0) found[fieldNameOf(name)] = values;
  return found;
};

/** Returns the feed's price fields for a regular price and an active sale price. */
export function pricesOf(regular: number | undefined, sale: number | undefined): FeedFields {
  const isSale = sale !== undefined && sale > 0;
  const isReduced = isSale && regular !== undefined && sale < regular;
  return given({
    price: isReduced ? sale : (regular ?? (isSale ? sale : undefined)),
    original_price: isReduced ? regular : undefined,
    on_sale: regular === undefined ? undefined : isReduced,
  });
}

/** Subtracts a percentage and an amount from a price. Returns undefined if the result is not lower than the price. */
export function reducedBy(price: number | undefined, percent = 0, amount = 0): number | undefined {
  if (price === undefined) return undefined;
  const reduced = Math.round((price * (1 - percent / 100) - amount) * 100) / 100;
  return reduced > 0 && reduced < price ? reduced : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const WHICH_DATE = "an unambiguous date, like 2026-01-31";

/**
 * Whether a sale period includes the current time. Sales without dates are active; sales with ambiguous dates are
 * active only if the period includes the current time in every interpretation of the dates.
 */
export function isSaleOn(report: ImportReport, at: number, from: string, to: string, now: Date): boolean {
  const [begins, ends] = [timesOf(from), timesOf(to)];
  const [hasBegun, lasts] = [begins.map((time) => time <= now.getTime()), ends.map((time) => time + DAY_MS > now.getTime())]; // prettier-ignore
  if (new Set(hasBegun).size > 1) report.cannotRead(at, "start of the sale", from, WHICH_DATE);
  if (new Set(lasts).size > 1) report.cannotRead(at, "end of the sale", to, WHICH_DATE);
  return [...hasBegun, ...lasts].every(Boolean);
}

/** Parses a date to ISO 8601. Returns "" for empty cells, and for invalid or ambiguous dates, which are reported. */
export function dateIn(report: ImportReport, at: number, column: string, text: string): string {
  const time = timeOf(text);
  if (time === undefined && text !== "" && !text.startsWith("0000")) report.cannotRead(at, column, text, WHICH_DATE);
  return time === undefined ? "" : new Date(time).toISOString();
}

/** Parses an amount. Invalid amounts are reported; empty cells are not. */
export function amountIn(report: ImportReport, at: number, column: string, text: string): number | undefined {
  if (text === "") return undefined;
  const amount = amountOf(text)?.value;
  if (amount === undefined) report.cannotRead(at, column, text, "an amount");
  return amount;
}
