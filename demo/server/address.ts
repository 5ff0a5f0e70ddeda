/**
 * Page and state of the demo shop. The URL contains the complete state, so that links, reloads and the back button
 * work.
 */
export type Address =
  | { readonly page: "home" }
  | ListingAddress
  | { readonly page: "product"; readonly product: string; readonly variant: string | null }
  | { readonly page: "cart" }
  | { readonly page: "order"; readonly order: string }
  | { readonly page: "help" }
  | { readonly page: "not_found"; readonly path: string };

export interface ListingAddress {
  readonly page: "listing";
  readonly collection: Collection;
  /** Configured sort key; `null` for the storefront's default. */
  readonly sort: string | null;
  /** Selected values of list facets, by facet key. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Selected ranges of range facets, by facet key. */
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
}

/** Products of a listing before facets are selected. */
export type Collection =
  | { readonly kind: "category"; readonly department: string; readonly category: readonly string[] }
  | { readonly kind: "search"; readonly query: string }
  | { readonly kind: "new" }
  | { readonly kind: "sale" };

/** Inclusive range; a missing bound is unlimited. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Base path of an imported shop. The demo's own shop is at "/". */
export const shopPath = (clientId: string): string => `/shops/${clientId}`;

/**
 * Prefixes of facet parameters, such as `?f.color=Black&f.color=Navy&r.price=50..99.99`. The prefixes prevent conflicts
 * with other URL parameters.
 */
const LIST = "f.";
const RANGE = "r.";

export const listing = (
  collection: Collection,
  { sort = null, lists = new Map(), ranges = new Map() }: Partial<ListingAddress> = {},
): ListingAddress => ({ page: "listing", collection, sort, lists, ranges });

/**
 * Parses the address of a shop page.
 * @param path percent-encoded URL path
 */
export function parseAddress(path: string, parameters: URLSearchParams): Address {
  const segments = path.split("/").slice(1).map(decoded);
  if (segments.includes(undefined)) return { page: "not_found", path };
  const [first = "", second = "", ...others] = segments as string[];
  const isShort = others.length === 0;
  const collection = collectionAt(first, second, others, parameters);
  if (collection !== undefined) return listing(collection, selections(parameters));
  if (first === "" && segments.length === 1) return { page: "home" };
  if (first === "p" && second !== "" && isShort) {
    return { page: "product", product: second, variant: parameters.get("variant") };
  }
  if (first === "order" && second !== "" && isShort) return { page: "order", order: second };
  if (first === "cart" && segments.length === 1) return { page: "cart" };
  if (path === HELP) return { page: "help" };
  return { page: "not_found", path };
}

/** Returns the path and query of a page, the inverse of `parseAddress`. */
export function formatAddress(address: Address): string {
  switch (address.page) {
    case "home":
      return "/";
    case "listing":
      return formatListing(address);
    case "product": {
      const path = `/p/${encodeURIComponent(address.product)}`;
      return address.variant === null
        ? path
        : `${path}?${new URLSearchParams({ variant: address.variant }).toString()}`;
    }
    case "cart":
      return "/cart";
    case "order":
      return `/order/${encodeURIComponent(address.order)}`;
    case "help":
      return HELP;
    case "not_found":
      return address.path;
  }
}

/** Path of the help page. The demo redirects queries about delivery to this page. */
const HELP = "/help/delivery-and-returns";

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function collectionAt(
  first: string,
  second: string,
  others: readonly string[],
  parameters: URLSearchParams,
): Collection | undefined {
  if (first === "c" && second !== "" && !others.includes("")) {
    return { kind: "category", department: second, category: others };
  }
  if (second !== "" || others.length > 0) return undefined;
  if (first === "search") return { kind: "search", query: parameters.get("q") ?? "" };
  return first === "new" || first === "sale" ? { kind: first } : undefined;
}

function selections(parameters: URLSearchParams): Pick<ListingAddress, "sort" | "lists" | "ranges"> {
  const lists = new Map<string, string[]>();
  const ranges = new Map<string, Range[]>();
  for (const [name, value] of parameters) {
    const key = name.slice(LIST.length);
    if (name.startsWith(LIST) && value !== "") lists.set(key, [...(lists.get(key) ?? []), value]);
    const range = name.startsWith(RANGE) ? parseRange(value) : undefined;
    if (range !== undefined) ranges.set(key, [...(ranges.get(key) ?? []), range]);
  }
  return { sort: parameters.get("sort"), lists, ranges };
}

function formatListing({ collection, sort, lists, ranges }: ListingAddress): string {
  const parameters = new URLSearchParams();
  if (collection.kind === "search") parameters.set("q", collection.query);
  if (sort !== null) parameters.set("sort", sort);
  for (const [key, values] of lists) for (const value of values) parameters.append(LIST + key, value);
  for (const [key, values] of ranges) for (const range of values) parameters.append(RANGE + key, formatRange(range));
  const query = parameters.toString();
  return pathOf(collection) + (query === "" ? "" : `?${query}`);
}

function pathOf(collection: Collection): string {
  if (collection.kind !== "category") return `/${collection.kind}`;
  return ["/c", ...[collection.department, ...collection.category].map(encodeURIComponent)].join("/");
}

/** Formats a range for URLs, such as "50..99.99", "..49.99" or "1000..". */
export const formatRange = ({ min, max }: Range): string => `${min ?? ""}..${max ?? ""}`;

/** Parses a range. Returns `undefined` for invalid text and for a range without bounds. */
export function parseRange(text: string): Range | undefined {
  const [min, max, ...others] = text.split("..").map((side) => (side.trim() === "" ? undefined : Number(side)));
  const sides = [min, max].filter((side) => side !== undefined);
  if (others.length > 0 || !text.includes("..") || sides.length === 0 || !sides.every(Number.isFinite))
    return undefined;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
