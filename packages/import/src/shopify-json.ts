import type { Json, ProductData } from "../../../src/catalog/product-document.js";
import { hasMarkup, htmlTexts, plainText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { isObject, type JsonObject, type JsonRecord } from "./json-object.js";
import { shopifyVariants, tagsOf, UNSOLD, type ShopifyProduct, type ShopifyVariant } from "./shopify.js";
import { fieldNameOf } from "./values.js";

/** Whether a document is a response of Shopify's Admin API or `/products.json`, or the result of a bulk query. */
export const isShopifyJson = (head: string): boolean =>
  !GRAPHQL.test(head.slice(0, 4_000)) &&
  (head.includes("gid://shopify/Product/") ||
    (head.includes('"variants"') &&
      head.includes('"handle"') &&
      /"(?:body_html|product_type|descriptionHtml|vendor)"/.test(head)));

/** Matches GraphQL responses, which are excluded: they nest lists in connections and need a field mapping. */
const GRAPHQL = /"products"\s*:\s*\{[^[]*"(?:edges|nodes)"\s*:\s*\[/;

/** Source of the product and variant identifiers: handle and SKU, as in CSV exports, or Shopify's numeric ids. */
export type ShopifyIdentity = "handles" | "numbers";

/**
 * Yields products in Shopify's JSON formats. In bulk query results, the lines after a product belong to the product.
 */
export async function* shopifyJson(
  records: AsyncIterable<JsonRecord>,
  report: ImportReport,
  identity: ShopifyIdentity = "handles",
): AsyncGenerator<readonly ProductData[]> {
  let parent: { readonly record: JsonRecord; readonly children: JsonObject[] } | undefined;
  for await (const record of records) {
    report.records += 1;
    const of = record.value["__parentId"];
    if (of === undefined) {
      yield parent === undefined ? [] : shopifyProduct(parent, report, identity);
      parent = { record, children: [] };
    } else if (parent !== undefined && parent.record.value["id"] === of)
      parent.children.push({ ...record.value, at: record.at });
    // Ignores child records of variants in bulk query results, because they contain neither prices nor options.
    else if (!parent?.children.some(({ id }) => id === of)) {
      report.leaveOut(record.at, "the file contains no product for this record: run the bulk query with groupObjects");
    }
  }
  yield parent === undefined ? [] : shopifyProduct(parent, report, identity);
}

/**
 * Returns the variants of a product, or an empty list if the shop does not sell the product.
 * @param children lines below the product in a bulk query result
 */
export function shopifyProduct(
  { record: { at, value }, children: below }: { readonly record: JsonRecord; readonly children: readonly JsonObject[] },
  report: ImportReport,
  identity: ShopifyIdentity,
): readonly ProductData[] {
  const handle = text(value["handle"]) || text(value["id"]);
  if (handle === "") {
    report.leaveOut(at, "the record has neither a handle nor an id");
    return [];
  }
  const status = text(value["status"]).toLowerCase();
  if (UNSOLD.has(status)) {
    report.skipUnsold(at, status);
    return [];
  }
  if (value["published_at"] === null || value["publishedAt"] === null) {
    report.skipUnsold(at, "not published");
    return [];
  }
  const children = (kind: string) => below.filter((one) => kindOf(one) === kind);
  const images = [
    ...objects(value["images"]),
    ...objects(value["media"]),
    ...children("MediaImage"),
    ...children("ProductImage"),
  ];
  const optionNames = objects(value["options"]).map((option) => shown(option["name"]));
  const variants = [...objects(value["variants"]), ...children("ProductVariant")];
  const imagesById = new Map(images.map((image) => [text(image["id"]), urlOf(image)]));
  const product: ShopifyProduct = {
    at,
    ...(identity === "numbers" && { id: numberOf(value) }),
    handle,
    title: shown(value["title"]),
    html: text(value["body_html"]) || text(value["descriptionHtml"]) || text(value["description"]),
    vendor: shown(value["vendor"]),
    category: categoryIn(value),
    type: shown(value["product_type"]) || shown(value["productType"]),
    tags: Array.isArray(value["tags"]) ? value["tags"].map(shown).filter(Boolean) : tagsOf(shown(value["tags"])),
    publishedAt: dateIn(value),
    fields: {},
    attributes: Object.fromEntries(
      [...objects(value["metafields"]), ...children("Metafield")]
        .filter((field) => !/^[[{]/.test(text(field["value"])))
        .map((field) => [fieldNameOf(text(field["key"])), metafieldTexts(text(field["value"]))] as const)
        .filter(([name, texts]) => name !== "" && texts.length > 0),
    ),
    images: images.map(urlOf).filter(Boolean),
    variants: variants.map((variant) => ({
      ...variantOf(variant, Number(variant["at"] ?? at), optionNames, imagesById),
      ...(identity === "numbers" && { id: numberOf(variant) }),
    })),
  };
  if (product.variants.length === 0) report.leaveOut(at, "the record has no variants");
  return shopifyVariants(product, report);
}

const metafieldTexts = (value: string): readonly string[] =>
  hasMarkup(value) ? htmlTexts(value) : [plainText(value)].filter(Boolean);

const kindOf = ({ id }: JsonObject): string => /^gid:\/\/shopify\/(\w+)\//.exec(text(id))?.[1] ?? "";

/**
 * Returns the numeric Shopify id of a record. Prefers the number in the global id (a text), because JSON numbers are
 * exact only up to about 16 digits.
 */
const numberOf = ({ id, admin_graphql_api_id: name }: JsonObject): string =>
  /\/(\d+)$/.exec(text(name) || text(id))?.[1] ?? text(id);

/** Returns the full name of the product's category in Shopify's taxonomy, or "" if the query result has no category. */
function categoryIn({ category, productCategory }: JsonObject): string {
  const found = isObject(category)
    ? category
    : isObject(productCategory)
      ? productCategory["productTaxonomyNode"]
      : undefined;
  return isObject(found) ? shown(found["fullName"]) || shown(found["full_name"]) || shown(found["name"]) : "";
}

function dateIn(value: JsonObject): string {
  const dates = ["published_at", "publishedAt", "created_at", "createdAt"].map((name) => Date.parse(text(value[name])));
  const known = dates.find((date) => !Number.isNaN(date));
  return known === undefined ? "" : new Date(known).toISOString();
}

function variantOf(
  variant: JsonObject,
  at: number,
  optionNames: readonly string[],
  images: ReadonlyMap<string, string>,
): ShopifyVariant {
  const selected = objects(variant["selectedOptions"]).map(
    (option) => [shown(option["name"]), shown(option["value"])] as const,
  );
  const numbered = [1, 2, 3].map(
    (at) => [optionNames[at - 1] ?? `Option ${at}`, shown(variant[`option${at}`])] as const,
  );
  return {
    at,
    sku: text(variant["sku"]),
    barcode: text(variant["barcode"]),
    options: selected.length > 0 ? selected : numbered,
    price: text(isObject(variant["price"]) ? variant["price"]["amount"] : variant["price"]),
    compareAt: text(variant["compare_at_price"]) || text(variant["compareAtPrice"]),
    inStock: stockOf(variant),
    image:
      urlOf(isObject(variant["featured_image"]) ? variant["featured_image"] : (variant["image"] ?? null)) ||
      (images.get(text(variant["image_id"])) ?? ""),
  };
}

function stockOf(variant: JsonObject): boolean | undefined {
  const stock = variant["available"] ?? variant["availableForSale"];
  if (typeof stock === "boolean") return stock;
  const quantity = variant["inventory_quantity"] ?? variant["inventoryQuantity"];
  if (typeof quantity !== "number") return undefined;
  const isTracked = variant["inventory_management"] !== null;
  const goesOn = text(variant["inventory_policy"] ?? variant["inventoryPolicy"]).toLowerCase() === "continue";
  return !isTracked || goesOn || quantity > 0;
}

function urlOf(image: Json): string {
  if (!isObject(image)) return text(image);
  const inside = image["image"] ?? image["preview"];
  return (
    text(image["src"]) || text(image["url"]) || text(image["originalSrc"]) || (isObject(inside) ? urlOf(inside) : "")
  );
}

/** Returns the objects in a list or in a GraphQL connection (nodes or edges). */
function objects(list: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(list))
    return (list as readonly Json[]).filter(isObject).map((one) => (isObject(one["node"]) ? one["node"] : one));
  return isObject(list) ? objects(list["nodes"] ?? list["edges"]) : [];
}

/** Returns a value as plain text for display, with decoded character references. */
const shown = (value: Json | undefined): string => plainText(text(value));

const text = (value: Json | undefined): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
