import type { Filter } from "../filters/filter.js";
import { operandFor } from "../filters/operand.js";
import type { ProductData, ProductSource } from "./product-document.js";
import { productTag, type Tag, tagOf } from "./catalog-version.js";
import type { FieldType, FieldTypes, Scalar } from "./fields.js";
import { variantFields } from "./product.js";

/** Values of other types are compared by more than equality, and have no tags. */
const hasTags = (type: FieldType | undefined): boolean => type === "string" || type === "boolean";

/** Of all that filters can find an active variant by. */
function variantTags(data: ProductData, types: FieldTypes): Tag[] {
  const tags: Tag[] = [];
  for (const [field, values] of variantFields(data, types)) {
    if (hasTags(types.get(field))) for (const value of values) tags.push(tagOf(field, value));
  }
  return tags;
}

/** Of all that filters can find a product by, and of the product itself; the same one may come several times. */
export function* productTags({ product_identifier, source }: ProductSource, types: FieldTypes): Generator<Tag[]> {
  yield [productTag(product_identifier)];
  for (const { active, data } of source) if (active) yield variantTags(data, types);
}

/** A condition on more values than these depends on nearly everything. */
const MAX_CONDITION_TAGS = 20;

/**
 * Tags of which every product has one that a filter finds: so what it finds, and what these products are like, changes only
 * with products that have one of them before or after. That is not enough where words are searched for, because their
 * scores depend on all products, nor for the counts of a facet, which its own selection does not narrow.
 * @returns undefined where no equality condition narrows the filter; none where it finds nothing in this catalogue
 */
export function conditionTags(filter: Filter, fields: FieldTypes): readonly Tag[] | undefined {
  switch (filter.kind) {
    case "and":
      return fewest(filter.filters.map((part) => conditionTags(part, fields)));
    case "or":
      return union(filter.filters.map((part) => conditionTags(part, fields)));
    case "in": {
      const type = fields.get(filter.field);
      // A leaf that there is not has no value anywhere, until types change, which is a change of everything.
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
