import type { ProductData } from "../../../src/catalog/product-document.js";
import { optionField } from "./header-words.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, pricesOf } from "./platform-rows.js";
import { categoryOf, given, yesOrNo } from "./values.js";
import type { XmlItem } from "./xml-items.js";

/** Whether XML is a catalogue in YML, the Yandex Market Language, which other markets and shops' programs take too. */
export const isYml = (head: string): boolean => /<(?:yml_catalog|shop)[\s>]/i.test(head) && /<(?:offers|categories|yml_catalog)[\s>]/i.test(head); // prettier-ignore

/** More categories are no shop's. */
const MAX_CATEGORIES = 100_000;

interface Category {
  readonly name: string;
  readonly parent: string;
}

/** Offers of a catalogue in YML; those of one `group_id` are variants of one product. Categories stand before the offers. */
export async function* yml(
  items: AsyncIterable<XmlItem>,
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const categories = new Map<string, Category>();
  const unused = new Set<string>();
  for await (const item of items) {
    if (item.name === "category") {
      const [name = ""] = item.fields.get("") ?? [];
      if (categories.size < MAX_CATEGORIES)
        categories.set(item.attributes["id"] ?? "", { name, parent: item.attributes["parentid"] ?? "" });
      continue;
    }
    report.records += 1;
    for (const name of item.fields.keys()) if (!READ.has(name)) unused.add(name);
    const variant = variantOf(item, categories, report);
    if (variant !== undefined) yield [variant];
  }
  report.unused = [...unused];
}

const READ = new Set(
  "url price oldprice currencyid categoryid picture name model vendor vendorcode typeprefix description barcode param param@name param@unit available country_of_origin sales_notes delivery pickup store manufacturer_warranty adult age cpa enable_auto_discounts purchase_price vat weight dimensions delivery-options delivery-options.option pickup-options pickup-options.option count stock_quantity group_id rec".split(
    " ",
  ),
);

function variantOf(
  item: XmlItem,
  categories: ReadonlyMap<string, Category>,
  report: ImportReport,
): ProductData | undefined {
  const raw = (name: string): string => item.fields.get(name)?.[0] ?? "";
  const one = (name: string): string => plainText(raw(name));
  const id = item.attributes["id"] ?? "";
  if (id === "") {
    report.leaveOut(item.line, "it has no id");
    return undefined;
  }
  const [price, before] = ["price", "oldprice"].map((name) => amountIn(report, item.line, name, one(name)));
  const options: Record<string, string | string[]> = {};
  const attributes: Record<string, string> = {};
  for (const { name, unit, value } of paramsOf(item)) {
    const field = optionField(name);
    const shown = unit === "" || /[a-zа-я]/i.test(value) || field === "sizes" ? value : `${value} ${unit}`;
    if (field.startsWith("attributes.")) attributes[field.slice("attributes.".length)] ??= shown;
    else options[field] ??= field === "sizes" ? [shown] : shown;
  }
  const path = pathOf(raw("categoryid"), categories);
  const available = item.attributes["available"] ?? raw("available");
  const stock = raw("count") || raw("stock_quantity");
  const currency = raw("currencyid").toUpperCase();
  return {
    product_identifier: item.attributes["group_id"] ?? (raw("group_id") || id),
    variant_identifier: id,
    ...given({
      title: one("name") || [one("typeprefix"), one("vendor"), one("model")].filter(Boolean).join(" "),
      description: htmlText(raw("description")),
      designer: one("vendor"),
      categories: path === "" ? [] : [path],
      ...options,
      ...(before === undefined ? pricesOf(price, undefined) : pricesOf(Math.max(before, price ?? 0), price)),
      // Roubles have two codes there.
      currency: currency === "RUR" ? "RUB" : currency,
      in_stock: available === "" ? (stock === "" ? undefined : Number(stock) > 0) : yesOrNo(available),
      images: item.fields.get("picture") ?? [],
      link: one("url"),
      barcode: one("barcode"),
      sku: one("vendorcode"),
      attributes,
    }),
  };
}

/** Pairs of `<param name="Size" unit="EU">38</param>`: what elements have as attributes comes in their order. */
function paramsOf({ fields }: XmlItem): { name: string; unit: string; value: string }[] {
  const [names, units, values] = ["param@name", "param@unit", "param"].map((name) => fields.get(name) ?? []);
  return (names ?? []).map((name, at) => ({ name, unit: units?.[at] ?? "", value: plainText(values?.[at] ?? "") })).filter(({ value }) => value !== ""); // prettier-ignore
}

/** Deeper trees go round in a circle. */
const MAX_LEVELS = 20;

function pathOf(id: string, categories: ReadonlyMap<string, Category>): string {
  const names: string[] = [];
  for (let at = categories.get(id); at !== undefined && names.length < MAX_LEVELS; at = categories.get(at.parent))
    names.unshift(at.name);
  return categoryOf(names);
}
