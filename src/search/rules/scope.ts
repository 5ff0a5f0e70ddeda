import { canonicalFilter } from "../../filters/canonical-filter.js";
import { conjunctsOf } from "../../filters/filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import type { FilterFields } from "../../filters/field-names.js";
import { normalText } from "../../filters/operand.js";
import { ownPeriod, type Period } from "../../storefront/campaigns.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { comparableQuery, queryKey } from "./query-forms.js";
import type { Redirect } from "../../storefront/configuration.js";
import type { RedirectResult } from "../response-schema.js";
import { termKey } from "../text/synonyms.js";

/** When a rule is in force, and for which requests; each part empty where it says nothing. */
export interface Scope extends Period {
  /** By `queryKey`. */
  readonly queries: ReadonlySet<string>;
  /** The same, and the words of each written as one: "usbc" for "usb c". */
  readonly keys: ReadonlySet<string>;
  /** Whether these queries are meant letter by letter. */
  readonly exact: boolean;
  readonly categories: ReadonlySet<string>;
  /** Canonical. */
  readonly conditions: ReadonlySet<string>;
}

export function scopeOf(rule: Rule, fields: FilterFields): Scope {
  const { queries, match, exact, categories, filters } = rule.when;
  const texts = queries.map(comparableQuery);
  return {
    ...ownPeriod(rule),
    queries: new Set(texts.map((text) => queryKey(match, text))),
    keys: new Set(texts.flatMap((text) => [text, text.replaceAll(" ", "")]).map((text) => queryKey(match, text))),
    exact,
    categories: new Set(categories.map(normalText)),
    conditions: new Set(
      filters === null ? [] : conjunctsOf(parseFilter(filters, "filters", fields)).map((one) => canonicalFilter(one)),
    ),
  };
}

export function redirectFor(query: string, redirects: readonly Redirect[]): RedirectResult | undefined {
  if (redirects.length === 0) return undefined;
  const typed = termKey(query);
  const found = redirects.find(({ queries }) => queries.some((one) => termKey(one) === typed));
  return found === undefined ? undefined : { url: found.url };
}
