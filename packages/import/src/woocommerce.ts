import { LRUCache } from "lru-cache";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import { optionField } from "./header-words.js";
import type { ImportReport } from "./import-report.js";
import { amountIn } from "./shopify.js";
import type { Row, Table } from "./table.js";
import { categoryAt, given, listOf } from "./values.js";

/** Whether a header is that of WooCommerce's own product export, in English. */
export function isWooCommerceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  return ["type", "sku", "name", "regular price"].every((name) => names.has(name));
}

/** Characters of variable products that are kept for their variations, which may come long after them. */
const MAX_PARENTS = 64_000_000;
/** Variations whose product comes after them. */
const MAX_WAITING = 10_000;

/**
 * Products of WooCommerce's product export. A variable product is a row without a price, and its variations are rows that
 * name it by its SKU or as "id:123"; they have what is theirs and the rest from it.
 */
export async function* wooCommerce(
  table: Table,
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> {
  const columns = columnsOf(table);
  const parents = new LRUCache<string, Parent>({
    maxSize: MAX_PARENTS,
    sizeCalculation: ({ row }) => row.cells.join("").length + 1,
  });
  const waiting: Row[] = [];
  for await (const row of table.rows()) {
    const types = listOf(columns.type(row).toLowerCase());
    const why = whyUnsold(row, columns);
    if (why !== undefined && !types.includes("variable")) report.skipUnsold(row.line, why);
    else if (types.includes("grouped")) report.leaveOut(row.line, "a grouped product is only a list of others");
    else if (types.includes("variation")) {
      const parent = parents.get(columns.parent(row));
      if (parent !== undefined) yield variationOf(row, parent, columns, report, now);
      else if (waiting.length < MAX_WAITING) waiting.push(row);
      else report.leaveOut(row.line, "its variable product is not in the file, or far behind it");
    } else if (identifierOf(row, columns) === "") report.leaveOut(row.line, "it has neither a SKU nor an ID");
    else if (types.includes("variable")) {
      const parent = { row, why, variations: 0 };
      for (const name of [`id:${columns.id(row)}`, columns.sku(row)]) if (name !== "") parents.set(name, parent);
      if (why !== undefined) report.skipUnsold(row.line, why);
    } else yield [productOf(row, columns, report, now)];
  }
  for (const row of waiting) {
    const parent = parents.get(columns.parent(row));
    if (parent !== undefined) yield variationOf(row, parent, columns, report, now);
    else report.leaveOut(row.line, "its variable product is not in the file");
  }
  for (const parent of new Set(parents.values())) {
    if (parent.variations === 0 && parent.why === undefined) yield [productOf(parent.row, columns, report, now)];
  }
}

interface Parent {
  readonly row: Row;
  /** Why it is not sold; undefined for one that is. */
  readonly why: string | undefined;
  variations: number;
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(table: Table) {
  // What is known and of no use to shoppers.
  for (const name of IRRELEVANT) table.column(name);
  table.columnsLike(/^Attribute \d+ (?:visible|global|default)$/i);
  const value = new Map(table.columnsLike(/^Attribute (\d+) value\(s\)$/i).map(({ match, cell }) => [match[1], cell]));
  return {
    id: table.raw("ID"),
    type: table.cell("Type"),
    sku: table.raw("SKU"),
    barcode: table.raw("GTIN, UPC, EAN, or ISBN"),
    name: table.cell("Name"),
    published: table.cell("Published"),
    visibility: table.cell("Visibility in catalog", "Visibility in catalogue", "Catalog visibility"),
    short: table.raw("Short description"),
    html: table.raw("Description"),
    saleFrom: table.cell("Date sale price starts"),
    saleTo: table.cell("Date sale price ends"),
    inStock: table.cell("In stock?"),
    salePrice: table.cell("Sale price"),
    price: table.cell("Regular price"),
    categories: table.cell("Categories"),
    tags: table.cell("Tags"),
    brands: table.cell("Brands", "Brand"),
    images: table.cell("Images"),
    parent: table.raw("Parent"),
    attributes: table.columnsLike(/^Attribute (\d+) name$/i).flatMap(({ match, cell: name }) => {
      const values = value.get(match[1]);
      return values === undefined ? [] : [{ name, values }];
    }),
  };
}

const IRRELEVANT = [
  "Is featured?", "Tax status", "Tax class", "Stock", "Low stock amount", "Backorders allowed?", "Sold individually?",
  "Allow customer reviews?", "Purchase note", "Shipping class", "Download limit", "Download expiry days", "Grouped products",
  "Upsells", "Cross-sells", "External URL", "Button text", "Position",
]; // prettier-ignore

const identifierOf = (row: Row, { sku, id }: Columns): string => sku(row) || id(row);

function whyUnsold(row: Row, { published, visibility }: Columns): string | undefined {
  const state = published(row);
  if (state === "0" || state === "-1") return state === "0" ? "private" : "draft";
  return visibility(row).toLowerCase() === "hidden" ? "hidden" : undefined;
}

function productOf(row: Row, columns: Columns, report: ImportReport, now: Date): ProductData {
  const identifier = identifierOf(row, columns);
  return {
    product_identifier: identifier,
    variant_identifier: identifier,
    ...sharedOf(row, columns),
    ...ownOf(row, undefined, columns, report, now),
  };
}

function variationOf(
  row: Row,
  parent: Parent,
  columns: Columns,
  report: ImportReport,
  now: Date,
): readonly ProductData[] {
  parent.variations += 1;
  if (parent.why !== undefined) return [];
  const product = identifierOf(parent.row, columns);
  const own = identifierOf(row, columns);
  return [
    {
      product_identifier: product,
      variant_identifier: own === "" || own === product ? `${product}/${row.line}` : own,
      ...sharedOf(parent.row, columns),
      ...ownOf(row, parent.row, columns, report, now),
    },
  ];
}

/** What a variable product has for all its variations. */
function sharedOf(row: Row, columns: Columns) {
  const [long, short] = [htmlText(columns.html(row)), htmlText(columns.short(row))];
  return given({
    title: columns.name(row),
    description: long || short,
    short_description: long === "" ? "" : short,
    designer: listOf(columns.brands(row))[0],
    categories: escapedList(columns.categories(row)).map((path) => categoryAt(path)),
    tags: escapedList(columns.tags(row)),
  });
}

function ownOf(row: Row, parent: Row | undefined, columns: Columns, report: ImportReport, now: Date) {
  const regular = amountIn(report, row.line, "Regular price", columns.price(row));
  const isOn = isSaleOn(columns.saleFrom(row), columns.saleTo(row), now);
  const sale = isOn ? amountIn(report, row.line, "Sale price", columns.salePrice(row)) : undefined;
  const isReduced = sale !== undefined && regular !== undefined && sale < regular;
  const images = [row, ...(parent === undefined ? [] : [parent])].flatMap((one) => listOf(columns.images(one)));
  return given({
    ...attributesOf(row, parent, columns),
    price: isReduced ? sale : regular,
    original_price: isReduced ? regular : undefined,
    on_sale: regular === undefined ? undefined : isReduced,
    in_stock: stockOf(row, columns, report),
    sku: columns.sku(row),
    barcode: columns.barcode(row),
    images: [...new Set(images)],
  });
}

function isSaleOn(from: string, to: string, now: Date): boolean {
  const END_OF_DAY_MS = 24 * 60 * 60 * 1000;
  return !(Date.parse(from) > now.getTime()) && !(Date.parse(to) + END_OF_DAY_MS <= now.getTime());
}

function stockOf(row: Row, { inStock }: Columns, report: ImportReport): boolean | undefined {
  const said = inStock(row).toLowerCase();
  if (said === "") return undefined;
  if (said === "1" || said === "backorder" || said === "yes" || said === "true") return true;
  if (said !== "0" && said !== "no" && said !== "false")
    report.cannotRead(row.line, "In stock?", said, "0, 1 or backorder");
  return false;
}

/** A variation's own attributes, and those of its product that it says nothing of. */
function attributesOf(row: Row, parent: Row | undefined, { attributes }: Columns) {
  const fields: Record<string, string | string[]> = {};
  const others: Record<string, string | string[]> = {};
  for (const source of parent === undefined ? [row] : [parent, row]) {
    for (const { name, values } of attributes) {
      const all = escapedList(values(source));
      const [only] = all;
      if (name(source) === "" || only === undefined) continue;
      const field = optionField(name(source));
      const value = all.length === 1 && field !== "sizes" ? only : all;
      if (field.startsWith("attributes.")) others[field.slice("attributes.".length) || "option"] = value;
      // A colour is one text: of a product without variations, all it comes in.
      else fields[field] = field === "color" ? all.join(" / ") : value;
    }
  }
  return { ...fields, attributes: others };
}

/** "A, B\, C" is "A" and "B, C"; some write "A | B". */
const escapedList = (text: string): string[] =>
  listOf(text, / \| |(?<!\\),/).map((part) => part.replaceAll("\\,", ","));
