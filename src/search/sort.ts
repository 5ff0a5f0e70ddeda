import { indexField, type FieldType, type FieldTypes, VARIANTS_PATH } from "../catalog/fields.js";
import type { FieldSort } from "../storefront/sorts-configuration.js";
import { allOf, EVERYTHING, isEverything, type Filter } from "../filters/filter.js";
import { variantClause, type Clause } from "../catalog/matching/filter-query.js";
import { simplified } from "../catalog/matching/filter-match.js";
import { inStock } from "./conditions.js";
import type { Plan } from "./listing/plan.js";

/** Last sort criterion of every order. It breaks all ties, because product identifiers are unique. */
const TIE_BREAK: Clause = { product_identifier: "asc" };

/** The sort of a listing for unknown shoppers. */
const LISTING_PRIOR: readonly Clause[] = [{ prior: "desc" }, { created_at: "desc" }];

/** Fields for which the product document combines the values of all active variants, with the field type that is required for sorting. */
const ROOT_SORTS: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ["price", "number"],
  ["released_at", "string"],
  ["title", "string"],
]);

/**
 * Returns the sort criteria of a request.
 * @param isScored whether to sort by score first, because the request has a text query or a base signal such as stock
 */
export function sortClauses(plan: Plan, isScored: boolean): readonly Clause[] {
  const { sort, query } = plan.request;
  switch (sort.by) {
    case "featured":
      return [...(isScored ? [{ _score: "desc" }] : []), ...(query === null ? LISTING_PRIOR : []), TIE_BREAK];
    case "field":
      if (!plan.catalog.fields.has(sort.field)) return [TIE_BREAK];
      return [...stockClause(sort, plan), fieldClause(sort, plan), TIE_BREAK];
  }
}

/**
 * Sorts products by the values of their in-stock variants, if the storefront places out-of-stock products last in every order. Products
 * without in-stock variants follow, sorted by the values of all their variants.
 */
function stockClause(sort: FieldSort, { conditions, configuration, catalog: { fields } }: Plan): readonly Clause[] {
  const { availability } = configuration;
  if (availability?.out_of_stock !== "bury" || availability.sorted !== "bury") return [];
  const stock = inStock(availability);
  const filter = simplified(allOf([conditions.matching, stock]), fields);
  return isEverything(simplified(stock, fields)) ? [] : [nestedClause(sort, filter, fields)];
}

/**
 * Sorts by the least (ascending) or greatest (descending) value among a product's matching variants. If all variants
 * match, the equivalent values on the product document are used, which takes half the time.
 */
function fieldClause({ field, order }: FieldSort, { conditions: { matching }, catalog }: Plan): Clause {
  const { fields, multi_variant } = catalog;
  const allVariants = !multi_variant || isEverything(matching);
  if (allVariants && ROOT_SORTS.get(field) === fields.get(field))
    return { [`sort.${field}`]: { order, missing: missingLast(order, fields.get(field)) } };
  return nestedClause({ field, order }, allVariants ? EVERYTHING : matching, fields);
}

function nestedClause({ field, order }: Pick<FieldSort, "field" | "order">, of: Filter, fields: FieldTypes): Clause {
  const nested = { path: VARIANTS_PATH, ...(isEverything(of) ? {} : { filter: variantClause(of, fields) }) };
  return {
    [sortField(field)]: {
      order,
      mode: order === "asc" ? "min" : "max",
      missing: missingLast(order, fields.get(field)),
      nested,
    },
  };
}

/** The latest date that JavaScript can represent, in milliseconds since 1970. */
const LATEST = 8_640_000_000_000_000;

/**
 * Returns the sort value for products without the field. For dates, the engine returns "_last" as a number that is not a valid date and
 * that `search_after` rejects.
 */
const missingLast = (order: "asc" | "desc", type: FieldType | undefined): "_last" | number =>
  type === "date" ? (order === "asc" ? LATEST : -LATEST) : "_last";

/** Titles are sorted case-insensitively and without accents. */
const sortField = (field: string) => (field === "title" ? `${indexField(field)}.order` : indexField(field));

/**
 * A post filter that matches all products, used for sorts for which `mustCount` is true. Without this filter, the engine does not count
 * products if the total is already known. The engine then skips products, or fails in a sort by date.
 */
export const COUNT_EACH: Clause = { match_all: {} };

/**
 * Whether all hits must be counted to get a correct order. If hits are not counted, OpenSearch 3.8 treats the values of
 * nested documents as values of the product, skips products, and stops up to 90 % too early.
 */
export const mustCount = (sort: readonly Clause[]): boolean =>
  sort.some((clause) =>
    Object.values(clause).some((given) => typeof given === "object" && given !== null && "nested" in given),
  );
