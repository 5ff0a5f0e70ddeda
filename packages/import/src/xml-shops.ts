import type { ProductData } from "../../../src/catalog/product-document.js";
import { nameScore, optionField, wordOf } from "./header-words.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, byName, optionFields, pricesOf } from "./platform-rows.js";
import { categoryAt, categoryOf, fieldNameOf, given, listOf, yesOrNo } from "./values.js";
import { elementsAt, pairOf, valuesAt, type IsItem, type XmlElement, type XmlPair } from "./xml-items.js";
import type { XmlSurvey } from "./xml-survey.js";

/** The value at the first of some selectors (see `valuesAt`) that has one, "" for none. */
type One = (...selectors: readonly string[]) => string;

/** Where a feed in XML has what a product has: selectors of which the first with a value counts. */
export interface XmlShop {
  readonly isOf: (survey: XmlSurvey) => boolean;
  readonly isItem: IsItem;
  readonly id: readonly string[];
  readonly group?: readonly string[];
  /** A product's variants, where they are elements in it; what one does not say for itself, its product says. */
  readonly variants?: { readonly at: string; readonly id: readonly string[] };
  readonly title: readonly string[] | ((one: One) => string);
  readonly description: readonly string[];
  readonly designer: readonly string[];
  readonly categories: { readonly from: readonly string[]; readonly levels?: string };
  /** Elements of a tree of categories before the products, which these name by number. */
  readonly tree?: { readonly name: string; readonly by: string };
  readonly price: readonly string[];
  readonly before: readonly string[];
  /** ISO 4217; "" where it is left open. */
  readonly currency: (one: One) => string;
  readonly inStock: (one: One, all: (selector: string) => readonly string[]) => boolean | undefined;
  readonly images: readonly string[];
  readonly link: readonly string[];
  readonly barcode: readonly string[];
  readonly sku: readonly string[];
  readonly mpn?: readonly string[];
  readonly color?: readonly string[];
  readonly sizes?: readonly string[];
  /** Elements with a name and a value each. */
  readonly params: readonly string[];
  /** Of no use to shoppers, or read by the functions above. */
  readonly ignored: readonly string[];
}

const endsWith =
  (...names: readonly string[]): IsItem =>
  (path) =>
    names.every((name, at) => path[path.length - names.length + at] === name);
const words = (text: string): string[] => text.split(" ");
const has = ({ paths }: XmlSurvey, isOne: IsItem, ...fields: readonly string[]): boolean =>
  paths.some(({ names, fields: known }) => isOne(names) && fields.every((field) => known.has(field)));

/** A quantity above 0; undefined for what is none. */
const isAbove0 = (text: string): boolean | undefined =>
  text === "" || Number.isNaN(Number(text)) ? undefined : Number(text) > 0;
/** A time of delivery of 0 days is in stock; whether an item that takes longer is, nothing says. */
const atOnce = (days: string): boolean | undefined => (Number(days || NaN) === 0 ? true : undefined);

const isCategoryOfTree: IsItem = (path) => endsWith("category")(path) && path.at(-2) !== "offer";

