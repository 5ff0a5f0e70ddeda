import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, cellsByName, optionsOf, pricesOf, productRows, variantIdentifier, type Options, type PlatformRow } from "./platform-rows.js"; // prettier-ignore
import type { Row, Table } from "./table.js";
import { addressesOf, categoryAt, given, listOf, yesOrNo } from "./values.js";

/** Normalizes a column name: "Product ID [Non Editable]" becomes `productid`. */
const nameOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\[.*?\]/g, "")
    .replaceAll(/[^a-z\d]/g, "");

/** Whether a header belongs to a Squarespace product export. */
export function isSquarespaceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(nameOf));
  return ["productpage", "producturl", "title", "onsale"].every((name) => names.has(name));
}

/** Yields the products of a Squarespace export. Rows without a title are additional variants of the product above. */
export const squarespace = (table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report), report);

const MAX_OPTIONS = 6;

async function* rowsOf(table: Table, report: ImportReport): AsyncGenerator<PlatformRow> {
  const cell = cellsByName(table, nameOf);
  const columns = {
    id: cell("productid"), variant: cell("variantid"), handle: cell("producturl"), title: cell("title"), html: cell("description"), sku: cell("sku"),
    price: cell("price"), sale: cell("saleprice"), onSale: cell("onsale"), stock: cell("stock"), categories: cell("categories"), tags: cell("tags"),
    visible: cell("visible"), images: cell("hostedimageurls"),
    options: Array.from({ length: MAX_OPTIONS }, (_, at) => ({ name: cell(`optionname${at + 1}`), value: cell(`optionvalue${at + 1}`) })),
  }; // prettier-ignore
  table.ignore(/^(?:product (?:type|page)|weight|length|width|height)/i);
  const begins = (row: Row, first: Row | undefined) =>
    columns.title(row) !== "" &&
    (first === undefined || columns.id(row) === "" || columns.id(row) !== columns.id(first));
  for await (const rows of productRows(table.rows(), begins, report)) {
    const [first] = rows;
    const identifier = columns.id(first) || columns.handle(first) || columns.sku(first);
    if (identifier === "") {
      report.leaveOut(first.line, "the row has neither a product ID nor a product URL nor a SKU");
      continue;
    }
    const product = {
      line: first.line,
      identifier,
      names: [identifier],
      unsold: yesOrNo(columns.visible(first)) === false ? "not visible" : undefined,
      shared: sharedOf(first),
    };
    if (rows.length === 1) {
      yield { ...product, kind: "product", own: ownOf(first), options: optionsIn(first, first) };
      continue;
    }
    yield { ...product, kind: "parent", own: {}, options: {} };
    const taken = new Set<string>();
    for (const row of rows) {
      const options = optionsIn(row, first);
      const named = { sku: columns.sku(row) || columns.variant(row), values: Object.values(options).flat(), line: row.line }; // prettier-ignore
      const own = {
        line: row.line,
        kind: "variant",
        names: [identifier],
        shared: {},
        own: ownOf(row),
        options,
      } as const;
      yield { ...own, identifier: variantIdentifier(identifier, named, taken) };
    }
  }

  function sharedOf(row: Row) {
    return given({
      title: plainText(columns.title(row)),
      handle: columns.handle(row),
      description: htmlText(columns.html(row)),
      categories: listOf(plainText(columns.categories(row))).map(categoryIn),
      tags: listOf(plainText(columns.tags(row))),
      images: addressesOf(columns.images(row)),
    });
  }

  function ownOf(row: Row) {
    const [price, sale] = [
      ["Price", columns.price],
      ["Sale Price", columns.sale],
    ].map(([name, of]) => amountIn(report, row.line, name as string, (of as typeof columns.price)(row)));
    return given({
      ...pricesOf(price, yesOrNo(columns.onSale(row)) === true ? sale : undefined),
      in_stock: stockOf(row),
      sku: columns.sku(row),
    });
  }

  function stockOf(row: Row): boolean | undefined {
    const stock = columns.stock(row);
    if (stock === "") return undefined;
    if (/^unlimited$/i.test(stock)) return true;
    if (Number.isFinite(Number(stock))) return Number(stock) > 0;
    report.cannotRead(row.line, "Stock", stock, "a quantity or Unlimited");
    return undefined;
  }

  /** Returns the options of a row. Missing option names are read from the first row of the product. */
  function optionsIn(row: Row, first: Row): Options {
    return optionsOf(
      columns.options.flatMap(({ name, value }) => {
        const chosen = plainText(value(row));
        return chosen === "" ? [] : [[plainText(name(row) || name(first)), [chosen]] as const];
      }),
    );
  }
}

/** Parses a category: "/clothing/shirts" is a path with several levels; "Bath / Body" is a single name. */
const categoryIn = (text: string): string =>
  text.startsWith("/") ? categoryAt(text, "/") : categoryAt(text, /\s>\s/.test(text) ? ">" : "\n");
