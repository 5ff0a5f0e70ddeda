import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, assembled, optionsOf, pricesOf, productRows, variantIdentifier, type Options, type PlatformRow } from "./platform-rows.js"; // prettier-ignore
import type { Row, Table } from "./table.js";
import { addressesOf, categoryAt, given, yesOrNo } from "./values.js";

/** Whether a header belongs to a product export of Ecwid (Lightspeed E-Series). */
export function isEcwidHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  return ["type", "product_internal_id", "product_name"].every((name) => names.has(name));
}

/**
 * Yields the products of an Ecwid export. The rows below a product row contain the product's options and variants.
 * Surcharges of option choices are reported and not applied.
 */
export const ecwid = (table: Table, report: ImportReport): AsyncGenerator<readonly ProductData[]> =>
  assembled(rowsOf(table, report), report);

async function* rowsOf(table: Table, report: ImportReport): AsyncGenerator<PlatformRow> {
  const columns = {
    type: table.cell("type"), id: table.raw("product_internal_id"), sku: table.raw("product_sku"), name: table.cell("product_name"), html: table.raw("product_description"),
    visible: table.cell("product_is_available"), price: table.cell("product_price"), before: table.cell("product_compare_to_price"), quantity: table.cell("product_quantity"),
    tracked: table.cell("product_is_inventory_tracked"), brand: table.cell("product_brand"), barcode: table.raw("product_upc"), link: table.cell("product_url"),
    option: table.cell("product_option_name"), choice: table.cell("product_option_value"), markup: table.cell("product_option_markup"),
    variant: table.raw("product_variation_sku"), variantPrice: table.cell("product_variation_price"), variantBefore: table.cell("product_variation_compare_to_price"),
    variantQuantity: table.cell("product_variation_quantity"), variantVisible: table.cell("product_variation_is_available"), variantImage: table.cell("product_variation_image_url", "product_variation_main_image_url"),
  }; // prettier-ignore
  const images = table.columnsLike(/^product_media_(?:main_image_url|gallery_image_url_\d+)$/i);
  const categories = table.columnsLike(/^product_category_\d+$/i);
  const attributes = table.columnsLike(/^product_attribute_(.+)$/i);
  const choices = table.columnsLike(/^product_variation_option_(.+)$/i);
  table.ignore(
    /^product_(?:(?:seo|option|cost|weight|length|width|height|is|low|relation|shipping|related|tax|custom|lead|media)_|variation_(?:weight|cost|low|is|length|width|height))/i,
  );
  const begins = (row: Row) => columns.type(row) === "product";
  for await (const [first, ...below] of productRows(table.rows(), begins, report)) {
    const id = columns.id(first) || columns.sku(first);
    if (id === "") {
      report.leaveOut(first.line, "the row has neither an ID nor a SKU");
      continue;
    }
    const variations = below.filter((row) => columns.type(row) === "product_variation");
    const offered = below.filter((row) => columns.type(row) === "product_option");
    const product = {
      line: first.line,
      identifier: id,
      names: [id],
      unsold: yesOrNo(columns.visible(first)) === false ? "not available" : undefined,
      shared: sharedOf(first),
      own: given({
        ...pricesIn(first, columns.price, columns.before),
        in_stock: stockOf(first, columns.quantity(first)),
        sku: columns.sku(first),
        barcode: columns.barcode(first),
        images: images.flatMap(({ cell }) => addressesOf(cell(first))),
      }),
    };
    if (variations.length === 0) {
      yield { ...product, kind: "product", options: { ...attributesIn(first), ...offeredIn(offered) } };
      continue;
    }
    yield { ...product, kind: "parent", options: attributesIn(first) };
    const taken = new Set<string>();
    for (const row of variations) {
      const options = optionsOf(
        choices.map(({ match, cell }) => [match[1] ?? "", [cell(row)].filter(Boolean)] as const),
      );
      const named = { sku: columns.variant(row), values: Object.values(options).flat(), line: row.line };
      const sold = yesOrNo(columns.variantVisible(row)) ?? true;
      yield {
        line: row.line,
        kind: "variant",
        identifier: variantIdentifier(id, named, taken),
        names: [id],
        unsold: sold ? undefined : "not available",
        shared: {},
        own: given({
          ...pricesIn(row, columns.variantPrice, columns.variantBefore),
          in_stock: stockOf(first, columns.variantQuantity(row)),
          sku: columns.variant(row),
          images: addressesOf(columns.variantImage(row)),
        }),
        options,
      };
    }
  }

  function sharedOf(row: Row) {
    return given({
      title: columns.name(row),
      description: htmlText(columns.html(row)),
      designer: columns.brand(row),
      link: columns.link(row),
      categories: categories.flatMap(({ cell }) => [categoryAt(cell(row), " / ")].filter(Boolean)),
    });
  }

  function pricesIn(row: Row, price: (row: Row) => string, before: (row: Row) => string) {
    const [now, regular] = [price, before].map((cell) => amountIn(report, row.line, "price", cell(row)));
    return regular !== undefined && now !== undefined && regular > now ? pricesOf(regular, now) : pricesOf(now, undefined); // prettier-ignore
  }

  function stockOf(product: Row, quantity: string): boolean | undefined {
    if (yesOrNo(columns.tracked(product)) === false) return true;
    return quantity === "" ? undefined : Number(quantity) > 0;
  }

  function attributesIn(row: Row): Options {
    return optionsOf(attributes.map(({ match, cell }) => [match[1] ?? "", [cell(row)].filter(Boolean)] as const));
  }

  /** Returns the option values of a product without variants. */
  function offeredIn(rows: readonly Row[]): Options {
    const names = [...new Set(rows.map(columns.option))].filter((name) => name !== "");
    const valuesOf = (name: string) => rows.filter((row) => columns.option(row) === name).map(columns.choice).filter(Boolean); // prettier-ignore
    for (const row of rows) {
      const markup = columns.markup(row);
      if (markup !== "" && Number(markup.replace(/%$/, "")) !== 0)
        report.cannotRead(
          row.line,
          "product_option_markup",
          markup,
          "the surcharge is ignored, because prices of options are not imported",
        );
    }
    return optionsOf(names.map((name) => [name, valuesOf(name)] as const));
  }
}
