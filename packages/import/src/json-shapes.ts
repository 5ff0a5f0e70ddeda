import type { Json } from "../../../src/catalog/product-document.js";
import { ImportError } from "./import-error.js";
import { isObject, type JsonObject, type JsonRecord, VARIANTS } from "./json-object.js";
import { namesValues } from "./xml-objects.js";
import {
  alternatives,
  isLanguage,
  type ChoiceField,
  questionsAbout,
  type XmlAnswers as Answers,
} from "./xml-choices.js";
import type { Question } from "./question.js";
import { isCurrency } from "./values.js";

/** Selects one of the languages, cities or currencies in which a value is available. */
type Choose = (field: ChoiceField, marks: readonly string[]) => string;

/**
 * Converts structures of shop APIs to plain values: GraphQL connections, name-value lists, amounts in minor units,
 * texts by language and prices by currency.
 * @throws {ImportError} if a value has alternatives and `answers` selects no alternative
 */
export async function* plainRecords(records: AsyncIterable<JsonRecord>, answers: Answers): AsyncGenerator<JsonRecord> {
  for await (const { at, value } of records) {
    const choose: Choose = (field, marks) => {
      const answer = answers[field]?.toLowerCase();
      if (answer === undefined) throw new ImportError(`record ${at}: ${alternatives(field)}; choose one of ${marks.join(", ")} with --column ${field}=…`); // prettier-ignore
      return answer;
    };
    yield { at, value: plainRecord(value, choose) };
  }
}

/** Returns a question for each field that has alternative values but no answer. */
export function jsonQuestions(records: readonly JsonObject[], answers: Answers): Question[] {
  const found: { field: ChoiceField; marks: readonly string[] }[] = [];
  for (const record of records)
    plainRecord(record, (field, marks) => {
      found.push({ field, marks });
      return answers[field]?.toLowerCase() ?? marks[0]?.toLowerCase() ?? "";
    });
  return (["lang", "price_currency"] as const).flatMap(
    (field) =>
    questionsAbout(field, found.filter((one) => one.field === field).flatMap(({ marks }) => marks), answers), // prettier-ignore
  );
}

function plainRecord(record: JsonObject, choose: Choose): JsonObject {
  const value = unwrapped(record);
  if (!isObject(value)) return record;
  const { masterVariant, ...others } = value;
  const whole = isObject(masterVariant) ? { ...others, variants: [masterVariant, ...listOf(value["variants"])] } : value; // prettier-ignore
  const pairs: Pair[] = [];
  const fields: Record<string, Json> = {};
  const inVariants = new Set<string>();
  for (const [name, field] of Object.entries(whole)) {
    const list = VARIANTS.test(name) ? unwrapped(field) : undefined;
    if (!Array.isArray(list) || list.length === 0) {
      const plain = isOfProgram(name) ? undefined : plainValue(field, name, pairs, choose);
      if (plain !== undefined) fields[name] = plain;
      continue;
    }
    // Omits a list of variants that contains only variant ids instead of objects.
    const variants = list.map(unwrapped).filter(isObject).map((variant) => plainRecord(variant, choose)); // prettier-ignore
    if (variants.length > 0) fields[name] = variants;
    for (const variant of variants) for (const own of Object.keys(variant)) inVariants.add(own);
  }
  for (const { name, path, value } of pairs) {
    // Omits an option of the product if the variants have a field with the same name.
    if (inVariants.has(name) || name.startsWith("_")) continue;
    const column = Object.hasOwn(fields, name) ? `${path}.${name}` : name;
    fields[column] ??= value;
  }
  return fields;
}

interface Pair {
  readonly name: string;
  /** Name of the JSON list that contains this name-value pair. */
  readonly path: string;
  readonly value: Json;
}

const isOfProgram = (name: string): boolean => /^(?:@(?!id$)|__|_links$|links$)/.test(name);

/**
 * Converts a nested JSON value from a shop API to a plain value.
 * @param pairs list to which name-value pairs are added
 */
