import { isBigCommerceHeader } from "./bigcommerce.js";
import { isEcwidHeader } from "./ecwid.js";
import { isFeedItem, isGoogleHeader } from "./google-merchant.js";
import { ImportError } from "./import-error.js";
import { isMagentoHeader } from "./magento.js";
import { isPrestaShopHeader } from "./prestashop.js";
import { isShopifyHeader } from "./shopify-csv.js";
import { isShopifyJson } from "./shopify-json.js";
import { isShopwareHeader } from "./shopware.js";
import { isSquarespaceHeader } from "./squarespace.js";
import { headerOf, rowsOfHead } from "./table.js";
import { isWixHeader } from "./wix.js";
import { wooCommerceLayout } from "./woocommerce.js";
import { XML_SHOP_FORMATS, XML_SHOPS, type XmlShopFormat } from "./xml-shops.js";
import { listedPath, scanXml } from "./xml-scan.js";

export const FORMATS = {
  "shopify-csv": "Shopify product export",
  "shopify-json": "Shopify products as JSON",
  "google-merchant": "Google Merchant feed",
  woocommerce: "WooCommerce product export",
  magento: "Magento 2 product export",
  prestashop: "PrestaShop products",
  shopware: "Shopware 6 product export",
  bigcommerce: "BigCommerce product export",
  squarespace: "Squarespace product export",
  wix: "Wix product export",
  ecwid: "Ecwid product export",
  yml: "YML catalogue",
  heureka: "Heureka feed",
  ceneo: "Ceneo feed",
  skroutz: "Skroutz feed",
  kaspi: "Kaspi price list",
  csv: "CSV",
  json: "JSON",
  xml: "XML",
} as const;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

/** Syntax of a file, independent of its content. */
export type Shape = "xml" | "json" | "table";

/** The generic format of each file syntax. Generic formats need a field mapping. */
export const PLAIN = { xml: "xml", json: "json", table: "csv" } as const satisfies Record<Shape, Format>;

const XML_ONLY = Object.fromEntries(XML_SHOP_FORMATS.map((name) => [name, ["xml"]])) as Record<XmlShopFormat, Shape[]>;
/** File syntaxes (CSV, JSON or XML) that each import format supports. */
export const SHAPES: Readonly<Record<Format, readonly Shape[]>> = {
  ...XML_ONLY,
  "shopify-csv": ["table"],
  "shopify-json": ["json"],
  "google-merchant": ["table", "xml"],
  woocommerce: ["table"],
  magento: ["table"],
  prestashop: ["table"],
  shopware: ["table"],
  bigcommerce: ["table"],
  squarespace: ["table"],
  wix: ["table"],
  ecwid: ["table"],
  csv: ["table"],
  json: ["json"],
  xml: ["xml"],
};

function recognizedXml(head: string): Format {
  const scan = scanXml(head);
  const shop = XML_SHOP_FORMATS.find((name) => XML_SHOPS[name].isOf(scan));
  if (shop !== undefined) return shop;
  if (scan.root === "html") throw new ImportError("this is a web page: expected the address of the feed itself");
  const isFeed = /^(?:rss|feed|channel|rdf)$/.test(scan.root);
  const items = scan.paths.filter(({ names }) => isFeedItem(names));
  const hasIds = items.some(({ fields }) => fields.has("id"));
  return isFeed && (hasIds || listedPath(scan) === undefined) ? "google-merchant" : "xml";
}

/**
 * Detects the syntax of a file (XML, JSON or table) from the first characters. @throws {ImportError} if the file is
 * empty
 */
export function shapeOf(head: string): Shape {
  const text = head.replace(/^\ufeff/, "").trimStart();
  if (text === "") throw new ImportError("the file is empty");
  if (text.startsWith("<")) return "xml";
  return text.startsWith("{") || text.startsWith("[") ? "json" : "table";
}

/**
 * Detects the import format of a file from the start of the file.
 * @throws {ImportError} if the file is not a list of products
 */
export function recognized(head: string, shape: Shape): Format {
  switch (shape) {
    case "xml":
      return recognizedXml(head);
    case "json":
      if (/^\ufeff?\s*\{[^{}]*"operation"\s*:/.test(head))
        throw new ImportError("the file is already a feed: send it with vitrine ingest");
      return isShopifyJson(head) ? "shopify-json" : "json";
    case "table": {
      const { header } = headerOf(head);
      if (isShopifyHeader(header)) return "shopify-csv";
      if (isMagentoHeader(header)) return "magento";
      if (isShopwareHeader(header)) return "shopware";
      if (isBigCommerceHeader(header)) return "bigcommerce";
      if (isPrestaShopHeader(header)) return "prestashop";
      if (isSquarespaceHeader(header)) return "squarespace";
      if (isWixHeader(header)) return "wix";
      if (isEcwidHeader(header)) return "ecwid";
      if (wooCommerceLayout(header, rowsOfHead(head)) !== undefined) return "woocommerce";
      return isGoogleHeader(header) ? "google-merchant" : "csv";
    }
  }
}
