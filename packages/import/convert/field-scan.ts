import { CATEGORY_SEPARATOR, type FieldType, type FieldValues, type Scalar } from "../../../src/catalog/fields.js";
import { Votes } from "../../../src/catalog/field-scan.js";
import { declaredTypes, fitValue, nextTypes } from "../../../src/catalog/field-types.js";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { fieldSortOf } from "../../../src/storefront/sorts-configuration.js";
import type { OpenedImport } from "../src/import-file.js";
import type { BesideTexts } from "./detect-language.js";

const TYPES: readonly FieldType[] = ["string", "number", "boolean", "date"];

/** Statistics of the values of one field. */
export interface FieldTally {
  values: number;
  /** Number of values that could be parsed as each field type. */
  readonly fits: Record<FieldType, number>;
  readonly votes: Votes;
}

/** Maximum number of fields for which statistics are collected, to limit memory usage. */
const MAX_COUNTED_FIELDS = 30_000;

/** Adds the field values of a variant to the statistics of the fields. */
export function tally(fields: Map<string, FieldTally>, fieldNames: FieldValues): void {
  for (const [fieldName, values] of fieldNames) {
    let field = fields.get(fieldName);
    if (field === undefined) {
      if (fields.size >= MAX_COUNTED_FIELDS) continue;
      field = { values: 0, fits: { string: 0, number: 0, boolean: 0, date: 0 }, votes: new Votes() };
      fields.set(fieldName, field);
    }
    field.values += values.length;
    field.votes.count(values);
    for (const type of TYPES) {
      for (const value of values) if (fitValue(value, type) !== undefined) field.fits[type] += 1;
    }
  }
}

/** Value statistics of one field over all variants. */
export interface SurveyedField {
  /** Number of variants that have a value in the field. */
  variants: number;
  /** Number of occurrences of each value, for up to `MAX_VALUES` distinct values. */
  readonly values: Map<Scalar, number>;
  /** Whether the field has distinct values that were not counted. */
  isOpen: boolean;
  numbers: number;
  total: number;
  characters: number;
}

const MAX_FIELDS = 2_000;
/** Maximum number of distinct values counted per field. Fields with more distinct values are not useful as facets. */
const MAX_VALUES = 1_000;
/** Maximum length of a counted field value in characters. Longer values are treated as texts. */
const MAX_NAME = 80;
/** Maximum number of texts sampled for language detection. A larger sample does not improve the detection. */
const MAX_TEXTS = 4_000;
const MAX_TEXT_LENGTH = 300;
/** Fields with values specific to one product, such as titles. */
const OF_ONE_PRODUCT = new Set([
  "product_identifier", "variant_identifier", "title", "handle", "description", "images", "link", "sku", "barcode", "mpn",
]); // prettier-ignore

const ATTRIBUTES = "attributes.";
/** Fields other than titles and descriptions whose values are in the shop's language. */
const SPOKEN = new Set(["categories", "product_type", "color", "material", "gender", "department", "age_group"]);
/**
 * Maximum number of distinct values of a field that is used for language detection. Fields with more distinct values
 * contain texts or model names.
 */
const MAX_SPOKEN = 100;

/**
 * The headers of a file in a generic format (CSV, JSON or XML). Empty for formats of shop platforms, whose headers are
 * fixed.
 */
export const headersOf = ({ mapping, report }: Pick<OpenedImport, "mapping" | "report">): readonly string[] =>
  mapping === undefined ? [] : [...Object.values(mapping.fields).flatMap(({ from }) => from), ...report.unused];

/** Splits a column name into words: "Preis_brutto" → "Preis brutto", "variants.shoeSize" → "variants shoe Size". */
const wordsIn = (name: string): string =>
  name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ");

const IDENTIFIERS = ["product_identifier", "variant_identifier", "handle", "sku"];
const MAX_IDENTIFIERS = 100_000;
const MAX_HOSTS = 1_000;

/**
 * Collects the statistics from which facets are proposed: the number of variants and of distinct values of each field.
 */
export class FieldScan {
  readonly fields = new Map<string, SurveyedField>();
  /** Titles and descriptions, sampled evenly from the catalogue. */
  texts: string[] = [];
  /** Number of product links by host. For a product without a link, the image URL is counted instead. */
  readonly hosts = new Map<string, number>();
  /** A sample of product identifiers, used to exclude fields that contain identifiers from the proposed facets. */
  readonly identifiers = new Set<string>();
  variants = 0;
  #products = 0;
  #every = 1;
  #lastText = "";