function plainValue(node: Json, path: string, pairs: Pair[], choose: Choose): Json | undefined {
  const value = unwrapped(node);
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) {
    const members = (value as readonly Json[]).flatMap((member) => plainValue(member, path, pairs, choose) ?? []);
    const named = members.map((member) => (isObject(member) ? pairOf(member) : undefined));
    const found = named.filter((pair) => pair !== undefined);
    const isOfPairs = members.length > 0 && found.length === members.length && new Set(found.map(({ name }) => name)).size === found.length; // prettier-ignore
    if (!isOfPairs) return oneCurrency(members, choose);
    for (const { name, value: own } of found) pairs.push({ name: namesValues(path) ? `${path} ${name}` : name, path, value: own }); // prettier-ignore
    return undefined;
  }
  if (!isObject(value)) return value;
  // References in commercetools contain the referenced object only if the export expands references.
  if (typeof value["typeId"] === "string") return isObject(value["obj"]) ? plainValue(value["obj"], path, pairs, choose) : undefined; // prettier-ignore
  // A price in commercetools contains the amount, countries and customer groups.
  const { value: money, ...others } = value;
  if (isObject(money) && "centAmount" in money) return plainValue({ ...others, ...money }, path, pairs, choose);
  const chosen = inOneLanguage(value, choose) ?? inOneOfCurrencies(value, choose);
  if (chosen !== undefined) return plainValue(chosen, path, pairs, choose);
  const isNamed = ["name", "title", "label", "value", "url", "src", "file"].some((name) => !isEmpty(value[name]));
  const entries = Object.entries(inMajorUnits(value)).flatMap(([name, field]) => {
    // Omits the id of a named object such as a brand, a category or an image.
    if (isOfProgram(name) || (isNamed && /^id$/i.test(name))) return [];
    const plain = plainValue(field, name, pairs, choose);
    return plain === undefined ? [] : [[name, plain] as const];
  });
  return Object.fromEntries<Json>(entries);
}

