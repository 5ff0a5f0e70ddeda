import { expect } from "chai";
import fc from "fast-check";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import type { Asked, Looked, Loss } from "../../../src/publishing/losses.js";
import { reviewChange } from "../../../src/publishing/review.js";
import { getClient } from "../../../src/storefront/clients.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { publishingOf } from "../../support/publishing.js";
import {
  askedBy,
  changedHiding,
  changes,
  documentOf,
  LISTINGS,
  NOW,
  recountHidden,
  recountLosses,
  type RecountedVariant,
} from "../../support/recount.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const PRODUCTS = 12;
const pick = <T>(values: readonly T[], at: number): T => values[at % values.length]!;

/** Every product has two variants, which differ in everything but the title. */
const ALL: readonly RecountedVariant[] = Array.from({ length: 2 * PRODUCTS }, (_, at) => {
  const stock = pick([undefined, "yes", "no"] as const, at);
  return {
    product: `p${at % PRODUCTS}`,
    category: pick(["Shoes", "Shoes: Boots", "Bags", "Shoes: Mules", "Bags"], at),
    gender: pick(["men", "men", "women"], at + Math.floor(at / PRODUCTS)),
    color: pick(["Red", "Blue", "Blue", "Red"], at),
    title: pick(["Coat", "Lantern", "Lantern"], at % PRODUCTS),
    ...(stock === undefined ? {} : { stock }),
  };
});

const lines = ALL.map(({ product, category, ...data }, at) => ({
  operation: "insert",
  product_data: { product_identifier: product, variant_identifier: `v${at}`, categories: [category], ...data },
}));

/** What shoppers open, and how often. */
const OPENED: readonly { readonly asked: Asked; readonly times: number }[] = [
  { asked: { query: "Coat" }, times: 3 },
  { asked: { query: "Lantern" }, times: 1 },
  { asked: { filters: { categories: "Bags" } }, times: 2 },
  { asked: { filters: { gender: "women" }, facet_filters: { color: ["Red"] } }, times: 2 },
];

describe("what the gate says of a change, by a recount of every product and every page that was opened,", function () {
  this.timeout(300_000);
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;

  before("open a shop that shoppers have been to", async () => {
    storefront = await shop.storefront({});
    await storefront.ingest(lines, "soft_replace");
    for (const { asked, times } of OPENED) {
      for (let time = 0; time < times; time += 1) await storefront.search(asked);
    }
    const typed = `${queriesStem(shop.engine.prefix)}*`;
    const opened = OPENED.reduce((sum, { times }) => sum + times, 0);
    await until("what was opened to be stored", async () => {
      await refresh(shop.engine, typed);
      return (await countDocuments(shop.engine, typed, { term: { application: storefront.client_id } })) === opened;
    });
  });

  it("is what each rule hides and what listings and searches lose, with the times they were opened", async () => {
    const client = await getClient(shop, storefront.client_id);
    const deps = publishingOf({ engine: shop.engine, now: () => new Date(NOW) });
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const [before, after] = change.map((side) => ({ ...client, configuration: documentOf(side) })) as [typeof client, typeof client]; // prettier-ignore
        const { hides, losses } = await reviewChange(deps, before, after);
        expect(hides).to.deep.equal(recountHidden(ALL, change));
        const expected = recountLosses(ALL, change, lookedAt(changedHiding(change)));
        expect(losses?.hidden ?? null).to.deep.equal(expected?.hidden ?? null);
        expect((losses?.listings ?? []).map(plain)).to.have.deep.members((expected?.listings ?? []).map(plain));
        lost += losses?.listings.length ?? 0;
      }),
      {
        numRuns: 20,
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

  /** Without its name, which words are for, and with filters in one form. */
  const plain = ({ name: _, filters, ...loss }: Loss) => ({ ...loss, filters: formOf(filters) });
  const formOf = (filters: Asked["filters"]) => filters && canonicalFilter(parseFilter(filters, "filters"));

  /** What was opened, everything, each category and what the rules are for. */
  function lookedAt(rules: ReturnType<typeof changedHiding>): Looked[] {
    const all = [
      // Words are counted as they were typed; of selections, which are in the requests of the same pages, those with filters too.
      ...OPENED.map(({ asked, times }) => ({ ...asked, opened: times })),
      { filters: { gender: "women" }, opened: 2 },
      ...LISTINGS.filter(({ filters }) => filters?.["gender"] === undefined)
        .filter(({ facet_filters }) => facet_filters === undefined)
        .map(({ filters }) => ({ ...(filters === undefined ? {} : { filters }), opened: 0 })),
      ...rules.map((rule) => ({ ...askedBy(rule), opened: 0 })),
    ];
    const unique = new Map<string, Looked>();
    for (const { opened, ...asked } of all) {
      const key = JSON.stringify({ ...asked, filters: formOf("filters" in asked ? asked.filters : undefined) });
      if (!unique.has(key)) unique.set(key, { ...asked, name: "", opened });
    }
    return [...unique.values()];
  }
});
