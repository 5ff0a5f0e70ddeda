import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import { ImportError } from "./import-error.js";
import type { ImportReport } from "./import-report.js";
import {
  amountIn,
  assembled,
  dateIn,
  isSaleOn,
  optionsOf,
  pricesOf,
  type Options,
  type PlatformRow,
} from "./platform-rows.js";
import type { Row, Table } from "./table.js";
import { addressesOf, categoryOf, given, listOf } from "./values.js";

/** Whether a header belongs to a product export of Magento 2, Adobe Commerce or Mage-OS. */
export function isMagentoHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  return ["sku", "product_type", "attribute_set_code", "name"].every((name) => names.has(name));
}

/**
 * Yields the products of a Magento export. The variants of a configurable product are hidden simple products in earlier
 * rows. Rows of a store view are translations and are skipped.
 */
export const magento = (
  table: Table,
  head: readonly (readonly string[])[],
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, hiddenIn(table.header, head), report, now), report, "configurable product");

/**
 * Returns a function that determines whether a visibility label means that the product is hidden. Labels are in the
 * exporting user's language. Three of the four labels are "Catalog, Search", "Catalog" and "Search"; the remaining
 * label means hidden.
 * @throws {ImportError} if the labels are not English and it is unclear which label means hidden
 */
function hiddenIn(header: readonly string[], rows: readonly (readonly string[])[]): (label: string) => boolean {
  const at = header.findIndex((name) => name.toLowerCase() === "visibility");
  const labels = new Set(rows.map((row) => row[at]?.trim().toLowerCase() ?? ""));
  const whole = ["catalog, search", ...[...labels].filter((label) => /[,،，、]/.test(label))];
  const shown = new Set(["", ...whole, ...whole.flatMap((label) => label.split(/\s*[,،，、]\s*/))]);
  const others = [...labels].filter((label) => !shown.has(label));
  const [first, second] = others.filter((label) => others.length > 1 || !label.startsWith("not visible"));
  if (second !== undefined || (first !== undefined && whole.length === 1))
    throw new ImportError(`visibility ${JSON.stringify(first)}: this may mean “Not Visible Individually”. Set the language of the Magento admin to English and export the products again`); // prettier-ignore
  return (label) => !shown.has(label.toLowerCase());
}

async function* rowsOf(
  table: Table,
  isHiddenBy: (label: string) => boolean,
  report: ImportReport,
  now: Date,
): AsyncGenerator<PlatformRow> {
  const columns = {
    sku: table.raw("sku"), view: table.cell("store_view_code"), type: table.cell("product_type"), name: table.cell("name"),
    html: table.raw("description"), short: table.raw("short_description"), categories: table.cell("categories"),
    online: table.cell("product_online"), visibility: table.cell("visibility"), price: table.cell("price"),
    special: table.cell("special_price"), from: table.cell("special_price_from_date"), to: table.cell("special_price_to_date"),
    handle: table.cell("url_key"), created: table.cell("created_at"), attributes: table.cell("additional_attributes"),
    quantity: table.cell("qty"), inStock: table.cell("is_in_stock"), isManaged: table.cell("manage_stock"),
    usesConfig: table.cell("use_config_manage_stock"), backorders: table.cell("allow_backorders"),
    variations: table.cell("configurable_variations"), labels: table.cell("configurable_variation_labels"),
    images: ["base_image", "additional_images"].map((name) => table.cell(name)),
  }; // prettier-ignore
  table.ignore(
    /^(?:meta_|.*_image(?:_label)?s?$|use_config_|related_|crosssell_|upsell_|bundle_|associated_|custom_|.*_position$|attribute_set_code|product_websites|tax_class_name|updated_at|new_|display_|map_|msrp_|gift_|page_layout|product_options_container|weight$|.*qty|.*_qty|website_id|.*_increments|is_decimal_divided|deferred_|hide_from|notify_|.*_image_labels)/,
  );
  for await (const row of table.rows()) {
    const sku = columns.sku(row);
    const type = columns.type(row).toLowerCase();
    if (columns.view(row) !== "" && columns.view(row) !== "default")
      report.skipUnsold(row.line, "a translation of a product for a store view"); // prettier-ignore
    else if (sku === "") report.leaveOut(row.line, "the row has no sku");
    else if (type === "grouped") report.leaveOut(row.line, "a grouped product only lists other products");
    else yield rowOf(row, sku, type);
  }

  function rowOf(row: Row, sku: string, type: string): PlatformRow {
    const isHidden = isHiddenBy(columns.visibility(row));
    const isParent = type === "configurable";
    const variations = variationsOf(columns.variations(row));
    const { attributes, designer } = attributesOf(columns.attributes(row));
    return {
      line: row.line,
      kind: isParent ? "parent" : isHidden ? "variant" : "product",
      identifier: sku,
      names: isParent ? [...variations.keys()] : [sku],
      unsold: columns.online(row) === "2" ? "disabled" : isHidden && isParent ? "not visible" : undefined,
      shared: isHidden && !isParent ? {} : sharedOf(row, designer),
      own: ownOf(row, sku),
      options: attributes,
      optionsOf: variations,
    };
  }

  function sharedOf(row: Row, designer: string) {
    const [long, short] = [htmlText(columns.html(row)), htmlText(columns.short(row))];
    return given({
      title: columns.name(row),
      handle: columns.handle(row),
      description: long || short,
      short_description: long === "" ? "" : short,
      designer,
      categories: categoriesOf(columns.categories(row)),
      released_at: dateIn(report, row.line, "created_at", columns.created(row)),
    });
  }

  function ownOf(row: Row, sku: string) {
    const isOn = isSaleOn(report, row.line, columns.from(row), columns.to(row), now);
    const sale = isOn ? amountIn(report, row.line, "special_price", columns.special(row)) : undefined;
    return given({
      ...pricesOf(amountIn(report, row.line, "price", columns.price(row)), sale),
      in_stock: stockOf(row),
      sku,
      images: columns.images.flatMap((cell) => addressesOf(cell(row))).filter((image) => image !== "no_selection"),
    });
  }

  /**
   * Whether a product is in stock. Returns undefined for bundles and configurable products, which have no stock of
   * their own.
   */
  function stockOf(row: Row): boolean | undefined {
    if (!/^(?:simple|virtual|downloadable)$/i.test(columns.type(row)) || columns.inStock(row) === "") return undefined;
    const isUncounted = columns.isManaged(row) === "0" && columns.usesConfig(row) !== "1";
    return columns.inStock(row) === "1" && (isUncounted || columns.backorders(row) === "1" || columns.quantity(row) === "" || Number(columns.quantity(row)) > 0); // prettier-ignore
  }
}

