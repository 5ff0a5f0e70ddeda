import type { Language } from "../../../src/languages/index.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { departmentReader } from "../../../src/catalog/departments.js";
import type { FieldScan, SurveyedField } from "./field-scan.js";
import { CATEGORY_SEPARATOR, type Scalar } from "../../../src/catalog/fields.js";
import { currencyOfHosts, hasLabel, labelIn, type LabelName } from "./storefront-labels.js";
import { privateNames } from "../../../src/catalog/shown-fields.js";
import { fieldsByField, isVisibleField, type IsVisible } from "../../../src/filters/visible-fields.js";

type FacetDocument = NonNullable<ConfigurationDocument["facets"]>[number];
type SortDocument = NonNullable<ConfigurationDocument["sort_keys"]>[number];

/**
 * Number of proposed facets that are initially expanded, and maximum number of proposed facets. Shoppers ignore longer
 * lists of facets.
 */
const OPEN = 6;
const MOST = 12;
/**
 * Minimum share of all variants that must have a value in the field of a proposed facet. Rarer fields apply only to a
 * part of the catalogue.
 */
const MIN_COVERAGE = 0.1;
/** Maximum mean length of facet values in characters. Longer values do not fit into the facet column. */
const MAX_MEAN_LENGTH = 30;
const MAX_VALUES = 100;
/**
 * Maximum share of variants that have the most frequent value of a proposed facet. A facet with a more frequent value
 * would not narrow a listing.
 */
const MOST_ALIKE = 0.9;

/** Fields of common facets, in display order. */
const KNOWN = [
  "department",
  "gender",
  "categories",
  "product_type",
  "designer",
  "color",
  "sizes",
  "price",
  "on_sale",
  "material",
];
const NO_FACETS = new Set([
  "original_price", "released_at", "currency", "in_stock", "tags", "attributes.size_system", "attributes.size_type",
]); // prettier-ignore
/** Matches names of fields that are unsuitable for facets: texts, counts, URLs and internal data of shop systems. */
const NO_FACET_WORDS =
  /(?:^|_)(?:id|ids|uuid|sku|skus|mpn|ean|gtin|upc|isbn|asin|handle|slug|url|link|href|description|beschreibung|descripción|descrizione|omschrijving|opis|popis|описание|hs|customs|tariff|meta|seo|keywords?|related|ähnliche|similaires|complementary|ergänzende|recommendations?|crosssell|upsell|image|images|bild|photo|count|total|position|sort|order|status|template|shipping|versand|tax|price|preis|prix|precio|cost|amount|stripe|created|updated|modified|date|version|google|custom_product)(?:_|$)/;

/**
 * Proposes an initial configuration from the catalogue: facets for fields that many products have and whose values
 * distinguish products, sort orders for existing fields, and stock handling. The user reviews and edits the document.
 * @param language the catalogue's language, detected or given by the user
 */
export function proposeConfiguration(scan: FieldScan, language: Language): ConfigurationDocument {
  const { fields } = scan;
  const covers = (name: string, share: number) =>
    (fields.get(name)?.variants ?? 0) >= share * Math.max(1, scan.variants);
  const currency = fields.has("currency") ? only(fields.get("currency")) : currencyOfHosts(scan.hosts);
  const hidden = privateNames(fields.keys());
  const isVisible = isVisibleField(fieldsByField({ private: hidden, public: null }, {}));
  const department = ["department", "gender"].find((name) => namesDepartments(fields.get(name), language));
  return {
    ...(language === "english" ? {} : { language }),
    ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    sort_keys: sortKeys(scan, covers, language),
    facets: facetsOf(scan, covers, isVisible, language),
    ...(hidden.length === 0 ? {} : { fields: { private: hidden } }),
    ...(fields.has("designer") && !fields.has("brand") ? { aliases: { brand: "designer" } } : {}),
    ...(covers("in_stock", 0.5) ? { availability: { field: "in_stock", in_stock: [true], out_of_stock: "bury" } } : {}),
    ...(department === undefined ? {} : { department }),
    ...(fields.has("released_at") ? { field_types: { released_at: "date" } } : {}),
    // Feeds that remove more than a tenth of the products are rejected, because they may be partial exports.
    ingestion: { max_deactivated_share: 0.1 },
  };
}

type Covers = (name: string, share: number) => boolean;

function sortKeys({ fields }: FieldScan, covers: Covers, language: Language): SortDocument[] {
  const label = (name: LabelName) => labelIn(language, name);
  const rating = ["rating", "attributes.rating"].find((name) => covers(name, 0.2) && isNumeric(fields.get(name)));
  return [
    { key: "featured", label: label("featured"), by: "featured" },
    ...(covers("released_at", 0.5) ? [order("newest", label("newest"), "released_at", "desc")] : []),
    ...(covers("price", 0.5)
      ? [
          order("price_asc", label("price_asc"), "price", "asc"),
          order("price_desc", label("price_desc"), "price", "desc"),
        ]
      : []),
    ...(rating === undefined ? [] : [order("rating", label("rating"), rating, "desc")]),
    order("name_asc", label("name_asc"), "title", "asc"),
  ];
}

const order = (key: string, label: string, field: string, direction: "asc" | "desc"): SortDocument => ({
  key,
  label,
  by: "field",
  field,
  order: direction,
});

