/**
 * Parses the filter expressions of requests and merchandising rules:
 *
 *   expression  = { member, … }                       all must match; {} matches every variant
 *   member      = "$and": [ expression, … ]           [] matches every variant
 *               | "$or":  [ expression, … ]           [] matches no variant
 *               | "$not": expression
 *               | field:  condition
 *   field       = a field of the feed, objects dotted: "attributes.text.type"; or "name", "category" or an alias
 *   condition   = scalar | null                       short for { "$eq": … }
 *               | { operator, … }                     at least one; all must match
 *   operator    = "$eq" | "$ne": scalar | null
 *               | "$in" | "$nin": [ scalar | null, … ]
 *               | "$gt" | "$gte" | "$lt" | "$lte": number | string
 *               | "$exists": true | false
 *               | "$not": { operator, … }
 *
 * `null` and text without visible characters mean "has no value"; 0 and false are values. A negated condition applies to all values of a
 * variant, so it also matches variants without a value.
 */
import { validationError } from "../errors.js";
import { filterFields, type FilterFields } from "./field-names.js";
import { allOf, anyOf, negated, type Comparison, type Filter, type FieldType, type Scalar } from "./filter.js";
import { isJsonObject } from "../lib/json-text.js";
import { normalValue, operandFor } from "./operand.js";

const MAX_DEPTH = 20;
/**
 * Maximum number of conditions in an expression, to limit the cost of parsing. The engine's clause limit is checked in
 * `search/conditions.ts`.
 */
const MAX_CONDITIONS = 1_000;
export const MAX_LIST_VALUES = 10_000;
/** Maximum total number of values in all lists of an expression, so that joined lists stay below the engine's limit of 65,536 terms. */
const MAX_VALUES = 50_000;
export const MAX_FIELD_LENGTH = 255;
/** Maximum length of a string value in characters. Filters cannot match longer values, see `catalog/field-types.ts`. */
export const MAX_STRING_LENGTH = 8_192;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ["$gt", "gt"],
  ["$gte", "gte"],
  ["$lt", "lt"],
  ["$lte", "lte"],
]);
const FIELD_OPERATORS = ["$eq", "$ne", "$in", "$nin", "$gt", "$gte", "$lt", "$lte", "$exists", "$not"];
const LOGICAL_OPERATORS = ["$and", "$or", "$not"];

/**
 * Parses a filter expression.
 * @param path name of the expression in error messages, such as "filters"
 * @param fields names and types of fields; default: no aliases, and no checks of operand types
 * @throws {ServiceError} validation_error with the path in `context.field`, such as `filters.$or[1].price.$gte`
 */
export function parseFilter(expression: unknown, path: string, fields: FilterFields = filterFields({})): Filter {
  return parseExpression(expression, path, 1, { fields, conditions: 0, values: 0 });
}

/**
 * State of the parser: the fields, and the number of conditions and values parsed so far, which are limited. An empty
 * expression counts as a condition.
 */
interface Reading {
  readonly fields: FilterFields;
  conditions: number;
  values: number;
}

function parseExpression(expression: unknown, path: string, depth: number, reading: Reading): Filter {
  checkDepth(depth, path);
  if (!isJsonObject(expression)) throw expected(path, "an object of fields and conditions", expression);
  const members = Object.entries(expression);
  if (members.length === 0) spend(reading, path);
  return allOf(members.map(([name, value]) => parseMember(name, value, `${path}.${short(name)}`, depth, reading)));
}

function parseMember(name: string, value: unknown, path: string, depth: number, reading: Reading): Filter {
  if (!name.startsWith("$"))
    return parseCondition(reading.fields.fieldOf(checkedField(name, path)), value, path, depth, reading);
  switch (name) {
    case "$and":
      return allOf(parseExpressions(value, path, depth, reading));
    case "$or":
      return anyOf(parseExpressions(value, path, depth, reading));
    case "$not":
      return negated(parseExpression(value, path, depth + 1, reading));
    default:
      throw unknownOperator(name, path, LOGICAL_OPERATORS);
  }
}

function parseExpressions(value: unknown, path: string, depth: number, reading: Reading): Filter[] {
  if (!Array.isArray(value)) throw expected(path, "a list of expressions", value);
  if (value.length === 0) spend(reading, path);
  return value.map((part, position) => parseExpression(part, `${path}[${position}]`, depth + 1, reading));
}

function parseCondition(field: string, value: unknown, path: string, depth: number, reading: Reading): Filter {
  if (!isJsonObject(value)) return equals(field, value, path, reading);
  checkDepth(depth, path);
  const operators = Object.entries(value);
  if (operators.length === 0) throw validationError(path, `\`${path}\` must have at least one operator`);
  return allOf(
    operators.map(([name, operand]) => parseOperator(field, name, operand, `${path}.${short(name)}`, depth, reading)),
  );
}

function parseOperator(
  field: string,
  name: string,
  operand: unknown,
  path: string,
  depth: number,
  reading: Reading,
): Filter {
  const operator = COMPARISONS.get(name);
  if (operator !== undefined) return compares(field, operator, operand, path, reading);
  switch (name) {
    case "$eq":
      return equals(field, operand, path, reading);
    case "$ne":
      return negated(equals(field, operand, path, reading));
    case "$in":
      return isOneOf(field, operand, path, reading);
    case "$nin":
      return negated(isOneOf(field, operand, path, reading));
    case "$exists": {
      if (typeof operand !== "boolean") throw expected(path, "true or false", operand);
      spend(reading, path);
      const missing: Filter = { kind: "missing", field };
      return operand ? negated(missing) : missing;
    }
    case "$not":
      if (!isJsonObject(operand)) throw expected(path, "an object of operators", operand);
      return negated(parseCondition(field, operand, path, depth + 1, reading));
    default:
      if (!name.startsWith("$")) {
        throw validationError(
          path,
          `\`${path}\`: use dot notation for a field inside an object, like "${short(field)}.${short(name)}"`,
        );
      }
      throw unknownOperator(name, path, FIELD_OPERATORS);
  }
}

