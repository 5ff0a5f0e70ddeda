import type { DeepPartial } from "../../src/schema/typed.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { DEFAULT_PROFILES } from "../../src/storefront/default-items.js";
import type { Placement, RecommenderName, SlotSettings } from "../../src/storefront/recommendation-configuration.js";
import { fieldLabel, formatFilter } from "./conditions.js";

export type PlacementDocument = DeepPartial<Placement>;
export type SlotDocument = DeepPartial<SlotSettings>;

const PROFILES: Readonly<Record<keyof typeof DEFAULT_PROFILES, string>> = {
  similar: "Similar products",
  complete_the_look: "Complementary products",
  for_you: "Personalized for the shopper",
  next: "Often viewed next",
  trending: "Trending",
  popular: "Popular",
  recently_viewed: "Recently viewed",
  new_in: "New in",
  not_found: "For searches without results",
};

const RECOMMENDERS: Readonly<Record<RecommenderName, string>> = {
  next: "products viewed next in similar visits",
  session_neighbours: "products that similar shoppers viewed next",
  complementary: "bought or viewed together",
  content: "products with the same categories and words",
  outfit: "matching outfit",
  affinity: "products that match the shopper's taste",
  recently_viewed: "recently viewed, latest first",
  words: "products that match the search words",
  popular: "most popular",
  trending: "rising popularity",
  new_in: "newest",
};

const profileName = (key: string): string =>
  Object.hasOwn(PROFILES, key) ? PROFILES[key as keyof typeof PROFILES] : fieldLabel(key);

export interface ProfileChoice {
  readonly key: string;
  readonly name: string;
  /** Text that lists the profile's recommenders in order. */
  readonly about: string;
}

/** Returns the available profiles: the default profiles and the configured profiles. */
export function profilesOf({ profiles }: ConfigurationDocument): ProfileChoice[] {
  const all = { ...DEFAULT_PROFILES, ...(profiles as Readonly<Record<string, unknown>> | undefined) };
  return Object.entries(all).map(([key, profile]) => ({
    key,
    // If the shop has redefined a default profile, the profile's default name no longer applies.
    name: Object.hasOwn(profiles ?? {}, key) ? fieldLabel(key) : profileName(key),
    about: recommendersIn(profile)
      .join(", then ")
      .replace(/^./, (first) => first.toUpperCase()),
  }));
}

/** Returns readable names of a profile's recommenders. The configuration may be malformed. */
function recommendersIn(profile: unknown): string[] {
  const { recommenders } = (profile ?? {}) as { readonly recommenders?: unknown };
  if (!Array.isArray(recommenders)) return [];
  return recommenders.map((one: unknown) => {
    const { by, within } = (one ?? {}) as { readonly by?: string; readonly within?: string };
    const words =
      by !== undefined && Object.hasOwn(RECOMMENDERS, by) ? RECOMMENDERS[by as RecommenderName] : String(by);
    return within === "seed_categories" ? `${words} in the same categories` : words;
  });
}

export const productsOf = ({ filters }: SlotDocument): string =>
  filters == null ? "All" : formatFilter(filters, fieldLabel);

/** Formats the blocks of a placement, one per line. The configuration may be malformed. */
export function formatSlots({ slots, max_products }: PlacementDocument): string[] {
  const lines = Array.isArray(slots) ? (slots as readonly (SlotDocument | null)[]) : [];
  return [
    ...lines.map((slot, at) => {
      const { title, profile, filters } = slot ?? {};
      const only = filters == null ? "" : `, only ${formatFilter(filters, fieldLabel)}`;
      return `${at + 1}. ${String(title)}: ${profileName(String(profile))}${only}`;
    }),
    ...(max_products === undefined ? [] : [`at most ${max_products} products per block`]),
  ];
}
