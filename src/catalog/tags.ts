import type { Filter } from "../filters/filter.js";
import { operandFor } from "../filters/operand.js";
import type { ProductData, ProductSource } from "./product-document.js";
import { productTag, type Tag, tagOf } from "./catalog-version.js";
import type { FieldType, FieldTypes, Scalar } from "./fields.js";
import { variantFields } from "./product.js";

/** Whether values of a field type have cache tags. Numbers and dates have no tags, because filters compare them by order. */
const hasTags = (type: FieldType | undefined): boolean => type === "string" || type === "boolean";

/** Returns the cache tags of all values by which filters can find an active variant. */
function variantTags(data: ProductData, types: FieldTypes): Tag[] {
  const tags: Tag[] = [];
  for (const [field, values] of variantFields(data, types)) {
    if (hasTags(types.get(field))) for (const value of values) tags.push(tagOf(field, value));
  }
  return tags;
}

/** Yields the cache tags of a product: one for the product itself, and one for each value that filters can match. Tags may repeat. */
export function* productTags({ product_identifier, source }: ProductSource, types: FieldTypes): Generator<Tag[]> {
  yield [productTag(product_identifier)];
  for (const { active, data } of source) if (active) yield variantTags(data, types);
}

/** Maximum number of cache tags for a filter. Filters with more values depend on nearly the whole catalogue. */
const MAX_CONDITION_TAGS = 20;

/**
 * Returns cache tags for a filter. Every matching product has at least one of the tags, so a change affects the matches only if a changed
 * product has one of the tags, before or after the change. The tags do not cover text scores, which depend on all products, or facet
 * counts, which ignore the facet's own selection.
 * @returns `undefined` if no equality condition narrows the filter; empty if the filter cannot match
 */
export function conditionTags(filter: Filter, fields: FieldTypes): readonly Tag[] | undefined {
  switch (filter.kind) {
    case "and":
      return fewest(filter.filters.map((part) => conditionTags(part, fields)));
    case "or":
      return union(filter.filters.map((part) => conditionTags(part, fields)));
    case "in": {
      const type = fields.get(filter.field);
      // An unknown field has no values. If a new field type adds values, this counts as a change of all products.
      if (type === undefined) return [];
      return hasTags(type) ? bounded(new Set(tagsOf(filter.field, filter.values, type))) : undefined;
    }
    case "not":
    case "compare":
    case "within":
    case "missing":
      return undefined;
  }
}

const tagsOf = (field: string, values: readonly Scalar[], type: FieldType): Tag[] =>
  values.flatMap((value) => {
    const operand = operandFor(value, type);
    return operand === undefined ? [] : [tagOf(field, operand)];
  });

const bounded = (tags: ReadonlySet<Tag>): Tag[] | undefined => (tags.size > MAX_CONDITION_TAGS ? undefined : [...tags]);

type Found = readonly (readonly Tag[] | undefined)[];

function fewest(parts: Found): readonly Tag[] | undefined {
  let best: readonly Tag[] | undefined;
  for (const tags of parts) if (tags !== undefined && (best === undefined || tags.length < best.length)) best = tags;
  return best;
}

function union(parts: Found): Tag[] | undefined {
  const tags = new Set<Tag>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const tag of part) tags.add(tag);
  }
  return bounded(tags);
}
