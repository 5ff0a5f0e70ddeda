import {
  CATALOGUE_RECOMMENDERS,
  type Profile,
  type RecommenderName,
} from "../storefront/recommendation-configuration.js";

/**
 * A profile as a page with several blocks shows it: without what it falls back on, so that a block that has nothing of its own
 * is not there, and what is popular is.
 */
export function ownProfile(profile: Profile): Profile {
  const { recommenders } = profile;
  const [first] = recommenders;
  const isFallback = ({ by }: { readonly by: RecommenderName }) => CATALOGUE.has(by) && by !== first?.by;
  const end = recommenders.findLastIndex((one) => !isFallback(one)) + 1;
  const own = recommenders.slice(0, end);
  return { ...profile, recommenders: own.map((one) => (one.by === "popular" ? { ...one, known: true } : one)) };
}

const CATALOGUE: ReadonlySet<RecommenderName> = new Set(CATALOGUE_RECOMMENDERS);
