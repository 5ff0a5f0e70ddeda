import type { Json, ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import { ImportError } from "./import-error.js";
import type { ImportReport } from "./import-report.js";
import { isObject, type JsonObject, type JsonRecord } from "./json-object.js";
import type { MappedField, Mapping } from "./mapping.js";
import type { Cell, Table } from "./table.js";
import { optionField } from "./header-words.js";
import { addressesOf, amountOf, categoryAt, categoryOf, isSold, listOf, timeOf, yesOrNo } from "./values.js";

/** A record of a file without a format of its own. */
interface Source {
  readonly at: number;
  /** The values at a column or dotted name, in their order, without blank ones. */
  readonly values: (column: string) => readonly string[];
}

/** Rows of a table as a mapping says. @throws ImportError when it names a column that is not there */
export async function* mappedTable(
  table: Table,
  mapping: Mapping,
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const cells = new Map<string, Cell>();
  for (const name of columnsOf(mapping)) {
    const cell = table.column(name);
    if (cell === undefined) {
      throw new ImportError(
        `the mapping names the column ${JSON.stringify(name)}; the file has ${table.header.join(", ")}`,
      );
    }
    cells.set(name, cell);
  }
  for await (const row of table.rows()) {
    const values = (name: string) => [cells.get(name)?.(row) ?? ""].filter((value) => value !== "");
    const data = productData({ at: row.line, values }, mapping, report);
    if (data !== undefined) yield [data];
  }
}

/** Objects of a JSON file as a mapping says. */
export async function* mappedJson(
  records: AsyncIterable<JsonRecord>,
  mapping: Mapping,
  report: ImportReport,
): AsyncGenerator<readonly ProductData[]> {
  const { variants: path } = mapping;
  for await (const { at, value } of records) {
    report.records += 1;
    const variants = path === undefined ? [] : nodesAt(value, path).flat().filter(isObject);
    const sources = variants.length === 0 ? [undefined] : variants;
    const lines = sources.map((variant) =>
      productData({ at, values: valuesOf(value, variant, path) }, mapping, report),
    );
    const found = lines.filter((line) => line !== undefined);
    const isNumbered = found.length > 1 && mapping.fields["variant_identifier"] === undefined;
    yield isNumbered
      ? found.map((line, number) => ({ ...line, variant_identifier: `${line.product_identifier}/${number + 1}` }))
      : found;
  }
}

function valuesOf(product: JsonObject, variant: JsonObject | undefined, path = ""): Source["values"] {
  return (name) => {
    const isInVariant = variant !== undefined && name.startsWith(`${path}.`);
    const nodes = isInVariant ? nodesAt(variant, name.slice(path.length + 1)) : nodesAt(product, name);
    return nodes
      .flatMap((node) => (node === null || typeof node === "object" ? [] : [String(node).trim()]))
      .filter(Boolean);
  };
}

/** What is at a dotted name, in all members of the lists on the way. */
export function nodesAt(node: Json, path: string): readonly Json[] {
  if (Array.isArray(node)) return (node as readonly Json[]).flatMap((member) => nodesAt(member, path));
  if (path === "") return [node];
  if (!isObject(node)) return [];
  const whole = node[path];
  if (whole !== undefined) return nodesAt(whole, "");
  const dot = path.indexOf(".");
  const below = dot === -1 ? undefined : node[path.slice(0, dot)];
  return below === undefined ? [] : nodesAt(below, path.slice(dot + 1));
}

const columnsOf = ({ fields }: Mapping): string[] => [...new Set(Object.values(fields).flatMap(({ from }) => from))];

function productData(source: Source, { fields }: Mapping, report: ImportReport): ProductData | undefined {
  const data: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.as === "sold" || field.as === "unsold") {
      const says = field.as === "unsold";
      const unsold = field.from.find((column) => source.values(column).some((value) => isSold(value) === says));
      if (unsold === undefined) continue;
      report.skipUnsold(source.at, `${unsold} is ${source.values(unsold).join(", ")}`);
      return undefined;
    }
    if (field.as === "named") {
      const [option = "", value = ""] = field.from.map((column) => shownValues(source).values(column)[0] ?? "");
      addPair(data, option, value);
      continue;
    }
    if (field.as === "pairs") {
      for (const text of field.from.flatMap(shownValues(source).values)) addPairs(data, text);
      continue;
    }
    const value = valueOf(IDENTIFIERS.has(name) || field.as === "html" ? source : shownValues(source), field, report);
    if (value !== undefined && (!Array.isArray(value) || value.length > 0))
      data[name] = LISTS.has(name) ? [value].flat() : value;
  }
  const product = data["product_identifier"];
  if (typeof product !== "string") {
    report.leaveOut(source.at, "it has no product identifier");
    return undefined;
  }
  if ("title" in fields && data["title"] === undefined) {
    report.leaveOut(source.at, "it has no title");
    return undefined;
  }
  const { price, original_price: before, variant_identifier: variant } = data;
  if (typeof price === "number" && "original_price" in fields) {
    data["on_sale"] ??= typeof before === "number" && before > price;
    if (!(typeof before === "number" && before > price)) delete data["original_price"];
  }
  return { ...data, product_identifier: product, variant_identifier: typeof variant === "string" ? variant : product };
}

