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

/** Where a condition on variants comes from. */
interface Origin {
  readonly by: "filters" | "facet_filters" | "rule" | "availability";
  /** The facet's or the rule's key. */
  readonly name: string | null;
}

export interface Condition extends Origin {
  readonly filter: Filter;
}

/** A part of a condition that a variant is not like. */
interface Failure extends Origin {
  /** In words: `price ≤ 50`. */
  readonly condition: string;
  /** The variant's values of the fields that the condition names. */
  readonly values: Readonly<Record<string, readonly Scalar[]>>;
}

export interface FailedVariant {
  readonly variant_identifier: string;
  readonly failures: readonly Failure[];
}

/** Everything that `conditionsOf` joins to what every hit must be like, each with where it comes from. */
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

/** The conditions that active variants do not meet; one variant without failures makes the product match. */
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

/** The smallest parts that would have to be otherwise: of what is joined, all that fail; of alternatives, all together. */
function failingParts(filter: Filter, variant: FieldValues, fields: FieldTypes): Filter[] {
  if (filter.kind === "and") return filter.filters.flatMap((part) => failingParts(part, variant, fields));
  return matches(filter, variant, fields) ? [] : [filter];
}

const failureOf = (part: Filter, variant: FieldValues) => ({
  condition: describeFilter(part),
  values: Object.fromEntries(fieldsOf(part).map((field) => [shownName(field), variant.get(field) ?? []])),
});
