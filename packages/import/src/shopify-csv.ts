import type { ProductData } from "../../../src/catalog/product-document.js";
import { nameScore, optionField, wordOf } from "./header-words.js";
import { hasMarkup, htmlTexts } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { shopifyVariants, tagsOf, UNSOLD, type ShopifyProduct, type ShopifyVariant } from "./shopify.js";
import type { Row, Table } from "./table.js";
import { fieldNameOf, listOf } from "./values.js";

/** Whether a header belongs to a Shopify product export, in the format before or after the 2025 change. */
export function isShopifyHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  const isShopify = ["option1 value", "variant sku", "variant price", "body (html)"].some((name) => names.has(name));
  return isShopify && (names.has("handle") || names.has("url handle"));
}

/** Maximum number of rows of a product. If a product has more rows, a column was probably misinterpreted. */
const MAX_ROWS = 10_000;

/**
 * Yields the products of a Shopify product export. Rows with the same handle are consecutive. The first row contains
 * the product; each row may add a variant, an image, or both.
 * @param sample the first rows of the file, used to detect the content of columns
 */
export async function* shopifyCsv(
  table: Table,
  sample: readonly (readonly string[])[],
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const columns = columnsOf(table, sample);
  let rows: Row[] = [];
  for await (const row of table.rows()) {
    const handle = columns.handle(row);
    const [first] = rows;
    const continues = first !== undefined && columns.handle(first) === handle && columns.title(row) === "";
    if (handle === "") report.leaveOut(row.line, "the row has no handle");
    else if (continues && rows.length === MAX_ROWS)
      report.leaveOut(row.line, `the row's product has more than ${MAX_ROWS} rows`);
    else if (continues) rows.push(row);
    else if (columns.title(row) === "") {
      report.leaveOut(row.line, "the row does not follow the first row of its product: sort the file by handle");
    } else {
      yield variantsIn(rows, columns, report);
      rows = [row];
    }
  }
  yield variantsIn(rows, columns, report);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(table: Table, sample: readonly (readonly string[])[]) {
  const metafields = metafieldsOf(table, sample);
  const known = {
    handle: table.raw("Handle", "URL handle"),
    title: table.cell("Title"),
    html: table.raw("Body (HTML)", "Description"),
    vendor: table.cell("Vendor"),
    category: table.cell("Product Category", "Standard Product Type", "Google Shopping / Google Product Category"),
    type: table.cell("Type", "Custom Product Type"),
    collection: table.cell("Collection"),
    tags: table.cell("Tags"),
    published: table.cell("Published", "Published on online store"),
    status: table.cell("Status"),
    sku: table.raw("Variant SKU", "SKU"),
    barcode: table.raw("Variant Barcode", "Barcode"),
    price: table.cell("Variant Price", "Price"),
    compareAt: table.cell("Variant Compare At Price", "Compare-at price"),
    tracker: table.cell("Variant Inventory Tracker", "Inventory tracker"),
    quantity: table.column("Variant Inventory Qty", "Inventory quantity"),
    policy: table.cell("Variant Inventory Policy", "Continue selling when out of stock"),
    image: table.cell("Image Src", "Product image URL"),
    position: table.cell("Image Position"),
    variantImage: table.cell("Variant Image", "Variant image URL"),
    gender: table.cell("Google Shopping / Gender"),
    ageGroup: table.cell("Google Shopping / Age Group"),
    options: [1, 2, 3].map((at) => ({
      name: table.cell(`Option${at} Name`),
      value: table.cell(`Option${at} Value`),
      linkedTo: table.cell(`Option${at} Linked To`),
    })),
    metafields,
  };
  // Do not report columns that are irrelevant for shoppers as unused.
  for (const name of IRRELEVANT) table.column(name);
  return known;
}

/** Matches the metafield namespaces of Shopify apps, such as apps for reviews or sales channels. */
const OF_PROGRAMS =
  /^(?:shopify--discovery|mm-google|google|global|seo|judgeme|loox|yotpo|stamped|okendo|reviews?$|app--)/i;

interface Metafield {
  /** Metafield key as in the "Linked To" columns, without the prefix "product.metafields.": "shopify.ring-size". */
  readonly key: string;
  readonly name: string;
  readonly values: (row: Row) => readonly string[];
}

function metafieldsOf(table: Table, sample: readonly (readonly string[])[]): Metafield[] {
  const columns = table.columnsLike(METAFIELD).flatMap(({ match, cell }) => {
    const [column, label = "", namespace = "", rest = ""] = match;
    if (OF_PROGRAMS.test(namespace)) return [];
    const at = table.header.indexOf(column);
    const isMarkup = sample.some((cells) => hasMarkup(cells[at] ?? ""));
    return [{ key: namespace + rest, label, isMarkup, cell }];
  });
  const color = colorColumn(columns);
  return columns.map((column) => {
    const { key, label, cell } = column;
    const isHandles = key.startsWith("shopify.");
    return {
      key,
      name: fieldNameOf(column === color ? "Color" : nameOfMetafield(key, label)),
      values: (row) => (isHandles ? listOf(cell(row), ";").map(shownHandle) : valuesOf(cell(row))),
    };
  });
}

const METAFIELD = /^(.*?)\s*\(product\.metafields\.([^.)]*)([^)]*)\)$/i;

