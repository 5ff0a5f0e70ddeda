import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import type { Table } from "./table.js";
import { amountOf, categoryAt, fieldNameOf, given, listOf, yesOrNo, type Amount } from "./values.js";
import { textsByPath, type IsItem, type XmlElement } from "./xml-items.js";

/** A product offer whose attributes have the names of Google's product data specification ("item_group_id"). */
export interface Offer {
  readonly at: number;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

const EXPECTED = ["title", "link", "image_link", "price", "availability", "description"];

/**
 * Whether a header belongs to a Google product feed. The spellings "image link" and "g:image_link" count as
 * `image_link`.
 */
export function isGoogleHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(attributeName));
  return (
    names.has("id") &&
    (names.has("link") || names.has("image_link")) &&
    EXPECTED.filter((name) => names.has(name)).length >= 4
  );
}

const attributeName = (name: string): string => fieldNameOf(name.replace(/^g:/i, ""));

export async function* offersOfTable(table: Table): AsyncGenerator<Offer> {
  const cells = table.header.map((name) => ({ name: attributeName(name), cell: table.raw(name) }));
  for await (const row of table.rows()) {
    const fields = new Map<string, readonly string[]>();
    for (const { name, cell } of cells) {
      const value = cell(row);
      if (value !== "") fields.set(name, LISTS.has(name) ? listOf(value) : [value]);
    }
    yield { at: row.line, fields };
  }
}

/** Attributes that can have several values in one table cell. */
const LISTS = new Set(["additional_image_link", "product_detail", "product_highlight"]);

/** Whether an element is a record: `<item>` in RSS, `<entry>` in Atom. */
export const isFeedItem: IsItem = (path) => path.at(-1) === "item" || path.at(-1) === "entry";

export async function* offersOfItems(items: AsyncIterable<XmlElement>, report: ImportReport): AsyncGenerator<Offer> {
  for await (const item of items) {
    report.records += 1;
    yield { at: item.line, fields: textsByPath(item) };
  }
}

/**
 * Attributes that do not become additional fields, because the import reads these attributes separately or they are
 * irrelevant for shoppers.
 */
const READ = new Set([
  "id", "item_group_id", "title", "description", "link", "image_link", "additional_image_link", "availability", "price",
  "sale_price", "sale_price_effective_date", "fb_product_category", "summary", "content", "brand", "gtin", "mpn", "color", "size", "product_type", "google_product_category",
  "material", "gender", "age_group", "pattern", "size_system", "size_type", "condition", "product_detail",
]); // prettier-ignore
const ATTRIBUTES = ["pattern", "size_system", "size_type", "condition", "energy_efficiency_class", "multipack"];

/** Attributes of vehicle listings that shoppers filter by. The attribute `make` is imported as the brand. */
const VEHICLE = [
  "model", "trim", "body_style", "vehicle_type", "transmission", "fuel_type", "drivetrain", "engine", "electric_range", "certified_pre_owned", "interior_color",
]; // prettier-ignore
const VEHICLE_NUMBERS = ["year", "mileage", "doors", "seats", "horsepower"];
const VEHICLE_READ = new Set([...VEHICLE, ...VEHICLE_NUMBERS, "make", "vin", "exterior_color"]);

/**
 * Converts offers of a Google Merchant feed to variants. Offers with the same `item_group_id` form a product.
 * @param now current time, used to determine whether a sale is active
 */
