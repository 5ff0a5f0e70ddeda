import type { Storefront, Suggestions } from "../storefront.js";
import type { Shop } from "./shop.js";

/** Prefix of a query for a color or material, and the products that have this value in the feed. */
export interface Prefix {
  readonly typed: string;
  readonly having: ReadonlySet<string>;
}

export interface Suggested extends Suggestions {
  readonly prefix: Prefix;
}

interface FeedData {
  readonly product_identifier: string;
  readonly color?: string | null;
  readonly material?: string | null;
  readonly categories?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
}

const FIELDS = ["color", "material"] as const;
const VALUES = 8;
/** Number of letters of the product type in a prefix such as "red dr". */
const LETTERS = 2;

/**
 * Returns query prefixes for the most common colors and materials: the complete value, the value without its last
 * letter, and the value followed by the first letters of its most common product type.
 */
export function prefixesOf({ feed }: Pick<Shop, "feed">): Prefix[] {
  const products = feed.map(
    (line) => (JSON.parse(line.replace(/\bNaN\b/g, "null")) as { product_data: FeedData }).product_data,
  );
  return FIELDS.flatMap((field) => {
    const valueOf = (data: FeedData) => (data[field] ?? "").toLowerCase();
    const named = products.filter((data) => /^\p{L}{3,}$/u.test(valueOf(data)));
    return mostCommon(named.map(valueOf), VALUES).flatMap((value): Prefix[] => {
      const own = named.filter((data) => valueOf(data) === value);
      const having = new Set(products.filter((data) => says(data, value)).map((data) => data.product_identifier));
      const [kind] = mostCommon(
        own.flatMap(({ categories = [] }) => kindOf(categories) ?? []),
        1,
      );
      const typed = [value, value.slice(0, -1), ...(kind === undefined ? [] : [`${value} ${kind.slice(0, LETTERS)}`])];
      return typed.map((text) => ({ typed: text, having }));
    });
  });
}

/**
 * Returns whether any attribute of a product has the value. Shops may give colors in several attributes, such as "Dark
 * Grey" and "Grey".
 */
const says = ({ color, material, attributes = {} }: FeedData, value: string): boolean =>
  [color, material, ...Object.values(attributes)].some((own) => String(own).toLowerCase() === value);

const kindOf = (categories: readonly string[]): string | undefined =>
  categories.at(-1)?.split(": ").at(-1)?.toLowerCase();

function mostCommon(values: readonly string[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, count)
    .map(([value]) => value);
}

export async function suggestedFor(
  storefront: Pick<Storefront, "suggest">,
  prefixes: readonly Prefix[],
): Promise<Suggested[]> {
  const suggested: Suggested[] = [];
  for (const prefix of prefixes) suggested.push({ prefix, ...(await storefront.suggest(prefix.typed)) });
  return suggested;
}

/** Formats the number of faulty suggestions. */
export function formatSuggestions(suggested: readonly Suggested[]): string {
  const queries = suggested.flatMap(({ prefix, queries }) => queries.map((query) => query.startsWith(prefix.typed)));
  const products = suggested.flatMap(({ prefix, products }) => products.map((id) => prefix.having.has(id)));
  const none = suggested.filter(({ queries }) => queries.length === 0).length;
  const corrected = suggested.filter(({ isCorrected }) => isCorrected).length;
  const wrong = (all: readonly boolean[]) => `${all.filter((isRight) => !isRight).length} of ${all.length}`;
  return (
    `  prefixes of colors and materials: ${suggested.length}; without a query ${none}; corrected ${corrected}; ` +
    `queries with another prefix ${wrong(queries)}; products without the value ${wrong(products)}`
  );
}

export const formatSuggested = ({ prefix, queries, products }: Suggested, titleOf: (id: string) => string): string =>
  [`typed | ${prefix.typed} | ${queries.join(" | ")}`, ...products.map((id) => `    ${titleOf(id)}`)].join("\n");
