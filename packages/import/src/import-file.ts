import { Readable } from "node:stream";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { bigCommerce, isBigCommerceHeader } from "./bigcommerce.js";
import { googleMerchant, isGoogleHeader, offersOfItems, offersOfTable } from "./google-merchant.js";
import { ImportError } from "./import-error.js";
import { ImportReport } from "./import-report.js";
import { isObject, type JsonObject } from "./json-object.js";
import { isJsonLines, jsonRecords } from "./json-records.js";
import { mappedJson, mappedTable } from "./mapped.js";
import { isMagentoHeader, magento } from "./magento.js";
import type { Mapping } from "./mapping.js";
import { isPrestaShopHeader, prestaShop } from "./prestashop.js";
import { isShopifyHeader, shopifyCsv } from "./shopify-csv.js";
import { isShopwareHeader, shopware } from "./shopware.js";
import { isShopifyJson, shopifyJson } from "./shopify-json.js";
import { columnsOfObjects, columnsOfRows, variantsIn } from "./column.js";
import { suggestMapping, type Proposal, type Question } from "./suggest-mapping.js";
import { headerOf, readTable, rowsOfHead } from "./table.js";
import type { TextSource } from "./text-source.js";
import { wooCommerce, wooCommerceLayout } from "./woocommerce.js";
import { FEED_ITEMS, xmlItems, YML_ITEMS } from "./xml-items.js";
import { isYml, yml } from "./yml.js";

export const FORMATS = {
  "shopify-csv": "Shopify product export",
  "shopify-json": "Shopify products as JSON",
  "google-merchant": "Google Merchant feed",
  woocommerce: "WooCommerce product export",
  magento: "Magento 2 product export",
  prestashop: "PrestaShop products",
  shopware: "Shopware 6 product export",
  bigcommerce: "BigCommerce product export",
  yml: "YML catalogue",
  csv: "CSV",
  json: "JSON",
} as const;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

export interface OpenedImport {
  readonly format: Format;
  readonly shape: "xml" | "json" | "table";
  readonly report: ImportReport;
  /** Where fields come from; of formats that are known, nothing. */
  readonly mapping: Mapping | undefined;
  /** What the file leaves in doubt: nothing may be imported before it is answered. */
  readonly questions: readonly Question[];
  /** Variants as a feed has them, some at a time; to be read once. @throws ImportError where the file cannot be read on */
  readonly variants: AsyncIterable<readonly ProductData[]>;
}

export interface ImportOptions {
  /** What the file is, where that shall not be found out. */
  readonly format?: Format;
  /** Of `csv` and `json`; proposed from the file unless given. */
  readonly mapping?: Mapping;
  /** Columns that a person named for fields of a proposed mapping, null for none. */
  readonly answers?: Readonly<Record<string, string | null>>;
  /** Where pictures are that the file has without an address, like Magento's "/m/b/bag.jpg". */
  readonly pictures?: string;
  readonly now: Date;
}

/** Opens an export of a shop. @throws ImportError when it is nothing that can be imported */
export async function openImport(
  source: TextSource,
  { format, mapping, answers, pictures, now }: ImportOptions,
): Promise<OpenedImport> {
  const shape = shapeOf(source.head);
  const found = format ?? (mapping === undefined ? recognized(source.head, shape) : shape === "json" ? "json" : "csv");
  if ((found === "json" || found === "shopify-json") !== (shape === "json")) {
    throw new ImportError(
      `the file is not ${FORMATS[found]}: it begins like ${shape === "json" ? "JSON" : shape === "xml" ? "XML" : "a table"}`,
    );
  }
  const lines = shape === "json" && isJsonLines(source.head);
  const report = new ImportReport(shape === "json" && !lines ? "record" : "line");
  const table = () => readTable(source.head, source.pieces, report);
  const records = () => jsonRecords(source.pieces, lines);
  const opened = (variants: OpenedImport["variants"], used?: Proposal) => ({
    format: found,
    shape,
    report,
    mapping: used?.mapping,
    questions: used?.questions ?? [],
    variants: withPictures(variants, report, pictures),
  });
  const proposal = async (): Promise<Proposal> =>
    mapping === undefined ? await proposed(source.head, shape, answers) : { mapping, questions: [] };
  switch (found) {
    case "shopify-csv":
      return opened(shopifyCsv(table(), report));
    case "shopify-json":
      return opened(shopifyJson(records(), report));
    case "google-merchant": {
      const offers =
        shape === "xml" ? offersOfItems(xmlItems(source.pieces, FEED_ITEMS), report) : offersOfTable(table());
      return opened(googleMerchant(offers, report, now));
    }
    case "woocommerce": {
      const layout = wooCommerceLayout(headerOf(source.head).header, rowsOfHead(source.head));
      if (layout === undefined)
        throw new ImportError("the file is not WooCommerce's product export: it has other columns");
      return opened(wooCommerce(table(), layout, report, now));
    }
    case "magento":
      return opened(magento(table(), rowsOfHead(source.head), report, now));
    case "prestashop":
      return opened(prestaShop(table(), report, now));
    case "shopware":
      return opened(shopware(table(), report));
    case "bigcommerce":
      return opened(bigCommerce(table(), report));
    case "yml":
      if (shape !== "xml") throw new ImportError("the file is not YML: it begins like a table");
      return opened(yml(xmlItems(source.pieces, YML_ITEMS), report));
    case "csv": {
      const used = await proposal();
      return opened(mappedTable(table(), used.mapping, report), used);
    }
    case "json": {
      const used = await proposal();
      return opened(mappedJson(records(), used.mapping, report), used);
    }
  }
}