function equals(field: string, operand: unknown, path: string, reading: Reading): Filter {
  const value = operandOf(field, operand, path, reading);
  spend(reading, path);
  return value === null ? { kind: "missing", field } : { kind: "in", field, values: [value] };
}

function isOneOf(field: string, operand: unknown, path: string, reading: Reading): Filter {
  if (!Array.isArray(operand)) throw expected(path, "a list of values", operand);
  if (operand.length > MAX_LIST_VALUES)
    throw validationError(path, `\`${path}\` must have at most ${MAX_LIST_VALUES} values`);
  const members = operand.map((member, position) => operandOf(field, member, `${path}[${position}]`, reading));
  const values = members.filter((member) => member !== null);
  const orMissing = values.length < members.length;
  spend(reading, path);
  reading.values += members.length;
  if (reading.values > MAX_VALUES) throw validationError(path, `filters may list at most ${MAX_VALUES} values`);
  const has: Filter = { kind: "in", field, values };
  return orMissing
    ? anyOf(values.length === 0 ? [{ kind: "missing", field }] : [has, { kind: "missing", field }])
    : has;
}

function compares(field: string, operator: Comparison, operand: unknown, path: string, reading: Reading): Filter {
  const value = operandOf(field, operand, path, reading);
  if (value === null || typeof value === "boolean") throw expected(path, "a number or a string", operand);
  spend(reading, path);
  return { kind: "compare", field, operator, value };
}

/** The normalized operand; null if the operand means "has no value". */
function operandOf(field: string, operand: unknown, path: string, { fields }: Reading): Scalar | null {
  const given = scalar(operand, path);
  const value = given === null ? null : normalValue(field, given);
  if (value === null || value === "") return null;
  checkOperand(value, fields.typeOf(field), path);
  return value;
}

/**
 * Checks that an operand fits the type of its field.
 * @param type type of the field, if known. Text fields accept any operand. Boolean fields accept any operand, but only booleans match.
 * @throws {ServiceError} validation_error if the operand cannot be converted to the type of a number or date field
 */
export function checkOperand(operand: Scalar, type: FieldType | undefined, path: string): void {
  if (type !== "number" && type !== "date") return;
  if (operandFor(operand, type) !== undefined) return;
  throw validationError(path, `\`${path}\` must be ${OPERANDS[type]}, got ${JSON.stringify(shortened(operand))}`);
}

const OPERANDS = {
  number: "a number",
  date: "an ISO 8601 timestamp or milliseconds since 1970",
};

const shortened = (operand: Scalar): Scalar => (typeof operand === "string" ? short(operand).toWellFormed() : operand);

/** Parses the operand of a comparison. @returns `null` if the operand is null or an empty string */
function scalar(operand: unknown, path: string): Scalar | null {
  if (operand === null || operand === "") return null;
  if (typeof operand === "boolean") return operand;
  if (typeof operand === "number") {
    if (Number.isFinite(operand)) return operand;
    throw validationError(path, `\`${path}\` must be a finite number`);
  }
  if (typeof operand !== "string") throw expected(path, "a string, a number, true, false or null", operand);
  if (operand.length > MAX_STRING_LENGTH) {
    throw validationError(path, `\`${path}\` must be at most ${MAX_STRING_LENGTH} characters long`);
  }
  if (!operand.isWellFormed()) throw validationError(path, `\`${path}\` contains a lone surrogate`);
  return operand;
}

function checkedField(name: string, path: string): string {
  if (name === "") throw validationError(path, `\`${path}\`: the field name must not be empty`);
  if (name.length > MAX_FIELD_LENGTH) {
    throw validationError(path, `a field name must be at most ${MAX_FIELD_LENGTH} characters long`);
  }
  if (!name.isWellFormed()) throw validationError(path.toWellFormed(), "a field name contains a lone surrogate");
  return name;
}

function checkDepth(depth: number, path: string): void {
  if (depth > MAX_DEPTH) throw validationError(path, `filters may be nested at most ${MAX_DEPTH} levels deep`);
}

function spend(reading: Reading, path: string): void {
  reading.conditions += 1;
  if (reading.conditions > MAX_CONDITIONS) {
    throw validationError(path, `filters may have at most ${MAX_CONDITIONS} conditions; use $in for lists of values`);
  }
}

function unknownOperator(name: string, path: string, known: readonly string[]) {
  return validationError(path, `unknown operator \`${short(name)}\`; expected one of ${known.join(", ")}`);
}

function expected(path: string, what: string, got: unknown) {
  const kind = Array.isArray(got)
    ? "a list"
    : got === null
      ? "null"
      : typeof got === "object"
        ? "an object"
        : typeof got;
  return validationError(path, `\`${path}\` must be ${what}, got ${kind}`);
}

const short = (name: string) => (name.length > 80 ? `${name.slice(0, 77)}…` : name);
