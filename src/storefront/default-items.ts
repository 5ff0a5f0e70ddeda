/** Default items of lists and records that are edited item by item. The items are plain values, so that the console can import them too. */
export const DEFAULT_FACETS = [
  { key: "categories", label: "Category", type: "list", field: "categories" },
  { key: "designer", label: "Designer", type: "list", field: "designer" },
  { key: "color", label: "Color", type: "list", field: "color" },
  { key: "sizes", label: "Size", type: "list", field: "sizes", order: "natural" },
  { key: "price", label: "Price", type: "range", field: "price" },
] as const;

export const DEFAULT_SORT_KEYS = [
  { key: "featured", label: "Featured", by: "featured" },
  { key: "price_asc", label: "Price: low to high", by: "field", field: "price", order: "asc" },
  { key: "price_desc", label: "Price: high to low", by: "field", field: "price", order: "desc" },
  { key: "newest", label: "Newest", by: "field", field: "released_at", order: "desc" },
  { key: "name_asc", label: "Name", by: "field", field: "title", order: "asc" },
] as const;

const popular = { by: "popular" } as const;
const popularNearby = { by: "popular", within: "seed_categories" } as const;

export const DEFAULT_PROFILES = {
  similar: {
    recommenders: [{ by: "session_neighbours" }, { by: "content" }, popularNearby, popular],
    complements: false,
  },
  complete_the_look: {
    recommenders: [{ by: "complementary" }, { by: "outfit" }],
    other_categories: true,
  },
  for_you: {
    recommenders: [{ by: "session_neighbours" }, { by: "affinity" }, { by: "content" }, popular],
    include_seen: false,
    unknown_shoppers: false,
  },
  next: { recommenders: [{ by: "next" }, { by: "content" }, popular], taste: 0, include_seeds: true },
  trending: { recommenders: [{ by: "trending" }, popular] },
  popular: { recommenders: [popularNearby, popular] },
  recently_viewed: { recommenders: [{ by: "recently_viewed" }], taste: 0 },
  new_in: { recommenders: [{ by: "new_in" }] },
  not_found: { recommenders: [{ by: "words" }, { by: "session_neighbours" }, { by: "affinity" }, popular] },
} as const;

const slot = (key: keyof typeof DEFAULT_PROFILES, title: string) => ({ key, title, profile: key });

const SIMILAR = slot("similar", "You may also like");
const LOOK = slot("complete_the_look", "Complete the look");
const FOR_YOU = slot("for_you", "Chosen for you");
const TRENDING = slot("trending", "Trending now");
const POPULAR = slot("popular", "Popular right now");
const RECENT = slot("recently_viewed", "You looked at");
const NEW_IN = slot("new_in", "New in");
const NOT_FOUND = slot("not_found", "Were you looking for one of these?");

export const DEFAULT_PLACEMENTS = {
  home: { slots: [FOR_YOU, RECENT, TRENDING, NEW_IN, SIMILAR, POPULAR] },
  product_page: { slots: [SIMILAR, LOOK, RECENT, FOR_YOU, TRENDING, POPULAR] },
  cart: { slots: [LOOK, SIMILAR, FOR_YOU, RECENT, POPULAR, NEW_IN] },
  not_found: { slots: [NOT_FOUND, FOR_YOU, RECENT, TRENDING, POPULAR, NEW_IN] },
};

const entriesAt = (section: string, entries: object) =>
  Object.entries(entries).map(([name, entry]): [string, unknown] => [`${section}.${name}`, entry]);

const BY_PATH: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["facets", DEFAULT_FACETS],
  ["sort_keys", DEFAULT_SORT_KEYS],
  ...entriesAt("profiles", DEFAULT_PROFILES),
  ...entriesAt("placements", DEFAULT_PLACEMENTS),
]);

/** Returns the given value of the document or, if it is undefined, the default item at this path. */
export const orDefault = (path: string, written: unknown): unknown =>
  written === undefined ? BY_PATH.get(path) : written;
