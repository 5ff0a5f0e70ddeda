import { LRUCache } from "lru-cache";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { optionField } from "./header-words.js";
import type { ImportReport } from "./import-report.js";
import type { Cell, Row, Table } from "./table.js";
import { amountOf, fieldNameOf, given, timeOf, timesOf, type FeedFields } from "./values.js";

/** Values of options and attributes by their names. */
export type Options = Readonly<Record<string, readonly string[]>>;

/** A row of a platform's export: a product by itself, one with variants, or a variant of one. */
export interface PlatformRow {
  readonly line: number;
  readonly kind: "product" | "parent" | "variant";
  /** "" for a variant without one. */
  readonly identifier: string;
  /** What variants name a parent by; of a variant, what it names its parent by. */
  readonly names: readonly string[];
  /** Why the shop does not sell it now. */
  readonly unsold?: string | undefined;
  /** What a product has for all its variants. */
  readonly shared: FeedFields;
  readonly own: FeedFields;
  readonly options: Options;
  /** Of a parent that says what its variants are, by what it names them by. */
  readonly optionsOf?: ReadonlyMap<string, Options>;
}

interface Parent {
  readonly row: PlatformRow;
  variants: number;
}

/** Characters of parents that are kept for their variants, and of variants that come before their parent. */
const MAX_KEPT = 64_000_000;
/** What a variant without a price of its own has from its product. */
const INHERITED = ["price", "original_price", "on_sale", "in_stock"];

/** Joins variants with their products, whichever comes first. @param of what a product with variants is called there */
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
      else report.leaveOut(row.line, `its ${of} is not in the file, or far behind it`);
    }
  }
  for (const row of [...waiting.values()].flat().sort((a, b) => a.line - b.line))
    report.leaveOut(row.line, `its ${of} is not in the file`);
  for (const { row, variants } of new Set(parents.values()))
    if (variants === 0 && row.unsold === undefined) yield [productOf(row)];
}

/** A product of more rows than this is a file with a column gone wrong. */
const MAX_ROWS = 10_000;

/** The rows of each product of a table in which a product's rows follow each other. @param begins whether a row begins a product, by the first row of the one before it */
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
    } else if (product === undefined) report.leaveOut(row.line, "no product precedes it");
    else if (product.length === MAX_ROWS) report.leaveOut(row.line, `its product has more than ${MAX_ROWS} rows`);
    else product.push(row);
  }
  if (product !== undefined) yield product;
}

/** Looks up columns by simplified names. Cells are raw; a missing column has "" in every row. */
export function cellsByName(table: Table, nameOf: (name: string) => string): (...names: readonly string[]) => Cell {
  // The first of two columns with one name counts.
  const positions = new Map(table.header.map((name, at) => [nameOf(name), at] as const).reverse());
  return (...names) => table.at(names.map((name) => positions.get(name)).find((at) => at !== undefined));
}

/**
 * The identifier of a variant: its SKU if that is unique within the product, else the product's identifier with the
 * options, else with the line.
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

/** A file has the same names in every record. */
const MAX_NAMES = 10_000;

/** A function of a name that keeps what it returned for the last names. */
export function byName<T extends string | object>(of: (name: string) => T): (name: string) => T {
  const known = new LRUCache<string, T>({ max: MAX_NAMES });
  return (name) => {
    const found = known.get(name) ?? of(name);
    known.set(name, found);
    return found;
  };
}

const optionFieldOf = byName(optionField);

/** Options and attributes as feed fields; later ones count where two are the same field. */
export function optionFields(options: Options): ReturnType<typeof given> {
  const fields: Record<string, string | readonly string[]> = {};
  const others: Record<string, string | readonly string[]> = {};
  for (const [name, values] of Object.entries(options)) {
    const [only] = values;
    if (only === undefined || fieldNameOf(name) === "") continue;
    const field = optionFieldOf(name);
    const value = values.length === 1 && field !== "sizes" ? only : values;
    if (field.startsWith("attributes.")) others[field.slice("attributes.".length)] = value;
    // A colour is one text: of a product without variants, all it comes in.
    else fields[field] = field === "color" ? values.join(" / ") : value;
  }
  return given({ ...fields, attributes: others });
}

/** Options by the field each becomes, so that a variant's "size" is its product's "Size". */
export const optionsOf = (pairs: Iterable<readonly [name: string, values: readonly string[]]>): Options => {
  const found: Record<string, readonly string[]> = {};
  for (const [name, values] of pairs) if (name.trim() !== "" && values.length > 0) found[fieldNameOf(name)] = values;
  return found;
};

/** A price, with a lower one while that is on. */
export function pricesOf(regular: number | undefined, sale: number | undefined): FeedFields {
  const isSale = sale !== undefined && sale > 0;
  const isReduced = isSale && regular !== undefined && sale < regular;
  return given({
    price: isReduced ? sale : (regular ?? (isSale ? sale : undefined)),
    original_price: isReduced ? regular : undefined,
    on_sale: regular === undefined ? undefined : isReduced,
  });
}

/** A price less a percentage and an amount; undefined where that is no reduction. */
export function reducedBy(price: number | undefined, percent = 0, amount = 0): number | undefined {
  if (price === undefined) return undefined;
  const reduced = Math.round((price * (1 - percent / 100) - amount) * 100) / 100;
  return reduced > 0 && reduced < price ? reduced : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const WHICH_DATE = "a date that says which number is the month, like 2026-01-31";

/** Whether a sale with a first and a last day is on; one without is, one of which that is not sure is not. */
export function isSaleOn(report: ImportReport, at: number, from: string, to: string, now: Date): boolean {
  const [begins, ends] = [timesOf(from), timesOf(to)];
  const [hasBegun, lasts] = [begins.map((time) => time <= now.getTime()), ends.map((time) => time + DAY_MS > now.getTime())]; // prettier-ignore
  if (new Set(hasBegun).size > 1) report.cannotRead(at, "begin of the sale", from, WHICH_DATE);
  if (new Set(lasts).size > 1) report.cannotRead(at, "end of the sale", to, WHICH_DATE);
  return [...hasBegun, ...lasts].every(Boolean);
}

/** The date in a cell, ISO 8601; "" for a blank one, and for one that is none or may be two, which is reported. */
export function dateIn(report: ImportReport, at: number, column: string, text: string): string {
  const time = timeOf(text);
  if (time === undefined && text !== "" && !text.startsWith("0000")) report.cannotRead(at, column, text, WHICH_DATE);
  return time === undefined ? "" : new Date(time).toISOString();
}

/** The amount in a cell; one that is none is reported, a blank one is not. */
export function amountIn(report: ImportReport, at: number, column: string, text: string): number | undefined {
  if (text === "") return undefined;
  const amount = amountOf(text)?.value;
  if (amount === undefined) report.cannotRead(at, column, text, "an amount");
  return amount;
}
