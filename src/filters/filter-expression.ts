/**
 * Reads the filter expressions of requests and of merchandising rules:
 *
 *   expression  = { member, … }                       members are AND-ed; {} holds for every variant
 *   member      = "$and": [ expression, … ]           [] holds for every variant
 *               | "$or":  [ expression, … ]           [] holds for none
 *               | "$not": expression
 *               | field:  condition
 *   field       = a leaf of the feed, objects dotted: "attributes.text.type"
 *   condition   = scalar | null                       short for { "$eq": … }
 *               | { operator, … }                     one or more, AND-ed
 *   operator    = "$eq" | "$ne": scalar | null
 *               | "$in" | "$nin": [ scalar | null, … ]
 *               | "$gt" | "$gte" | "$lt" | "$lte": number | string
 *               | "$exists": true | false
 *               | "$not": { operator, … }
 *
 * `null` and "" mean "has no value"; 0 and false are values. Negations say what no value of the same variant is, so they
 * also hold where there is none.
 */
import { validationError } from "../errors.js";
import { allOf, anyOf, negated, type Comparison, type Filter, type Scalar } from "./filter.js";

const MAX_DEPTH = 20;
/** Bounds the work of reading; what the engine can take is checked in `search/clause-budget.ts`. */
export const MAX_CONDITIONS = 1_000;
export const MAX_LIST_VALUES = 10_000;
/** In all lists together: joined they must stay below the engine's 65,536 terms. */
const MAX_VALUES = 50_000;
const MAX_FIELD_LENGTH = 255;
/** Longer values are never filterable, see `catalog/leaf-types.ts`; a much longer operand is a mistake. */
const MAX_STRING_LENGTH = 8_192;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ["$gt", "gt"],
  ["$gte", "gte"],
  ["$lt", "lt"],
  ["$lte", "lte"],
]);
const FIELD_OPERATORS = ["$eq", "$ne", "$in", "$nin", "$gt", "$gte", "$lt", "$lte", "$exists", "$not"];
const LOGICAL_OPERATORS = ["$and", "$or", "$not"];

/**
 * @param path what the expression is called in errors, "filters"
 * @throws ServiceError validation_error with the place in `context.field`, such as `filters.$or[1].price.$gte`
 */
export function parseFilter(expression: unknown, path: string): Filter {
  return parseExpression(expression, path, 1, { conditions: 0, values: 0 });
}

/** What an expression has used up. Emptiness is a condition too, else there could be any number of empty expressions. */
interface Budget {
  conditions: number;
  values: number;
}

function parseExpression(expression: unknown, path: string, depth: number, budget: Budget): Filter {
  checkDepth(depth, path);
  if (!isObject(expression)) throw expected(path, "an object of fields and conditions", expression);
  const members = Object.entries(expression);
  if (members.length === 0) spend(budget, path);
  return allOf(members.map(([name, value]) => parseMember(name, value, `${path}.${short(name)}`, depth, budget)));
}

function parseMember(name: string, value: unknown, path: string, depth: number, budget: Budget): Filter {
  if (!name.startsWith("$")) return parseCondition(checkedField(name, path), value, path, depth, budget);
  switch (name) {
    case "$and":
      return allOf(parseExpressions(value, path, depth, budget));
    case "$or":
      return anyOf(parseExpressions(value, path, depth, budget));
    case "$not":
      return negated(parseExpression(value, path, depth + 1, budget));
    default:
      throw unknownOperator(name, path, LOGICAL_OPERATORS);
  }
}

function parseExpressions(value: unknown, path: string, depth: number, budget: Budget): Filter[] {
  if (!Array.isArray(value)) throw expected(path, "a list of expressions", value);
  if (value.length === 0) spend(budget, path);
  return value.map((part, position) => parseExpression(part, `${path}[${position}]`, depth + 1, budget));
}

function parseCondition(field: string, value: unknown, path: string, depth: number, budget: Budget): Filter {
  if (!isObject(value)) return equals(field, value, path, budget);
  checkDepth(depth, path);
  const operators = Object.entries(value);
  if (operators.length === 0) throw validationError(path, `\`${path}\` must have at least one operator`);
  return allOf(
    operators.map(([name, operand]) => parseOperator(field, name, operand, `${path}.${short(name)}`, depth, budget)),
  );
}