/** Extracts the text of rich-text editor blocks, and shortens schema.org URLs to the last path segment. */
function plainText(text: string): string {
  if (!/^\s*\{.*"blocks"\s*:\s*\[/s.test(text)) return text.replace(/^https?:\/\/schema\.org\/(?=\w+$)/, "");
  try {
    const { blocks } = JSON.parse(text) as {
      readonly blocks: readonly { readonly data?: { readonly text?: string } }[];
    };
    return blocks
      .map(({ data }) => data?.text ?? "")
      .filter(Boolean)
      .join("\n");
  } catch {
    return text;
  }
}

/** Unwraps GraphQL edges and nodes, schema.org list items and translated values. */
function unwrapped(node: Json): Json {
  if (!isObject(node)) return node;
  const { node: inner, edges, nodes, item, translated } = node;
  if (isObject(inner) && Object.keys(node).every((name) => /^(?:node|cursor|__typename)$/.test(name))) return unwrapped(inner); // prettier-ignore
  if (Array.isArray(edges)) return (edges as readonly Json[]).map(unwrapped);
  if (Array.isArray(nodes)) return nodes as Json;
  if (isObject(item) && node["@type"] === "ListItem") return item;
  if (!isObject(translated)) return node;
  const { translated: _same, ...own } = node;
  return { ...own, ...Object.fromEntries(Object.entries(translated).filter(([, value]) => !isEmpty(value))) };
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const NAMES = [
  "attribute", "option", "property", "attribute_code", "attributeCode", "attribute_name", "attributeName", "option_display_name",
  "option_name", "optionName", "propertyID", "name", "key", "code", "title", "label",
] as const; // prettier-ignore
const VALUES = ["value", "values", "option", "options", "option_value", "label", "content"] as const;
/** Matches names of fields that occur in objects such as prices and images, but not in name-value pairs. */
const OF_THINGS = /^(?:price|amount|cent_?amount|sku|src|url|href|image|count|rating|currency|currency_?code)$/i;

/** Recognizes a name-value pair: `{"name": "Color", "value": "Red"}`. */
function pairOf(object: JsonObject): { readonly name: string; readonly value: Json } | undefined {
  if (Object.keys(object).some((name) => OF_THINGS.test(name))) return undefined;
  for (const key of NAMES) {
    const of = object[key];
    const name = isObject(of) ? (of["name"] ?? of["title"] ?? of["label"] ?? of["code"]) : of;
    if (typeof name !== "string" || name === "" || name.length > 60) continue;
    const at = VALUES.find((one) => one !== key && Object.hasOwn(object, one));
    const value = at === undefined ? undefined : shownValue(object[at] ?? null);
    return value === undefined ? undefined : { name, value };
  }
  return undefined;
}

/** Returns the display text of a value: "White" for `{"key": "white", "label": "White"}`. */
function shownValue(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const all = (value as readonly Json[]).map(shownValue);
    return all.every((one) => one !== undefined) ? all : undefined;
  }
  if (!isObject(value)) return value;
  const shown = ["label", "name", "title", "value", "key"].map((name) => value[name]).find((one) => !isEmpty(one));
  return shown === undefined || typeof shown === "object" ? undefined : shown;
}

/** Converts amounts from minor units (cents) to major units if the object contains the number of decimal digits. */
function inMajorUnits(object: JsonObject): JsonObject {
  const { centAmount, fractionDigits, currencyCode, currency_minor_unit: minor } = object;
  if (typeof centAmount === "number") {
    const digits = typeof fractionDigits === "number" ? fractionDigits : digitsOf(currencyCode);
    return { amount: major(centAmount, digits), ...(typeof currencyCode === "string" ? { currencyCode } : {}) };
  }
  if (typeof minor !== "number") return object;
  return Object.fromEntries<Json>(
    Object.entries(object).map(([name, value]) =>
      /price|amount/.test(name) && typeof value !== "object" && /^\d+$/.test(String(value))
        ? [name, major(Number(value), minor)]
        : [name, value],
    ),
  );
}

const major = (amount: number, digits: number): number => Number((amount / 10 ** digits).toFixed(digits));

function digitsOf(currency: Json | undefined): number {
  if (typeof currency !== "string" || !isCurrency(currency)) return 2;
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Selects the text in the chosen language from `{"de": "Hemd", "en": "Shirt"}`. */
function inOneLanguage(object: JsonObject, choose: Choose): Json | undefined {
  const names = Object.keys(object);
  const isText = (value: Json): boolean => typeof value === "string" || value === null || (Array.isArray(value) && value.every((one) => typeof one === "string")); // prettier-ignore
  if (names.length === 0 || !names.every(isLanguage) || !Object.values(object).every(isText)) return undefined;
  const filled = names.filter((name) => !isEmpty(object[name]));
  const [first] = filled;
  if (first === undefined || filled.length === 1) return object[first ?? ""] ?? "";
  const chosen = choose("lang", names);
  return object[filled.find((name) => name.toLowerCase() === chosen) ?? first];
}

/** Selects the amount in the chosen currency from `{"EUR": 10, "USD": 11}`. */
function inOneOfCurrencies(object: JsonObject, choose: Choose): Json | undefined {
  const names = Object.keys(object);
  const isAmount = (value: Json): boolean => typeof value === "number" || /^\d+(?:\.\d+)?$/.test(typeof value === "string" ? value : ""); // prettier-ignore
  const [first = ""] = names;
  if (first === "" || !names.every(isCurrency) || !Object.values(object).every(isAmount)) return undefined;
  const chosen = names.length === 1 ? first.toLowerCase() : choose("price_currency", names);
  const name = names.find((one) => one.toLowerCase() === chosen);
  return name === undefined ? [] : { amount: object[name] ?? null, currency: name };
}

/** Selects the amounts in the chosen currency (and country) from a list. */
function oneCurrency(members: readonly Json[], choose: Choose): Json {
  const marks = members.map((member) => (isObject(member) ? currencyIn(member) : undefined));
  if (marks.length < 2 || marks.some((mark) => mark === undefined)) return members;
  const names = [...new Set(marks.flatMap((mark) => mark ?? []))];
  if (names.length < 2) return members;
  const chosen = choose("price_currency", names);
  return members.filter((_member, at) => marks[at]?.toLowerCase() === chosen);
}

/** Returns the currency of an amount: "EUR", or "EUR DE" if the amount applies to one country. */
function currencyIn(object: JsonObject): string | undefined {
  const money = isObject(object["value"]) ? object["value"] : object;
  const isAmount = Object.entries(money).some(([name, value]) => /amount|price|value/i.test(name) && typeof value !== "object"); // prettier-ignore
  const currency = ["currencyCode", "currency_code", "currency"].map((name) => money[name]).find((one) => typeof one === "string"); // prettier-ignore
  if (!isAmount || typeof currency !== "string" || !isCurrency(currency)) return undefined;
  const places = ["country", "region_id", "channel"].map((name) => object[name]).filter((one) => typeof one === "string"); // prettier-ignore
  return [currency.toUpperCase(), ...places].join(" ");
}
