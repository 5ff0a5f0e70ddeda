import { illFormedString } from "../lib/well-formed.js";
import { hintOf, type ValidationError } from "../schema/validation-errors.js";
import { compileSchema } from "../schema/validator.js";
import { filterFields, type FilterFields, shownName } from "../filters/field-names.js";
import { wrongAddress } from "./addresses.js";
import { campaignErrors } from "./campaign-errors.js";
import { ruleErrors } from "./rule-errors.js";
import {
  CONFIGURATION,
  type ConfigurationDocument,
  live,
  type StorefrontConfiguration,
  wholeConfiguration,
} from "./configuration.js";
import type { FacetRange, TreeFacet } from "./facets-configuration.js";
import { FIXED_FIELD_TYPES } from "./field-types.js";
import { IDENTIFIERS, isVisibleField } from "../filters/visible-fields.js";
import { fieldSortOf } from "./sorts-configuration.js";

export type CheckedConfiguration =
  | { readonly document: ConfigurationDocument; readonly configuration: StorefrontConfiguration }
  | { readonly errors: readonly ValidationError[] };

/** Item field names with a built-in meaning, which aliases must not change. */
export const BUILT_IN_ITEM_FIELDS = [
  "type",
  "product_identifier",
  "variant_identifier",
  "name",
  "handle",
  "images",
  "price",
  "category",
  "categories",
  "designer",
  "color",
  "sizes",
] as const;

const checkSchema = compileSchema(CONFIGURATION, { subject: "configuration", errors: "all" });

/** Validates a submitted document and fills in its defaults. Returns all validation errors with their paths. */
export function checkConfiguration(json: unknown): CheckedConfiguration {
  const wrongShape = checkSchema(json);
  if (wrongShape.length > 0) return { errors: wrongShape };
  const illFormed = illFormedString(json);
  if (illFormed !== undefined) {
    return { errors: [{ path: illFormed, message: `\`${illFormed}\` contains a NUL character or a lone surrogate` }] };
  }
  const document = withoutSchema(json as ConfigurationDocument);
  const whole = wholeConfiguration(document);
  const errors = [
    ...CHECKS.flatMap((check) => check(whole)),
    ...ruleErrors(whole.rules, knownFields(whole)),
    ...campaignErrors(whole.campaigns, whole.rules),
  ];
  return errors.length > 0 ? { errors } : { document, configuration: live(whole) };
}

const knownFields = ({ aliases, field_types }: StorefrontConfiguration): FilterFields =>
  filterFields(aliases, new Map([...Object.entries(field_types), ...Object.entries(FIXED_FIELD_TYPES)]));

/** Removes the member `$schema`, which is only used by text editors. */
const withoutSchema = (document: ConfigurationDocument): ConfigurationDocument =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name !== "$schema"));

/** Validation functions for conditions that a schema cannot express. */
const CHECKS: readonly ((configuration: StorefrontConfiguration) => ValidationError[])[] = [
  ({ sort_keys }) => repeated(sort_keys.map((sort) => sort.key)).map((at) => repetition(`sort_keys.${at}.key`)),
  ({ facets }) => repeated(facets.map((facet) => facet.key)).map((at) => repetition(`facets.${at}.key`)),
  defaultSortExists,
  facetsAreValid,
  aliasesKeepBuiltInNames,
  redirectsAreReachable,
  ({ taste }) => repeated(taste.fields.map(({ field }) => field)).map((at) => repetition(`taste.fields.${at}.field`)),
  slotKeysAreUnique,
  slotProfilesExist,
  fieldTypesAreValid,
  shownFieldsArePublic,
];

/** Rejects private fields in facets, sorts, taste and department, because public responses would reveal their values. */
function shownFieldsArePublic(configuration: StorefrontConfiguration): ValidationError[] {
  const { fields, facets, sort_keys, taste, department } = configuration;
  const isVisible = isVisibleField(fields);
  const used = [
    ...facets.map(({ field }, at) => ({ path: `facets.${at}.field`, field, use: "a facet" })),
    ...sort_keys.map((sort, at) => ({
      path: `sort_keys.${at}.field`,
      field: fieldSortOf(sort)?.field,
      use: "a sort",
    })),
    ...taste.fields.map(({ field }, at) => ({
      path: `taste.fields.${at}.field`,
      field,
      use: "part of the taste profile",
    })),
    { path: "taste.price.field", field: taste.price?.field, use: "part of the taste profile" },
    { path: "department", field: department ?? undefined, use: "the department" },
  ];
  return [
    ...fields.private
      .filter((field) => IDENTIFIERS.has(field))
      .map((field) => ({
        path: "fields.private",
        message: `\`${field}\` is returned with every item and cannot be private`,
      })),
    ...used.flatMap(({ path, field, use }) => {
      if (field === undefined || isVisible(field)) return [];
      return [
        { path, message: `\`${shownName(field)}\` is a private field (setting \`fields\`) and cannot be ${use}` },
      ];
    }),
  ];
}

