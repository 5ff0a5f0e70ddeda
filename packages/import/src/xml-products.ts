import type { ProductData } from "../../../src/catalog/product-document.js";
import { commonTitle } from "./common-title.js";
import { nameScore, optionField, wordOf } from "./header-words.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, byName, optionFields, pricesOf } from "./platform-rows.js";
import { categoryAt, categoryOf, fieldNameOf, given, listOf } from "./values.js";
import { elementsAt, pairOf, valuesAt, type XmlElement, type XmlPair } from "./xml-items.js";
import type { One, XmlShop } from "./xml-shops.js";

/** Maximum number of categories that are kept in memory. */
const MAX_CATEGORIES = 100_000;

interface Category {
  readonly name: string;
  readonly parent: string;
}

/**
 * Converts the products of an XML feed to variants. Elements that define numbered categories must precede the products.
 */
export async function* xmlShop(
  items: AsyncIterable<XmlElement>,
  shop: XmlShop,
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const categories = new Map<string, Category>();
  const read = readFields(shop);
  const unused = new Set<string>();
  let group: ProductData[] = [];
  for await (const item of items) {
    const { name, attributes, text } = item;
    if (name === shop.tree?.name) {
      if (categories.size < MAX_CATEGORIES)
        categories.set(attributes["id"] ?? "", { name: text, parent: attributes["parentid"] ?? "" });
      continue;
    }
    report.records += 1;
    const fields = [...Object.keys(attributes).map((key) => `@${key}`), ...item.children.map((child) => child.name)];
    for (const field of fields) if (!read.has(field)) unused.add(field.replace(/^@/, ""));
    const variants = variantsOf(item, shop, categories, report);
    const [first] = group;
    const isOfGroup = first !== undefined && first.product_identifier === variants[0]?.product_identifier;
    if (isOfGroup && group.length < MAX_GROUP) group.push(...variants);
    else {
      yield titled(group);
      group = [...variants];
    }
  }
  yield titled(group);
  report.unused = [...unused];
}

/** Maximum number of variants of a product that are buffered to determine the product's title. */
const MAX_GROUP = 10_000;
const OPTIONS = ["color", "sizes", "material", "gender", "attributes"];

/** Replaces the titles of variants with their common part if all variants have different options. */
function titled(group: readonly ProductData[]): readonly ProductData[] {
  const titles = [...new Set(group.map(({ title }) => (typeof title === "string" ? title : "")))];
  if (titles.length < 2) return group;
  const options = new Set(group.map((data) => JSON.stringify(OPTIONS.map((name) => data[name]))));
  const title = options.size === group.length ? commonTitle(titles) : undefined;
  const isBrand = title === undefined || group.some(({ designer }) => typeof designer === "string" && same(title, designer)); // prettier-ignore
  return isBrand ? group : group.map((data) => ({ ...data, title }));
}

/** Returns the names of the elements and attributes that the import reads. Names of attributes start with "@". */
function readFields(shop: XmlShop): ReadonlySet<string> {
  const { categories, tree, variants, isOf: _isOf, isItem: _isItem, inStock: _inStock, ...selectors } = shop;
  const more = [...categories.from, tree?.by, variants?.at].filter((one) => one !== undefined);
  const all = [...Object.values(selectors), more].flatMap((some) => (Array.isArray(some) ? (some as string[]) : []));
  return new Set(all.map((selector) => (selector.startsWith("@") ? selector : (selector.split(/[.@]/, 1)[0] ?? ""))));
}

