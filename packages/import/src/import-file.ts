import { Readable } from "node:stream";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { bigCommerce, isBigCommerceHeader } from "./bigcommerce.js";
import { googleMerchant, isFeedItem, isGoogleHeader, offersOfItems, offersOfTable } from "./google-merchant.js";
import { ImportError } from "./import-error.js";
import { ImportReport } from "./import-report.js";
import { isObject, type JsonObject, type JsonRecord } from "./json-object.js";
import { isJsonLines, jsonRecords } from "./json-records.js";
import { mappedJson, mappedTable } from "./mapped.js";
import { isMagentoHeader, magento } from "./magento.js";
import type { Mapping } from "./mapping.js";
import { isPrestaShopHeader, prestaShop } from "./prestashop.js";
import { isShopifyHeader, shopifyCsv } from "./shopify-csv.js";
import { isShopwareHeader, shopware } from "./shopware.js";
import { isShopifyJson, shopifyJson } from "./shopify-json.js";
import { columnsOfObjects, columnsOfRows, variantsIn } from "./column.js";
import { isSquarespaceHeader, squarespace } from "./squarespace.js";
import { suggestMapping, type Proposal, type Question } from "./suggest-mapping.js";
import { headerOf, readTable, rowsOfHead } from "./table.js";
import type { TextSource } from "./text-source.js";
import { wooCommerce, wooCommerceLayout } from "./woocommerce.js";
import { isWixHeader, wix } from "./wix.js";
import { choiceQuestions, withChoices, type XmlAnswers } from "./xml-choices.js";
import { xmlItems, type IsItem, type XmlElement } from "./xml-items.js";
import { objectOf } from "./xml-objects.js";
import { xmlShop } from "./xml-products.js";
import { XML_SHOP_FORMATS, XML_SHOPS, type XmlShopFormat } from "./xml-shops.js";
import { listedPath, surveyXml } from "./xml-survey.js";

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
  /** Of `csv`, `json` and `xml`; proposed from the file unless given. */
  readonly mapping?: Mapping;
  /** Answers to questions by their fields: of a proposed mapping columns, null for none. */
  readonly answers?: Readonly<Record<string, string | null>>;
  /** Where pictures are that the file has without an address, like Magento's "/m/b/bag.jpg". */
  readonly pictures?: string;
  readonly now: Date;
}

/** Opens an export of a shop. @throws ImportError when it is nothing that can be imported */
export async function openImport(
  source: TextSource,
  { format, mapping, answers = {}, pictures, now }: ImportOptions,
): Promise<OpenedImport> {
  const shape = shapeOf(source.head);
  const found = format ?? (mapping === undefined ? recognized(source.head, shape) : PLAIN[shape]);
  if (!SHAPES[found].includes(shape)) {
    throw new ImportError(
      `the file is not ${FORMATS[found]}: it begins like ${shape === "json" ? "JSON" : shape === "xml" ? "XML" : "a table"}`,
    );
  }
  const report = new ImportReport(shape === "json" && !isJsonLines(source.head) ? "record" : "line");
  const ofXml = shape === "xml" ? choiceQuestions(await xmlSample(source.head, found), answers) : [];
  // Other questions are asked in the same run, as if the likeliest were chosen.
  const likely = { ...answers, ...Object.fromEntries(ofXml.map(({ field, rivals: [first = ""] }) => [field, first])) };
  const isKnown = mapping === undefined && found !== PLAIN[shape];
  const used: Proposal =
    mapping !== undefined || isKnown
      ? { mapping: mapping ?? NO_MAPPING, questions: [] }
      : await proposed(source.head, shape, likely);
  const reading = { found, shape, head: source.head, mapping: used.mapping, now };
  const prices = isKnown ? await priceQuestions({ ...reading, answers: likely }) : [];
  return {
    format: found,
    shape,
    report,
    mapping: isKnown ? undefined : used.mapping,
    questions: [...ofXml, ...used.questions, ...prices],
    variants: withPictures(read({ ...reading, answers }, source.pieces, report), report, pictures),
  };
}

/** Formats that have none of their own. */
const PLAIN = { xml: "xml", json: "json", table: "csv" } as const satisfies Record<Shape, Format>;
const NO_MAPPING: Mapping = { fields: {} };

const XML_ONLY = Object.fromEntries(XML_SHOP_FORMATS.map((name) => [name, ["xml"]])) as Record<XmlShopFormat, Shape[]>;
const SHAPES: Readonly<Record<Format, readonly Shape[]>> = {
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
  csv: ["table"],
  json: ["json"],
  xml: ["xml"],
};

interface Reading {
  readonly found: Format;
  readonly shape: Shape;
  readonly head: string;
  readonly answers: Answers;
  readonly mapping: Mapping;
  readonly now: Date;
}

/** The variants of a file. @param pieces all of it */
function read(
  { found, shape, head, answers, mapping, now }: Reading,
  pieces: AsyncIterable<string>,
  report: ImportReport,
): AsyncIterable<readonly ProductData[]> {
  const table = () => readTable(head, pieces, report);
  const records = () => jsonRecords(pieces, isJsonLines(head));
  const items = (isItem: IsItem) => withChoices(xmlItems(pieces, isItem), answers);
  switch (found) {
    case "shopify-csv":
      return shopifyCsv(table(), rowsOfHead(head), report);
    case "shopify-json":
      return shopifyJson(records(), report);
    case "google-merchant":
      return googleMerchant(shape === "xml" ? offersOfItems(items(isFeedItem), report) : offersOfTable(table()), report, now); // prettier-ignore
    case "woocommerce": {
      const layout = wooCommerceLayout(headerOf(head).header, rowsOfHead(head));
      if (layout === undefined)
        throw new ImportError("the file is not WooCommerce's product export: it has other columns");
      return wooCommerce(table(), layout, report, now);
    }
    case "magento":
      return magento(table(), rowsOfHead(head), report, now);
    case "prestashop":
      return prestaShop(table(), report, now);
    case "shopware":
      return shopware(table(), report);
    case "bigcommerce":
      return bigCommerce(table(), report);
    case "squarespace":
      return squarespace(table(), report);
    case "wix":
      return wix(table(), report);
    case "yml":
    case "heureka":
    case "ceneo":
    case "skroutz":
    case "kaspi":
      return xmlShop(items(XML_SHOPS[found].isItem), XML_SHOPS[found], report);
    case "csv":
      return mappedTable(table(), mapping, report);
    case "json":
      return mappedJson(records(), mapping, report);
    case "xml":
      return mappedJson(objectsOf(items(itemOf(head, found))), mapping, report);
  }
}

