/** Where pages say what somebody typed, and where an address that led nowhere; the first that has words counts. */
const QUERY_KEYS = ["query", "search", "q"];
const ADDRESS_KEYS = ["url", "path", "address"];

/** Words of addresses that name no product: what shop systems and web servers put there. */
const NOT_WANTED = new Set([
  "http", "https", "www", "html", "htm", "php", "aspx", "jsp", "index", "home", "shop", "store", "page", "pages",
  "product", "products", "item", "items", "p", "category", "categories", "collection", "collections", "c", "search",
  "catalog", "catalogue", "detail", "details", "id",
]); // prettier-ignore

/**
 * The words to search for: those of a query as it was typed, or of the path of an address
 * ("/en/products/oxford-shirt_blue.html?x=1" → "en oxford shirt blue"). Empty where there are none.
 */
export function wordsWanted(metadata: Readonly<Record<string, string | null>>): string {
  const given = (keys: readonly string[]) => keys.map((key) => (Object.hasOwn(metadata, key) ? metadata[key] : null));
  const typed = given(QUERY_KEYS).find((text) => text?.trim());
  if (typed) return typed.trim();
  for (const address of given(ADDRESS_KEYS)) {
    const words = wordsOfAddress(address ?? "");
    if (words !== "") return words;
  }
  return "";
}

function wordsOfAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return decoded(path)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "" && !NOT_WANTED.has(word.toLowerCase()))
    .join(" ");
}

/** An address need not be well-formed to have words. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
