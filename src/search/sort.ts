import { indexField, type FieldType, type FieldTypes, VARIANTS_PATH } from "../catalog/fields.js";
import type { FieldSort } from "../storefront/sorts-configuration.js";
import { allOf, EVERYTHING, isEverything, type Filter } from "../filters/filter.js";
import { variantClause, type Clause } from "../catalog/matching/filter-query.js";
import { simplified } from "../catalog/matching/filter-match.js";
import { inStock } from "./conditions.js";
import type { Plan } from "./listing/plan.js";

/** Ends every order: no two products have the same identifier. */
const TIE_BREAK: Clause = { product_identifier: "asc" };

/** The sort of a listing while nothing is known of the shopper. */
const LISTING_PRIOR: readonly Clause[] = [{ prior: "desc" }, { created_at: "desc" }];

/** FieldValues whose values over all active variants also stand at the root, and the type they must have there. */
const ROOT_SORTS: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ["price", "number"],
  ["released_at", "string"],
  ["title", "string"],
]);

/** @param isScored there is a text query, or products without stock are scored down: what the score says comes first */
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
 * Where products without stock are buried in every order: products by the values of their variants in stock. Those without such a value
 * come last by this, and so by what follows: all that they have.
 */
function stockClause(sort: FieldSort, { conditions, configuration, catalog: { fields } }: Plan): readonly Clause[] {
  const { availability } = configuration;
  if (availability?.out_of_stock !== "bury" || availability.sorted !== "bury") return [];
  const stock = inStock(availability);
  const filter = simplified(allOf([conditions.matching, stock]), fields);
  return isEverything(simplified(stock, fields)) ? [] : [nestedClause(sort, filter, fields)];
}

/**
 * The value of a product is the least (ascending) or greatest (descending) among its variants that match. Where all do,
 * the values at the root are as good and cost half.
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

/** The latest instant of JavaScript, in milliseconds: later than any the engine is given. */
const LATEST = 8_640_000_000_000_000;

/** The engine's own "_last" for dates comes back as a number that is no date any more, and cannot be read on from. */
const missingLast = (order: "asc" | "desc", type: FieldType | undefined): "_last" | number =>
  type === "date" ? (order === "asc" ? LATEST : -LATEST) : "_last";

/** Titles are ordered without regard to case and accents. */
const sortField = (field: string) => (field === "title" ? `${indexField(field)}.order` : indexField(field));

/**
 * A post filter that lets everything through, for orders that `mustCount`. Where the engine knows a count beforehand, as
 * of all active products, it counts nothing and skips after all (or fails, by dates); where a post filter decides, it cannot
 * know.
 */
export const COUNT_EACH: Clause = { match_all: {} };

/**
 * Whether all hits must be counted for the order to be right: the engine (3.8) otherwise skips products by the values of
 * their nested variants as if they were the products' own, and ends up to nine tenths too early.
 */
export const mustCount = (sort: readonly Clause[]): boolean =>
  sort.some((clause) =>
    Object.values(clause).some((given) => typeof given === "object" && given !== null && "nested" in given),
  );