export async function* googleMerchant(
  offers: AsyncIterable<Offer>,
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> {
  const unused = new Set<string>();
  for await (const offer of offers) {
    const variant = variantOf(offer, report, now);
    if (variant === undefined) continue;
    for (const name of offer.fields.keys()) {
      const [first = ""] = name.split(".", 1);
      const isRead = READ.has(first) || ATTRIBUTES.includes(first) || (isVehicle(offer) && VEHICLE_READ.has(first));
      if (!isRead) unused.add(first);
    }
    yield [variant];
  }
  report.unused = [...unused];
}

/** Whether an offer is a vehicle. Other offers may also have a model or a year, but shoppers do not filter by them. */
const isVehicle = ({ fields }: Offer): boolean =>
  ["vin", "mileage", "mileage.value", "body_style"].some((name) => fields.has(name));

/**
 * Reads the attributes of a vehicle. Units are removed: "12876 mi" becomes 12876. Numbers may be in nested elements:
 * `<mileage><value>`.
 */
function vehicleFields(offer: Offer, one: (name: string) => string, report: ImportReport) {
  if (!isVehicle(offer)) return {};
  const texts = VEHICLE.map((name) => [name, one(name)] as const);
  const numbers = VEHICLE_NUMBERS.map((name) => {
    const text = one(name) || one(`${name}.value`);
    const amount = amountOf(text.replace(/^([\d.,\s]*\d)\s*\p{L}+\.?$/u, "$1"))?.value;
    if (text !== "" && amount === undefined) report.cannotRead(offer.at, name, text, "a number, like 12876 km");
    return [name, amount] as const;
  });
  return given(Object.fromEntries<string | number | undefined>([...texts, ...numbers]));
}

function variantOf(offer: Offer, report: ImportReport, now: Date): ProductData | undefined {
  const { at, fields } = offer;
  const raw = (name: string): string => fields.get(name)?.[0] ?? "";
  const one = (name: string): string => plainText(raw(name));
  const all = (name: string): readonly string[] => (fields.get(name) ?? []).map(plainText);
  const id = raw("id");
  if (id === "") {
    report.leaveOut(at, "the product has no id");
    return undefined;
  }
  const regular = amount(report, at, "price", one("price"));
  const sale = isOn(one("sale_price_effective_date"), now)
    ? amount(report, at, "sale_price", one("sale_price"))
    : undefined;
  const isReduced = sale !== undefined && regular !== undefined && sale.value < regular.value;
  const types = all("product_type");
  const ofMarket = [...all("google_product_category"), ...all("fb_product_category")].filter(
    (value) => !/^\d+$/.test(value),
  );
  const category = types.length > 0 ? types : ofMarket.slice(0, 1);
  return {
    product_identifier: raw("item_group_id") || id,
    variant_identifier: id,
    ...given({
      title: one("title"),
      description: htmlText(raw("description") || raw("summary") || raw("content")),
      designer: one("brand") || (isVehicle(offer) ? one("make") : ""),
      categories: category.map((path) => categoryAt(path)),
      color: (one("color") || (isVehicle(offer) ? one("exterior_color") : "")).replaceAll("/", " / "),
      sizes: all("size"),
      price: isReduced ? sale.value : regular?.value,
      original_price: isReduced ? regular.value : undefined,
      on_sale: regular === undefined ? undefined : isReduced,
      currency: regular?.currency ?? undefined,
      in_stock: inStock(one("availability"), at, report),
      images: [...all("image_link"), ...all("additional_image_link")],
      material: one("material"),
      gender: one("gender"),
      age_group: one("age_group"),
      barcode: one("gtin"),
      mpn: one("mpn"),
      link: one("link") || one("link.href"),
      attributes: given({
        ...Object.fromEntries(ATTRIBUTES.map((name) => [name, one(name)])),
        ...vehicleFields(offer, one, report),
        ...details(fields),
      }) as Record<string, string>,
    }),
  };
}

function amount(report: ImportReport, at: number, column: string, text: string): Amount | undefined {
  if (text === "") return undefined;
  const read = amountOf(text);
  if (read === undefined) report.cannotRead(at, column, text, "an amount, like 12.99 USD");
  return read;
}

/**
 * Whether a sale period like "2026-01-01T00:00Z/2026-01-31T23:59Z" includes the current time. Sales without a period
 * are active.
 */
function isOn(term: string, now: Date): boolean {
  const [from = NaN, to = NaN] = term.split("/").map((date) => Date.parse(date));
  return !(from > now.getTime()) && !(to < now.getTime());
}

function inStock(availability: string, at: number, report: ImportReport): boolean | undefined {
  const word = fieldNameOf(availability);
  switch (word) {
    case "in_stock":
    case "backorder":
    case "preorder":
    case "available_for_order":
      return true;
    case "out_of_stock":
      return false;
    case "":
      return undefined;
    default: {
      const stock = yesOrNo(availability);
      if (stock !== undefined) return stock;
      report.cannotRead(at, "availability", availability, "in_stock, out_of_stock, preorder or backorder");
      return undefined;
    }
  }
}

/** Reads product details, which are separate elements in XML and have the form "section:name:value" in tables. */
function details(fields: Offer["fields"]): Record<string, string> {
  const of = (name: string) => (fields.get(name) ?? []).map(plainText);
  const [names, values] = [of("product_detail.attribute_name"), of("product_detail.attribute_value")];
  const inCells = of("product_detail").map((detail) => detail.split(":").slice(-2));
  const pairs = [...names.map((name, at) => [name, values[at] ?? ""]), ...inCells];
  const named = pairs.map(([name = "", value = ""]) => [fieldNameOf(name), value.trim()] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ""));
}
