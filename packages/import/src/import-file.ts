import { Readable } from "node:stream";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { bigCommerce } from "./bigcommerce.js";
import { ecwid } from "./ecwid.js";
import { FORMATS, PLAIN, recognized, SHAPES, shapeOf, type Format, type Shape } from "./formats.js";
import { googleMerchant, isFeedItem, offersOfItems, offersOfTable } from "./google-merchant.js";
import { ImportError } from "./import-error.js";
import { ImportReport } from "./import-report.js";
import type { JsonRecord } from "./json-object.js";
import { listedJson } from "./json-lists.js";
import { isJsonLines, jsonRecords } from "./json-records.js";
import { jsonQuestions, plainRecords } from "./json-shapes.js";
import { magento } from "./magento.js";
import { mappedJson, mappedTable } from "./mapped.js";
import type { Mapping } from "./mapping.js";
import { prestaShop } from "./prestashop.js";
import { itemOf, jsonSample, proposed, SAMPLE, xmlSample } from "./propose-mapping.js";
import { shopifyCsv } from "./shopify-csv.js";
import { shopifyJson } from "./shopify-json.js";
import { shopware } from "./shopware.js";
import { squarespace } from "./squarespace.js";
import type { Question } from "./question.js";
import type { Proposal } from "./suggest-mapping.js";
import { headerOf, readTable, rowsOfHead } from "./table.js";
import type { TextSource } from "./text-source.js";
import { wix } from "./wix.js";
import { wooCommerce, wooCommerceLayout } from "./woocommerce.js";
import { choiceQuestions, withChoices, type XmlAnswers } from "./xml-choices.js";
import { xmlItems, type IsItem, type XmlElement } from "./xml-items.js";
import { objectOf } from "./xml-objects.js";
import { xmlShop } from "./xml-products.js";
import { XML_SHOPS } from "./xml-shops.js";

export { FORMAT_NAMES, FORMATS, type Format } from "./formats.js";

export interface OpenedImport {
  readonly format: Format;
  readonly shape: Shape;
  readonly report: ImportReport;
  /** Mapping of columns to feed fields; undefined for formats of shop platforms. */
  readonly mapping: Mapping | undefined;
  /** Unanswered questions about the file, which the user must answer before the import. */
  readonly questions: readonly Question[];
  /**
   * Batches of variants in feed format. The variants can be read only once.
   * @throws {ImportError} if the rest of the file cannot be read
   */
  readonly variants: AsyncIterable<readonly ProductData[]>;
}

export interface ImportOptions {
  /** Import format of the file; detected from the file by default. */
  readonly format?: Format;
  /** Field mapping for the formats `csv`, `json` and `xml`; proposed from the file by default. */
  readonly mapping?: Mapping;
  /** The user's answers to questions, keyed by field: columns of the file, or null to omit the field. */
  readonly answers?: Readonly<Record<string, string | null>>;
  /** Base URL of relative image paths, like Magento's "/m/b/bag.jpg". */
  readonly pictures?: string;
  readonly now: Date;
}

/**
 * Opens a product export of a shop for import.
 * @throws {ImportError} if the file cannot be imported
 */
