import { DEFAULT_PROFILES, type RecommenderSettings } from "../../../src/storefront/recommendation-configuration.js";

/** An evaluated recommendation profile and its baselines, which are profiles with a single recommender. */
export interface JudgedProfile {
  readonly profile: "similar" | "complete_the_look";
  /** Number of examined recommendations. */
  readonly limit: number;
  /**
   * Name of the baseline that recommends popular products. The baseline excludes the seed products' categories if the
   * profile does.
   */
  readonly popularity: string;
  /** Name of the baseline that recommends popular products of the whole catalogue. */
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

/** Profiles of the storefront configuration: the default profiles and their baselines. */
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