async function* objectsOf(items: AsyncIterable<XmlElement>): AsyncGenerator<JsonRecord> {
  for await (const item of items) yield { at: item.line, value: objectOf(item) };
}

/** Which elements of an XML file are records. @throws ImportError where no element is there several times */
function itemOf(head: string, found: Format): IsItem {
  if (found === "google-merchant") return isFeedItem;
  const known = XML_SHOP_FORMATS.find((name) => name === found);
  if (known !== undefined) return XML_SHOPS[known].isItem;
  const listed = listedPath(surveyXml(head));
  if (listed === undefined) throw new ImportError(NO_LIST);
  return (path) => path.length === listed.length && listed.every((name, at) => name === path[at]);
}

const NO_LIST =
  "this XML is not a list of products: expected a feed of a known format, or elements of one name with two fields or more each";

/** What every price of a file being blank leaves open. */
async function priceQuestions(reading: Reading): Promise<Question[]> {
  const { found, head, answers } = reading;
  if (answers["price"] === null) return [];
  let count = 0;
  try {
    for await (const some of read(reading, Readable.from([head]), new ImportReport("line"))) {
      if (some.some(({ price }) => price !== undefined)) return [];
      count += some.length;
      if (count >= SAMPLE) break;
    }
  } catch (error) {
    // The head ends within the file; what is wrong with the file is said when it is read.
    if (!(error instanceof ImportError)) throw error;
  }
  if (count === 0) return [];
  if (answers["price"] !== undefined)
    throw new ImportError(`--column price=${answers["price"]}: ${FORMATS[found]} has prices in columns of its own; expected --column price=, which imports it without prices`); // prettier-ignore
  return [{ field: "price", why: NO_PRICES, rivals: [], answer: "" }];
}

const NO_PRICES =
  "no product has a price, as in an export of some columns. Export all columns, or say --column price= to import it without prices";

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

function recognizedXml(head: string): Format {
  const survey = surveyXml(head);
  const shop = XML_SHOP_FORMATS.find((name) => XML_SHOPS[name].isOf(survey));
  if (shop !== undefined) return shop;
  if (survey.root === "html") throw new ImportError("this is a web page: expected the address of the feed itself");
  const isFeed = /^(?:rss|feed|channel|rdf)$/.test(survey.root);
  const items = survey.paths.filter(({ names }) => isFeedItem(names));
  const hasIds = items.some(({ fields }) => fields.has("id"));
  return isFeed && (hasIds || listedPath(survey) === undefined) ? "google-merchant" : "xml";
}

function shapeOf(head: string): Shape {
  const text = head.replace(/^\ufeff/, "").trimStart();
  if (text === "") throw new ImportError("the file is empty");
  if (text.startsWith("<")) return "xml";
  return text.startsWith("{") || text.startsWith("[") ? "json" : "table";
}

function recognized(head: string, shape: Shape): Format {
  switch (shape) {
    case "xml":
      return recognizedXml(head);
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
      if (isSquarespaceHeader(header)) return "squarespace";
      if (isWixHeader(header)) return "wix";
      if (wooCommerceLayout(header, rowsOfHead(head)) !== undefined) return "woocommerce";
      return isGoogleHeader(header) ? "google-merchant" : "csv";
    }
  }
}

/** Records that a mapping is proposed from. */
const SAMPLE = 1_000;

type Answers = XmlAnswers;

function proposed(head: string, shape: Shape, answers: Answers): Promise<Proposal> {
  switch (shape) {
    case "xml":
      return proposedOfXml(head, answers);
    case "json":
      return proposedOfJson(head, answers);
    case "table":
      return proposedOfTable(head, answers);
  }
}

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
  return suggestMapping(columnsOfRows(table.header, rows), rows.length, { answers });
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
  return proposedOfObjects(objects, answers);
}

function proposedOfObjects(objects: readonly JsonObject[], answers: Answers): Proposal {
  return suggestMapping(columnsOfObjects(objects), objects.length, { variants: variantsIn(objects), answers });
}

async function proposedOfXml(head: string, answers: Answers): Promise<Proposal> {
  const objects: JsonObject[] = [];
  const items = Readable.from(await xmlSample(head, "xml")) as AsyncIterable<XmlElement>;
  for await (const item of withChoices(items, answers)) objects.push(objectOf(item));
  if (objects.length === 0) throw new ImportError(NO_LIST);
  return proposedOfObjects(objects, answers);
}

/** The first records of an XML file. @throws ImportError where not even the first one can be read */
async function xmlSample(head: string, found: Format): Promise<XmlElement[]> {
  const items: XmlElement[] = [];
  try {
    for await (const item of xmlItems(Readable.from([head]), itemOf(head, found)))
      if (items.push(item) === SAMPLE) break;
  } catch (error) {
    if (items.length === 0 && found === "xml") throw error;
  }
  return items;
}
