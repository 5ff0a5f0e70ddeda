import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import {
  amountIn,
  assembled,
  cellsByName,
  dateIn,
  isSaleOn,
  optionsOf,
  pricesOf,
  reducedBy,
  type PlatformRow,
} from "./platform-rows.js";
import type { Row, Table } from "./table.js";
import { addressesOf, given, listOf } from "./values.js";

/** Normalizes a column name: "Price tax excluded" and "Price (tax excl.)" become `pricetaxexcl`. */
const nameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(.*?(?:x,y,z|0|yyyy|name\s*:).*$/s, "")
    .replace("excluded", "excl")
    .replace("included", "incl")
    .replaceAll(/[^a-z\d]/g, "");

/**
 * Whether a header belongs to the PrestaShop product list, or to the PrestaShop import sample, whose columns export
 * modules also use.
 */
export function isPrestaShopHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(nameOf));
  const isKnown = names.has("productid") && names.has("name") && (names.has("reference") || names.has("pricetaxexcl"));
  return isKnown && ["pricetaxexcl", "pricetaxincl", "imageurls"].some((name) => names.has(name));
}

/**
 * Yields the products of a PrestaShop export. The export contains no combinations (variants), which PrestaShop exports
 * separately.
 */
export const prestaShop = (table: Table, report: ImportReport, now: Date): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report, now), report);

async function* rowsOf(table: Table, report: ImportReport, now: Date): AsyncGenerator<PlatformRow> {
  const cell = cellsByName(table, nameOf);
  const columns = {
    id: cell("productid"), active: cell("active", "status", "enabled"), name: cell("name"), categories: cell("categories", "category", "defaultcategory"),
    net: cell("pricetaxexcl"), gross: cell("pricetaxincl"), amount: cell("discountamount"), percent: cell("discountpercent"),
    from: cell("discountfrom"), to: cell("discountto"), reference: cell("reference"), brand: cell("brand", "manufacturer"),
    ean: cell("ean13", "ean"), quantity: cell("quantity"), short: cell("summary", "shortdescription"), html: cell("description"),
    tags: cell("tags"), handle: cell("rewrittenurl", "urlrewritten", "friendlyurl"), images: cell("imageurls", "image"),
    features: cell("feature", "featurenamevaluepositioncustomized", "featurenamevalueposition"), created: cell("productcreationdate"), visibility: cell("visibility"),
  }; // prettier-ignore
  table.ignore(/^(?!.*(?:price|categor|image url)).*$/i);
  for await (const row of table.rows()) {
    const id = columns.id(row) || columns.reference(row);
    if (id === "") report.leaveOut(row.line, "the row has neither an ID nor a reference");
    else
      yield {
        line: row.line,
        kind: "product",
        identifier: id,
        names: [id],
        unsold: /^(?:0|no|false|disabled|inactive)$/i.test(columns.active(row)) ? "disabled" : columns.visibility(row) === "none" ? "hidden" : undefined, // prettier-ignore
        shared: sharedOf(row),
        own: ownOf(row),
        options: optionsOf(featuresIn(row)),
      };
  }

  function sharedOf(row: Row) {
    const [long, short] = [htmlText(columns.html(row)), htmlText(columns.short(row))];
    return given({
      title: htmlText(columns.name(row)),
      handle: columns.handle(row),
      description: long || short,
      short_description: long === "" ? "" : short,
      designer: columns.brand(row),
      categories: listOf(columns.categories(row)).filter(
        (name) => !/^(?:\d+|home|accueil|inicio|start(?:seite)?)$/i.test(name),
      ),
      tags: listOf(columns.tags(row)),
      released_at: dateIn(report, row.line, "Product creation date", columns.created(row)),
    });
  }

  function ownOf(row: Row) {
    const price = amountIn(report, row.line, "Price", columns.gross(row)) ?? amountIn(report, row.line, "Price", columns.net(row)); // prettier-ignore
    return given({
      ...pricesOf(price, reducedOf(row, price)),
      in_stock: columns.quantity(row) === "" ? undefined : Number(columns.quantity(row)) > 0,
      sku: columns.reference(row),
      barcode: columns.ean(row),
      images: addressesOf(columns.images(row)),
    });
  }

  function reducedOf(row: Row, price: number | undefined): number | undefined {
    const [amount, percent] = [columns.amount, columns.percent].map((of) =>
      amountIn(report, row.line, "Discount", of(row)),
    );
    const isOn = isSaleOn(report, row.line, columns.from(row), columns.to(row), now);
    return isOn ? reducedBy(price, percent, amount) : undefined;
  }

  /** Parses features like "Color:Red:1,Material:Steel:2". */
  function featuresIn(row: Row): (readonly [string, readonly string[]])[] {
    return listOf(columns.features(row), /[,;|](?=[^,:]+:)/).flatMap((feature) => {
      const [name = "", value = ""] = feature.split(":");
      return name === "" || value === "" ? [] : [[name, [value.trim()]] as const];
    });
  }
}