function parseOperator(
  field: string,
  name: string,
  operand: unknown,
  path: string,
  depth: number,
  budget: Budget,
): Filter {
  const operator = COMPARISONS.get(name);
  if (operator !== undefined) return compares(field, operator, operand, path, budget);
  switch (name) {
    case "$eq":
      return equals(field, operand, path, budget);
    case "$ne":
      return negated(equals(field, operand, path, budget));
    case "$in":
      return isOneOf(field, operand, path, budget);
    case "$nin":
      return negated(isOneOf(field, operand, path, budget));
    case "$exists": {
      if (typeof operand !== "boolean") throw expected(path, "true or false", operand);
      spend(budget, path);
      const missing: Filter = { kind: "missing", field };
      return operand ? negated(missing) : missing;
    }
    case "$not":
      if (!isObject(operand)) throw expected(path, "an object of operators", operand);
      return negated(parseCondition(field, operand, path, depth + 1, budget));
    default:
      if (!name.startsWith("$")) {
        throw validationError(
          path,
          `\`${path}\`: a field inside an object is named with dots, "${short(field)}.${short(name)}"`,
        );
      }
      throw unknownOperator(name, path, FIELD_OPERATORS);
  }
}

function equals(field: string, operand: unknown, path: string, budget: Budget): Filter {
  const value = scalar(operand, path);
  spend(budget, path);
  return value === null ? { kind: "missing", field } : { kind: "in", field, values: [value] };
}

function isOneOf(field: string, operand: unknown, path: string, budget: Budget): Filter {
  if (!Array.isArray(operand)) throw expected(path, "a list of values", operand);
  if (operand.length > MAX_LIST_VALUES)
    throw validationError(path, `\`${path}\` must have at most ${MAX_LIST_VALUES} values`);
  const members = operand.map((member, position) => scalar(member, `${path}[${position}]`));
  const values = members.filter((member) => member !== null);
  const orMissing = values.length < members.length;
  spend(budget, path);
  budget.values += members.length;
  if (budget.values > MAX_VALUES) throw validationError(path, `filters may list at most ${MAX_VALUES} values`);
  const has: Filter = { kind: "in", field, values };
  return orMissing
    ? anyOf(values.length === 0 ? [{ kind: "missing", field }] : [has, { kind: "missing", field }])
    : has;
}

function compares(field: string, operator: Comparison, operand: unknown, path: string, budget: Budget): Filter {
  const value = scalar(operand, path);
  if (value === null || typeof value === "boolean") throw expected(path, "a number or a string", operand);
  spend(budget, path);
  return { kind: "compare", field, operator, value };
}

/** Null where the operand means "has no value". */
function scalar(operand: unknown, path: string): Scalar | null {
  if (operand === null || operand === "") return null;
  if (typeof operand === "boolean") return operand;
  if (typeof operand === "number") {
    if (Number.isFinite(operand)) return operand;
    throw validationError(path, `\`${path}\` must be a number within range`);
  }
  if (typeof operand !== "string") throw expected(path, "a string, a number, true, false or null", operand);
  if (operand.length > MAX_STRING_LENGTH) {
    throw validationError(path, `\`${path}\` must be at most ${MAX_STRING_LENGTH} characters long`);
  }
  if (!operand.isWellFormed()) throw validationError(path, `\`${path}\` holds half of a surrogate pair`);
  return operand;
}

function checkedField(name: string, path: string): string {
  if (name === "") throw validationError(path, `\`${path}\` names no field`);
  if (name.length > MAX_FIELD_LENGTH) {
    throw validationError(path, `a field name must be at most ${MAX_FIELD_LENGTH} characters long`);
  }
  if (!name.isWellFormed()) throw validationError(path.toWellFormed(), "a field name holds half of a surrogate pair");
  return name;
}

function checkDepth(depth: number, path: string): void {
  if (depth > MAX_DEPTH) throw validationError(path, `filters may be nested at most ${MAX_DEPTH} levels deep`);
}

function spend(budget: Budget, path: string): void {
  budget.conditions += 1;
  if (budget.conditions > MAX_CONDITIONS) {
    throw validationError(path, `filters may have at most ${MAX_CONDITIONS} conditions; use $in for lists of values`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
