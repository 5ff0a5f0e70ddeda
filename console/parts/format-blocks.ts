import type { DeepPartial } from "../../src/schema/typed.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { DEFAULT_PROFILES } from "../../src/storefront/default-items.js";
import type { Placement, RecommenderName, SlotSettings } from "../../src/storefront/recommendation-configuration.js";
import { fieldLabel, formatFilter } from "./conditions.js";

export type PlacementDocument = DeepPartial<Placement>;
export type SlotDocument = DeepPartial<SlotSettings>;

const PROFILES: Readonly<Record<keyof typeof DEFAULT_PROFILES, string>> = {
  similar: "Similar to the product",
  complete_the_look: "Goes with it",
  for_you: "For this shopper",
  next: "What comes next",
  trending: "Trending",
  popular: "Popular",
  recently_viewed: "Looked at lately",
  new_in: "New in",
  not_found: "Near what was looked for",
};

const RECOMMENDERS: Readonly<Record<RecommenderName, string>> = {
  next: "what similar visits looked at next",
  session_neighbours: "how similar visits went on",
  complementary: "what is bought or looked at together with it",
  content: "of its categories and words",
  outfit: "what matches it",
  affinity: "what this shopper likes",
  recently_viewed: "what this device looked at, latest first",
  words: "found by the words that were looked for",
  popular: "most popular",
  trending: "what interest rises in",
  new_in: "latest release first",
};

/** Returns the readable name of a recommendation profile. */
export const profileName = (key: string): string =>
  Object.hasOwn(PROFILES, key) ? PROFILES[key as keyof typeof PROFILES] : fieldLabel(key);

/** Recommendation profile offered for a block. */
export interface ProfileChoice {
  readonly key: string;
  readonly name: string;
  /** The profile's recommenders in order, as text. */
  readonly about: string;
}

/** Returns the profiles available to a draft: the defaults and the draft's own. */
export function profilesOf({ profiles }: ConfigurationDocument): ProfileChoice[] {
  const all = { ...DEFAULT_PROFILES, ...(profiles as Readonly<Record<string, unknown>> | undefined) };
  return Object.entries(all).map(([key, profile]) => ({
    key,
    // The shop may have redefined a default profile, so its default name no longer applies.
    name: Object.hasOwn(profiles ?? {}, key) ? fieldLabel(key) : profileName(key),
    about: recommendersIn(profile)
      .join(", then ")
      .replace(/^./, (first) => first.toUpperCase()),
  }));
}

/** Returns readable names of a profile's recommenders. The draft may be malformed. */
function recommendersIn(profile: unknown): string[] {
  const { recommenders } = (profile ?? {}) as { readonly recommenders?: unknown };
  if (!Array.isArray(recommenders)) return [];
  return recommenders.map((one: unknown) => {
    const { by, within } = (one ?? {}) as { readonly by?: string; readonly within?: string };
    const words =
      by !== undefined && Object.hasOwn(RECOMMENDERS, by) ? RECOMMENDERS[by as RecommenderName] : String(by);
    return within === "seed_categories" ? `${words} of its categories` : words;
  });
}

/** Formats the filter of a block. */
export const productsOf = ({ filters }: SlotDocument): string =>
  filters == null ? "all" : formatFilter(filters, fieldLabel);

/** Formats the blocks of a placement, one per line. The draft may be malformed. */
export function formatSlots({ slots, max_products }: PlacementDocument): string[] {
  const lines = Array.isArray(slots) ? (slots as readonly (SlotDocument | null)[]) : [];
  return [
    ...lines.map((slot, at) => {
      const { title, profile, filters } = slot ?? {};
      const only = filters == null ? "" : `, only ${formatFilter(filters, fieldLabel)}`;
      return `${at + 1}. ${String(title)}: ${profileName(String(profile))}${only}`;
    }),
    ...(max_products === undefined ? [] : [`at most ${max_products} products in each`]),
  ];
}
