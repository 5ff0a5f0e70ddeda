import { expect } from "chai";
import fc from "fast-check";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import type { Listing, AffectedListing } from "../../../src/publishing/affected-listings.js";
import { reviewChange } from "../../../src/publishing/review.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { getClient } from "../../../src/storefront/clients.js";
import { publishingOf } from "../../support/publishing.js";
import {
  requestedBy,
  changedHiding,
  changes,
  documentOf,
  LISTINGS,
  NOW,
  recountLosses,
  type RecountedVariant,
} from "../../support/recount.js";
import { useShop, type Storefront } from "../../support/shop.js";

const PRODUCTS = 12;
const pick = <T>(values: readonly T[], at: number): T => values[at % values.length]!;

/** Test data in which every product has two variants that differ in all properties. */
const ALL: readonly RecountedVariant[] = Array.from({ length: 2 * PRODUCTS }, (_, at) => {
  const stock = pick([undefined, "yes", "no"] as const, at);
  return {
    product: `p${at % PRODUCTS}`,
    category: pick(["Shoes", "Shoes: Boots", "Bags", "Shoes: Mules", "Bags"], at),
    gender: pick(["men", "men", "women"], at + Math.floor(at / PRODUCTS)),
    color: pick(["Red", "Blue", "Blue", "Red"], at),
    ...(stock === undefined ? {} : { stock }),
  };
});

const lines = ALL.map(({ product, category, ...data }, at) => ({
  operation: "insert",
  product_data: {
    product_identifier: product,
    variant_identifier: `v${at}`,
    categories: [category],
    designer: data.gender,
    ...data,
  },
}));

describe("the impact of a configuration change on shoppers", function () {
  this.timeout(300_000);
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;

  before("open a shop", async () => {
    storefront = await shop.storefront({});
    await storefront.ingest(lines, "soft_replace");
  });

  it("the impact of a configuration change is measured at the time at which the largest number of products is hidden", async () => {
    const client = await getClient(shop, storefront.client_id);
    const deps = publishingOf({ engine: shop.engine, now: () => new Date(NOW) });
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const [before, after] = change.map((side) => ({ ...client, configuration: documentOf(side) })) as [typeof client, typeof client]; // prettier-ignore
        const { impact } = await reviewChange(deps, before, after);
        const expected = recountLosses(ALL, change, listingsFor(changedHiding(change)));
        expect(impact?.hidden ?? null).to.deep.equal(expected.hidden);
        expect((impact?.listings ?? []).map(plain)).to.have.deep.members(expected.listings.map(plain));
        lost += expected.listings.length;
      }),
      {
        numRuns: 40,
        examples: [
          [
            [
              { rules: [], hidesSoldOut: false },
              { rules: [{ key: "c", action: "hide", filters: { stock: "yes" }, when: {} }], hidesSoldOut: true },
            ],
          ],
        ],
      },
    );
    expect(lost).to.be.greaterThan(0);
  });

  it("the impact of a configuration change includes listings of brands that become empty", async () => {
    const { impact } = await reviewed({ fields: { private: ["designer"] } });
    expect(impact).to.deep.equal({
      hidden: null,
      listings: ["men", "women"].map((designer) => ({
        name: `the listing of designer is "${designer}"`,
        filters: { designer },
        products: productsOf((one) => one.gender === designer),
        left: 0,
      })),
    });
  });

  it("the impact of a configuration change is empty if products only move or if more products are shown", async () => {
    const boost = { rules: [{ key: "a", action: "boost", products: ["p0"] }] } as const;
    const { impact, reduced, compared } = await reviewed(boost);
    expect({ impact, reduced }).to.deep.equal({ impact: null, reduced: [] });
    // The seven listings are all products, four categories and two brands.
    expect(compared).to.deep.equal({ listings: 7, left_out: 0 });
    const hiding = { rules: [{ key: "a", action: "hide", products: ["p0", "p1"] }] } as const;
    expect((await reviewed({}, hiding)).impact).to.equal(null);
  });

  it("the impact of a configuration change covers at most twenty start times, and applies later rules at the twentieth", async () => {
    const rules = Array.from({ length: 25 }, (_, at) => ({
      key: `r${at}`,
      action: "hide" as const,
      products: at === 24 ? Array.from({ length: PRODUCTS }, (_one, product) => `p${product}`) : ["p0"],
      starts_at: hours(at + 1),
    }));
    const { impact } = await reviewed({ rules });
    expect(impact?.hidden).to.deep.equal({ products: PRODUCTS, of: PRODUCTS, from: hours(20) });
    expect((await reviewed({ rules: rules.slice(0, 24) })).impact).to.equal(null);
  });

  const hours = (count: number) => new Date(NOW + count * 3_600_000).toISOString();
  const productsOf = (isMeant: (variant: RecountedVariant) => boolean) =>
    new Set(ALL.filter(isMeant).map(({ product }) => product)).size;

  async function reviewed(after: ConfigurationDocument, before: ConfigurationDocument = {}) {
    const client = await getClient(shop, storefront.client_id);
    const deps = publishingOf({ engine: shop.engine, now: () => new Date(NOW) });
    return reviewChange(deps, { ...client, configuration: before }, { ...client, configuration: after });
  }

  const plain = ({ products, left, from, filters }: Omit<AffectedListing, "name">) => ({
    products,
    left,
    from,
    filters: filters && canonicalFilter(parseFilter(filters, "filters")),
  });

  /**
   * Returns the listings of all products, of each category and brand, and for the conditions of each rule, without
   * duplicates.
   */
  function listingsFor(rules: ReturnType<typeof changedHiding>): Listing[] {
    const all = [...LISTINGS, ...rules.map(requestedBy)];
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }
});
