import { expect } from "chai";
import fc from "fast-check";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { TasteSnapshot } from "../../../src/personalization/taste/snapshot.js";
import { find, withFeatures } from "../../../src/search/listing/find.js";
import { orderOf } from "../../../src/search/match/rank.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { chainDeps } from "../../support/chain-deps.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, type FeedVariant } from "../../support/search-catalog.js";
import { unknownShoppers } from "../../support/unknown-shoppers.js";
import { DEFAULT_RANKING } from "../../support/defaults.js";

const AT = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;
const released = (ago: number) => new Date(AT - ago * DAY).toISOString();

describe("personal ranking of a listing", () => {
  const engineOf = usePreparedEngine();

  /**
   * Returns all products of a listing, ranked by the given taste tokens, or for an unknown shopper if `tokens` is null.
   */
  async function listing(live: LiveCatalog, tokens: TasteSnapshot["tokens"] | null, half_life_days = 180) {
    const snapshot: TasteSnapshot | null = tokens && { at: AT, tokens, recent: [], ignored: [] };
    const recalled = { ranking: "personalized", snapshot, viewed: [] } as const;
    const deps = {
      ...chainDeps(engineOf.engine, { now: () => AT }),
      ...unknownShoppers(engineOf.engine),
      liveCatalogs: { get: () => Promise.resolve(live) },
      personalizer: { recall: () => Promise.resolve(recalled) },
    };
    const configuration = {
      ...DEFAULT_CONFIGURATION,
      popularity: { ...DEFAULT_CONFIGURATION.popularity, half_life_days },
    };
    const storefront = { client_id: "shop", name: "Shop", origins: [], signing_hashes: [], configuration };
    const found = await find(deps, storefront, { user: { device_id: "d" } }, { wanted: "products" });
    const ranked = await withFeatures(deps, found);
    if (ranked === undefined) throw new Error("there is a catalogue");
    return orderOf(ranked.matches, ranked.features, ranked.plan).first(1_000);
  }
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

  it("the personal ranking of a listing equals the unpersonalized order for shoppers without a taste profile", async () => {
    const drawn = fc.sample(
      fc.oneof(
        fc.integer({ min: -400_000, max: 60_000 }),
        fc.constantFrom(0, 0, 100, 100, -3_000, 20_000),
        fc.double({ min: 0, max: 0.001, noNaN: true }),
      ),
      { numRuns: 400, seed: 7 },
    );
    const live = await indexCatalog(
      engineOf.engine,
      drawn.map((ago, at) => ({
        product_identifier: `p${at}`,
        variant_identifier: `p${at}`,
        // Release dates outside the valid range are ignored; the creation time of the product counts instead.
        data: { released_at: Math.abs(ago) < 30_000 ? released(ago) : "long ago" },
        created_at: released(at % 50),
      })),
    );
    const own = ids(await listing(live, null));
    expect(own).to.have.length(drawn.length);
    for (const halfLife of [1, 180, 36_500]) expect(ids(await listing(live, [], halfLife))).to.deep.equal(own);
  });

  describe("personal ranking of a shop with two designers", () => {
    let live: LiveCatalog;
    before(async () => {
      const products = Array.from({ length: 40 }, (_, at): FeedVariant => {
        const id = `p${String(at).padStart(2, "0")}`;
        const data = {
          designer: at % 2 === 0 ? "GUCCI" : "PRADA",
          released_at: released(at * 5),
          price: 100 + at,
          color: at % 4 === 0 ? "Red" : "Blue",
        };
        return { product_identifier: id, variant_identifier: id, data };
      });
      live = await indexCatalog(engineOf.engine, products);
    });

    it("the personal ranking returns different first pages for opposite tastes", async () => {
      const [gucci, prada] = [
        await listing(live, [["designer=GUCCI", 0.3]]),
        await listing(live, [["designer=PRADA", 0.3]]),
      ];
      const share = (found: typeof gucci, token: string) =>
        found.slice(0, 10).filter(({ tokens }) => tokens.includes(token)).length;
      expect(share(gucci, "designer=GUCCI")).to.be.at.least(8);
      expect(share(prada, "designer=PRADA")).to.be.at.least(8);
      expect(ids(gucci).sort()).to.deep.equal(ids(prada).sort());
    });

    it("the personal ranking adds at most the configured points for taste", async () => {
      const found = await listing(live, [
        ["designer=GUCCI", 0.5],
        ["color=Red", 0.3],
        ["price_band=13", 0.2],
      ]);
      const plain = new Map((await listing(live, [])).map(({ id, score }) => [id, score]));
      for (const { id, score } of found) {
        expect(score - plain.get(id)!).to.be.within(-1e-6, DEFAULT_RANKING.affinity + 1e-6);
        expect(plain.get(id)).to.be.within(0, 1);
      }
      const prada = found.filter(({ tokens }) => tokens.includes("designer=PRADA") && tokens.includes("price_band=13"));
      expect(ids(prada)).to.deep.equal(ids(prada).sort());
    });

    it("the personal ranking returns the attributes of each product for the diversification of the results", async () => {
      const [first] = await listing(live, null);
      expect(first?.tokens).to.deep.equal(["color=Red", "designer=GUCCI", "price_band=13"]);
    });
  });
});
