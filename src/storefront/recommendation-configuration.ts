/** How one kind of recommendation block is made. */
export interface Profile {
  /** In order: what comes later fills what those before it leave empty. */
  readonly recommenders: readonly RecommenderSettings[];
  /** The most that taste moves a product, as a share of the candidates; 0: the same for everybody. */
  readonly taste: number;
  /** Whether products that the request names as seeds may be recommended. */
  readonly include_seeds: boolean;
  /** Whether products may be recommended that the device has looked at lately. */
  readonly include_seen: boolean;
  /** Whether pages with several blocks show it to shoppers of whom nothing is known. */
  readonly strangers: boolean;
  /** Recommends other kinds of products than the seeds', and one of each before two of any. */
  readonly other_categories: boolean;
}

/** What proposes products; `src/recommendation/recommenders` has a file for each. */
export type RecommenderSettings =
  | { readonly by: (typeof SHOPPER_RECOMMENDERS)[number] }
  | {
      readonly by: Ranked;
      readonly within: Within;
      /** Of what is popular, only what is known to be; not configured. */
      readonly known?: true;
    };

/** Recommenders that start from the seeds, the shopper, or the words of a request. */
export const SHOPPER_RECOMMENDERS = [
  "next",
  "session_neighbours",
  "goes_with",
  "viewed_with",
  "bought_with",
  "content",
  "look",
  "affinity",
  "recently_viewed",
  "words",
] as const;

/** Recommenders that start from the catalogue as a whole. */
export const CATALOGUE_RECOMMENDERS = ["popular", "trending", "new_in"] as const;
type Ranked = (typeof CATALOGUE_RECOMMENDERS)[number];

export type RecommenderName = RecommenderSettings["by"];

/** `seed_categories`: only where the seeds come from, and nothing without seeds. */
export const WITHIN = ["catalogue", "seed_categories"] as const;
export type Within = (typeof WITHIN)[number];

/** A place on a page that shows several blocks at once. */
export interface Placement {
  /** In the order in which pages show them; at most six. */
  readonly slots: readonly SlotSettings[];
  /** The most products that a slot shows, whatever a request asks for. */
  readonly max_products: number;
}

export interface SlotSettings {
  /** Names the slot in answers. */
  readonly key: string;
  /** Shown to shoppers. */
  readonly title: string;
  /** Name of a profile. */
  readonly profile: string;
  /** A filter expression that its products satisfy besides those of the request; null: any do. */
  readonly filters: Readonly<Record<string, unknown>> | null;
}

export const MAX_SLOTS = 6;

/** What a profile is unless it says otherwise. */
export const PROFILE_DEFAULTS: Omit<Profile, "recommenders"> = {
  taste: 0.3,
  include_seeds: false,
  include_seen: true,
  strangers: true,
  other_categories: false,
};

export const PLACEMENT_DEFAULTS: Omit<Placement, "slots"> = { max_products: 5 };

const profile = (recommenders: readonly RecommenderSettings[], more: Partial<Profile> = {}): Profile => ({
  ...PROFILE_DEFAULTS,
  ...more,
  recommenders,
});

const popular: RecommenderSettings = { by: "popular", within: "catalogue" };
const popularNearby: RecommenderSettings = { by: "popular", within: "seed_categories" };

export const DEFAULT_PROFILES: Readonly<Record<string, Profile>> = {
  similar: profile([{ by: "session_neighbours" }, { by: "viewed_with" }, { by: "content" }, popularNearby, popular]),
  complete_the_look: profile([{ by: "goes_with" }, { by: "look" }], { other_categories: true }),
  for_you: profile(
    [{ by: "session_neighbours" }, { by: "viewed_with" }, { by: "affinity" }, { by: "content" }, popular],
    { include_seen: false, strangers: false },
  ),
  next: profile([{ by: "next" }, { by: "content" }, popular], { taste: 0, include_seeds: true }),
  trending: profile([{ by: "trending", within: "catalogue" }, popular]),
  popular: profile([popularNearby, popular]),
  recently_viewed: profile([{ by: "recently_viewed" }], { taste: 0 }),
  new_in: profile([{ by: "new_in", within: "catalogue" }]),
  not_found: profile([{ by: "words" }, { by: "session_neighbours" }, { by: "affinity" }, popular]),
};

const slot = (key: string, title: string): SlotSettings => ({ key, title, profile: key, filters: null });

const SIMILAR = slot("similar", "You may also like");
const LOOK = slot("complete_the_look", "Complete the look");
const FOR_YOU = slot("for_you", "Chosen for you");
const TRENDING = slot("trending", "Trending now");
const POPULAR = slot("popular", "Popular right now");
const RECENT = slot("recently_viewed", "You looked at");
const NEW_IN = slot("new_in", "New in");
const NOT_FOUND = slot("not_found", "Were you looking for one of these?");

const placement = (...slots: readonly SlotSettings[]): Placement => ({ ...PLACEMENT_DEFAULTS, slots });

export const DEFAULT_PLACEMENTS: Readonly<Record<string, Placement>> = {
  home: placement(FOR_YOU, RECENT, TRENDING, NEW_IN, SIMILAR, POPULAR),
  product_page: placement(SIMILAR, LOOK, RECENT, FOR_YOU, TRENDING, POPULAR),
  cart: placement(LOOK, SIMILAR, FOR_YOU, RECENT, POPULAR, NEW_IN),
  not_found: placement(NOT_FOUND, FOR_YOU, RECENT, TRENDING, POPULAR, NEW_IN),
};
