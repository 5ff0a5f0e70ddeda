import { isDeepStrictEqual } from "node:util";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";

/** Settings of what is stored and learned once for all devices. */
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

/** The changed settings that cannot differ by device: what they decide is stored and learned once for all. */
export function sharedSettingsChanged(a: StorefrontConfiguration, b: StorefrontConfiguration): string[] {
  const sections = SHARED.filter((section) => !isDeepStrictEqual(a[section], b[section]));
  return isDeepStrictEqual(learnedTaste(a), learnedTaste(b)) ? sections : [...sections, "taste"];
}

/** The weights of fields and events count when taste is read, and may differ. */
const learnedTaste = ({ taste: { fields, price, half_lives } }: StorefrontConfiguration) => ({
  fields: fields.map(({ field }) => field).sort(),
  price: price?.field,
  half_lives,
});
