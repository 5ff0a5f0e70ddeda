import type { ProductSource } from "../../../src/catalog/product-document.js";
import type { FieldTypes, FieldValues, Scalar } from "../../../src/catalog/fields.js";
import { variantFields } from "../../../src/catalog/product.js";
import { shownName } from "../../../src/filters/field-names.js";
import { describeFilter } from "../../../src/filters/canonical-filter.js";
import { fieldsOf, isEverything, negated, type Filter } from "../../../src/filters/filter.js";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { hidingRule } from "../../../src/storefront/rules-configuration.js";
import { inStock } from "../../../src/search/conditions.js";
import { selectionFilter } from "../../../src/search/facets/facet-filters.js";
import { matches } from "../../../src/catalog/matching/filter-match.js";
import type { SearchRequest } from "../../../src/search/listing/parse.js";
import type { ReadRule } from "../../../src/search/rules/rule-index.js";

/** Source of a condition on variants: a part of the request, or a rule. */
interface Origin {
  readonly by: "filters" | "facet_filters" | "rule" | "availability";
  /** Key of the facet or rule. */
  readonly name: string | null;
}

export interface Condition extends Origin {
  readonly filter: Filter;
}

/** Part of a condition that a variant does not meet. */
interface Failure extends Origin {
  /** Text of the condition, such as "price ≤ 50". */
  readonly condition: string;
  /** The variant's values of the fields in the condition. */
  readonly values: Readonly<Record<string, readonly Scalar[]>>;
}

export interface FailedVariant {
  readonly variant_identifier: string;
  readonly failures: readonly Failure[];
}

/** Returns all filters that `conditionsOf` applies to hits, with the source of each filter. */
export function conditionsWithOrigin(
  request: Pick<SearchRequest, "filter" | "selections">,
  { facets, availability }: Pick<StorefrontConfiguration, "facets" | "availability">,
  rules: readonly ReadRule[],
): Condition[] {
  return [
    { by: "filters" as const, name: null, filter: request.filter },
    ...facets.flatMap((facet) => {
      const selection = request.selections.get(facet.key);
      if (selection === undefined) return [];
      return [{ by: "facet_filters" as const, name: facet.key, filter: selectionFilter(facet, selection) }];
    }),
    ...rules.flatMap(({ rule, target }) =>
      hidingRule(rule) !== null ? [{ by: "rule" as const, name: rule.key, filter: negated(target) }] : [],
    ),
    ...(availability?.out_of_stock === "hide"
      ? [{ by: "availability" as const, name: null, filter: inStock(availability) }]
      : []),
  ].filter(({ filter }) => !isEverything(filter));
}

/**
 * Returns the unmet conditions of each active variant. A product matches if at least one variant has no unmet
 * conditions.
 */
export function failedVariants(
  product: ProductSource,
  conditions: readonly Condition[],
  fields: FieldTypes,
): FailedVariant[] {
  return product.source
    .filter(({ active }) => active)
    .map(({ variant_identifier, data }) => {
      const values = variantFields(data, fields);
      const failures = conditions.flatMap(({ by, name, filter }) =>
        failingParts(filter, values, fields).map((part) => ({ by, name, ...failureOf(part, values) })),
      );
      return { variant_identifier, failures };
    });
}

/**
 * Returns the smallest failing parts of a filter: each failing part of an `and`, or the whole filter for other
 * operators.
 */
function failingParts(filter: Filter, variant: FieldValues, fields: FieldTypes): Filter[] {
  if (filter.kind === "and") return filter.filters.flatMap((part) => failingParts(part, variant, fields));
  return matches(filter, variant, fields) ? [] : [filter];
}

const failureOf = (part: Filter, variant: FieldValues) => ({
  condition: describeFilter(part),
  values: Object.fromEntries(fieldsOf(part).map((field) => [shownName(field), variant.get(field) ?? []])),
});