export async function openImport(
  source: TextSource,
  { format, mapping, answers = {}, pictures, now }: ImportOptions,
): Promise<OpenedImport> {
  const shape = shapeOf(source.head);
  const found = format ?? (mapping === undefined ? recognized(source.head, shape) : PLAIN[shape]);
  if (!SHAPES[found].includes(shape)) {
    throw new ImportError(
      `the file is not ${FORMATS[found]}: it looks like ${shape === "json" ? "JSON" : shape === "xml" ? "XML" : "a table"}`,
    );
  }
  const report = new ImportReport(shape === "json" && !isJsonLines(source.head) ? "record" : "line");
  const choices = await questionsAboutChoices(source.head, found, shape, answers);
  // Uses the most likely choices for unanswered questions, to find all further questions in the same run.
  const likely = {
    ...answers,
    ...Object.fromEntries(choices.map(({ field, rivals: [first = ""] }) => [field, first])),
  };
  const isKnown = mapping === undefined && found !== PLAIN[shape];
  const used: Proposal =
    mapping !== undefined || isKnown
      ? { mapping: mapping ?? NO_MAPPING, questions: [] }
      : await proposed(source.head, shape, likely);
  const reading = { found, shape, head: source.head, mapping: used.mapping, now };
  const isAsked = used.questions.some(({ field }) => field === "price");
  const prices = (isKnown || found === "xml") && !isAsked ? await priceQuestions({ ...reading, answers: likely }) : [];
  return {
    format: found,
    shape,
    report,
    mapping: isKnown ? undefined : used.mapping,
    questions: [...choices, ...used.questions, ...prices],
    variants: withPictures(read({ ...reading, answers }, source.pieces, report), report, pictures),
  };
}

/** Returns questions that ask the user to choose one of the file's languages, currencies or cities. */
async function questionsAboutChoices(
  head: string,
  found: Format,
  shape: Shape,
  answers: XmlAnswers,
): Promise<Question[]> {
  if (shape === "xml") return choiceQuestions(await xmlSample(head, found), answers);
  if (found !== "json") return [];
  const records = await jsonSample(head);
  return jsonQuestions(
    records.map(({ value }) => value),
    answers,
  );
}

const NO_MAPPING: Mapping = { fields: {} };

interface Reading {
  readonly found: Format;
  readonly shape: Shape;
  readonly head: string;
  readonly answers: XmlAnswers;
  readonly mapping: Mapping;
  readonly now: Date;
}

/** Yields the variants of a file. @param pieces the complete text of the file */
function read(
  { found, shape, head, answers, mapping, now }: Reading,
  pieces: AsyncIterable<string>,
  report: ImportReport,
): AsyncIterable<readonly ProductData[]> {
  const table = () => readTable(head, pieces, report);
  const records = () => jsonRecords(pieces, isJsonLines(head));
  const listed = () => jsonRecords(pieces, isJsonLines(head), listedJson(head));
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
        throw new ImportError("the file is not a WooCommerce product export: it has different columns");
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
    case "ecwid":
      return ecwid(table(), report);
    case "yml":
    case "heureka":
    case "ceneo":
    case "skroutz":
    case "kaspi":
      return xmlShop(items(XML_SHOPS[found].isItem), XML_SHOPS[found], report);
    case "csv":
      return mappedTable(table(), mapping, report, now);
    case "json":
      return mappedJson(plainRecords(listed(), answers), mapping, report, now);
    case "xml":
      return mappedJson(objectsOf(items(itemOf(head, found))), mapping, report, now);
  }
}

async function* objectsOf(items: AsyncIterable<XmlElement>): AsyncGenerator<JsonRecord> {
  for await (const item of items) yield { at: item.line, value: objectOf(item) };
}

/** Returns a question about the price column if no product in the head of the file has a price. */
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
    // Ignores errors, because the head of the file ends within a record. Errors are reported during the import.
    if (!(error instanceof ImportError)) throw error;
  }
  if (count === 0) return [];
  if (answers["price"] !== undefined && found !== "xml")
    throw new ImportError(`--column price=${answers["price"]}: ${FORMATS[found]} has fixed price columns; only --column price= is possible, which imports the file without prices`); // prettier-ignore
  return [{ field: "price", why: NO_PRICES, rivals: [], answer: "" }];
}

const NO_PRICES =
  "no product has a price, possibly because some columns were not exported. Export all columns, or import the file without prices with --column price=";

/**
 * Resolves image URLs and reports invalid ones.
 * @param base base URL of relative paths
 */
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
    const expected = isPath ? "a URL with a host; set the base URL with --pictures" : "an image URL";
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
