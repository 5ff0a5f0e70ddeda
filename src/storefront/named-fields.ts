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

/** Fields that the service gives a meaning of their own in every storefront: what is searched, and what is new. */
const MEANT_EVERYWHERE = [...Object.keys(FIXED_FIELD_TYPES), "description", "released_at"];

/** The feed fields that a configuration names, wherever it does: a page may count on them whatever today's feed holds. */
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

/** A storefront may have thousands of rules, which stay the same from one request to the next. */
function fieldsOfRules(rules: readonly Rule[]): ReadonlySet<string> {
  const known = ofRules.get(rules);
  if (known !== undefined) return known;
  const fields = new Set(
    rules.flatMap((rule) => [...fieldsIn(rule.when.filters), ...("filters" in rule ? fieldsIn(rule.filters) : [])]),
  );
  ofRules.set(rules, fields);
  return fields;
}

/** A filter that cannot be read names nothing; it is reported where it is used. */
function fieldsIn(expression: object | null, fields?: FilterFields): string[] {
  if (expression === null) return [];
  try {
    return fieldsOf(parseFilter(onDay(expression, "filters", 0), "filters", fields));
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/** A place of a configuration that steers what pages get by a field that they do not see. */
export interface UnseenSteering {
  /** `availability`, `placements.home.slots.new`, `rules.margin`. */
  readonly path: string;
  readonly warning: string;
}

/** What is to be said of whatever steers pages by a field that they do not see. */
export const byUnseenField = (field: string): string =>
  `goes by \`${shownName(field)}\`, which pages do not see; from what it does to listings they can tell something of its values`;

/** All places of a configuration that steer what pages get by fields that they do not see. */
export function unseenCuration(configuration: StorefrontConfiguration): UnseenSteering[] {
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
    [...new Set(by)].filter((field) => !isVisible(field)).map((field) => ({ path, warning: byUnseenField(field) })),
  );
}