interface MetafieldColumn {
  readonly label: string;
  /** Whether the column contains markup, such as swatches or links, instead of names. */
  readonly isMarkup: boolean;
}

/**
 * If all "color" columns contain markup, returns the column to use instead: the only column without markup whose name
 * refers to a color.
 */
function colorColumn<C extends MetafieldColumn>(columns: readonly C[]): C | undefined {
  const named = columns.filter(({ label }) => optionField(label) === "color");
  if (named.length === 0 || named.some(({ isMarkup }) => !isMarkup)) return undefined;
  const others = columns.filter(({ label, isMarkup }) => !isMarkup && nameScore(wordOf(label), "color") > 0);
  return others.length === 1 ? others[0] : undefined;
}

/**
 * Returns the field name for a metafield. Shopify has several metafields for sizes ("ring-size", "shoe-size") and for
 * colors, which are mapped to the fields "Size" and "Color".
 */
function nameOfMetafield(key: string, label: string): string {
  if (/^shopify\.(?:[\w-]+-)?size$/.test(key)) return "Size";
  return /^shopify\.color(?:-pattern)?$/.test(key) ? "Color" : label;
}

/** Returns the values of a custom metafield, which may contain text, a list, HTML or Shopify rich text. */
function valuesOf(text: string): readonly string[] {
  if (hasMarkup(text)) return htmlTexts(text);
  if (!/^\{\s*"type"\s*:\s*"root"/.test(text)) return listOf(text, ";");
  return [...text.matchAll(/"value"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, value = ""]) => {
    const shown = (JSON.parse(value) as string).trim();
    return shown === "" ? [] : [shown];
  });
}