  observe(fields: FieldValues): void {
    this.variants += 1;
    this.#keepText(fields);
    const address = fields.get("link")?.[0] ?? fields.get("images")?.[0];
    const host = typeof address === "string" ? /^https?:\/\/([^/:?#]+)/i.exec(address)?.[1]?.toLowerCase() : undefined;
    if (host !== undefined && (this.hosts.has(host) || this.hosts.size < MAX_HOSTS))
      this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1);
    for (const field of IDENTIFIERS)
      for (const value of fields.get(field) ?? [])
        if (this.identifiers.size < MAX_IDENTIFIERS) this.identifiers.add(String(value));
    for (const [field, values] of fields) if (!OF_ONE_PRODUCT.has(field)) this.#count(field, values);
  }

  /**
   * Returns texts besides titles from which the language is detected: category levels, option values and attribute
   * names.
   * @param headers column names of the imported file
   */
  beside(headers: readonly string[] = []): BesideTexts {
    const values = new Set<string>();
    const names = new Set(headers.map(wordsIn));
    for (const [fieldName, field] of this.fields) {
      if (fieldName.startsWith(ATTRIBUTES)) names.add(wordsIn(fieldName.slice(ATTRIBUTES.length)));
      else if (!SPOKEN.has(fieldName)) continue;
      if (fieldName !== "categories" && (field.isOpen || field.values.size > MAX_SPOKEN)) continue;
      for (const value of field.values.keys())
        if (typeof value === "string") for (const level of value.split(CATEGORY_SEPARATOR)) values.add(level);
    }
    return { values, names };
  }

  /**
   * Adds the title and description of every n-th product to the sample. When the sample is full, doubles n and halves
   * the sample.
   */
  #keepText(fields: FieldValues): void {
    const texts = ["title", "description"].flatMap((field) => fields.get(field)?.slice(0, 1).map(String) ?? []);
    const text = texts.join(". ").slice(0, MAX_TEXT_LENGTH);
    if (text === "" || text === this.#lastText) return;
    this.#lastText = text;
    if (this.#products % this.#every === 0) this.texts.push(text);
    this.#products += 1;
    if (this.texts.length < MAX_TEXTS) return;
    this.texts = this.texts.filter((_, at) => at % 2 === 0);
    this.#every *= 2;
  }

  #count(fieldName: string, values: readonly Scalar[]): void {
    let field = this.fields.get(fieldName);
    if (field === undefined) {
      if (this.fields.size >= MAX_FIELDS) return;
      field = { variants: 0, values: new Map(), isOpen: false, numbers: 0, total: 0, characters: 0 };
      this.fields.set(fieldName, field);
    }
    field.variants += 1;
    for (const value of values) {
      field.total += 1;
      if (typeof value === "number") field.numbers += 1;
      else field.characters += String(value).length;
      const known = field.values.get(value);
      if (known !== undefined) field.values.set(value, known + 1);
      else if (field.values.size < MAX_VALUES && String(value).length <= MAX_NAME) field.values.set(value, 1);
      else field.isOpen = true;
    }
  }
}

type Configured = Pick<StorefrontConfiguration, "field_types" | "facets" | "sort_keys">;

/** Value statistics keyed by field name; empty if values are not checked. */
type Tallies = ReadonlyMap<string, FieldTally>;

/**
 * Checks the fields of a configuration against a feed before the configuration is applied.
 * @returns a line of text for each problem found
 */
export const fieldFindings = (configuration: Configured, values: Tallies): string[] => [
  ...wrongUses(configuration, values),
  ...misfits(configuration, values),
];

/** Reports range facets of non-numeric fields, and text sort keys with mostly numeric values. */
function wrongUses(configuration: Configured, tallies: Tallies): string[] {
  const typeOf = typesOf(configuration, tallies);
  const facets = configuration.facets.flatMap(({ key, type, field }) => {
    const is = typeOf(field);
    switch (type) {
      case "list":
      case "tree":
        return [];
      case "range":
        if (is === undefined || is === "number") return [];
        return [
          `facets.${key}: a range facet needs numbers, but \`${field}\` is ${kind(is)}, so the facet stays empty. ${REMEDY}`,
        ];
    }
  });
  const sorts = configuration.sort_keys.flatMap((given) => {
    const sort = fieldSortOf(given);
    if (sort === null || typeOf(sort.field) !== "string") return [];
    const values = tallies.get(sort.field);
    if (values === undefined || values.fits.number * 2 <= values.values) return [];
    return [
      `sort_keys.${sort.key}: \`${sort.field}\` is sorted as text, "10" before "9", although ${share(values.fits.number, values)} are numbers. ${REMEDY}`,
    ];
  });
  return [...facets, ...sorts];
}

/** Reports fields whose type does not match most of their values. */
function misfits(configuration: Configured, tallies: Tallies): string[] {
  const typeOf = typesOf(configuration, tallies);
  return [...tallies].flatMap(([field, values]) => {
    const type = typeOf(field) ?? "string";
    const winner = values.votes.winner();
    const isMeant = Object.hasOwn(configuration.field_types, field);
    if (type === "string" && winner !== "string" && !isMeant) {
      return [
        `${field}: treated as text, although ${share(values.fits[winner], values)} are ${PLURAL[winner]}. ${REMEDY}`,
      ];
    }
    if (values.fits[type] * 2 >= values.values) return [];
    const lost = values.values - values.fits[type];
    return [
      `${field}: ${kind(type)}, but ${share(lost, values)} have another type and cannot be used in filters. ${REMEDY}`,
    ];
  });
}

/** Creates a function that looks up the type of a field by name. The result is undefined for an unknown field. */
function typesOf(configuration: Configured, tallies: Tallies): (field: string) => FieldType | undefined {
  const types = nextTypes(new Map(), declaredTypes(configuration));
  return (field) => types.get(field) ?? tallies.get(field)?.votes.winner();
}

const REMEDY = "Declare the type in `field_types`, or fix the feed.";

const PLURAL: Readonly<Record<FieldType, string>> = {
  string: "texts",
  number: "numbers",
  boolean: "booleans",
  date: "timestamps",
};

const kind = (type: FieldType): string =>
  ({ string: "a text", number: "a number", boolean: "a boolean", date: "a date" })[type];

const share = (some: number, { values }: FieldTally): string =>
  `${some.toLocaleString("en-US")} of its ${values.toLocaleString("en-US")} values`;
