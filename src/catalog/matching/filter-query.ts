import { indexField, type FieldTypes, type Scalar, VARIANTS_PATH } from "../fields.js";
import type { Filter } from "../../filters/filter.js";
import { operandFor } from "../../filters/operand.js";

export type Clause = Readonly<Record<string, unknown>>;

const MATCH_ALL: Clause = { match_all: {} };
const MATCH_NONE: Clause = { match_none: {} };

/** Matches products with at least one matching active variant. The index contains no inactive variants. */
export function productsMatching(filter: Filter, fields: FieldTypes): Clause {
  return { nested: { path: VARIANTS_PATH, score_mode: "none", query: variantClause(filter, fields) } };
}

/** Returns the query clause for one nested variant. A field that the catalogue lacks counts as a field without a value. */
export function variantClause(filter: Filter, fields: FieldTypes): Clause {
  switch (filter.kind) {
    case "and":
      return conjunction(filter.filters, fields);
    case "or":
      if (filter.filters.length === 0) return MATCH_NONE;
      return { bool: { should: filter.filters.map((part) => variantClause(part, fields)) } };
    case "not":
      return { bool: { must_not: [variantClause(filter.filter, fields)] } };
    case "in":
      return membership(filter.field, filter.values, fields);
    case "compare": {
      const type = fields.get(filter.field);
      if (type === undefined || type === "boolean") return MATCH_NONE;
      const value = operandFor(filter.value, type);
      return value === undefined ? MATCH_NONE : range(filter.field, { [filter.operator]: sent(value, type) });
    }
    case "within": {
      if (fields.get(filter.field) !== "number") return MATCH_NONE;
      const { min, max } = filter;
      return range(filter.field, {
        ...(min === undefined ? {} : { gte: min }),
        ...(max === undefined ? {} : { lte: max }),
      });
    }
    case "missing":
      if (!fields.has(filter.field)) return MATCH_ALL;
      return { bool: { must_not: [{ exists: { field: indexField(filter.field) } }] } };
  }
}

/** Combines negations in one `must_not` clause. Separate clauses would count towards the engine's clause limit. */
function conjunction(filters: readonly Filter[], fields: FieldTypes): Clause {
  const positive: Clause[] = [];
  const negative: Clause[] = [];
  for (const part of filters) {
    if (part.kind === "not") negative.push(variantClause(part.filter, fields));
    else positive.push(variantClause(part, fields));
  }
  if (positive.length === 0 && negative.length === 0) return MATCH_ALL;
  return {
    bool: {
      ...(positive.length === 0 ? {} : { filter: positive }),
      ...(negative.length === 0 ? {} : { must_not: negative }),
    },
  };
}

function membership(field: string, values: readonly Scalar[], fields: FieldTypes): Clause {
  const type = fields.get(field);
  if (type === undefined) return MATCH_NONE;
  const operands = new Set<Scalar>();
  for (const value of values) {
    const operand = operandFor(value, type);
    if (operand !== undefined) operands.add(sent(operand, type));
  }
  const [first] = operands;
  if (first === undefined) return MATCH_NONE;
  return operands.size === 1
    ? { term: { [indexField(field)]: first } }
    : { terms: { [indexField(field)]: [...operands] } };
}

const range = (field: string, bounds: Clause): Clause => ({ range: { [indexField(field)]: bounds } });

/** Dates are sent as full timestamps, because the engine interprets four-digit numbers as years and rounds short formats. */
function sent(value: Scalar, type: string): Scalar {
  return type === "date" ? new Date(value as number).toISOString() : value;
}