/** "Size: M; Color: Red" as fields; what a column of its own says stays. */
function addPairs(data: Record<string, Json>, text: string): void {
  for (const pair of text.split(/[;|\n]|,(?=[^,:=]{1,40}[:=])/)) {
    const [, name = "", value = ""] = /^\s*([^:=]+)[:=]\s*(.+?)\s*$/.exec(pair) ?? [];
    addPair(data, name, value);
  }
}

function addPair(data: Record<string, Json>, name: string, value: string): void {
  const field = optionField(name);
  if (value === "" || field === "attributes.") return;
  data[field] ??= LISTS.has(field) ? listOf(value, /[,/](?=\s)/) : value;
}

/** What identifies stays as the file has it. */
const IDENTIFIERS = new Set(["product_identifier", "variant_identifier"]);

const shownValues = ({ at, values }: Source): Source => ({ at, values: (column) => values(column).map(plainText) });

/** Fields that a feed has as lists. */
const LISTS = new Set(["images", "sizes", "categories"]);

function valueOf({ at, values }: Source, field: MappedField, report: ImportReport): Json | undefined {
  const all = field.from.map(values);
  if (field.as === "joined") {
    const parts = all.map((one) => one[0] ?? "").filter((part) => part !== "");
    return parts.length === 0 ? undefined : parts.join("/");
  }
  const column = field.from[all.findIndex((one) => one.length > 0)];
  const [first] = all.flat();
  if (first === undefined || column === undefined) return undefined;
  const read = <T>(value: T | undefined, expected: string): T | undefined => {
    if (value === undefined) report.cannotRead(at, column, first, expected);
    return value;
  };
  switch (field.as) {
    case "text":
      return first;
    case "html":
      return htmlText(first);
    case "pairs":
    case "named":
    case "sold":
    case "unsold":
      return undefined;
    case "number": {
      const amounts = all.flatMap(([one = ""]) => amountOf(one, field.decimal)?.value ?? negative(one) ?? []);
      // Of several columns a 0 is none: a sale price is 0 where there is no sale.
      const amount = read(amounts.find((one) => one > 0) ?? amounts[0], "a number");
      return amount === undefined || field.factor === undefined ? amount : Number((amount * field.factor).toFixed(6));
    }
    case "currency":
      return amountOf(first, field.decimal)?.currency ?? undefined;
    case "addresses":
      return [...new Set(all.flat().flatMap(addressesOf))];
    case "yes_no":
      return read(yesOrNo(first), "yes or no");
    case "stock": {
      const quantity = Number(first.replace(/^[<>]\s*|\+$/g, "").replace(",", "."));
      return Number.isNaN(quantity) ? read(yesOrNo(first), "a quantity, or yes or no") : quantity > 0;
    }
    case "list":
      return [...new Set(all.flat().flatMap((text) => listOf(text, field.separator ?? NOTHING)))];
    case "categories":
      return all
        .flat()
        .flatMap((text) => listOf(text, field.separator ?? NOTHING))
        .map((path) => (field.levels === undefined ? categoryOf([path]) : categoryAt(path, field.levels)));
    case "category_levels":
      return [categoryOf(all.map((one) => one[0] ?? ""))];
    case "date": {
      const time = read(timeOf(first), "a date, like 2026-01-31");
      return time === undefined ? undefined : new Date(time).toISOString();
    }
  }
}

/** Separates nothing. */
const NOTHING = /(?!)/;

const negative = (text: string): number | undefined => (/^-\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
