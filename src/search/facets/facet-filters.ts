import { categoryDepth, type FieldTypes, type Scalar } from "../../catalog/fields.js";
import { validationError } from "../../errors.js";
import type { Facet } from "../../storefront/facets-configuration.js";
import { checkOperand } from "../../filters/filter-expression.js";
import type { FilterFields } from "../../filters/field-names.js";
import { anyOf, type Filter } from "../../filters/filter.js";
import { isJsonObject } from "../../lib/json-text.js";
import { normalValue } from "../../filters/operand.js";
import type { JsonSchema } from "../../schema/validator.js";
import type { NumberRange } from "../response-schema.js";

/** The values or ranges that a shopper has selected in one facet. A selection is never empty. */
export type Selection =
  | { readonly kind: "values"; readonly values: readonly Scalar[] }
  | { readonly kind: "ranges"; readonly ranges: readonly NumberRange[] };

/** Selected values and ranges, by facet key. */
export type Selections = ReadonlyMap<string, Selection>;

const MAX_VALUES = 1_000;
const MAX_RANGES = 50;
const MAX_VALUE_LENGTH = 8_192;
/** Maximum number of levels of a selected category path. The response contains all parents of the path. */
const MAX_LEVELS = 32;
const PATH = "facet_filters";

const selectedValue = { type: ["string", "number", "boolean"], pattern: "\\S", maxLength: MAX_VALUE_LENGTH };
const selectedRange = {
  type: "object",
  minProperties: 1,
  additionalProperties: false,
  properties: { min: { type: "number" }, max: { type: "number" } },
};

/** Schema of the input that `parseFacetFilters` accepts. The facet keys depend on the storefront. */
export const PUBLISHED_SELECTIONS: JsonSchema = {
  additionalProperties: {
    anyOf: [
      { ...selectedValue, description: "A selected value of a facet of type `list` or `tree`." },
      { type: "array", maxItems: MAX_VALUES, items: selectedValue },
      { ...selectedRange, description: "Selected range of a range facet." },
      { type: "array", maxItems: MAX_RANGES, items: selectedRange },
    ],
  },
};

/**
 * Parses `facet_filters`: a map from facet key to one value, a list of values, one range, or a list of ranges. An empty list has the same
 * effect as a missing key.
 * @param typeOf function that returns the type of a facet's field; if omitted, the types of values are not checked
 * @throws {ServiceError} validation_error with the path in `context.field`
 */
export function parseFacetFilters(
  given: Readonly<Record<string, unknown>>,
  facets: readonly Facet[],
  typeOf: FilterFields["typeOf"] = () => undefined,
): Selections {
  const selections = new Map<string, Selection>();
  for (const [key, value] of Object.entries(given)) {
    const path = `${PATH}.${key.slice(0, 80).toWellFormed()}`;
    const facet = facets.find((candidate) => candidate.key === key);
    if (facet === undefined) throw validationError(path, `unknown facet; expected one of ${facetKeys(facets)}`);
    const selection = parseSelection(facet, value, path, typeOf);
    if (selection !== undefined) selections.set(key, selection);
  }
  return selections;
}

export const facetKeys = (facets: readonly Facet[]): string => facets.map(({ key }) => `\`${key}\``).join(", ");

function parseSelection(
  facet: Facet,
  value: unknown,
  path: string,
  typeOf: FilterFields["typeOf"],
): Selection | undefined {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  const pathOf = (position: number) => (Array.isArray(value) ? `${path}[${position}]` : path);
  if (members.length === 0) return undefined;
  switch (facet.type) {
    case "list":
    case "tree":
      if (members.length > MAX_VALUES)
        throw validationError(path, `\`${path}\` must have at most ${MAX_VALUES} values`);
      return {
        kind: "values",
        values: members.map((member, position) => readValue(facet, member, pathOf(position), typeOf)),
      };
    case "range":
      if (members.length > MAX_RANGES)
        throw validationError(path, `\`${path}\` must have at most ${MAX_RANGES} ranges`);
      return { kind: "ranges", ranges: members.map((member, position) => parseRange(member, pathOf(position))) };
  }
}

function readValue({ field, type }: Facet, member: unknown, path: string, typeOf: FilterFields["typeOf"]): Scalar {
  const value = normalValue(field, parseValue(member, path));
  if (value === "") throw emptyValue(path);
  checkOperand(value, typeOf(field), path);
  if (type === "tree" && categoryDepth(String(value)) > MAX_LEVELS) {
    throw validationError(path, `\`${path}\` must have at most ${MAX_LEVELS} levels`);
  }
  return value;
}

function parseValue(value: unknown, path: string): Scalar {
  if (typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "string") throw validationError(path, `\`${path}\` must be a string or a list of strings`);
  if (value === "") throw emptyValue(path);
  if (value.length > MAX_VALUE_LENGTH || !value.isWellFormed()) {
    throw validationError(path, `\`${path}\` must be well-formed text of at most ${MAX_VALUE_LENGTH} characters`);
  }
  return value;
}

const emptyValue = (path: string) => validationError(path, `\`${path}\` must not be empty; omit the key instead`);

function parseRange(value: unknown, path: string): NumberRange {
  if (!isJsonObject(value)) {
    throw validationError(path, `\`${path}\` must be an object with min, max or both, or a list of such objects`);
  }
  for (const name of Object.keys(value)) {
    if (name !== "min" && name !== "max") {
      throw validationError(`${path}.${name.slice(0, 80).toWellFormed()}`, `a range may have only min and max`);
    }
  }
  const min = parseBound(value, "min", path);
  const max = parseBound(value, "max", path);
  if (min === undefined && max === undefined) throw validationError(path, `\`${path}\` must have min, max or both`);
  if (min !== undefined && max !== undefined && min > max) {
    throw validationError(path, `\`${path}\`: min (${min}) must not be greater than max (${max})`);
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function parseBound(range: Readonly<Record<string, unknown>>, side: "min" | "max", path: string): number | undefined {
  if (!Object.hasOwn(range, side)) return undefined;
  const bound = range[side];
  if (typeof bound === "number" && Number.isFinite(bound)) return bound;
  throw validationError(`${path}.${side}`, `\`${path}.${side}\` must be a number`);
}

/** The filter for a selection. Values and ranges of one facet are alternatives. */
export function selectionFilter(facet: Facet, selection: Selection): Filter {
  switch (selection.kind) {
    case "values":
      return { kind: "in", field: facet.field, values: selection.values };
    case "ranges":
      return anyOf(selection.ranges.map((range) => ({ kind: "within", field: facet.field, ...range })));
  }
}

/**
 * Whether the catalogue has the facet's field with a suitable type. Otherwise a filter on the facet matches no products and causes a
 * warning.
 */
export const isAnswerable = ({ type, field }: Facet, fields: FieldTypes): boolean =>
  type === "range" ? fields.get(field) === "number" : fields.has(field);