/** Formats the handle of a Shopify metaobject: "all-skin-types" → "All skin types". Names are returned unchanged. */
const shownHandle = (text: string): string =>
  /^[\p{Ll}\p{Lo}\p{N}]+(?:-+[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(text)
    ? text.replaceAll(/-+/g, " ").replace(/^./u, (letter) => letter.toUpperCase())
    : text;

const IRRELEVANT = [
  "Variant Fulfillment Service", "Fulfillment service",
  "Variant Requires Shipping", "Requires shipping", "Variant Taxable", "Charge tax", "Variant Tax Code", "Tax code",
  "Gift Card", "Image Alt Text", "SEO Title", "SEO Description", "Variant Weight Unit", "Weight unit for display",
  "Cost per item", "Variant Grams", "Weight value (grams)",
]; // prettier-ignore

function variantsIn(rows: readonly Row[], columns: Columns, report: ImportReport): readonly ProductData[] {
  const [first] = rows;
  if (first === undefined) return [];
  const why = whyUnsold(first, columns);
  if (why !== undefined) {
    report.skipUnsold(first.line, why);
    return [];
  }
  // Read option names and links to metafields from the product's first row, because other rows do not contain them.
  const options = columns.options.map(({ name, linkedTo }) => optionOf(name(first), linkedTo(first), columns));
  const linked = new Set(options.flatMap(({ key }) => key ?? []));
  const variants = rows.filter((row) => row === first || hasVariant(row, columns));
  const product: ShopifyProduct = {
    at: first.line,
    handle: columns.handle(first),
    title: columns.title(first),
    html: columns.html(first),
    vendor: columns.vendor(first),
    category: columns.category(first),
    type: columns.type(first) || columns.collection(first),
    tags: tagsOf(columns.tags(first)),
    publishedAt: "",
    fields: { gender: columns.gender(first), age_group: columns.ageGroup(first) },
    attributes: Object.fromEntries(
      columns.metafields.flatMap(({ key, name, values }) => {
        const found = linked.has(key) ? [] : values(first);
        const [only] = found;
        return only === undefined || name === "" ? [] : [[name, found.length === 1 ? only : found]];
      }),
    ),
    images: imagesOf(rows, columns),
    variants: variants.map((row) => variantIn(row, options, columns)),
  };
  return shopifyVariants(product, report);
}

interface Option {
  readonly name: string;
  /** Key of the metafield to which the option is linked; undefined for other options. */
  readonly key: string | undefined;
}

/** Names a linked option after its metafield, so that all products use the same field. */
function optionOf(name: string, linkedTo: string, { metafields }: Columns): Option {
  const key = /^product\.metafields\.(.+)$/i.exec(linkedTo)?.[1];
  if (key === undefined) return { name, key };
  return { name: metafields.find((one) => one.key === key)?.name ?? nameOfMetafield(key, name), key };
}

function whyUnsold(row: Row, { status, published }: Columns): string | undefined {
  const state = status(row).toLowerCase();
  if (UNSOLD.has(state)) return state;
  return published(row).toLowerCase() === "false" ? "not published" : undefined;
}

/** Whether a row contains a variant. Some rows only add an image. */
const hasVariant = (row: Row, { options, sku, price }: Columns): boolean =>
  options.some(({ value }) => value(row) !== "") || sku(row) !== "" || price(row) !== "";

/** Images sorted by position; images without a position come last. */
function imagesOf(rows: readonly Row[], { image, position }: Columns): string[] {
  const found = rows.filter((row) => image(row) !== "");
  const positionOf = (row: Row) => Number(position(row)) || Infinity;
  return found
    .sort((a, b) => (positionOf(a) === positionOf(b) ? 0 : positionOf(a) - positionOf(b)))
    .map((row) => image(row));
}

function variantIn(row: Row, options: readonly Option[], columns: Columns): ShopifyVariant {
  return {
    at: row.line,
    // Removes the apostrophe that exports add to prevent spreadsheets from reformatting a value.
    sku: columns.sku(row).replace(/^'/, ""),
    barcode: columns.barcode(row).replace(/^'/, ""),
    options: columns.options.map(({ value }, at) => {
      const { name = "", key } = options[at] ?? {};
      return [name, key === undefined ? value(row) : shownHandle(value(row))];
    }),
    price: columns.price(row),
    compareAt: columns.compareAt(row),
    inStock: stockOf(row, columns),
    image: columns.variantImage(row),
  };
}

/**
 * Whether a variant is in stock. Returns undefined if the export has no quantities, as in exports of shops with several
 * locations. Untracked variants are always in stock.
 */
function stockOf(row: Row, { tracker, quantity, policy }: Columns): boolean | undefined {
  if (quantity === undefined) return undefined;
  if (tracker(row) === "" || /^(?:continue|true|yes)$/i.test(policy(row))) return true;
  const left = Number(quantity(row));
  return Number.isFinite(left) ? left > 0 : undefined;
}
