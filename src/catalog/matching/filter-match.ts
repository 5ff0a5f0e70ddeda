import type { FieldType, FieldTypes, FieldValues, Scalar } from "../fields.js";
import {
  allOf,
  anyOf,
  type Comparison,
  EVERYTHING,
  type Filter,
  isEverything,
  isNothing,
  negated,
  NOTHING,
} from "../../filters/filter.js";
import { compareValues, instant, operandFor } from "../../filters/operand.js";

/**
 * Whether a variant matches a filter; same semantics as the engine queries of `filter-query.ts`. Used to choose the
 * variant of a found product, because inner hits would cost the engine much more.
 */
export function matches(filter: Filter, variant: FieldValues, fields: FieldTypes): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((part) => matches(part, variant, fields));
    case "or":
      return filter.filters.some((part) => matches(part, variant, fields));
    case "not":
      return !matches(filter.filter, variant, fields);
    case "in": {
      const type = fields.get(filter.field);
      if (type === undefined) return false;
      const values = comparable(variant, filter.field, type);
      if (values.length === 0) return false;
      return filter.values.some((value) => {
        const operand = operandFor(value, type);
        return operand !== undefined && values.includes(operand);
      });
    }
    case "compare": {
      const type = fields.get(filter.field);
      if (type === undefined || type === "boolean") return false;
      const operand = operandFor(filter.value, type);
      if (operand === undefined) return false;
      return comparable(variant, filter.field, type).some((value) =>
        stands(compareValues(value, operand), filter.operator),
      );
    }
    case "within": {
      if (fields.get(filter.field) !== "number") return false;
      const { min = -Infinity, max = Infinity } = filter;
      return comparable(variant, filter.field, "number").some((value) => Number(value) >= min && Number(value) <= max);
    }
    case "missing":
      return !fields.has(filter.field) || comparable(variant, filter.field, "string").length === 0;
  }
}

/** Returns a field's values in the form that `operandFor` also returns: dates as timestamps, other values unchanged. */
export function comparable(variant: FieldValues, field: string, type: FieldType): readonly Scalar[] {
  const values = variant.get(field) ?? [];
  return type === "date" ? values.flatMap((value) => instant(value) ?? []) : values;
}

function stands(order: number, operator: Comparison): boolean {
  switch (operator) {
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
  }
}

/**
 * Simplifies a filter for a catalogue: conditions on fields that the catalogue lacks are replaced by constant results. A stock rule
 * therefore has no cost if the feed has no stock field.
 */
export function simplified(filter: Filter, fields: FieldTypes): Filter {
  switch (filter.kind) {
    case "and": {
      const parts = filter.filters.map((part) => simplified(part, fields));
      return parts.some(isNothing) ? NOTHING : allOf(parts);
    }
    case "or": {
      const parts = filter.filters.map((part) => simplified(part, fields));
      return parts.some(isEverything) ? EVERYTHING : anyOf(parts);
    }
    case "not": {
      const part = simplified(filter.filter, fields);
      if (isEverything(part)) return NOTHING;
      return isNothing(part) ? EVERYTHING : negated(part);
    }
    case "in":
    case "compare":
    case "within":
      return fields.has(filter.field) ? filter : NOTHING;
    case "missing":
      return fields.has(filter.field) ? filter : EVERYTHING;
  }
}
