import { isDeepStrictEqual } from "node:util";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";

/** Settings that cannot differ by device, because they affect data that all devices share. */
const SHARED = [
  "language",
  "field_types",
  "department",
  "ingestion",
  "events",
  "popularity",
  "signed_user_ids",
  "holdout_share",
] as const;

/**
 * Returns changed settings that cannot differ by device, because their data is stored and learned once for all devices.
 */
export function sharedSettingsChanged(a: StorefrontConfiguration, b: StorefrontConfiguration): string[] {
  const sections = SHARED.filter((section) => !isDeepStrictEqual(a[section], b[section]));
  return isDeepStrictEqual(learnedTaste(a), learnedTaste(b)) ? sections : [...sections, "taste"];
}

/**
 * Returns the taste settings used to learn profiles. Excludes weights, which may differ by arm: they are applied when a
 * profile is read.
 */
const learnedTaste = ({ taste: { fields, price, half_lives } }: StorefrontConfiguration) => ({
  fields: fields.map(({ field }) => field).sort(),
  price: price?.field,
  half_lives,
});
