import type { Json, ProductData } from "../../../src/catalog/product-document.js";
import { htmlText, plainText } from "./html-text.js";
import { ImportError } from "./import-error.js";
import type { ImportReport } from "./import-report.js";
import { isObject, type JsonObject, type JsonRecord } from "./json-object.js";
import type { MappedField, Mapping } from "./mapping.js";
import { commonTitle, commonTitleOfMost } from "./common-title.js";
import { inherited, withParents, type RowOfProduct } from "./parent-rows.js";
import { isSaleOn } from "./platform-rows.js";
import { type Cell, distinctNames, type Row, type Table } from "./table.js";
import { optionField } from "./header-words.js";
import { addressesOf, amountOf, categoryAt, categoryOf, isSold, listOf, timeOf, yesOrNo } from "./values.js";

/** A record of a file in a generic format. */
interface Source {
  readonly at: number;
  /** Returns the non-empty values of a column or dotted path, in file order. */
  readonly values: (column: string) => readonly string[];
}

/**
 * Converts table rows to variants according to a field mapping.
 * @throws {ImportError} if the mapping uses a column that the table does not have
 */
export async function* mappedTable(
  table: Table,
  mapping: Mapping,
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> {
  const cells = new Map<string, Cell>();
  const names = distinctNames(table.header);
  for (const name of columnsOf(mapping)) {
    const position = names.indexOf(name);
    const cell = position === -1 ? table.column(name) : table.at(position);
    if (cell === undefined) {
      throw new ImportError(
        `the mapping uses the column ${JSON.stringify(name)}, but the file only has ${table.header.join(", ")}`,
      );
    }
    cells.set(name, cell);
  }
  const products = new Products(mapping, report);
  const completed = completedFromAbove(mapping);
  const cellOf = (name = "") => cells.get(name) ?? (() => "");
  const { parents } = mapping;
  const rows = parents === undefined ? withoutParents(table.rows()) : withParents(table.rows(), cellOf(parents.parent), cellOf(parents.key)); // prettier-ignore
  for await (const { row, above } of rows) {
    const valuesIn = (one: Row) => (name: string) => [cellOf(name)(one)].filter((value) => value !== "");
    const values = above === undefined ? valuesIn(row) : inherited(mapping, (name, which) => valuesIn(which === "own" ? row : above)(name)); // prettier-ignore
    const data = productData({ at: row.line, values: completed(values) }, mapping, report, now);
    if (data !== undefined) yield* products.add({ at: row.line, data });
  }
  yield* products.end();
}

async function* withoutParents(rows: AsyncIterable<Row>): AsyncGenerator<RowOfProduct> {
  for await (const row of rows) yield { row };
}

/** Fills the columns in `continued` of a record without a title with the values of the product above. */
function completedFromAbove({ continued = [] }: Mapping): (values: Source["values"]) => Source["values"] {
  const [title] = continued;
  if (title === undefined) return (values) => values;
  let above = new Map<string, readonly string[]>();
  return (values) => {
    if (values(title).length > 0) {
      above = new Map(continued.map((name) => [name, values(name)]));
      return values;
    }
    const product = above;
    return (name) => {
      const own = values(name);
      return own.length > 0 ? own : (product.get(name) ?? []);
    };
  };
}

interface Line {
  readonly at: number;
  readonly data: ProductData;
}

/** Maximum number of rows per product that are buffered to determine the product title. */
const MAX_ROWS = 10_000;

/** Buffers the rows of a product and replaces the variant titles with the common part of the titles. */
class Products {
  #rows: Line[] = [];
  readonly #isCommon: boolean;

  constructor(
    { fields }: Mapping,
    private readonly report: ImportReport,
  ) {
    this.#isCommon = fields["title"]?.as === "common";
  }

  *add(line: Line): Generator<readonly ProductData[]> {
    if (!this.#isCommon) {
      yield [line.data];
      return;
    }
    const [first] = this.#rows;
    const isNext = first !== undefined && first.data.product_identifier !== line.data.product_identifier;
    if (isNext || this.#rows.length === MAX_ROWS) yield* this.end();
    this.#rows.push(line);
  }

  *end(): Generator<readonly ProductData[]> {
    if (this.#rows.length > 0) yield withCommonTitle(this.#rows, this.report);
    this.#rows = [];
  }
}

function withCommonTitle(lines: readonly Line[], report: ImportReport): readonly ProductData[] {
  const titles = lines.map(({ data }) => (typeof data["title"] === "string" ? data["title"] : ""));
  const [own, second] = lines.filter(({ data }) => data.variant_identifier === data.product_identifier);
  // A row whose identifier is the product identifier is a parent row. The title of the parent row is the product title.
  const title = commonTitle(titles) ?? (second === undefined ? own?.data["title"] : undefined) ?? commonTitleOfMost(titles); // prettier-ignore
  if (title === undefined)
    report.cannotRead(
      lines[0]?.at ?? 0,
      "title",
      titles.join("; "),
      "titles of a product that have something in common; the first one counts",
    );
  return lines.map(({ data }) => ({ ...data, title: title ?? titles[0] ?? "" }));
}

/** Converts JSON objects to variants according to a field mapping. */
export async function* mappedJson(
  records: AsyncIterable<JsonRecord>,
  mapping: Mapping,
  report: ImportReport,
  now: Date,
): AsyncGenerator<readonly ProductData[]> {
  const { variants: path } = mapping;
  const products = new Products(mapping, report);
  const completed = completedFromAbove(mapping);
  for await (const { at, value } of records) {
    report.records += 1;
    const variants = path === undefined ? [] : nodesAt(value, path).flat().filter(isObject);
    const sources = variants.length === 0 ? [undefined] : variants;
    const lines = sources.map((variant) =>
      productData({ at, values: completed(valuesOf(value, variant, path)) }, mapping, report, now),
    );
    const found = lines.filter((line) => line !== undefined);
    const isNumbered = found.length > 1 && mapping.fields["variant_identifier"] === undefined;
    for (const [number, line] of found.entries()) {
      const variant_identifier = isNumbered ? `${line.product_identifier}/${number + 1}` : line.variant_identifier;
      yield* products.add({ at, data: { ...line, variant_identifier } });
    }
  }
  yield* products.end();
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

/** Returns the values at a dotted path, including values in lists. */
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

const columnsOf = ({ fields, parents, continued = [] }: Mapping): string[] => {
  const read = Object.values(fields).flatMap(({ from, when, between, less }) => [
    ...from,
    when,
    between?.from,
    between?.until,
    less?.from,
  ]);
  return [...new Set([...read, ...continued, parents?.parent, parents?.key])].filter((name) => name !== undefined);
};

function productData(source: Source, { fields }: Mapping, report: ImportReport, now: Date): ProductData | undefined {
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
      addNamed(data, option, value);
      continue;
    }
    if (field.as === "pairs") {
      for (const text of field.from.flatMap(shownValues(source).values)) addPairs(data, text);
      continue;
    }
    const value = valueOf(
      IDENTIFIERS.has(name) || field.as === "html" ? source : shownValues(source),
      field,
      report,
      now,
    );
    if (value !== undefined && (!Array.isArray(value) || value.length > 0))
      data[name] = LISTS.has(name) ? [value].flat() : value;
  }
  const product = data["product_identifier"];
  if (typeof product !== "string") {
    report.leaveOut(source.at, "the record has no product identifier");
    return undefined;
  }
  if ("title" in fields && data["title"] === undefined) {
    report.leaveOut(source.at, "the record has no title");
    return undefined;
  }
  const { price, original_price: before, variant_identifier: variant } = data;
  if (typeof price === "number" && "original_price" in fields) {
    data["on_sale"] ??= typeof before === "number" && before > price;
    if (!(typeof before === "number" && before > price)) delete data["original_price"];
  }
  return { ...data, product_identifier: product, variant_identifier: typeof variant === "string" ? variant : product };
}

/** Parses pairs like "Size: M; Color: Red" into fields. Existing fields are not overwritten. */
function addPairs(data: Record<string, Json>, text: string): void {
  for (const pair of text.split(/[;|\n]|,(?=[^,:=]{1,40}[:=])/)) {
    const [, name = "", value = ""] = /^\s*([^:=]+)[:=]\s*(.+?)\s*$/.exec(pair) ?? [];
    // CS-Cart encloses a value in brackets after the code of the feature type: "S[Linen]".
    addPair(data, name, value.replace(/^[A-Z]\[(.*)\]$/, "$1"));
  }
}

/**
 * Adds options from a column of names and a column of values, such as "Size | Color" with "M | Red", or "Color" with
 * "Red,Blue".
 */
function addNamed(data: Record<string, Json>, names: string, text: string): void {
  const [all, values] = [names.split("|"), text.split("|")];
  if (all.length > 1 && all.length === values.length)
    all.forEach((name, at) => addPair(data, name.trim(), values[at]?.trim() ?? ""));
  else addPair(data, names, /,\s/.test(text) ? text : listOf(text, /(?<!\d),|,(?!\d)/));
}

/** Adds a value to a record unless the field already exists. Several colors are joined into one text. */
function addPair(data: Record<string, Json>, name: string, value: string | readonly string[]): void {
  const field = optionField(name.replace(/^\s*\([^)]*\)\s*/, ""));
  const values = typeof value === "string" ? [value] : value;
  const [first = ""] = values;
  if (first === "" || field === "attributes.") return;
  data[field] ??=
    field === "color" ? values.join(" / ")
    : LISTS.has(field) ? values.flatMap((one) => listOf(one, /[,/](?=\s)/))
    : values.length === 1 ? first : [...values]; // prettier-ignore
}

/** Feed fields that contain identifiers. Character references in identifiers are not decoded. */
const IDENTIFIERS = new Set(["product_identifier", "variant_identifier"]);

const shownValues = ({ at, values }: Source): Source => ({ at, values: (column) => values(column).map(plainText) });

/** Feed fields with list values. */
const LISTS = new Set(["images", "sizes", "categories"]);

function valueOf({ at, values }: Source, field: MappedField, report: ImportReport, now: Date): Json | undefined {
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
    case "common":
      return first;
    case "html":
      return htmlText(first);
    case "pairs":
    case "named":
    case "sold":
    case "unsold":
      return undefined;
    case "number": {
      const counting = isFirstCounted({ at, values }, field, report, now) ? all : all.slice(1);
      const amounts = counting.flatMap(([one = ""]) => amountOf(one, field.decimal)?.value ?? negative(one) ?? []);
      // Prefer a positive amount: exports write a sale price of 0 if there is no sale.
      const amount = read(amounts.find((one) => one > 0) ?? amounts[0], "a number");
      return amount === undefined ? undefined : reduced(amount, field, values);
    }
    case "currency":
      return amountOf(first, field.decimal)?.currency ?? undefined;
    case "addresses":
      return [...new Set(all.flat().flatMap(addressesOf))];
    case "yes_no":
      return read(yesOrNo(first), "yes or no");
    case "stock": {
      const found = all.flat().map(inStock);
      return found.includes(true) ? true : read(found[0], "a quantity, or yes or no");
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

/** Whether the sale price of a record is active according to the record's sale flag and sale dates. */
function isFirstCounted({ at, values }: Source, field: MappedField, report: ImportReport, now: Date): boolean {
  const { when, between } = field;
  if (when !== undefined && yesOrNo(values(when)[0] ?? "") !== true) return false;
  if (between === undefined || values(field.from[0] ?? "").length === 0) return true;
  const [from = "", until = ""] = [between.from, between.until].map((name) => (name === undefined ? "" : (values(name)[0] ?? ""))); // prettier-ignore
  return isSaleOn(report, at, from, until, now);
}

/** Subtracts the discount from an amount and converts the result to the unit of the feed. */
function reduced(amount: number, { less, factor = 1, decimal }: MappedField, values: Source["values"]): number {
  const [text = ""] = less === undefined ? [] : values(less.from);
  const off = amountOf(text.replaceAll(/[%\s-]/g, ""), decimal)?.value ?? 0;
  const rest = less?.as === "percent" ? amount * (1 - off / 100) : amount - off;
  if (factor === 1 && off === 0) return amount;
  return Number((Math.max(0, rest) * factor).toFixed(factor === 1 ? 2 : 6));
}

/** Whether a product is in stock according to a text: a quantity, yes or no, or "+" or "-" as in price lists. */
function inStock(text: string): boolean | undefined {
  if (text === "+" || text === "-") return text === "+";
  const quantity = Number(text.replace(/^[<>]\s*|\+$/g, "").replace(",", "."));
  return Number.isNaN(quantity) ? yesOrNo(text) : quantity > 0;
}

/** Separator pattern that matches no text, so that values are not split. */
const NOTHING = /(?!)/;

const negative = (text: string): number | undefined => (/^-\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
