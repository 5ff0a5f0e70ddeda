import Type from "typebox";
import { nullable } from "../../../src/schema/typed.js";
import type { Searching } from "../../../src/search/searching.js";

/** Time for which a preview is computed. */
export const AT = Type.Optional(
  nullable(
    Type.String({
      format: "date-time",
      "x-expected": "an ISO 8601 timestamp with a time zone, or null for the current time",
    }),
  ),
);

/**
 * Returns search dependencies with a fixed time. Searches evaluate rules, campaigns, relative dates and the shoppers'
 * current taste profiles at this time.
 * @param at fixed time, in milliseconds since 1970
 */
export const searchAt = (search: Searching, at: number): Searching => ({
  ...search,
  now: () => at,
  personalizer: {
    recall: async (storefront, shopper) => {
      const recalled = await search.personalizer.recall(storefront, shopper);
      return recalled.snapshot === null ? recalled : { ...recalled, snapshot: { ...recalled.snapshot, at } };
    },
  },
});

/** Converts the time of a preview request to milliseconds since 1970. Without a time, returns the current time. */
export const momentOf = (at: string | null | undefined, now: () => number): number =>
  at == null ? now() : Date.parse(at);
