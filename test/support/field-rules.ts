import type { FieldNameRules as FieldRules } from "../../src/catalog/field-scan.js";

export const NO_FIELD_RULES: FieldRules = {
  declared: new Map(),
  named: new Set(),
  maxFields: 10_000,
  mayForget: false,
};
