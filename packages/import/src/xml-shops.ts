import { yesOrNo } from "./values.js";
import type { IsItem } from "./xml-items.js";
import type { XmlScan } from "./xml-scan.js";

/** Returns the first non-empty value that the selectors match (see `valuesAt`), or "" if all values are empty. */
export type One = (...selectors: readonly string[]) => string;

/** Describes an XML feed format by selectors for each field. The first selector with a value is used. */
export interface XmlShop {
  readonly isOf: (scan: XmlScan) => boolean;
  readonly isItem: IsItem;
  readonly id: readonly string[];
  readonly group?: readonly string[];
  /** Child elements of a product that contain variants. Variants inherit missing values from the product. */
  readonly variants?: { readonly at: string; readonly id: readonly string[] };
  readonly title: readonly string[] | ((one: One) => string);
  readonly description: readonly string[];
  readonly designer: readonly string[];
  readonly categories: { readonly from: readonly string[]; readonly levels?: string };
  /**
   * The category tree of the feed: the name of the category elements, and the selector of the category number in a
   * product.
   */
  readonly tree?: { readonly name: string; readonly by: string };
  readonly price: readonly string[];
  readonly before: readonly string[];
  /** Returns the currency of an item (ISO 4217 code); "" if the feed does not specify the currency. */
  readonly currency: (one: One) => string;
  readonly inStock: (one: One, all: (selector: string) => readonly string[]) => boolean | undefined;
  readonly images: readonly string[];
  readonly link: readonly string[];
  readonly barcode: readonly string[];
  readonly sku: readonly string[];
  readonly mpn?: readonly string[];
  readonly color?: readonly string[];
  readonly sizes?: readonly string[];
  /** Elements that contain the name and value of an attribute. */
  readonly params: readonly string[];
  /** Elements and attributes that are not reported as unused. */
  readonly ignored: readonly string[];
}

const endsWith =
  (...names: readonly string[]): IsItem =>
  (path) =>
    names.every((name, at) => path[path.length - names.length + at] === name);
const words = (text: string): string[] => text.split(" ");
const has = ({ paths }: XmlScan, isOne: IsItem, ...fields: readonly string[]): boolean =>
  paths.some(({ names, fields: known }) => isOne(names) && fields.every((field) => known.has(field)));

/** Whether a quantity is positive; undefined if the text is not a number. */
const isAbove0 = (text: string): boolean | undefined =>
  text === "" || Number.isNaN(Number(text)) ? undefined : Number(text) > 0;
/**
 * Returns true for a delivery time of 0 days. Returns undefined for longer times, which do not show whether the product
 * is in stock.
 */
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
      const stock = all("availabilities.availability@available").map(yesOrNo);
      return stock.includes(true) ? true : stock.includes(false) ? false : undefined;
    },
    images: [],
    link: [],
    barcode: [],
    sku: ["@sku"],
    params: [],
    ignored: ["availabilities", "preorder"],
  },
  yml: {
    isOf: (scan) =>
      scan.root === "yml_catalog" ||
      (scan.root === "shop" && scan.paths.some(({ names }) => names.length === 2 && /^(?:offers|categories)$/.test(names[1] ?? ""))), // prettier-ignore
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
    // Feeds of the Ukrainian shop Epicentr contain `attribute_set`, but no currency.
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
    // Shoptet exports also use the element `shopitem` for products, but with different child elements.
    isOf: (scan) => ["productname", "product"].some((name) => has(scan, endsWith("shopitem"), name)),
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
    isOf: (scan) => scan.root === "offers" && has(scan, endsWith("o")),
    isItem: endsWith("o"),
    id: ["@id"],
    title: ["name"],
    description: ["desc"],
    designer: [],
    categories: { from: ["cat"], levels: "/" },
    price: ["@price"],
    before: [],
    currency: () => "PLN",
    // Only `avail` 1 means in stock. 3, 7 and 14 are delivery days, 90 is a preorder, 99 means "ask the shop".
    inStock: (one) => isAbove0(one("@stock")) ?? (one("@avail") === "1" ? true : undefined),
    images: ["imgs.main@url", "imgs.i@url"],
    link: ["@url"],
    barcode: [],
    sku: [],
    params: ["attrs.a"],
    ignored: words("@stock @avail @basket @weight @set"),
  },
  skroutz: {
    isOf: (scan) => has(scan, endsWith("product"), "price_with_vat"),
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

/**
 * Returns the group's name if the variant's name starts with the group's name. Otherwise returns the variant's name,
 * because the group's name may contain advertising.
 */
function sharedTitle(exact: string, other: string, isVariant: boolean): string {
  return isVariant && other !== "" && exact.startsWith(other) ? other : exact || other;
}
