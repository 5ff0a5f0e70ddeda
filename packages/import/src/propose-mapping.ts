import { Readable } from "node:stream";
import { columnsOfObjects, columnsOfRows, variantsIn } from "./column.js";
import { type Format, type Shape } from "./formats.js";
import { isFeedItem } from "./google-merchant.js";
import { ImportError } from "./import-error.js";
import { ImportReport } from "./import-report.js";
import { listedJson } from "./json-lists.js";
import type { JsonObject, JsonRecord } from "./json-object.js";
import { isJsonLines, jsonRecords } from "./json-records.js";
import { plainRecords } from "./json-shapes.js";
import { suggestMapping, type Proposal } from "./suggest-mapping.js";
import { readTable } from "./table.js";
import { withChoices, type XmlAnswers } from "./xml-choices.js";
import { xmlItems, type IsItem, type XmlElement } from "./xml-items.js";
import { objectOf } from "./xml-objects.js";
import { XML_SHOP_FORMATS, XML_SHOPS } from "./xml-shops.js";
import { listedPath, scanXml } from "./xml-scan.js";

/** Maximum number of records that are sampled to propose a mapping. */
export const SAMPLE = 1_000;

/** Proposes a mapping from the first records of a file. */
export function proposed(head: string, shape: Shape, answers: XmlAnswers): Promise<Proposal> {
  switch (shape) {
    case "xml":
      return proposedOfXml(head, answers);
    case "json":
      return proposedOfJson(head, answers);
    case "table":
      return proposedOfTable(head, answers);
  }
}

/**
 * Reads the first records from the head of a file. The last record may be incomplete, so a syntax error is returned
 * with the records before the error.
 */
async function sampled<T>(source: AsyncIterable<T>): Promise<{ readonly records: T[]; readonly error?: Error }> {
  const records: T[] = [];
  try {
    for await (const record of source) if (records.push(record) === SAMPLE) break;
  } catch (error) {
    return { records, error: error as Error };
  }
  return { records };
}

/** Proposes a mapping from the complete rows at the start of a table. */
async function proposedOfTable(head: string, answers: XmlAnswers): Promise<Proposal> {
  const table = readTable(head, Readable.from([head]), new ImportReport("line"));
  const { records, error } = await sampled(table.rows());
  if (records.length === 0 && error !== undefined) throw error;
  const rows = records.map(({ cells }) => cells);
  if (rows.length === 0) throw new ImportError("the file has a header but no products");
  return suggestMapping(columnsOfRows(table.header, rows), rows.length, { answers });
}

async function proposedOfJson(head: string, answers: XmlAnswers): Promise<Proposal> {
  const objects: JsonObject[] = [];
  for await (const { value } of plainRecords(Readable.from(await jsonSample(head)), answers)) objects.push(value);
  if (objects.length === 0) throw new ImportError("the file contains no list of objects");
  return proposedOfObjects(objects, answers);
}

/**
 * Returns the first records of a JSON file.
 * @throws {ImportError} if the first record is unreadable
 */
export async function jsonSample(head: string): Promise<JsonRecord[]> {
  const { records, error } = await sampled(jsonRecords(Readable.from([head]), isJsonLines(head), listedJson(head)));
  if (records.length === 0 && error !== undefined) throw error;
  return records;
}

function proposedOfObjects(objects: readonly JsonObject[], answers: XmlAnswers): Proposal {
  return suggestMapping(columnsOfObjects(objects), objects.length, { variants: variantsIn(objects), answers });
}

async function proposedOfXml(head: string, answers: XmlAnswers): Promise<Proposal> {
  const objects: JsonObject[] = [];
  const items = Readable.from(await xmlSample(head, "xml")) as AsyncIterable<XmlElement>;
  for await (const item of withChoices(items, answers)) objects.push(objectOf(item));
  if (objects.length === 0) throw new ImportError(NO_LIST);
  return proposedOfObjects(objects, answers);
}

/**
 * Returns the first records of an XML file.
 * @throws {ImportError} if the first record is unreadable
 */
export async function xmlSample(head: string, found: Format): Promise<XmlElement[]> {
  const { records, error } = await sampled(xmlItems(Readable.from([head]), itemOf(head, found)));
  if (records.length === 0 && error !== undefined && found === "xml") throw error;
  return records;
}

/**
 * Returns a predicate for the record elements of an XML file.
 * @throws {ImportError} if the file contains no repeated elements
 */
export function itemOf(head: string, found: Format): IsItem {
  if (found === "google-merchant") return isFeedItem;
  const known = XML_SHOP_FORMATS.find((name) => name === found);
  if (known !== undefined) return XML_SHOPS[known].isItem;
  const listed = listedPath(scanXml(head));
  if (listed === undefined) throw new ImportError(NO_LIST);
  return (path) => path.length === listed.length && listed.every((name, at) => name === path[at]);
}

const NO_LIST =
  "this XML is not a list of products: expected a known feed format, or repeated elements with at least two fields each";
