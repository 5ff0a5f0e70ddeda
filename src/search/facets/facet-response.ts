import type { FieldType, FieldTypes } from "../../catalog/fields.js";
import { compareText, normalText } from "../../filters/operand.js";
import { type Language, LANGUAGES } from "../../languages/index.js";
import { nextAbove } from "../../lib/doubles.js";
import type { Facet, ListFacet, TreeFacet } from "../../storefront/facets-configuration.js";
import { groupName } from "./facet-aggregations.js";
import { isAnswerable } from "./facet-filters.js";
import { type FacetPlan, facetTree, type PlannedRange, type PlannedRanges, type PlannedValues } from "./facet-plan.js";
import { isEverything } from "../../filters/filter.js";
import type { FacetResult, NumberRange, TreeValue } from "../response-schema.js";

interface Bucket {
  readonly key: string | number;
  readonly key_as_string?: string;
  readonly doc_count: number;
  readonly products?: { readonly doc_count: number };
}

/** The engine's response for one nested or filter aggregation. */
type ResponseBody = Readonly<Record<string, unknown>>;

/**
 * Converts the engine's counts for a facet plan to facets, in the order of `facets`.
 * @param aggregations the engine's response; if undefined, all counts are 0
 * @param language language of default labels
 */
export function readFacets(
  plan: FacetPlan,
  facets: readonly Facet[],
  fields: FieldTypes,
  aggregations: ResponseBody | undefined,
  language: Language,
): FacetResult[] {
  const variants = aggregations?.["variants"] as ResponseBody | undefined;
  const results = new Map<Facet, FacetResult>();
  plan.groups.forEach(({ filter, facets: counted }, position) => {
    const own = isEverything(filter) ? variants : (variants?.[groupName(position)] as ResponseBody | undefined);
    for (const planned of counted) {
      const counts = (isAnswerable(planned.facet, fields) ? own : undefined) ?? {};
      const result =
        planned.kind === "ranges"
          ? readRanges(planned, plan, counts)
          : readValues(planned, plan, fields, counts, language);
      results.set(planned.facet, result);
    }
  });
  return facets.flatMap((facet) => results.get(facet) ?? []);
}

const headOf = ({ key, label, selection_mode, collapsed }: Facet) => ({ key, label, selection_mode, collapsed });

function readRanges({ name, facet, ranges }: PlannedRanges, plan: FacetPlan, counts: ResponseBody): FacetResult {
  const span = counts[`${name}_span`] as { min: number | null; max: number | null } | undefined;
  const buckets = (counts[name] as { buckets: Record<string, Bucket> } | undefined)?.buckets ?? {};
  const values = ranges.map((range, position) => rangeValue(range, productsIn(buckets[`r${position}`], plan)));
  return {
    ...headOf(facet),
    type: "range",
    values: values.filter(({ count }, position) => count > 0 || ranges[position]?.keep === true),
    min: span?.min ?? null,
    max: span?.max ?? null,
  };
}

function readValues(
  { name, facet, selected }: PlannedValues,
  plan: FacetPlan,
  fields: FieldTypes,
  counts: ResponseBody,
  language: Language,
): FacetResult {
  const found = new Map<string, number>();
  for (const value of selected) found.set(value, 0);
  for (const response of [counts[name], counts[`${name}_selected`]]) {
    for (const bucket of (response as { buckets: readonly Bucket[] } | undefined)?.buckets ?? []) {
      found.set(bucket.key_as_string ?? String(bucket.key), productsIn(bucket, plan));
    }
  }
  const head = headOf(facet);
  const order = orderOf(facet, fields);
  switch (facet.type) {
    case "tree":
      return { ...head, type: "tree", values: facetTree({ counts: found, selected, most: plan.max_values, order }) };
    case "list": {
      const labelOf = labelsOf(facet, fields.get(facet.field), language);
      const values = Array.from(found, ([value, count]) => ({
        value,
        label: labelOf(value),
        count,
        selected: selected.includes(value),
      }));
      return { ...head, type: "list", values: values.sort(order) };
    }
  }
}

function labelsOf({ value_labels }: ListFacet, type: FieldType | undefined, language: Language) {
  const given = new Map(Object.entries(value_labels ?? {}).map(([value, label]) => [normalText(value), label]));
  const [yes, no] = LANGUAGES[language].yesNo;
  const known = type === "boolean" ? new Map([["true", yes], ["false", no], ...given]) : given;
  return (value: string): string => known.get(value) ?? value;
}

function productsIn(bucket: Bucket | undefined, plan: FacetPlan): number {
  if (bucket === undefined) return 0;
  return plan.count_products ? (bucket.products?.doc_count ?? 0) : bucket.doc_count;
}

function rangeValue({ min, max, label, selected }: PlannedRange, count: number) {
  const value = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return { value, label: label ?? rangeLabel(value), count, selected };
}

/** Returns the default label of a range. The label uses signs instead of words, so that it suits every language. */
function rangeLabel({ min, max }: NumberRange): string {
  if (max === undefined) return `≥ ${min}`;
  // If a range ends just below another range, the label shows that range's start: 20 instead of 19.999999999999996.
  const above = nextAbove(max);
  const isBelow = String(above).length < String(max).length;
  if (min !== undefined) return `${min} – ${isBelow ? above : max}`;
  return isBelow ? `< ${above}` : `≤ ${max}`;
}

type Order = (a: Pick<TreeValue, "value" | "count">, b: Pick<TreeValue, "value" | "count">) => number;

/** Order in which values are displayed. If there are too many values, this order does not decide which values are omitted. */
function orderOf(facet: ListFacet | TreeFacet, fields: FieldTypes): Order {
  const byValue: Order =
    fields.get(facet.field) === "number"
      ? (a, b) => Number(a.value) - Number(b.value)
      : (a, b) => compareText(a.value, b.value);
  switch (facet.order) {
    case "count":
      return (a, b) => b.count - a.count || byValue(a, b);
    case "value":
      return byValue;
    case "natural":
      return (a, b) => naturalOrder(a.value, b.value) || byValue(a, b);
  }
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** Pattern of letter sizes: S, M and L with any number of X in front, either repeated ("XXL") or as a number ("2XL"). */
const LETTER_SIZE = /^(?:(\d)X|(X*))([SML])$/i;

/** Rank of values that are not letter sizes: greater than the ranks of all letter sizes. */
const NO_LETTER_SIZE = 100;

/** Natural order for numbers and sizes: "9" before "10", and "XS" before "S", "M" and "XL". Letter sizes come first. */
export function naturalOrder(a: string, b: string): number {
  return letterSize(a) - letterSize(b) || byNumber.compare(a, b);
}

/** Returns the rank of a letter size: 0 for M, negative for S, positive for L, and one step further from 0 per X. */
function letterSize(value: string): number {
  const match = LETTER_SIZE.exec(value);
  if (match === null) return NO_LETTER_SIZE;
  const [, counted, written = "", letter = ""] = match;
  const steps = 1 + (counted === undefined ? written.length : Number(counted));
  switch (letter.toUpperCase()) {
    case "S":
      return -steps;
    case "L":
      return steps;
    default:
      return written === "" && counted === undefined ? 0 : NO_LETTER_SIZE;
  }
}