function defaultSortExists({ default_sort, sort_keys }: StorefrontConfiguration): ValidationError[] {
  const keys = sort_keys.map((sort) => sort.key);
  if (keys.includes(default_sort)) return [];
  return [{ path: "default_sort", message: `unknown sort key \`${default_sort}\`; ${hintOf(default_sort, keys)}` }];
}

function facetsAreValid({ facets }: StorefrontConfiguration): ValidationError[] {
  return facets.flatMap((facet, at) => {
    switch (facet.type) {
      case "list":
        return [];
      case "tree":
        return wrongTree(facet, `facets.${at}.field`);
      case "range":
        return facet.ranges.flatMap((range, position) => wrongRange(range, `facets.${at}.ranges.${position}`));
    }
  });
}

/** Rejects tree facets on fields other than `categories`, because a tree needs the values of all category levels. */
function wrongTree({ field }: TreeFacet, path: string): ValidationError[] {
  if (field === "categories") return [];
  return [
    { path, message: `\`${path}\` of a tree facet must be \`categories\`, got ${JSON.stringify(shownName(field))}` },
  ];
}

function wrongRange({ min, max }: FacetRange, path: string): ValidationError[] {
  if (min === undefined && max === undefined)
    return [{ path, message: `\`${path}\` must have \`min\`, \`max\` or both` }];
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ path, message: `\`min\` (${min}) must not be greater than \`max\` (${max})` }];
}

function aliasesKeepBuiltInNames({ aliases }: StorefrontConfiguration): ValidationError[] {
  return BUILT_IN_ITEM_FIELDS.filter((name) => Object.hasOwn(aliases, name)).map((name) => ({
    path: `aliases.${name}`,
    message: `\`${name}\` is a built-in item field and cannot be an alias`,
  }));
}

function redirectsAreReachable({ redirects }: StorefrontConfiguration): ValidationError[] {
  const urls = redirects.flatMap(({ url }, at) => wrongAddress(url, `redirects.${at}.url`));
  const entries = redirects.flatMap((redirect, at) =>
    redirect.queries.map((query, position) => ({ path: `redirects.${at}.queries.${position}`, query: folded(query) })),
  );
  const twice = repeated(entries.map((path) => path.query)).flatMap((at) => entries[at] ?? []);
  return [...urls, ...twice.map((path) => repetition(path.path))];
}

/** Checks that slot keys are unique within a placement. */
function slotKeysAreUnique({ placements }: StorefrontConfiguration): ValidationError[] {
  return Object.entries(placements).flatMap(([name, { slots }]) =>
    repeated(slots.map(({ key }) => key)).map((at) => repetition(`placements.${name}.slots.${at}.key`)),
  );
}

function slotProfilesExist({ placements, profiles }: StorefrontConfiguration): ValidationError[] {
  const known = Object.keys(profiles);
  return Object.entries(placements).flatMap(([name, { slots }]) =>
    slots.flatMap(({ profile }, at) =>
      known.includes(profile)
        ? []
        : [
            {
              path: `placements.${name}.slots.${at}.profile`,
              message: `unknown profile \`${profile}\`; ${hintOf(profile, known)}`,
            },
          ],
    ),
  );
}

/** Checks that built-in fields keep their types, and that fields with a value do not contain other fields. */
function fieldTypesAreValid({ field_types }: StorefrontConfiguration): ValidationError[] {
  const names = new Set([...Object.keys(FIXED_FIELD_TYPES), ...Object.keys(field_types)]);
  return Object.entries(field_types).flatMap(([field, type]) => {
    const path = `field_types.${field}`;
    const fixed = Object.hasOwn(FIXED_FIELD_TYPES, field) ? FIXED_FIELD_TYPES[field] : undefined;
    if (fixed !== undefined && fixed !== type)
      return [{ path, message: `\`${field}\` is a ${fixed} in every catalogue and cannot be a ${type}` }];
    const parts = field.split(".");
    const around = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("."));
    const holder = around.find((name) => names.has(name));
    if (holder === undefined) return [];
    return [{ path, message: `\`${field}\` cannot be nested in \`${holder}\`, which is not an object` }];
  });
}

const folded = (query: string) => query.trim().toLowerCase();

/** Returns the indices of list entries whose value also occurs earlier in the list. */
function repeated(values: readonly string[]): number[] {
  const seen = new Set<string>();
  return values.flatMap((value, at) => {
    if (seen.has(value)) return [at];
    seen.add(value);
    return [];
  });
}

const repetition = (path: string): ValidationError => ({ path, message: `\`${path}\` must be unique` });
