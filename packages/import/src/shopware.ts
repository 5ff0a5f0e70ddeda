import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, dateIn, pricesOf, type PlatformRow } from "./platform-rows.js";
import type { Row, Table } from "./table.js";
import { addressesOf, categoryAt, given, listOf } from "./values.js";

/** Whether a header belongs to an export with Shopware 6's product profile. */
export function isShopwareHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.toLowerCase()));
  return ["id", "parent_id", "product_number", "price_gross"].every((name) => names.has(name));
}

/** Whether a value is an id of another entity instead of a name. */
const isReference = (text: string): boolean => /^[\da-f]{32}$/i.test(text);

/**
 * Yields the products of a Shopware export. Variants refer to their product by id and inherit the product's values for
 * empty cells.
 */
export const shopware = (table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report), report);

async function* rowsOf(table: Table, report: ImportReport): AsyncGenerator<PlatformRow> {
  const columns = {
    id: table.raw("id"), parent: table.raw("parent_id"), number: table.raw("product_number"), active: table.cell("active"),
    stock: table.cell("stock"), name: table.cell("name", "translations.DEFAULT.name"), html: table.raw("description", "translations.DEFAULT.description"),
    price: table.cell("price_gross"), before: table.cell("list_price_gross", "price_list_gross"), cover: table.cell("cover_media_url"),
    media: table.cell("media", "media_urls"), brand: table.cell("manufacturer_name", "manufacturer"), categories: table.cell("categories", "category_names"),
    ean: table.raw("ean"), released: table.cell("release_date"),
  }; // prettier-ignore
  table.ignore(
    /^(?:price_net|purchase_prices_|tax_|cover_media_|manufacturer_id|sales_channel|propertyids|optionids|meta|visibility)/i,
  );
  let hasReferences = false;
  for await (const row of table.rows()) {
    const number = columns.number(row);
    const parent = columns.parent(row);
    if (number === "") report.leaveOut(row.line, "the row has no product number");
    else
      yield {
        line: row.line,
        kind: parent === "" ? "parent" : "variant",
        identifier: number,
        names: [parent || columns.id(row)],
        // A variant with an empty status inherits the status of its product.
        unsold: columns.active(row) === "0" || columns.active(row) === "false" ? "inactive" : undefined,
        shared: parent === "" ? sharedOf(row) : given({ ...(columns.name(row) === "" ? {} : sharedOf(row)) }),
        own: ownOf(row, number),
        options: {},
      };
  }

  function sharedOf(row: Row) {
    return given({
      title: columns.name(row),
      description: htmlText(columns.html(row)),
      designer: isReference(columns.brand(row)) ? "" : columns.brand(row),
      categories: categoriesIn(row),
      released_at: dateIn(report, row.line, "release_date", columns.released(row)),
    });
  }

  function ownOf(row: Row, number: string) {
    const price = amountIn(report, row.line, "price_gross", columns.price(row));
    const before = amountIn(report, row.line, "list_price_gross", columns.before(row));
    return given({
      ...(before !== undefined && before > 0 ? pricesOf(before, price) : pricesOf(price, undefined)),
      in_stock: columns.stock(row) === "" ? undefined : Number(columns.stock(row)) > 0,
      sku: number,
      barcode: columns.ean(row),
      images: [columns.cover, columns.media]
        .flatMap((cell) => addressesOf(cell(row)))
        .filter((one) => !isReference(one)),
    });
  }

  function categoriesIn(row: Row): string[] {
    const paths = listOf(columns.categories(row), "|").filter((path) => !isReference(path));
    if (paths.length === 0 && columns.categories(row) !== "" && !hasReferences) {
      hasReferences = true;
      report.cannotRead(row.line, "categories", columns.categories(row), "names; add categories with their names to the profile"); // prettier-ignore
    }
    return paths.map((path) => categoryAt(path));
  }
}
