import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, dateIn, optionsOf, pricesOf, type Options, type PlatformRow } from "./platform-rows.js";
import type { Row, Table } from "./table.js";
import { addressesOf, categoryOf, given, listOf, yesOrNo } from "./values.js";

/**
 * Whether a header belongs to a BigCommerce product export, in the format used before 2023 or the format used since
 * 2023.
 */
export function isBigCommerceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  const has = (...all: readonly string[]) => all.every((name) => names.has(name));
  return has("item type", "product name") || has("item", "id", "name", "type", "sku", "options");
}

/**
 * Yields the products of a BigCommerce export. In the export, variants and images are rows below the row of the
 * product.
 */
export const bigCommerce = (table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report), report);

interface Product {
  readonly row: Row;
  readonly variants: Row[];
  readonly images: string[];
}

async function* rowsOf(table: Table, report: ImportReport): AsyncGenerator<PlatformRow> {
  const columns = {
    item: table.cell("Item", "Item Type"), id: table.raw("ID", "Product ID"), name: table.cell("Name", "Product Name"),
    sku: table.raw("SKU", "Product Code/SKU", "Code"), options: table.cell("Options", "Product Name"), brand: table.cell("Brand Name", "Brand"),
    html: table.raw("Description", "Product Description"), price: table.cell("Price"), sale: table.cell("Sale Price"),
    retail: table.cell("Retail Price"), tracking: table.cell("Inventory Tracking", "Track Inventory"),
    stock: table.cell("Current Stock", "Current Stock Level", "Stock Level"), categories: table.cell("Categories", "Category", "Category String"),
    visible: table.cell("Is Visible", "Product Visible?", "Product Visible"), url: table.cell("Product URL"), barcode: table.raw("GTIN", "Product UPC/EAN"),
    image: table.cell("Image URL (Import)", "Internal Image URL (Export)", "Variant Image URL", "Image URL", "Product Images"), added: table.cell("Date Added"), condition: table.cell("Condition", "Product Condition"),
    custom: table.cell("Custom Fields", "Product Custom Fields"),
  }; // prettier-ignore
  const files = table.columnsLike(/^(?:Product Image (?:File|URL) - |Internal Image URL \(Export\)|Image URL \(Import\))/i).map(({ cell }) => cell); // prettier-ignore
  table.ignore(
    /^(?:Product (?:Weight|Width|Height|Depth|Tax|Image|Availability|Type|Inventoried)|Low Stock|Bin|Cost|Fixed Ship|Free Ship|Weight|Width|Height|Depth|Meta|Page Title|Search Keywords|Option Set|Allow Purchases|Minimum|Maximum|Sort Order|Show |Event Date|MYOB|Manufacturer Part|Tax|Channels|Brand ID|Redirect|Variant Image|Image (?:ID|Description|is|Sort)|Video|Warranty|Related|Calculated|Date Modified|Brand \+ Name|Template|GPS)/i,
  );
  let product: Product | undefined;
  let hasNumbers = false;
  for await (const row of table.rows()) {
    const item = columns.item(row).toLowerCase();
    if (item === "product") {
      yield* rowsFor(product);
      product = { row, variants: [], images: imagesIn(row) };
    } else if (product === undefined) report.leaveOut(row.line, "the file contains no product above the row");
    else if (item === "variant" || item === "sku") product.variants.push(row);
    else if (item === "rule")
      report.cannotRead(row.line, "Rule", columns.price(row), "no rule: price rules of variants are not applied"); // prettier-ignore
    else if (item === "image") product.images.push(...imagesIn(row));
  }
  yield* rowsFor(product);

  function imagesIn(row: Row): string[] {
    return [...new Set(files.flatMap((cell) => addressesOf(cell(row))))];
  }

  function* rowsFor(found: Product | undefined): Generator<PlatformRow> {
    if (found === undefined) return;
    const { row, variants, images } = found;
    const id = columns.id(row) || columns.sku(row);
    if (id === "") {
      report.leaveOut(row.line, "the row has neither an ID nor a SKU");
      return;
    }
    const isSold = yesOrNo(columns.visible(row)) ?? true;
    // A product without options has one variant row that repeats the product's data.
    const own = variants.filter((variant) => Object.keys(optionsIn(variant)).length > 0);
    const base = { identifier: id, options: optionsOf(customIn(row)), unsold: isSold ? undefined : "not visible" };
    const whole = { ...ownOf(row), ...given({ images: [...new Set(images)] }) };
    yield {
      ...base,
      line: row.line,
      kind: own.length === 0 ? "product" : "parent",
      names: [id],
      shared: sharedOf(row),
      own: whole,
    };
    for (const variant of own)
      yield {
        line: variant.line,
        kind: "variant",
        identifier: columns.sku(variant) || columns.id(variant),
        names: [id],
        shared: {},
        own: ownOf(variant, row),
        options: optionsIn(variant),
      };
  }

  function sharedOf(row: Row) {
    return given({
      title: columns.name(row),
      description: htmlText(columns.html(row)),
      designer: columns.brand(row),
      categories: categoriesIn(row),
      link: columns.url(row),
      released_at: dateIn(report, row.line, "Date Added", columns.added(row)),
    });
  }

  /**
   * Returns the fields of a variant.
   * @param product the variant's product row, which defines whether stock is tracked
   */
  function ownOf(row: Row, product = row) {
    const [price, sale, retail] = [
      ["Price", columns.price],
      ["Sale Price", columns.sale],
      ["Retail Price", columns.retail],
    ].map(([name, cell]) => amountIn(report, row.line, name as string, (cell as typeof columns.price)(row)));
    const before = retail !== undefined && price !== undefined && retail > price && !(sale !== undefined && sale > 0);
    return given({
      ...(before
        ? pricesOf(retail, price)
        : pricesOf(price === 0 && columns.item(row).toLowerCase() !== "product" ? undefined : price, sale)),
      in_stock: stockOf(row, product),
      sku: columns.sku(row),
      barcode: columns.barcode(row),
      images: imagesIn(row),
    });
  }

  function stockOf(row: Row, product: Row): boolean | undefined {
    const tracking = (columns.tracking(row) || columns.tracking(product)).toLowerCase();
    if (/^(?:none|no|n|0|false)$/.test(tracking)) return true;
    return tracking === "" || columns.stock(row) === "" ? undefined : Number(columns.stock(row)) > 0;
  }

  /**
   * Parses category paths like "Shop/Knitwear;Sale". Reports numeric category ids as unreadable, because the file does
   * not contain the category names.
   */
  function categoriesIn(row: Row): string[] {
    const paths = listOf(columns.categories(row), ";").filter((path) => !/^\d+$/.test(path));
    if (paths.length === 0 && columns.categories(row) !== "" && !hasNumbers) {
      hasNumbers = true;
      report.cannotRead(row.line, "Categories", columns.categories(row), "names; the export contains category IDs");
    }
    return paths.map((path) => categoryOf(path.split(/(?<!\\)\//).map((level) => level.replaceAll("\\/", "/"))));
  }

  function customIn(row: Row): (readonly [string, readonly string[]])[] {
    return listOf(columns.custom(row), ";").flatMap((pair) => {
      const [, name = "", value = ""] = /^"?([^="]+)=([^"]*)"?$/.exec(pair) ?? [];
      return value === "" ? [] : [[name, [value.trim()]] as const];
    });
  }

  function optionsIn(row: Row): Options {
    const text = columns.options(row);
    const since = [...text.matchAll(/Name=([^|]+)\|Value=(.*?)(?=Type=|$)/g)];
    const before = [...text.matchAll(/\[[A-Z]+\]([^=]+)=(.*?)(?=,\s*\[[A-Z]+\]|$)/g)];
    return optionsOf(
      (since.length > 0 ? since : before).map(([, name = "", value = ""]) => [name, [value.replace(/[[:]#.*$|[;,]\s*$/, "").trim()]] as const), // prettier-ignore
    );
  }
}