function variantsOf(
  item: XmlElement,
  shop: XmlShop,
  categories: ReadonlyMap<string, Category>,
  report: ImportReport,
): readonly ProductData[] {
  const one: One = (...selectors) => selectors.map((selector) => valuesAt(item, selector)[0] ?? "").find(Boolean) ?? "";
  const id = one(...shop.id);
  if (id === "") {
    report.leaveOut(item.line, `the product has no ${(shop.id[0] ?? "").replace("@", "")}`);
    return [];
  }
  const group = one(...(shop.group ?? [])) || id;
  const shared = productFields(item, one);
  const { at = "", id: ids = [] } = shop.variants ?? {};
  const own = at === "" ? [] : elementsAt(item, at);
  if (own.length === 0)
    return [{ product_identifier: group, variant_identifier: id, ...shared, ...variantFields([item]) }];
  return own.map((variant, number) => ({
    product_identifier: group,
    variant_identifier: ids.map((selector) => valuesAt(variant, selector)[0]).find(Boolean) ?? `${id}/${number + 1}`,
    ...shared,
    ...variantFields([variant, item]),
  }));

  function productFields(element: XmlElement, of: One) {
    const title = typeof shop.title === "function" ? shop.title(of) : of(...shop.title);
    const number = shop.tree === undefined ? "" : of(shop.tree.by);
    const path = number === "" ? "" : pathOf(number, categories);
    const { from, levels } = shop.categories;
    const paths = from.flatMap((selector) => valuesAt(element, selector)).map((text) => categoryIn(plainText(text), levels)); // prettier-ignore
    return given({
      title: plainText(title),
      description: htmlText(of(...shop.description)),
      categories: [...new Set(path === "" ? paths.filter(Boolean) : [path])],
    });
  }

  /**
   * Returns the fields of a variant.
   * @param sources elements to read: the element of the variant, then the element of the product if the product has its
   * own element
   */
  function variantFields(sources: readonly XmlElement[]) {
    const all = (selectors: readonly string[]) =>
      sources.map((source) => selectors.flatMap((selector) => valuesAt(source, selector))).find((some) => some.length > 0) ?? []; // prettier-ignore
    const first: One = (...selectors) => plainText(selectors.map((selector) => all([selector])[0] ?? "").find(Boolean) ?? ""); // prettier-ignore
    const line = sources[0]?.line ?? item.line;
    const [price, before] = [shop.price, shop.before].map((selectors) => amountIn(report, line, nameOf(selectors), first(...selectors))); // prettier-ignore
    const params = paramsIn(sources.flatMap((source) => shop.params.flatMap((at) => elementsAt(source, at))), first(...shop.designer)); // prettier-ignore
    const sizes = all(shop.sizes ?? []).flatMap((text) => listOf(plainText(text)));
    const currency = shop.currency(first).toUpperCase();
    return {
      ...given({ designer: params.designer }),
      ...given({ color: first(...(shop.color ?? [])), sizes }),
      ...optionFields(params.options),
      ...(before === undefined || before === 0 ? pricesOf(price, undefined) : pricesOf(Math.max(before, price ?? 0), price)),
      ...given({
        // Some feeds use "RUR", an outdated currency code for rubles.
        currency: currency === "RUR" ? "RUB" : currency,
        in_stock: shop.inStock(first, (selector) => all([selector])),
        images: [...new Set(shop.images.flatMap((selector) => all([selector])))],
        link: first(...shop.link),
        barcode: first(...shop.barcode) || params.barcode,
        sku: first(...shop.sku) || params.sku,
        mpn: first(...(shop.mpn ?? [])) || params.mpn,
      }),
    }; // prettier-ignore
  }
}

const nameOf = ([selector = ""]: readonly string[]): string => selector.split(/[.@]/).at(-1) ?? "";

/** Matches a marketplace name, which may precede the category path: "Heureka.cz | Shoes". */
const MARKET = /^[a-zž]+\.(?:cz|sk|hu|ro|bg|si|hr|pl)$/i;

function categoryIn(text: string, levels: string | undefined): string {
  if (levels === undefined) return categoryOf([text]);
  const names = text.split(levels).map((name) => name.trim());
  return names.length > 1 && MARKET.test(names[0] ?? "") ? categoryOf(names.slice(1)) : categoryAt(text, levels);
}

/**
 * Maximum number of levels of a category path. The limit is required because faulty feeds may contain categories that
 * form a cycle.
 */
const MAX_LEVELS = 20;

function pathOf(id: string, categories: ReadonlyMap<string, Category>): string {
  const names: string[] = [];
  for (let at = categories.get(id); at !== undefined && names.length < MAX_LEVELS; at = categories.get(at.parent))
    names.unshift(at.name);
  return categoryOf(names);
}

/** Identifiers that feeds list among parameters. */
const IDENTIFIERS = [
  ["barcode", /^(?:ean(?:_?\d+)?|kod_ean|gtin|upc|barcode)$/],
  ["sku", /^sku$/],
  ["mpn", /^(?:mpn|kod_producenta)$/],
] as const;

/**
 * Returns the options by name, and the brand and identifiers separately.
 * @param brand the brand, if another element contains it
 */
function paramsIn(elements: readonly XmlElement[], brand: string) {
  const found: Partial<Record<"barcode" | "sku" | "mpn", string>> = {};
  let designer = brand;
  const options: Record<string, string[]> = {};
  for (const pair of elements.flatMap((element) => pairOf(element) ?? [])) {
    const { field, identifier, brandScore } = paramOf(pair.name);
    const values = withUnit(pair).map(plainText);
    const [value] = values;
    if (value === undefined) continue;
    const isBrand = brandScore > 0.9 || (brandScore > 0 && same(value, designer));
    if (identifier !== undefined) found[identifier] ??= value;
    else if (isBrand && (designer === "" || same(value, designer))) designer ||= value;
    else (options[field] ??= []).push(...values);
  }
  return { designer, options, ...found };
}

const paramOf = byName((text) => {
  const name = plainText(text);
  const word = wordOf(name);
  const identifier = IDENTIFIERS.find(([, names]) => names.test(word))?.[0];
  return { field: fieldNameOf(name), identifier, brandScore: nameScore(word, "designer") };
});

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Appends the unit of a parameter to the values: "90 cm". Sizes and values with letters remain without a unit. */
export const withUnit = ({ name, values, unit }: XmlPair): string[] =>
  values.map((value) => (unit === "" || /\p{L}/u.test(value) || isSize(name) ? value : `${value} ${unit}`));

const fieldOf = byName(optionField);
const isSize = (name: string): boolean => fieldOf(name) === "sizes";
