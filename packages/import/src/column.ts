import type { Json } from "../../../src/catalog/product-document.js";
import { columnFieldOf, nameScore, wordOf } from "./header-words.js";
import { isObject, type JsonObject, VARIANTS } from "./json-object.js";
import { distinctNames } from "./table.js";
import { amountOf } from "./values.js";

/** Values of a column in the sampled records. */
export interface ColumnSample {
  readonly name: string;
  /** The first value of the column in each record, or "". */
  readonly cells: readonly string[];
  /** All non-empty values of the column, including members of lists. */
  readonly values: readonly string[];
}

/** Maximum number of columns that are considered for a mapping. */
const MAX_COLUMNS = 500;

export const columnsOfRows = (header: readonly string[], rows: readonly (readonly string[])[]): ColumnSample[] =>
  distinctNames(header.slice(0, MAX_COLUMNS)).map((name, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "");
    return { name, cells, values: cells.filter(Boolean) };
  });

/** Collects the scalar values of JSON objects by dotted name, including the members of lists. */
export function columnsOfObjects(objects: readonly JsonObject[]): ColumnSample[] {
  const columns = new Map<string, { cells: string[]; values: string[] }>();
  const add = (path: string, value: string, at: number) => {
    if (value === "") return;
    let column = columns.get(path);
    if (column === undefined) {
      if (columns.size >= MAX_COLUMNS) return;
      column = { cells: objects.map(() => ""), values: [] };
      columns.set(path, column);
    }
    column.values.push(value);
    if (column.cells[at] === "") column.cells[at] = value;
  };
  const walk = (node: Json, path: string, at: number) => {
    if (Array.isArray(node)) for (const member of node as readonly Json[]) walk(member, path, at);
    else if (isObject(node))
      for (const [name, value] of Object.entries(node)) walk(value, path === "" ? name : `${path}.${name}`, at);
    else if (typeof node === "string" || typeof node === "number" || typeof node === "boolean")
      add(path, String(node).trim(), at);
  };
  objects.forEach((object, at) => walk(object, "", at));
  return [...columns].map(([name, { cells, values }]) => ({ name, cells, values }));
}

/** Returns the name of the JSON field that contains the list of a product's variants. */
export function variantsIn(objects: readonly JsonObject[]): string | undefined {
  const names = new Set(
    objects.flatMap((object) => Object.entries(object).flatMap(([name, value]) => (isVariants(value) ? [name] : []))),
  );
  return [...names].find((name) => VARIANTS.test(name));
}

const isVariants = (value: Json): boolean => Array.isArray(value) && (value as readonly Json[]).some(isObject);

/** Generic parts of dotted names, which are ignored after a more specific part: "brand.name" is a brand. */
const GENERIC = /^(?:amount|name|title|label|value|url|src|href|id|path|\d+|[a-z]{2}(?:[-_][a-z]{2})?)$/i;

/** Matches paths ("variants.price"), but not column names that contain dots ("Art.-Nr.", "Categories (x,y,z...)"). */
const PATH = /^[\p{L}\p{N}_@$][\p{L}\p{N}_@$ -]*(?:\.[\p{L}\p{N}_@$][\p{L}\p{N}_@$ -]*)+$/u;

/** Matches the number that `distinctNames` appends to repeated column names, as in "Brand (2)". */
const AGAIN = / \(\d+\)$/;

