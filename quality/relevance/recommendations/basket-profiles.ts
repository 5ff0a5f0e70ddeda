import { DEFAULT_PROFILES, type RecommenderSettings } from "../../../src/storefront/recommendation-configuration.js";

/** A profile that is judged, beside profiles that have one recommender in its place and are otherwise the same. */
export interface JudgedProfile {
  readonly profile: "similar" | "complete_the_look";
  /** Products that are looked at. */
  readonly limit: number;
  /**
   * The contender that recommends popular products wherever the profile may: outside the seeds' categories if the
   * profile never recommends within them.
   */
  readonly popularity: string;
  /** The contender that recommends popular products of the whole catalogue. */
  readonly at_large: string;
  readonly content: string;
}

export const JUDGED: readonly JudgedProfile[] = [
  {
    profile: "similar",
    limit: 10,
    popularity: "similar_by_popularity",
    at_large: "popular_at_large",
    content: "similar_by_content",
  },
  {
    profile: "complete_the_look",
    limit: 6,
    popularity: "look_by_popularity",
    at_large: "popular_at_large",
    content: "look_by_content",
  },
];

const POPULAR: RecommenderSettings = { by: "popular", within: "catalogue" };
const CONTENT = { similar: { by: "content" }, complete_the_look: { by: "outfit" } } as const;

/** Profiles of a storefront configuration: the default ones, and those to compare them with. */
export const profilesToCompare = (): Readonly<Record<string, object>> => ({
  ...DEFAULT_PROFILES,
  popular_at_large: { recommenders: [POPULAR] },
  ...Object.fromEntries<object>(
    JUDGED.flatMap(({ profile, popularity, content }) => [
      [popularity, { ...DEFAULT_PROFILES[profile], recommenders: [POPULAR] }],
      [content, { ...DEFAULT_PROFILES[profile], recommenders: [CONTENT[profile]] }],
    ]),
  ),
});