/** Resolves addresses of pictures, and leaves out what is none. @param base of those without a host */
async function* withPictures(
  variants: OpenedImport["variants"],
  report: ImportReport,
  base: string | undefined,
): AsyncGenerator<readonly ProductData[]> {
  const folder = base === undefined ? undefined : `${base.replace(/\/+$/, "")}/`;
  let number = 0;
  const resolved = (image: string): string[] => {
    if (/^(?:https?:)?\/\/[^\s/]/i.test(image)) return [image];
    const isPath = /^[^\s:]+\.(?:jpe?g|png|webp|gif|avif|svg|bmp)(?:\?\S*)?$/i.test(image) || /^\/\S+$/.test(image);
    if (isPath && folder !== undefined) return [folder + image.replace(/^\/+/, "")];
    const expected = isPath ? "an address with a host; --pictures says where they are" : "the address of a picture";
    report.cannotRead(number, "images", image, expected);
    return isPath ? [image] : [];
  };
  for await (const some of variants)
    yield some.map((data) => {
      number += 1;
      const { images } = data;
      return Array.isArray(images) ? { ...data, images: (images as string[]).flatMap(resolved) } : data;
    });
}

type Shape = OpenedImport["shape"];

function shapeOf(head: string): Shape {
  const text = head.replace(/^\ufeff/, "").trimStart();
  if (text === "") throw new ImportError("the file is empty");
  if (text.startsWith("<")) return "xml";
  return text.startsWith("{") || text.startsWith("[") ? "json" : "table";
}

function recognized(head: string, shape: Shape): Format {
  switch (shape) {
    case "xml":
      if (isYml(head)) return "yml";
      if (/<(?:\w+:)?(?:rss|feed|channel|rdf)[\s>]/i.test(head)) return "google-merchant";
      throw new ImportError(
        "this XML is not a product feed: expected RSS with <item> or Atom with <entry>, as Google Merchant takes it, or YML with <offer>",
      );
    case "json":
      if (/^\ufeff?\s*\{[^{}]*"operation"\s*:/.test(head))
        throw new ImportError("this is a feed already: vitrine ingest sends it");
      return isShopifyJson(head) ? "shopify-json" : "json";
    case "table": {
      const { header } = headerOf(head);
      if (isShopifyHeader(header)) return "shopify-csv";
      if (isMagentoHeader(header)) return "magento";
      if (isShopwareHeader(header)) return "shopware";
      if (isBigCommerceHeader(header)) return "bigcommerce";
      if (isPrestaShopHeader(header)) return "prestashop";
      if (wooCommerceLayout(header, rowsOfHead(head)) !== undefined) return "woocommerce";
      return isGoogleHeader(header) ? "google-merchant" : "csv";
    }
  }
}

/** Records that a mapping is proposed from. */
const SAMPLE = 1_000;

type Answers = ImportOptions["answers"];

const proposed = (head: string, shape: Shape, answers: Answers): Promise<Proposal> =>
  shape === "json" ? proposedOfJson(head, answers) : proposedOfTable(head, answers);

/** The beginning of a file, whole lines of it; what is cut off is left out. */
async function proposedOfTable(head: string, answers: Answers): Promise<Proposal> {
  const rows: (readonly string[])[] = [];
  const table = readTable(head, Readable.from([head]), new ImportReport("line"));
  try {
    for await (const row of table.rows()) if (rows.push(row.cells) === SAMPLE) break;
  } catch (error) {
    if (rows.length === 0) throw error;
  }
  if (rows.length === 0) throw new ImportError("the file has a header and no products");
  return suggestMapping(columnsOfRows(table.header, rows), rows.length, answers === undefined ? {} : { answers });
}

async function proposedOfJson(head: string, answers: Answers): Promise<Proposal> {
  const objects: JsonObject[] = [];
  try {
    for await (const { value } of jsonRecords(Readable.from([head]), isJsonLines(head)))
      if (objects.push(value) === SAMPLE) break;
  } catch (error) {
    if (objects.length === 0) throw error;
  }
  if (!objects.some(isObject)) throw new ImportError("there are no objects in the first list of the file");
  const variants = variantsIn(objects);
  return suggestMapping(columnsOfObjects(objects), objects.length, { variants, ...(answers && { answers }) });
}
