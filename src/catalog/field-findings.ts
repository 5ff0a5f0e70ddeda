import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { fieldSortOf } from "../storefront/sorts-configuration.js";
import type { FieldTally } from "./field-tally.js";
import { declaredTypes, nextTypes, typesToChange } from "./leaf-types.js";
import type { LeafType, LeafTypes } from "./leaves.js";

export interface CheckedFields {
  /** The catalogue as it is; undefined where none is looked at. */
  readonly live?: LeafTypes;
  /** The values of a catalogue or a feed, by field; empty where none are looked at. */
  readonly values: ReadonlyMap<string, FieldTally>;
}

type Configured = Pick<StorefrontConfiguration, "field_types" | "facets" | "sort_keys">;

/** Checks the fields of a configuration before it is applied. @returns a line for each finding */
export function fieldFindings(configuration: Configured, fields: CheckedFields): string[] {
  return [
    ...declaredOtherwise(configuration, fields),
    ...wrongUses(configuration, fields),
    ...misfits(configuration, fields),
  ];
}

/** Types that change with the next generation. */
function declaredOtherwise(configuration: Configured, { live }: CheckedFields): string[] {
  if (live === undefined) return [];
  return typesToChange(live, declaredTypes(configuration)).map(
    ({ leaf, now, then }) =>
      `field_types.${leaf}: ${kind(now)} in the catalogue now; it becomes ${kind(then)} with the next soft_replace, or with: vitrine templates apply CLIENT`,
  );
}

/** Facets and sort keys on fields of which they can make little. */
function wrongUses(configuration: Configured, fields: CheckedFields): string[] {
  const typeOf = typesThen(configuration, fields);
  const facets = configuration.facets.flatMap(({ key, type, field }) => {
    const is = typeOf(field);
    switch (type) {
      case "list":
      case "tree":
        return [];
      case "range":
        if (is === undefined || is === "number") return [];
        return [
          `facets.${key}: a range facet counts numbers, and \`${field}\` is ${kind(is)}: it stays empty. ${REMEDY}`,
        ];
    }
  });
  const sorts = configuration.sort_keys.flatMap((given) => {
    const sort = fieldSortOf(given);
    if (sort === null || typeOf(sort.field) !== "string") return [];
    const values = fields.values.get(sort.field);
    if (values === undefined || values.fits.number * 2 <= values.values) return [];
    return [
      `sort_keys.${sort.key}: \`${sort.field}\` is ordered as text, "10" before "9", although ${share(values.fits.number, values)} are numbers. ${REMEDY}`,
    ];
  });
  return [...facets, ...sorts];
}

/** Fields whose values are mostly something else than the field. */
function misfits(configuration: Configured, fields: CheckedFields): string[] {
  const typeOf = typesThen(configuration, fields);
  return [...fields.values].flatMap(([field, values]) => {
    const type = typeOf(field) ?? "string";
    const winner = values.votes.winner();
    const isMeant = Object.hasOwn(configuration.field_types, field);
    if (type === "string" && winner !== "string" && !isMeant) {
      return [`${field}: a text, although ${share(values.fits[winner], values)} are ${PLURAL[winner]}. ${REMEDY}`];
    }
    if (values.fits[type] * 2 >= values.values) return [];
    const lost = values.values - values.fits[type];
    return [`${field}: ${kind(type)}, but ${share(lost, values)} do not fit and cannot be filtered on. ${REMEDY}`];
  });
}

/** The type of a field in the next generation; undefined for an unknown field. */
function typesThen(
  configuration: Configured,
  { live, values }: CheckedFields,
): (field: string) => LeafType | undefined {
  const types = nextTypes(live ?? new Map(), declaredTypes(configuration));
  return (field) => types.get(field) ?? values.get(field)?.votes.winner();
}

const REMEDY = "Declare what it is in `field_types`, or mend the feed.";

const PLURAL: Readonly<Record<LeafType, string>> = {
  string: "texts",
  number: "numbers",
  boolean: "booleans",
  date: "timestamps",
};

const kind = (type: LeafType | "object"): string =>
  ({ string: "a text", number: "a number", boolean: "a boolean", date: "a date", object: "an object" })[type];

const share = (some: number, { values }: FieldTally): string =>
  `${some.toLocaleString("en-US")} of its ${values.toLocaleString("en-US")} values`;
