import type { ProductData } from "../../../src/catalog/product-document.js";
import type { ImportReport } from "./import-report.js";
import { shopifyVariants, tagsOf, type ShopifyProduct, type ShopifyVariant } from "./shopify.js";
import type { Row, Table } from "./table.js";
import { fieldNameOf, listOf } from "./values.js";

/** Whether a header is that of a product export, of before 2025 or since. */
export function isShopifyHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  const isShopify = ["option1 value", "variant sku", "variant price", "body (html)"].some((name) => names.has(name));
  return isShopify && (names.has("handle") || names.has("url handle"));
}

/** A product of more rows than this is a file with a column gone wrong. */
const MAX_ROWS = 10_000;

/**
 * Products of a Shopify product export. Rows of one handle follow each other; the first has what is the product's, each
 * may have a variant, an image, or both.
 */
export async function* shopifyCsv(table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> {
  const columns = columnsOf(table);
  let rows: Row[] = [];
  for await (const row of table.rows()) {
    const handle = columns.handle(row);
    const [first] = rows;
    const continues = first !== undefined && columns.handle(first) === handle && columns.title(row) === "";
    if (handle === "") report.leaveOut(row.line, "it has no handle");
    else if (continues && rows.length === MAX_ROWS)
      report.leaveOut(row.line, `its product has more than ${MAX_ROWS} rows`);
    else if (continues) rows.push(row);
    else if (columns.title(row) === "") {
      report.leaveOut(row.line, "the first row of its product does not stand right before it: sort the file by handle");
    } else {
      yield variantsIn(rows, columns, report);
      rows = [row];
    }
  }
  yield variantsIn(rows, columns, report);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(table: Table) {
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
    options: [1, 2, 3].map((at) => ({ name: table.cell(`Option${at} Name`), value: table.cell(`Option${at} Value`) })),
    metafields: table
      .columnsLike(/^(.*?)\s*\(product\.metafields\.([^.)]*)[^)]*\)$/i)
      .filter(({ match: [, , namespace = ""] }) => !OF_PROGRAMS.test(namespace))
      .map(({ match: [, label = "", namespace], cell }) => ({
        name: fieldNameOf(label),
        cell: namespace === "shopify" ? (row: Row) => namesOf(cell(row)) : cell,
      })),
  };
  // What an import is told and no shopper asks for.
  for (const name of IRRELEVANT) table.column(name);
  return known;
}

/** Namespaces of what programs keep: related products, copies for other channels, reviews. */
const OF_PROGRAMS =
  /^(?:shopify--discovery|mm-google|google|global|seo|judgeme|loox|yotpo|stamped|okendo|reviews?$|app--)/i;

/** Shopify's own metafields have handles of their values: "all-skin-types; dry" → "All skin types; Dry". */
const namesOf = (text: string): string =>
  listOf(text, ";")
    .map((handle) => handle.replaceAll(/-+/g, " ").replace(/^./u, (letter) => letter.toUpperCase()))
    .join(";");

const IRRELEVANT = [
  "Option1 Linked To", "Option2 Linked To", "Option3 Linked To", "Variant Fulfillment Service", "Fulfillment service",
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
  // Only the first row names the options.
  const names = columns.options.map(({ name }) => name(first));
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
      columns.metafields.flatMap(({ name, cell }) => {
        const values = listOf(cell(first), ";");
        const [only] = values;
        return only === undefined || name === "" ? [] : [[name, values.length === 1 ? only : values]];
      }),
    ),
    images: imagesOf(rows, columns),
    variants: variants.map((row) => variantIn(row, names, columns)),
  };
  return shopifyVariants(product, report);
}

function whyUnsold(row: Row, { status, published }: Columns): string | undefined {
  const state = status(row).toLowerCase();
  if (state === "draft" || state === "archived") return state;
  return published(row).toLowerCase() === "false" ? "not published" : undefined;
}

/** A row may have nothing but one more image. */
const hasVariant = (row: Row, { options, sku, price }: Columns): boolean =>
  options.some(({ value }) => value(row) !== "") || sku(row) !== "" || price(row) !== "";

/** In the order of their positions, as far as these are given. */
function imagesOf(rows: readonly Row[], { image, position }: Columns): string[] {
  const found = rows.filter((row) => image(row) !== "");
  const placeOf = (row: Row) => Number(position(row)) || Infinity;
  return found.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b))).map((row) => image(row));
}

function variantIn(row: Row, names: readonly string[], columns: Columns): ShopifyVariant {
  return {
    at: row.line,
    // A spreadsheet is kept from changing it by an apostrophe.
    sku: columns.sku(row).replace(/^'/, ""),
    barcode: columns.barcode(row).replace(/^'/, ""),
    options: columns.options.map(({ value }, at) => [names[at] ?? "", value(row)]),
    price: columns.price(row),
    compareAt: columns.compareAt(row),
    inStock: stockOf(row, columns),
    image: columns.variantImage(row),
  };
}

/** Unknown where the export has no quantities, as that of a shop with several locations; without a tracker it is always there. */
function stockOf(row: Row, { tracker, quantity, policy }: Columns): boolean | undefined {
  if (quantity === undefined) return undefined;
  if (tracker(row) === "" || /^(?:continue|true|yes)$/i.test(policy(row))) return true;
  const left = Number(quantity(row));
  return Number.isFinite(left) ? left > 0 : undefined;
}
