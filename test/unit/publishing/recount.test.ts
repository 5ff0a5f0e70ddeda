import { expect } from "chai";
import fc from "fast-check";
import type { LeafType } from "../../../src/catalog/leaves.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Filter } from "../../../src/filters/filter.js";
import { readCanonicalFilter } from "../../../src/filters/read-canonical-filter.js";
import { countHidden, countListings, type Count, type CountDeps } from "../../../src/publishing/count-listings.js";
import { changedRules, lossesOf } from "../../../src/publishing/losses.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import {
  changes,
  documentOf,
  LISTINGS,
  NOW,
  recountHidden,
  recountLosses,
  variants,
  type RecountedSide,
  type RecountedVariant,
} from "../../support/recount.js";

const LIVE: LiveCatalog = {
  index: "shop",
  multi_variant: true,
  version: 1,
  edition: 1,
  leaves: new Map<string, LeafType>(
    ["product_identifier", "categories", "gender", "color", "stock"].map((leaf) => [leaf, "string"]),
  ),
};

const storefrontOf = (side: RecountedSide): Storefront => ({
  client_id: "shop",
  name: "Shop",
  origins: [],
  signing_hashes: [],
  configuration: completeConfiguration(documentOf(side)),
});

/** Listings are counted by their filters alone. */
const NOTHING_ELSE = {} as CountDeps;

/** Counts products in memory by the filter that a question is named by. */
const countIn =
  (all: readonly RecountedVariant[]): Count =>
  (questions) =>
    Promise.resolve(
      questions.map(({ key }) => {
        const filter = readCanonicalFilter(key);
        return new Set(all.filter((one) => holds(filter, one)).map(({ product }) => product)).size;
      }),
    );

function holds(filter: Filter, variant: RecountedVariant): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((one) => holds(one, variant));
    case "or":
      return filter.filters.some((one) => holds(one, variant));
    case "not":
      return !holds(filter.filter, variant);
    case "in":
      return filter.values.some((value) => valuesOf(variant, filter.field).includes(String(value)));
    case "missing":
      return valuesOf(variant, filter.field).length === 0;
    case "compare":
    case "within":
      throw new Error(`no rule compares: ${filter.kind}`);
  }
}

function valuesOf({ product, category, ...others }: RecountedVariant, field: string): readonly string[] {
  if (field === "product_identifier") return [product];
  if (field !== "categories") return [others[field as "stock"] ?? []].flat();
  return category.split(": ").map((_, depth, parts) => parts.slice(0, depth + 1).join(": "));
}

describe("what the gate counts, by a recount of every product,", () => {
  it("is what each rule hides of what is found now", async () => {
    await fc.assert(
      fc.asyncProperty(variants, changes, async (all, change) => {
        const [before, after] = [storefrontOf(change[0]), storefrontOf(change[1])];
        const changed = changedRules(before.configuration.rules, after.configuration.rules);
        const hides = await countHidden(LIVE, countIn(all), { before, after }, changed, NOW);
        expect(hides).to.deep.equal(recountHidden(all, change));
      }),
      { numRuns: 500 },
    );
  });

  it("is what listings lose, and from when on", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(variants, changes, async (all, change) => {
        const sides = { before: storefrontOf(change[0]), after: storefrontOf(change[1]) };
        const losses = lossesOf(await countListings(NOTHING_ELSE, LIVE, countIn(all), sides, LISTINGS, NOW));
        told += Number(losses !== null);
        expect(losses).to.deep.equal(recountLosses(all, change, LISTINGS));
      }),
      { numRuns: 500 },
    );
    // Both kinds of answers were compared.
    expect(told).to.be.within(20, 480);
  });
});
