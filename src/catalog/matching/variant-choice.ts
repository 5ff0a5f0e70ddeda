import type { Json, ProductData, ProductSource, SourceVariant } from "../product-document.js";
import { flatten } from "../flatten.js";
import { CATEGORIES_FIELD, type FieldTypes, type FieldValues, type Scalar } from "../fields.js";
import { fitFields } from "../field-types.js";
import { SEES_ALL, type IsVisible } from "../../filters/visible-fields.js";
import type { FieldSort } from "../../storefront/sorts-configuration.js";
import { CATEGORY_FIELD } from "../../filters/field-names.js";
import { comparable, matches, simplified } from "./filter-match.js";
import { fieldsOf, type Filter, isEverything } from "../../filters/filter.js";
import { compareValues } from "../../filters/operand.js";
import { foldedLetters } from "../../lib/folded.js";

/** Criteria for the variant that represents a product. */
interface Preference {
  readonly matching: Filter;
  /** Optional filters in order of priority. A filter is skipped if no variant matches this filter and the earlier filters. */
  readonly preferred: readonly Filter[];
  /** Lower-case words of the query. A variant whose colour or size is among them is preferred. */
  readonly typed?: ReadonlySet<string>;
  /** Fields that shoppers can see. Only visible fields are compared with the words of the query. Default: all fields. */
  readonly isVisible?: IsVisible;
  /** Sort order of the search. The variant whose value comes first in this order is preferred. */
  readonly sort?: FieldSort;
}

type ChooseVariant = (product: ProductSource) => SourceVariant;

/**
 * Returns a function that chooses the variant to show for a product. With a field sort, chooses the preferred variant whose value comes
 * first, or else the matching variant whose value comes first. Otherwise chooses the first preferred variant, or else the first matching
 * variant. The function throws for products without active variants, which searches never return.
 */
export function variantChooser(
  { matching, preferred, typed, isVisible: sees = SEES_ALL, sort }: Preference,
  fieldNames: FieldTypes,
): ChooseVariant {
  const named = typed === undefined ? [] : NAMED_FIELDS.filter(sees);
  const fields = [
    ...[matching, ...preferred].flatMap((filter) => [...fieldsOf(filter)]),
    ...named,
    ...(sort === undefined ? [] : [sort.field]),
  ];
  const anyWillDo = sort === undefined && named.length === 0 && [matching, ...preferred].every(isEverything);
  return (product) => {
    const active = product.source.filter((variant) => variant.active);
    const [first] = active;
    if (first === undefined)
      throw new Error(`product ${product.product_identifier} matches the request but has no active variant`);
    if (active.length === 1 || anyWillDo) return first;
    const candidates = active.map((variant) => ({ variant, values: fieldsNamed(fields, variant.data, fieldNames) }));
    const found = candidates.filter(({ values }) => matches(matching, values, fieldNames));
    const wanted = preferred.reduce((left, filter) => {
      const some = left.filter(({ values }) => matches(filter, values, fieldNames));
      return some.length > 0 ? some : left;
    }, found);
    const [best] = mostNamed(wanted, named, typed);
    const sorted = sort && (foremost(wanted, sort, fieldNames) ?? foremost(found, sort, fieldNames));
    return sorted ?? best?.variant ?? first;
  };
}

const NAMED_FIELDS = ["color", "sizes"] as const;

/** Returns the variants with the most fields whose values occur in the query (a colour and a size before a colour alone). */
function mostNamed(
  candidates: readonly Candidate[],
  fields: readonly string[],
  typed: ReadonlySet<string> | undefined,
): readonly Candidate[] {
  if (typed === undefined || candidates.length < 2) return candidates;
  const isTyped = (value: Scalar) =>
    String(value)
      .toLowerCase()
      .split(/\s+/u)
      .every((word) => typed.has(word));
  const named = candidates.map(({ values }) => fields.filter((field) => values.get(field)?.some(isTyped)).length);
  const most = named.reduce((a, b) => Math.max(a, b), 0);
  return candidates.filter((_, at) => named[at] === most);
}

interface Candidate {
  readonly variant: SourceVariant;
  readonly values: FieldValues;
}

function fieldsNamed(fields: readonly string[], data: ProductData, fieldNames: FieldTypes): FieldValues {
  // Adds the field `categories`, because the value of `category` is derived from all categories.
  const wanted = fields.includes(CATEGORY_FIELD) ? [...fields, CATEGORIES_FIELD] : fields;
  const named: Record<string, Json> = {};
  for (const key of Object.keys(data)) {
    if (wanted.some((field) => field === key || field.startsWith(`${key}.`))) named[key] = data[key] as Json;
  }
  return fitFields(flatten(named).fields, fieldNames);
}

/** Returns the variant whose value comes first in the sort order; undefined if no candidate has a value. */
function foremost(candidates: readonly Candidate[], sort: FieldSort, fields: FieldTypes): SourceVariant | undefined {
  let best: { readonly variant: SourceVariant; readonly value: Scalar } | undefined;
  for (const { variant, values } of candidates) {
    const value = sortValue(values, sort, fields);
    if (value !== undefined && (best === undefined || comesBefore(value, best.value, sort))) best = { variant, value };
  }
  return best?.variant;
}

function sortValue(values: FieldValues, sort: FieldSort, fields: FieldTypes): Scalar | undefined {
  const type = fields.get(sort.field);
  if (type === undefined) return undefined;
  let best: Scalar | undefined;
  for (const value of comparable(values, sort.field, type)) {
    const ordered = sort.field === "title" ? titleOrder(String(value)) : value;
    if (best === undefined || comesBefore(ordered, best, sort)) best = ordered;
  }
  return best;
}

function comesBefore(a: Scalar, b: Scalar, { order }: FieldSort): boolean {
  const difference = compareValues(a, b);
  return order === "asc" ? difference < 0 : difference > 0;
}

/** Punctuation marks that the engine's `asciifolding` filter replaces with ASCII characters. */
const MARKS: Readonly<Record<string, string>> = { "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-" };

/**
 * Normalizes a title like the normalizer `title_order` of the catalogue template. For rare scripts the result may differ from the engine's
 * result. This is acceptable, because the difference only affects the choice between variants of one product.
 */
const titleOrder = (title: string): string =>
  foldedLetters(title).replace(/[‘’“”–—]/gu, (mark) => MARKS[mark] as string);

/** Returns a function that tests whether an active variant of a product matches a filter. In-memory equivalent of `productClause`. */
export function productMatcher(
  filter: Filter,
  fieldNames: FieldTypes,
): (product: Pick<ProductSource, "source">) => boolean {
  const wanted = simplified(filter, fieldNames);
  if (isEverything(wanted)) return ({ source }) => source.some(({ active }) => active);
  const fields = [...fieldsOf(wanted)];
  return ({ source }) =>
    source.some(({ active, data }) => active && matches(wanted, fieldsNamed(fields, data, fieldNames), fieldNames));
}