function facetsOf(scan: FieldScan, covers: Covers, isVisible: IsVisible, language: Language): FacetDocument[] {
  const { fields } = scan;
  const isUseful = (name: string) => {
    const field = fields.get(name);
    return field !== undefined && covers(name, MIN_COVERAGE) && field.values.size > 1;
  };
  // Omits the product type facet if the product types only repeat the categories.
  const known = KNOWN.filter(
    (name) => isUseful(name) && (name !== "product_type" || !repeats(fields, name, "categories")),
  );
  const others = [...fields]
    .filter(
      ([name, field]) =>
        !KNOWN.includes(name) &&
        !NO_FACETS.has(name) &&
        !NO_FACET_WORDS.test(name.slice(name.lastIndexOf(".") + 1)) &&
        isVisible(name) &&
        covers(name, MIN_COVERAGE) &&
        isChoice(field, scan.identifiers),
    )
    .map(([name, field]) => ({ name, weight: (field.variants / scan.variants) * (0.5 + evenness(field) / 2) }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  const chosen = [...known, ...others].slice(0, MOST);
  const keys = new Set<string>();
  return chosen.map((name, at) => {
    const key = uniqueKey(name, keys);
    keys.add(key);
    const head = { key, label: labelOf(name, language), field: name, ...(at < OPEN ? {} : { collapsed: true }) };
    return facetOf(name, fields.get(name) as SurveyedField, head);
  });
}

function facetOf(
  name: string,
  field: SurveyedField,
  head: Pick<FacetDocument, "key" | "label" | "field" | "collapsed">,
): FacetDocument {
  if (name === "categories") {
    const isTree = [...field.values.keys()].some((value) => String(value).includes(CATEGORY_SEPARATOR));
    return { ...head, type: isTree ? "tree" : "list" };
  }
  if (name === "price" || (isNumeric(field) && field.values.size > MAX_RANGE_VALUES)) return { ...head, type: "range" };
  if (name === "on_sale") return { ...head, type: "list", selection_mode: "single" };
  return { ...head, type: "list", ...(name === "sizes" || isNumeric(field) ? { order: "natural" as const } : {}) };
}

/** Maximum number of values of a list facet for a numeric field. Fields with more values become range facets. */
const MAX_RANGE_VALUES = 12;

/**
 * Whether a field is suitable for a facet: the values are numbers, or at most `MAX_VALUES` distinct short texts that
 * typically belong to several but not nearly all products.
 */
function isChoice(field: SurveyedField, identifiers: ReadonlySet<string>): boolean {
  const { values, isOpen, total, characters, variants } = field;
  if (values.size < 2) return false;
  const named = [...values].filter(([value]) => identifiers.has(String(value)));
  if (named.reduce((sum, [, count]) => sum + count, 0) > total / 2) return false;
  if (isNumeric(field)) return true;
  const areShared = values.size <= Math.max(total * 0.3, Math.min(6, total / 2));
  const tellApart = Math.max(...values.values()) <= variants * MOST_ALIKE;
  return !isOpen && values.size <= MAX_VALUES && areShared && tellApart && characters / total <= MAX_MEAN_LENGTH;
}

const isNumeric = (field: SurveyedField | undefined) => field !== undefined && field.numbers > field.total * 0.9;

/** Normalized entropy: 1 if all values are equally common, near 0 if one value dominates. */
function evenness({ values }: SurveyedField): number {
  const counts = [...values.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const entropy = counts.reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0);
  return counts.length < 2 ? 0 : entropy / Math.log(counts.length);
}

const repeats = (fields: FieldScan["fields"], name: string, other: string) => {
  const [own, others] = [fields.get(name), fields.get(other)];
  return own !== undefined && others !== undefined && [...own.values.keys()].every((value) => others.values.has(value));
};

/** Converts a field name to a label: "attributes.care_label" → "Care label", "attributes.width_cm" → "Width (cm)". */
function labelOf(name: string, language: Language): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (hasLabel(last) && (last === name || last !== "price")) return labelIn(language, last);
  const words = last.replaceAll("_", " ").trim().replace(UNIT, " ($1)");
  return (words.charAt(0).toUpperCase() + words.slice(1)).normalize("NFC");
}

const UNIT = / (mm|cm|m|km|ml|cl|l|g|kg|w|kw|v|hz|gb|tb|mb|mah)$/;

/**
 * Converts a field name to a unique facet key. Keys contain only ASCII letters, digits and underscores, while field
 * names may contain other characters.
 */
function uniqueKey(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .slice(name.lastIndexOf(".") + 1)
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_]+/g, "")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 80);
  const key = plain === "" ? "facet" : plain;
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

function namesDepartments(field: SurveyedField | undefined, language: Language): boolean {
  if (field === undefined || field.isOpen) return false;
  const read = departmentReader(language);
  const named = [...field.values].filter(([value]) => read(String(value)) !== undefined);
  return named.reduce((sum, [, count]) => sum + count, 0) > field.total / 2;
}

/** Returns the value of a field if it has exactly one value, otherwise "". */
function only(field: SurveyedField | undefined): string {
  const [value, ...others]: Scalar[] = [...(field?.values.keys() ?? [])];
  return value === undefined || others.length > 0 ? "" : String(value);
}
