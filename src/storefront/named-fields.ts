import { ServiceError } from "../errors.js";
import { onDay } from "../filters/relative-dates.js";
import { parseFilter } from "../filters/filter-expression.js";
import { filterFields, type FilterFields, shownName } from "../filters/field-names.js";
import { fieldsOf } from "../filters/filter.js";
import { SEES_ALL, isVisibleField } from "../filters/visible-fields.js";
import type { StorefrontConfiguration } from "./configuration.js";
import { FIXED_FIELD_TYPES } from "./field-types.js";
import type { Rule } from "./rules-configuration.js";
import { fieldSortOf } from "./sorts-configuration.js";

type NamingConfiguration = Pick<
  StorefrontConfiguration,
  "facets" | "sort_keys" | "aliases" | "availability" | "department" | "field_types" | "taste" | "placements" | "rules"
>;

/** Fields with a fixed meaning in every storefront: searched fields and the release date. */
const MEANT_EVERYWHERE = [...Object.keys(FIXED_FIELD_TYPES), "description", "released_at"];

/** Returns the feed fields that the configuration uses. The fields are valid even if the current feed has no values for them. */
export function namedFields(configuration: NamingConfiguration): ReadonlySet<string> {
  const { facets, sort_keys, aliases, availability, department, field_types, taste, placements, rules } = configuration;
  const slots = Object.values(placements).flatMap((placement) => placement.slots);
  return new Set([
    ...MEANT_EVERYWHERE,
    ...facets.map(({ field }) => field),
    ...sort_keys.flatMap((sort) => fieldSortOf(sort)?.field ?? []),
    ...Object.values(aliases),
    ...(availability === null ? [] : [availability.field]),
    ...(department === null ? [] : [department]),
    ...Object.keys(field_types),
    ...taste.fields.map(({ field }) => field),
    ...(taste.price === null ? [] : [taste.price.field]),
    ...slots.flatMap(({ filters }) => fieldsIn(filters)),
    ...fieldsOfRules(rules),
  ]);
}

const ofRules = new WeakMap<readonly Rule[], ReadonlySet<string>>();

/** Returns the fields that rules use. The result is cached, because a storefront may have thousands of rules. */
function fieldsOfRules(rules: readonly Rule[]): ReadonlySet<string> {
  const known = ofRules.get(rules);
  if (known !== undefined) return known;
  const fields = new Set(
    rules.flatMap((rule) => [...fieldsIn(rule.when.filters), ...("filters" in rule ? fieldsIn(rule.filters) : [])]),
  );
  ofRules.set(rules, fields);
  return fields;
}

/**
 * Returns the fields that a filter uses. Returns an empty list for an invalid filter, because the error is reported where the filter is
 * used.
 */
function fieldsIn(expression: object | null, fields?: FilterFields): string[] {
  if (expression === null) return [];
  try {
    return fieldsOf(parseFilter(onDay(expression, "filters", 0), "filters", fields));
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/** A setting that ranks or filters public results by a private field. */
export interface PrivateFieldUse {
  /** Path of the setting, for example `availability`, `placements.home.slots.new` or `rules.margin`. */
  readonly path: string;
  readonly warning: string;
}

/** Warning for settings that use a private field. */
export const privateFieldWarning = (field: string): string =>
  `uses the private field \`${shownName(field)}\`; the order of listings can reveal its values`;

/** Lists the settings that rank or filter public results by private fields. */
export function privateFieldUses(configuration: StorefrontConfiguration): PrivateFieldUse[] {
  const { fields, aliases, availability, placements, rules } = configuration;
  const isVisible = isVisibleField(fields);
  if (isVisible === SEES_ALL) return [];
  const named = filterFields(aliases);
  const entries = [
    { path: "availability", by: availability === null ? [] : [availability.field] },
    ...Object.entries(placements).flatMap(([name, { slots }]) =>
      slots.map(({ key, filters }) => ({ path: `placements.${name}.slots.${key}`, by: fieldsIn(filters, named) })),
    ),
    ...rules.map((rule) => ({
      path: `rules.${rule.key}`,
      by: [...fieldsIn(rule.when.filters, named), ...("filters" in rule ? fieldsIn(rule.filters, named) : [])],
    })),
  ];
  return entries.flatMap(({ path, by }) =>
    [...new Set(by)]
      .filter((field) => !isVisible(field))
      .map((field) => ({ path, warning: privateFieldWarning(field) })),
  );
}
