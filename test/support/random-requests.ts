import type { Random } from "../../demo/random.js";
import type { SearchBody } from "../../src/search/request-schema.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/** Data of a variant from which requests are generated. */
export type RequestedData = Readonly<Record<string, unknown>>;

const SORTS = ["price_asc", "price_desc", "newest"] as const;

/** Random searches and listings with words and values of the catalogue. Two in five queries contain a typo. */
export function randomRequests(
  random: Random,
  variants: readonly RequestedData[],
  count: number,
): Omit<SearchBody, "user">[] {
  return Array.from({ length: count }, () => {
    const isSearch = random.chance(0.7);
    const of = random.pick(variants);
    return {
      ...(isSearch ? { query: queryFrom(random, of) } : {}),
      ...(random.chance(isSearch ? 0.2 : 0.8) ? { filters: filterFrom(random, of) } : {}),
      ...(random.chance(0.5) ? { facets: { keys: ["*"] } } : {}),
      ...(random.chance(0.15) ? { facet_filters: { color: [textOf(of["color"])] } } : {}),
      ...(random.chance(0.15) ? { sort: [random.pick(SORTS)] } : {}),
      limit: random.integer(1, 24),
      projection: ["title"],
    };
  });
}

function queryFrom(random: Random, data: RequestedData): string {
  const words = ["title", "title", "designer", "color"].flatMap((name) => textOf(data[name]).split(/\s+/));
  const query = Array.from({ length: random.integer(1, 4) }, () => random.pick(words).toLowerCase());
  const at = random.integer(0, query.length - 1);
  return query.map((word, place) => (place === at && random.chance(0.4) ? slip(random, word) : word)).join(" ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Adds a typo to a word: a missing, doubled, replaced or swapped letter. The first letter is not changed. */
function slip(random: Random, word: string): string {
  if (word.length < 4) return word;
  const at = random.integer(1, word.length - 2);
  const [before, letter, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  return random.pick([
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${random.pick(Array.from("abcdefghijklmnopqrstuvwxyz"))}${next}${after}`,
    `${before}${next}${letter}${after}`,
  ]);
}

function filterFrom(random: Random, data: RequestedData): NonNullable<SearchBody["filters"]> {
  const price = Number(data["price"]);
  return random.pick([
    { color: textOf(data["color"]) },
    { price: { $lte: price } },
    { price: { $gte: price }, color: textOf(data["color"]) },
    { designer: textOf(data["designer"]) },
  ]);
}

/** Returns the part of a result page that must not depend on the distribution of products to shards. */
export const comparable = ({ items, total, facets, meta }: SearchResult): object => ({
  items: items.map(({ product_identifier, variant_identifier }) => `${product_identifier} ${variant_identifier}`),
  total,
  facets,
  meta,
});