export const XML_SHOPS = {
  kaspi: {
    isOf: ({ root }) => root === "kaspi_catalog",
    isItem: endsWith("offer"),
    id: ["@sku"],
    title: ["model"],
    description: ["description"],
    designer: ["brand"],
    categories: { from: [] },
    price: ["cityprices.cityprice", "price"],
    before: [],
    currency: () => "KZT",
    inStock(_one, all) {
      const said = all("availabilities.availability@available").map(yesOrNo);
      return said.includes(true) ? true : said.includes(false) ? false : undefined;
    },
    images: [],
    link: [],
    barcode: [],
    sku: ["@sku"],
    params: [],
    ignored: ["availabilities", "preorder"],
  },
  yml: {
    isOf: (survey) =>
      survey.root === "yml_catalog" ||
      (survey.root === "shop" && survey.paths.some(({ names }) => names.length === 2 && /^(?:offers|categories)$/.test(names[1] ?? ""))), // prettier-ignore
    isItem: (path) => endsWith("offer")(path) || isCategoryOfTree(path),
    id: ["@id"],
    group: ["@group_id", "group_id"],
    title: (one) => one("name") || [one("typeprefix"), one("vendor"), one("model")].filter(Boolean).join(" "),
    description: ["description"],
    designer: ["vendor"],
    categories: { from: ["category"] },
    tree: { name: "category", by: "categoryid" },
    price: ["price"],
    before: ["oldprice", "price_old", "old_price"],
    // Epicentr, which has sets of attributes, sells in Ukraine.
    currency: (one) => one("currencyid") || (one("attribute_set") === "" ? "" : "UAH"),
    inStock: (one) =>
      yesOrNo(one("@available", "available", "@in_stock")) ??
      isAbove0(one("count", "stock_quantity", "quantity_in_stock", "quantity")),
    images: ["picture", "image", "pictures.picture", "images.image"],
    link: ["url"],
    barcode: ["barcode"],
    sku: ["vendorcode", "article"],
    params: ["param", "params.param"],
    ignored: words(
      "@available @in_stock @type @bid @cbid currencyid name typeprefix model params available count stock_quantity quantity_in_stock quantity country_of_origin sales_notes delivery pickup store manufacturer_warranty adult age cpa enable_auto_discounts purchase_price vat weight dimensions delivery-options pickup-options rec attribute_set",
    ),
  },
  heureka: {
    isOf: (survey) => has(survey, endsWith("shopitem")),
    isItem: endsWith("shopitem"),
    id: ["item_id", "url"],
    group: ["itemgroup_id"],
    title: (one) => sharedTitle(one("productname"), one("product"), one("itemgroup_id") !== ""),
    description: ["description"],
    designer: ["manufacturer", "brand"],
    categories: { from: ["categorytext"], levels: "|" },
    price: ["price_vat"],
    before: ["price_before_discount", "list_price"],
    currency: (one) => one("currency"),
    inStock: (one) => isAbove0(one("stock_quantity")) ?? atOnce(one("delivery_date")),
    images: ["imgurl", "imgurl_alternative"],
    link: ["url"],
    barcode: ["ean"],
    sku: ["productno"],
    params: ["param"],
    ignored: words(
      "product productname currency delivery_date stock_quantity delivery heureka_cpc item_type accessory dues price vat video_url special_service gift extended_warranty sales_voucher",
    ),
  },
  ceneo: {
    isOf: (survey) => survey.root === "offers" && has(survey, endsWith("o")),
    isItem: endsWith("o"),
    id: ["@id"],
    title: ["name"],
    description: ["desc"],
    designer: [],
    categories: { from: ["cat"], levels: "/" },
    price: ["@price"],
    before: [],
    currency: () => "PLN",
    // 1 is within a day, 3, 7 and 14 are days, 90 is ordered before it is there, 99 is said in the shop.
    inStock: (one) => isAbove0(one("@stock")) ?? (one("@avail") === "1" ? true : undefined),
    images: ["imgs.main@url", "imgs.i@url"],
    link: ["@url"],
    barcode: [],
    sku: [],
    params: ["attrs.a"],
    ignored: words("@stock @avail @basket @weight @set"),
  },
  skroutz: {
    isOf: (survey) => has(survey, endsWith("product"), "price_with_vat"),
    isItem: endsWith("product"),
    id: ["id", "@id", "uniqueid", "unique_id", "uid"],
    variants: { at: "variations.variation", id: ["variationid", "id"] },
    title: ["name"],
    description: ["description"],
    designer: ["manufacturer"],
    categories: { from: ["category"], levels: ">" },
    price: ["price_with_vat"],
    before: [],
    currency: () => "EUR",
    inStock: (one) => yesOrNo(one("instock")) ?? isAbove0(one("quantity")) ?? yesOrNo(one("availability")),
    images: ["image", "additionalimage", "additional_image", "additional_imageurl"],
    link: ["link"],
    barcode: ["ean"],
    sku: [],
    mpn: ["mpn", "manufacturersku"],
    color: ["color"],
    sizes: ["size"],
    params: [],
    ignored: words("instock quantity availability weight vat shipping_costs shipping variations"),
  },
} as const satisfies Readonly<Record<string, XmlShop>>;
export type XmlShopFormat = keyof typeof XML_SHOPS;
export const XML_SHOP_FORMATS = Object.keys(XML_SHOPS) as XmlShopFormat[];

/** The exact name has what tells a variant; the other one may have what is added to an offer, or be that of the group. */
function sharedTitle(exact: string, other: string, isVariant: boolean): string {
  return isVariant && other !== "" && exact.startsWith(other) ? other : exact || other;
}

/** More categories are no shop's. */
const MAX_CATEGORIES = 100_000;

interface Category {
  readonly name: string;
  readonly parent: string;
}

/** Products of a feed in XML as a feed's variants. Categories that products name by number stand before these. */
export async function* xmlShop(
  items: AsyncIterable<XmlElement>,
  shop: XmlShop,
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const categories = new Map<string, Category>();
  const read = readFields(shop);
  const unused = new Set<string>();
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
    yield variantsOf(item, shop, categories, report);
  }
  report.unused = [...unused];
}

/** The elements in a record that are read, and its attributes with "@". */
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
    report.leaveOut(item.line, `it has no ${(shop.id[0] ?? "").replace("@", "")}`);
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

  /** @param sources the variant, and its product where it is an element in that */
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
        // Roubles have two codes there.
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

/** Markets put their own name above all categories: "Heureka.cz | Shoes". */
const MARKET = /^[a-zž]+\.(?:cz|sk|hu|ro|bg|si|hr|pl)$/i;

function categoryIn(text: string, levels: string | undefined): string {
  if (levels === undefined) return categoryOf([text]);
  const names = text.split(levels).map((name) => name.trim());
  return names.length > 1 && MARKET.test(names[0] ?? "") ? categoryOf(names.slice(1)) : categoryAt(text, levels);
}

/** Deeper trees go round in a circle. */
const MAX_LEVELS = 20;

function pathOf(id: string, categories: ReadonlyMap<string, Category>): string {
  const names: string[] = [];
  for (let at = categories.get(id); at !== undefined && names.length < MAX_LEVELS; at = categories.get(at.parent))
    names.unshift(at.name);
  return categoryOf(names);
}

/** Identifiers among parameters. */
const IDENTIFIERS = [
  ["barcode", /^(?:ean(?:_?\d+)?|kod_ean|gtin|upc|barcode)$/],
  ["sku", /^sku$/],
  ["mpn", /^(?:mpn|kod_producenta)$/],
] as const;

/** Options by their names, without brand and identifiers, which are fields of their own. @param brand that the record has elsewhere */
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

/** Values of a pair as they are shown: "90 cm". Units of sizes are their systems, and words have none. */
export const withUnit = ({ name, values, unit }: XmlPair): string[] =>
  values.map((value) => (unit === "" || /\p{L}/u.test(value) || isSize(name) ? value : `${value} ${unit}`));

const fieldOf = byName(optionField);
const isSize = (name: string): boolean => fieldOf(name) === "sizes";