const ADDRESS = /^(?:https?:)?\/\/\S|^\/\S+\.\w{3,4}$/i;
const PICTURE =
  /\.(?:jpe?g|png|webp|gif|avif|bmp|tiff?)(?:[?#&!/].*)?$|^(?:https?:)?\/\/\S*(?:\/images?\/|\/img\/|\/media\/|\/photos?\/|\/thumb|cdn)/i;

/** Prefixes of field names in exports: "Параметр: Бренд", "variant:Size", "/parameters[Color]". */
const KIND =
  /^\/?(?:parameters?|params?|characteristics?|attributes?|features?|propert(?:y|ies)|filtering ?property|variants?|merkmal|eigenschaft|atrybut|parametr|vlastnost|параметр|свойство|характеристика)\s*(?::|\[)\s*([^[\]]+)\]?$/i;

/**
 * Returns the specific part of a dotted name: "brand" for "brand.name", "p_cat_0" for "p_cat.0" (the first category),
 * "name_de" for "name.de" (German).
 */
function tellingPart(parts: readonly string[], last: string): string {
  const [before] = parts.slice(-2, -1);
  if (before === undefined || !GENERIC.test(last)) return last;
  return /^(?:\d+|[a-z]{2})$/i.test(last) && last.toLowerCase() !== "id" ? `${before}_${last}` : before;
}

/** A column with statistics of its values. */
export class Column {
  /** Normalized name for comparisons: "Produkt-Name" is "produkt_name". */
  readonly word: string;
  /** Attribute name that is used if the column does not match a known feed field: "produkt_größe". */
  readonly field: string;
  readonly name: string;
  readonly cells: readonly string[];
  readonly values: readonly string[];
  readonly coverage: number;
  readonly distinct: number;
  readonly meanLength: number;
  /** Share of values that are numbers or amounts, between 0 and 1. */
  readonly numbers: number;
  readonly addresses: number;
  readonly pictures: number;
  readonly markup: number;
  readonly isInVariants: boolean;
  /**
   * Whether the column describes something other than the product, like the URL of a category or the alt text of an
   * image.
   */
  readonly isOfOther: boolean;

  /** Computes the statistics of a column. @param records number of sampled records */
  constructor({ name, cells, values }: ColumnSample, records: number, variants: string | undefined) {
    [this.name, this.cells, this.values] = [name, cells, values];
    this.isInVariants = variants !== undefined && name.startsWith(`${variants}.`);
    const own = this.isInVariants ? name.slice((variants ?? "").length + 1) : name;
    const parts = PATH.test(own) ? own.split(".") : [own];
    const last = parts.at(-1)?.replace(AGAIN, "") ?? "";
    const telling = tellingPart(parts, last).replace(KIND, "$1");
    const parent = parentOf(parts);
    const ofPrice = parent !== undefined && KIND_OF_PRICE.test(wordOf(telling)) && isPrice(parent);
    const ofPicture =
      parent !== undefined && OF_PICTURE.test(wordOf(telling)) && nameScore(wordOf(parent), "images") > 0.85;
    this.word = wordOf(ofPrice || ofPicture ? `${parent}_${telling}` : telling);
    this.field = columnFieldOf(telling);
    this.isOfOther = parent !== undefined && isOfOther(parent, this.word);
    this.coverage = Math.min(1, values.length / records);
    this.distinct = new Set(values).size;
    this.meanLength = values.reduce((sum, { length }) => sum + length, 0) / Math.max(1, values.length);
    this.numbers = this.share((value) => amountOf(value) !== undefined);
    this.addresses = this.share((value) => ADDRESS.test(firstPart(value)));
    this.pictures = this.share((value) => PICTURE.test(firstPart(value)));
    this.markup = this.share((value) => /<[a-z]+[^>]*>|&[a-z]+;/i.test(value));
  }

  share(is: (value: string) => boolean): number {
    return this.values.filter(is).length / Math.max(1, this.values.length);
  }

  /** Whether every record has a different value. */
  get isUnique(): boolean {
    return this.coverage === 1 && this.distinct === this.values.length;
  }
}

/** Returns the part before the specific part of a dotted name: "price" in `price.gross.amount`. */
function parentOf(parts: readonly string[]): string | undefined {
  const at = parts.findLastIndex((part) => !GENERIC.test(part));
  return at > 0 ? parts[at - 1] : undefined;
}

/** Matches parts of dotted names that specify the kind of a price, such as "gross" in `price.gross`. */
const KIND_OF_PRICE =
  /^(?:gross|net|netto|brutto|(?:incl|including|with|excl|excluding|without)_?(?:tax|vat)|cents|minor)$/;
const isPrice = (name: string): boolean => (["price", "original_price", "sale_price"] as const).some((role) => nameScore(wordOf(name), role) > 0.4); // prettier-ignore

const OTHERS = ["category", "designer", "images", "tags"] as const;
/** Matches column names of image URLs and image sizes. */
const OF_PICTURE = /(?:^|_)(?:url|src|zoom|large|medium|original|full|standard|file)(?:_|$)/;

function isOfOther(parent: string, word: string): boolean {
  const of = OTHERS.find((role) => nameScore(wordOf(parent), role) > 0.85);
  return of !== undefined && nameScore(word, of) === 0;
}

/** Returns the first URL of a text that contains several URLs, whatever the separator. */
const firstPart = (value: string): string =>
  value.replace(/^[["'\s]+/, "").split(/["']?[,;|\s]\s*(?=["']?(?:https?:)?\/)/, 1)[0] ?? "";
