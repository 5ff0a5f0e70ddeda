import { ServiceError } from "../errors.js";
import { conditionCount } from "../filters/filter.js";
import { checkAges, onDay } from "../filters/relative-dates.js";
import { parseFilter } from "../filters/filter-expression.js";
import { filterFields, type FilterFields } from "../filters/field-names.js";
import type { ValidationError } from "../schema/validation-errors.js";

import { wrongAddress } from "./addresses.js";
import { hidingRule, MAX_HIDDEN_PRODUCTS, MAX_HIDING_CONDITIONS, type Rule } from "./rules-configuration.js";

/** Maximum number of reported errors; a longer list is of no use to an editor. */
const MAX_ERRORS = 100;

/** Validates rules after schema validation. @param fields types of the fields that the rules use */
export function ruleErrors(rules: readonly Rule[], fields: FilterFields = filterFields({})): ValidationError[] {
  const keys = new Set<string>();
  const errors: ValidationError[] = [];
  for (const [at, rule] of rules.entries()) {
    const path = `rules.${at}`;
    if (keys.has(rule.key)) errors.push({ path: `${path}.key`, message: `\`${path}.key\` must be unique` });
    keys.add(rule.key);
    errors.push(...wrongPeriod(rule, path), ...contradictoryRequests(rule, path), ...wrongTarget(rule, path, fields));
    errors.push(...wrongFilter(rule.when.filters, `${path}.when.filters`, fields));
    if (errors.length >= MAX_ERRORS) return errors.slice(0, MAX_ERRORS);
  }
  return errors.length > 0 ? errors : tooMuchHidden(rules);
}

function wrongPeriod({ starts_at, ends_at }: Rule, path: string): ValidationError[] {
  // `Date.parse` rejects leap seconds, which are valid ISO 8601 timestamps.
  const leaping = Object.entries({ starts_at, ends_at }).filter(
    ([, at]) => at !== null && Number.isNaN(Date.parse(at)),
  );
  if (leaping.length > 0) {
    return leaping.map(([name]) => ({
      path: `${path}.${name}`,
      message: `\`${path}.${name}\` must not be a leap second`,
    }));
  }
  if (starts_at === null || ends_at === null || Date.parse(starts_at) < Date.parse(ends_at)) return [];
  return [
    { path: `${path}.ends_at`, message: `\`${path}.ends_at\` (${ends_at}) must be after \`starts_at\` (${starts_at})` },
  ];
}

const contradictoryRequests = ({ when: { requests, queries } }: Rule, path: string): ValidationError[] =>
  requests !== "listings" || queries.length === 0
    ? []
    : [
        {
          path: `${path}.when.requests`,
          message: `\`${path}.when.requests\` must be \`all\` or \`searches\` for a rule with \`queries\`, got \`listings\``,
        },
      ];

function wrongTarget(rule: Rule, path: string, fields: FilterFields): ValidationError[] {
  if (rule.action === "pin") return [];
  if (rule.action === "banner") {
    return [...wrongAddress(rule.image, `${path}.image`), ...wrongAddress(rule.url, `${path}.url`)];
  }
  const like = (filters: object | null) =>
    wrongFilter(filters, `${path}.filters`, fields, (one) => {
      checkAges(one, `${path}.filters`);
      return onDay(one, `${path}.filters`, 0);
    });
  if (rule.action === "reserve") return like(rule.filters);
  const { products, filters } = rule;
  if ((products === null) === (filters === null)) {
    const got = products === null ? "neither" : "both";
    return [{ path, message: `\`${path}\` must have either \`products\` or \`filters\`, got ${got}` }];
  }
  return like(filters);
}

function wrongFilter(
  expression: object | null,
  path: string,
  fields: FilterFields,
  meant: (expression: object) => unknown = (one) => one,
): ValidationError[] {
  if (expression === null) return [];
  try {
    parseFilter(meant(expression), path, fields);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const field = error.context?.["field"];
    return [{ path: typeof field === "string" ? field : path, message: error.message }];
  }
}

/** Limits the size of hiding rules, because every engine request contains all of them. */
function tooMuchHidden(rules: readonly Rule[]): ValidationError[] {
  const hiding = rules.flatMap((rule) => hidingRule(rule) ?? []);
  const products = hiding.reduce((sum, rule) => sum + (rule.products?.length ?? 0), 0);
  const conditions = hiding.reduce(
    (sum, { filters }) =>
      sum + (filters === null ? 0 : conditionCount(parseFilter(onDay(filters, "rules", 0), "rules"))),
    0,
  );
  return [
    ...tooMany(
      products,
      "products",
      MAX_HIDDEN_PRODUCTS,
      "deactivate products that are not for sale, or hide them with a filter",
    ),
    ...tooMany(conditions, "conditions", MAX_HIDING_CONDITIONS, "use $in for lists of values"),
  ];
}

const tooMany = (count: number, what: string, most: number, advice: string): ValidationError[] =>
  count <= most
    ? []
    : [{ path: "rules", message: `rules may hide at most ${most} ${what} in total, got ${count}; ${advice}` }];
