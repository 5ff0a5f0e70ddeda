import { categoryPath } from "../../catalog/leaves.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { conjunctsOf } from "../../filters/filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import type { FilterFields } from "../../filters/field-names.js";
import { normalText } from "../../filters/operand.js";
import { ownPeriod, type Period } from "../../storefront/campaigns.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { comparableQuery, queryKey, typedKeys } from "./query-forms.js";
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

/** Whether a request is likely to be in both scopes at some time: different conditions may meet, but seldom do. */
export function meet(one: Scope, other: Scope): boolean {
  return (
    one.from < other.until &&
    other.from < one.until &&
    (includes(one.conditions, other.conditions) || includes(other.conditions, one.conditions)) &&
    (one.categories.size === 0 ||
      other.categories.size === 0 ||
      isBelow(one.categories, other.categories) ||
      isBelow(other.categories, one.categories)) &&
    // Last, as it costs most.
    (one.queries.size === 0 || other.queries.size === 0 || queriesMeet(one, other))
  );
}

/** Whether every request that is in the scope is in the wider one, too, at a moment at which both are in force. */
export const covers = (wider: Scope, scope: Scope): boolean =>
  (wider.queries.size === 0 || (scope.queries.size > 0 && queriesCover(wider, scope))) &&
  (wider.categories.size === 0 || allBelow(scope.categories, wider.categories)) &&
  includes(scope.conditions, wider.conditions);

/** Letter by letter: a query that begins with one and has another in it is likely to be typed only where one is in the other. */
const queriesMeet = ({ queries: some }: Scope, { queries: others }: Scope): boolean =>
  [...some].some((one) => keysOf(one).some((key) => others.has(key))) ||
  [...others].some((other) => keysOf(other).some((key) => some.has(key)));

const queriesCover = (wider: Scope, scope: Scope): boolean =>
  (!wider.exact || scope.exact) &&
  [...scope.queries].every((one) => coveringKeys(one).some((key) => wider.queries.has(key)));

/** The words of a key of `queryKey`. */
export const textOfKey = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** The keys that a query has which is what a key names. */
const keysOf = (key: string): string[] => typedKeys(textOfKey(key));

/** The keys that every query has which has this one. */
function coveringKeys(key: string): string[] {
  if (key.startsWith("is ")) return keysOf(key);
  const wanted = key.startsWith("contains ") ? ["contains "] : ["contains ", "begins_with "];
  return keysOf(key).filter((one) => wanted.some((match) => one.startsWith(match)));
}

const includes = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((one) => all.has(one));

const isIn = (category: string, among: ReadonlySet<string>) => categoryPath(category).some((one) => among.has(one));

const isBelow = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((one) => isIn(one, others));

const allBelow = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size > 0 && [...some].every((one) => isIn(one, others));

export function redirectFor(query: string, redirects: readonly Redirect[]): RedirectResult | undefined {
  if (redirects.length === 0) return undefined;
  const typed = termKey(query);
  const found = redirects.find(({ queries }) => queries.some((one) => termKey(one) === typed));
  return found === undefined ? undefined : { url: found.url };
}
