import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, cellsByName, optionsOf, pricesOf, productRows, reducedBy, variantIdentifier, type Options, type PlatformRow } from "./platform-rows.js"; // prettier-ignore
import type { Row, Table } from "./table.js";
import { categoryOf, given, listOf, yesOrNo } from "./values.js";

/** Normalizes a column name: "productOptionName[1]" and "Product Option Name 1" become `productoptionname1`. */
const nameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");

/** Whether a header belongs to a Wix product export, with old or current columns. */
export function isWixHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(nameOf));
  const has = (...some: readonly string[]) => some.some((name) => names.has(name));
  return has("handleid", "handle") && has("fieldtype") && has("productimageurl", "media", "collection", "inventory");
}

/**
 * Yields the products of a Wix export. Variant rows follow their product and may contain a surcharge on the product
 * price.
 */
export const wix = (table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report), report);

const MAX_OPTIONS = 6;
/** Base URL of images that the export lists by file name. */
const PICTURES = "https://static.wixstatic.com/media/";

async function* rowsOf(table: Table, report: ImportReport): AsyncGenerator<PlatformRow> {
  const cell = cellsByName(table, nameOf);
  const numbered = (name: string, value: string, ...others: readonly string[]) =>
    Array.from({ length: MAX_OPTIONS }, (_, at) => ({
      name: cell(`${name}${at + 1}`),
      value: cell(...[value, ...others].map((one) => `${one}${at + 1}`)),
    }));
  const columns = {
    id: cell("handleid", "handle"), kind: cell("fieldtype"), name: cell("name"), html: cell("description", "plaindescription"), images: cell("productimageurl", "media"),
    collections: cell("collection", "collections", "categories"), sku: cell("sku"), barcode: cell("barcode"), ribbon: cell("ribbon"), brand: cell("brand"), price: cell("price"), before: cell("strikethroughprice"),
    surcharge: cell("surcharge"), visible: cell("visible"), mode: cell("discountmode"), discount: cell("discountvalue"), inventory: cell("inventory"),
    options: numbered("productoptionname", "productoptiondescription", "productoptionchoices"), infos: numbered("additionalinfotitle", "additionalinfodescription"),
  }; // prettier-ignore
  table.ignore(
    /^(?:weight|cost|product ?option ?type|custom ?text|media ?alt|modifier|pre ?order|base ?unit|total ?units)/i,
  );
  const isProduct = (row: Row) => /^product$/i.test(columns.kind(row));
  for await (const rows of productRows(table.rows(), isProduct, report)) {
    const [first, ...below] = rows;
    const identifier = columns.id(first);
    if (identifier === "") {
      report.leaveOut(first.line, "the row has no handle");
      continue;
    }
    const variants = below.filter((row) => belongs(row, identifier) && /^variant$/i.test(columns.kind(row)));
    const pictures = [first, ...below.filter((row) => /^media$/i.test(columns.kind(row)))].flatMap(picturesIn);
    const product = {
      line: first.line,
      identifier,
      names: [identifier],
      unsold: yesOrNo(columns.visible(first)) === false ? "not visible" : undefined,
      shared: { ...sharedOf(first), ...given({ images: [...new Set(pictures)] }) },
    };
    if (variants.length === 0) {
      const options = { ...infosIn(first), ...choicesIn(first) };
      yield { ...product, kind: "product", own: ownOf(first, first), options };
      continue;
    }
    yield { ...product, kind: "parent", own: {}, options: infosIn(first) };
    const taken = new Set<string>();
    for (const row of variants) {
      const options = choicesIn(row, first);
      const named = { sku: columns.sku(row), values: Object.values(options).flat(), line: row.line };
      yield {
        line: row.line,
        kind: "variant",
        identifier: variantIdentifier(identifier, named, taken),
        names: [identifier],
        unsold: yesOrNo(columns.visible(row)) === false ? "not visible" : undefined,
        shared: {},
        own: ownOf(row, first),
        options,
      };
    }
  }

  function belongs(row: Row, product: string): boolean {
    const is = columns.id(row) === "" || columns.id(row) === product;
    if (!is) report.leaveOut(row.line, "the file contains no product above the row");
    return is;
  }

  function sharedOf(row: Row) {
    return given({
      title: plainText(columns.name(row)),
      description: htmlText(columns.html(row)),
      designer: plainText(columns.brand(row)),
      categories: listOf(plainText(columns.collections(row)), ";").map((name) => categoryOf([name])),
    });
  }

  /**
   * Returns the fields of a variant.
   * @param product the product row, which contains the price and the discount that apply to all variants
   */
  function ownOf(row: Row, product: Row) {
    const amount = (name: string, of: typeof columns.price, at: Row) => amountIn(report, at.line, name, of(at));
    const whole = amount("price", columns.price, product);
    const own = row === product ? undefined : amount("price", columns.price, row);
    const surcharge = row === product ? undefined : amount("surcharge", columns.surcharge, row);
    const regular = surcharge === undefined || whole === undefined ? (own ?? whole) : whole + surcharge;
    const before = amount("strikethroughPrice", columns.before, row);
    const discount = amount("discountValue", columns.discount, product);
    const reduced = /^amount$/i.test(columns.mode(product)) ? reducedBy(regular, 0, discount) : reducedBy(regular, discount); // prettier-ignore
    return given({
      ...(before !== undefined && before > (regular ?? 0) ? pricesOf(before, regular) : pricesOf(regular, reduced)),
      in_stock: stockOf(row) ?? stockOf(product),
      sku: columns.sku(row),
      barcode: columns.barcode(row),
    });
  }

  function stockOf(row: Row): boolean | undefined {
    const inventory = columns.inventory(row);
    if (inventory === "") return undefined;
    const quantity = Number(inventory);
    const is = Number.isFinite(quantity) ? quantity > 0 : yesOrNo(inventory);
    if (is === undefined) report.cannotRead(row.line, "inventory", inventory, "InStock, OutOfStock or a quantity");
    return is;
  }

  function picturesIn(row: Row): string[] {
    return listOf(columns.images(row), ";").map((name) => (/^(?:https?:)?\/\//i.test(name) ? name : PICTURES + name));
  }

  /**
   * Returns all option values of a product, or the values of a variant. Removes color codes: "#ff0000:Red" becomes
   * "Red".
   */
  function choicesIn(row: Row, named = row): Options {
    return optionsOf(
      columns.options.map(({ name, value }) => {
        const values = listOf(plainText(value(row)), ";").map((one) => one.replace(/^#[\da-f]{3,8}:\s*/i, ""));
        return [plainText(name(row) || name(named)), values] as const;
      }),
    );
  }

  function infosIn(row: Row): Options {
    const infos = columns.infos.map(({ name, value }) => [plainText(name(row)), htmlText(value(row))] as const);
    const all = [...infos, ["Ribbon", plainText(columns.ribbon(row))] as const];
    return optionsOf(all.map(([name, text]) => [name, text === "" ? [] : [text]]));
  }
}
