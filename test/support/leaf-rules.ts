import type { LeafRules } from "../../src/catalog/leaf-survey.js";

export const NO_LEAF_RULES: LeafRules = {
  declared: new Map(),
  named: new Set(),
  maxLeaves: 10_000,
  mayForget: false,
};
