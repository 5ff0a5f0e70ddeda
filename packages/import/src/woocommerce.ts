import type { ProductData } from "../../../src/catalog/product-document.js";
import { nameScore, wordOf, type Role } from "./header-words.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, isSaleOn, optionsOf, pricesOf, type PlatformRow } from "./platform-rows.js";
import type { Row, Table } from "./table.js";
import { categoryAt, given, listOf, yesOrNo } from "./values.js";

/**
 * English names of the columns of WooCommerce's product export, in order. The export translates its header to the
 * shop's language, but the order, the product types and the visibility values never change. The layout is therefore
 * detected from the column order and these values.
 */
const ORDER = [
  "ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog", "Short description",
  "Description", "Date sale price starts", "Date sale price ends", "Tax status", "Tax class", "In stock?", "Stock",
  "Low stock amount", "Backorders allowed?", "Sold individually?", "Weight", "Length", "Width", "Height",
  "Allow customer reviews?", "Purchase note", "Sale price", "Regular price", "Categories", "Tags", "Shipping class", "Images",
  "Download limit", "Download expiry days", "Parent", "Grouped products", "Upsells", "Cross-sells", "External URL",
  "Button text", "Position",
] as const; // prettier-ignore

/** Alternative English column names of other WooCommerce versions. */
const SYNONYMS: Readonly<Record<string, string>> = {
  "visibility in catalogue": "Visibility in catalog",
  "catalog visibility": "Visibility in catalog",
  brand: "Brands",
};

/** Indexes of the columns, keyed by English name, and of the attribute columns. */
export interface WooCommerceLayout {
  readonly columns: ReadonlyMap<string, number>;
  readonly attributes: readonly { readonly name: number; readonly values: number }[];
}

const TYPES = new Set(["simple", "variable", "variation", "grouped", "external", "virtual", "downloadable", "subscription", "variable-subscription", "subscription_variation", "bundle", "composite", "booking"]); // prettier-ignore
const isTypes = (cell: string): boolean => cell.split(",").every((type) => TYPES.has(type.trim().toLowerCase()));

/**
 * Detects the layout of a WooCommerce export in any language; undefined for other tables.
 * @param rows some rows below the header
 */
export function wooCommerceLayout(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): WooCommerceLayout | undefined {
  const english = englishColumns(header);
  const isEnglish = ["Type", "SKU", "Name", "Regular price"].every((name) => english.has(name));
  const columns = isEnglish ? english : (orderedColumns(header, rows) ?? namedColumns(header, rows));
  return columns === undefined ? undefined : { columns, attributes: attributesIn(header, rows) };
}

function englishColumns(header: readonly string[]): Map<string, number> {
  const known = new Map([...ORDER, "Brands"].map((name) => [name.toLowerCase(), name] as const));
  const found = new Map<string, number>();
  header.forEach((cell, at) => {
    const name = cell.trim().toLowerCase();
    const english = SYNONYMS[name] ?? known.get(name);
    if (english !== undefined && !found.has(english)) found.set(english, at);
  });
  return found;
}

/** Share of the non-empty values in a column that satisfy a condition. */
const share = (rows: readonly (readonly string[])[], at: number, is: (cell: string) => boolean): number => {
  const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
};

/**
 * Locates columns of untranslated or translated exports by their fixed order. The type, visibility and measurement
 * columns, which are recognizable in every language, serve as reference points.
 */
function orderedColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Map<string, number> | undefined {
  const type = header.findIndex((_, at) => share(rows, at, isTypes) > 0.9);
  const visibility = header.findIndex((_, at) => at > type && share(rows, at, (cell) => /^(?:visible|catalog|search|hidden)$/.test(cell)) > 0.5); // prettier-ignore
  const height = header.findLastIndex((name, at) => at < visibility + 20 && /\([^)]+\)\s*$/.test(name));
  const position = (name: (typeof ORDER)[number]) => ORDER.indexOf(name);
  const isLaidOut =
    type !== -1 &&
    visibility - type >= 5 &&
    visibility - type <= 6 &&
    height - visibility <= position("Height") - position("Visibility in catalog") && // prettier-ignore
    height - visibility >= position("Height") - position("Visibility in catalog") - 1 &&
    header.length > height + position("Parent") - position("Height");
  if (!isLaidOut) return undefined;
  const found = new Map<string, number>([["Type", type]]);
  if (type > 0) found.set("ID", type - 1);
  found.set("SKU", type + 1);
  if (visibility - type === 6) found.set("GTIN, UPC, EAN, or ISBN", type + 2);
  for (const name of ORDER.slice(4)) {
    const isBefore = position(name) <= position("Stock");
    found.set(
      name,
      isBefore
        ? visibility + position(name) - position("Visibility in catalog")
        : height + position(name) - position("Height"),
    );
  }
  const brands = header.findIndex((name, at) => at > (found.get("Position") ?? 0) && nameScore(wordOf(name), "designer") > 0.7); // prettier-ignore
  if (brands !== -1) found.set("Brands", brands);
  return found;
}

/** Roles used to find columns in exports that contain only some columns, or have translated column names. */
const ROLES: readonly (readonly [name: string, role: Role])[] = [
  ["Name", "title"], ["Short description", "short_description"], ["Description", "description"], ["Sale price", "sale_price"],
  ["Regular price", "original_price"], ["Categories", "category"], ["Tags", "tags"], ["Images", "images"], ["Parent", "group"],
  ["Brands", "designer"], ["SKU", "identifier"],
]; // prettier-ignore

function namedColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Map<string, number> | undefined {
  const type = header.findIndex((_, at) => share(rows, at, isTypes) > 0.9);
  if (type === -1) return undefined;
  const found = new Map<string, number>([["Type", type]]);
  const taken = new Set([type]);
  for (const [name, role] of ROLES) {
    const scores = header.map((cell, at) => ({ at, score: taken.has(at) ? 0 : nameScore(wordOf(cell), role) }));
    const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
    if (best.score < 0.7) continue;
    found.set(name, best.at);
    taken.add(best.at);
  }
  const isExport = ["Name", "Regular price", "Sale price", "SKU"].every((name) => found.has(name));
  return isExport && attributesIn(header, rows).length > 0 ? found : undefined;
}

/**
 * Finds groups of consecutive columns with the same number in their names: name, values and visibility of an attribute.
 */
function attributesIn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): WooCommerceLayout["attributes"] {
  const runs: { number: string; positions: number[] }[] = [];
  header.forEach((name, at) => {
    const number = /^[^:]*?(\d+)[^:\d]*$/.exec(name)?.[1];
    if (number === undefined || /\(|^\d/.test(name.replace(/\([a-zé]{1,3}\)/gi, ""))) return;
    const run = runs.at(-1);
    if (run?.number === number && run.positions.at(-1) === at - 1) run.positions.push(at);
    else runs.push({ number, positions: [at] });
  });
  return runs.flatMap(({ positions: [name, values, third] }) => {
    const isDownload = third !== undefined && share(rows, third, (cell) => /^https?:/.test(cell)) > 0.5;
    return name === undefined || values === undefined || isDownload ? [] : [{ name, values }];
  });
}

/**
 * Yields the products of a WooCommerce export. A variable product is a row without a price. The variations of a product
 * are rows that refer to the product by SKU or "id:123" and inherit missing values.
 */
export const wooCommerce = (
  table: Table,
  layout: WooCommerceLayout,
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> => assembled(rowsOf(table, layout, report, now), report, "variable product");

async function* rowsOf(
  table: Table,
  { columns, attributes }: WooCommerceLayout,
  report: ImportReport,
  now: Date,
): AsyncGenerator<PlatformRow> {
  const cell = (name: string) => table.at(columns.get(name));
  const read = Object.fromEntries([...ORDER, "Brands"].map((name) => [name, cell(name)]));
  const of = (row: Row, name: string): string => read[name]?.(row) ?? "";
  table.ignore(/\d.*|^M[eé]ta\b/i);
  const pairs = attributes.map(({ name, values }) => ({ name: table.at(name), values: table.at(values) }));
  for await (const row of table.rows()) {
    const types = listOf(of(row, "Type").toLowerCase());
    const isVariation = types.some((type) => type === "variation" || type === "subscription_variation");
    const isVariable = types.some((type) => type.startsWith("variable"));
    const identifier = of(row, "SKU") || of(row, "ID");
    if (types.includes("grouped")) {
      report.leaveOut(row.line, "a grouped product only lists other products");
      continue;
    }
    if (identifier === "" && !isVariation) {
      report.leaveOut(row.line, "the row has neither a SKU nor an ID");
      continue;
    }
    yield {
      line: row.line,
      kind: isVariation ? "variant" : isVariable ? "parent" : "product",
      identifier,
      names: isVariation
        ? [of(row, "Parent")]
        : [of(row, "ID") === "" ? "" : `id:${of(row, "ID")}`, of(row, "SKU")].filter(Boolean),
      unsold: unsoldWhy(row),
      shared: isVariation ? {} : sharedOf(row),
      own: ownOf(row),
      options: optionsOf(pairs.map(({ name, values }) => [name(row), escapedList(values(row))] as const)),
    };
  }

  function unsoldWhy(row: Row): string | undefined {
    const state = of(row, "Published");
    if (state === "0" || state === "-1") return state === "0" ? "private" : "draft";
    return of(row, "Visibility in catalog").toLowerCase() === "hidden" ? "hidden" : undefined;
  }

  function sharedOf(row: Row) {
    const [long, short] = [htmlText(of(row, "Description")), htmlText(of(row, "Short description"))];
    return given({
      title: plainText(of(row, "Name")),
      description: long || short,
      short_description: long === "" ? "" : short,
      designer: listOf(plainText(of(row, "Brands")))[0],
      categories: escapedList(plainText(of(row, "Categories"))).map((path) => categoryAt(path)),
      tags: escapedList(plainText(of(row, "Tags"))),
    });
  }

  function ownOf(row: Row) {
    const regular = amountIn(report, row.line, table.header[columns.get("Regular price") ?? 0] ?? "", of(row, "Regular price")); // prettier-ignore
    const isOn = isSaleOn(report, row.line, of(row, "Date sale price starts"), of(row, "Date sale price ends"), now);
    const sale = isOn ? amountIn(report, row.line, table.header[columns.get("Sale price") ?? 0] ?? "", of(row, "Sale price")) : undefined; // prettier-ignore
    return given({
      ...pricesOf(regular, sale),
      in_stock: stockOf(row),
      sku: of(row, "SKU"),
      barcode: of(row, "GTIN, UPC, EAN, or ISBN"),
      images: listOf(of(row, "Images")),
    });
  }

  function stockOf(row: Row): boolean | undefined {
    const stock = of(row, "In stock?").toLowerCase();
    if (stock === "") return undefined;
    const read = stock === "backorder" ? true : yesOrNo(stock);
    if (read === undefined) report.cannotRead(row.line, "In stock?", stock, "0, 1 or backorder");
    return read;
  }
}

/** Splits "A, B\, C" into "A" and "B, C"; also accepts "A | B". */
const escapedList = (text: string): string[] =>
  listOf(text, / \| |(?<!\\),/).map((part) => part.replaceAll("\\,", ","));