/**
 * Parses category paths such as "Default Category/Gear,Default Category/Gear/Bags". Omits the root category, and each
 * category that is the parent of another listed category.
 */
function categoriesOf(text: string): string[] {
  const root = /^[^/,]*/.exec(text)?.[0] ?? "";
  const isRoot = (part: string) => part === root || part.startsWith(`${root}/`);
  const parts: string[] = [];
  // A comma is a separator only before a part that starts with the root category. Other commas belong to a name.
  for (const part of text.split(",")) {
    if (parts.length === 0 || isRoot(part)) parts.push(part);
    else parts.push(`${parts.pop() ?? ""},${part}`);
  }
  const below = [...new Set(parts.map((part) => categoryOf(part.split("/").slice(1))))].filter((path) => path !== "");
  return below.filter((path) => !below.some((other) => other.startsWith(`${path}: `)));
}

/** Parses variants: "sku=A-S,size=S,color=Red|sku=A-M,size=M,color=Red". */
function variationsOf(text: string): Map<string, Options> {
  const known = new Set(["sku", "price", "display", "image", "visibility"]);
  return new Map(
    listOf(text, "|").flatMap((variation) => {
      const pairs = pairsOf(variation);
      const sku = pairs.find(([name]) => name === "sku")?.[1];
      return sku === undefined ? [] : [[sku, optionsOf(pairs.filter(([name]) => !known.has(name)).map(([name, value]) => [name, [value]] as const))] as const]; // prettier-ignore
    }),
  );
}

/** Attributes of the export that are irrelevant for shoppers. */
const INTERNAL = /^(?:has_options|required_options|quantity_and_stock_status|shipment_type|.*_price|price_.*|.*_type|ts_.*|links_.*|samples_.*|gift_.*|tax_.*|swatch_image|msrp.*|.*_label|custom_.*|category_ids|options_container|email_template|allow_.*|lifetime|.*_html)$/; // prettier-ignore

function attributesOf(text: string): { readonly attributes: Options; readonly designer: string } {
  const pairs = pairsOf(text).filter(([name, value]) => !INTERNAL.test(name) && value.length <= 500);
  const designer = pairs.find(([name]) => /^(?:manufacturer|brand|designer)$/.test(name))?.[1] ?? "";
  const others = pairs.filter(([name]) => !/^(?:manufacturer|brand|designer)$/.test(name));
  return { attributes: optionsOf(others.map(([name, value]) => [name, listOf(value, "|")] as const)), designer };
}

/**
 * Parses "a=x,b=y, z" to the values "x" for a and "y, z" for b. A comma belongs to the value unless a name and "="
 * follow.
 */
const pairsOf = (text: string): (readonly [name: string, value: string])[] =>
  text.split(/,(?=[a-z][\w-]*=)/i).flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = plainText(pair.slice(at + 1)).replace(/^"(.*)"$/s, "$1").trim();
    return at < 1 || value === "" ? [] : [[pair.slice(0, at).trim().toLowerCase(), value] as const];
  }); // prettier-ignore
