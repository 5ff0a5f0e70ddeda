import { expect } from "chai";
import fc from "fast-check";
import { getDocument } from "../../../src/engine/documents.js";
import type { ErrorEnvelope } from "../../../src/http/envelope.js";
import type { QueryResult, SlotsResult } from "../../../src/recommendation/response.js";
import {
  CATALOGUE_RECOMMENDERS,
  DEFAULT_PLACEMENTS,
  DEFAULT_PROFILES,
  type RecommenderName,
} from "../../../src/storefront/recommendation-configuration.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import type { UbiQuery } from "../../../src/tracking/impressions.js";
import { monthOf } from "../../../src/tracking/month.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";
import { categoryOf, IN_STOCK_RULE, PRODUCTS, windowLines } from "./shop-window.js";

const PLACEMENTS = Object.keys(DEFAULT_PLACEMENTS);
const PROFILES = Object.keys(DEFAULT_PROFILES).sort();
const CATALOGUE: ReadonlySet<RecommenderName> = new Set(CATALOGUE_RECOMMENDERS);
const hasFallback = (profile: string) =>
  DEFAULT_PROFILES[profile]?.recommenders.some(({ by }) => CATALOGUE.has(by)) === true;

describe("POST /v2/recommendations/query/slots", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let empty: Storefront;

  const shirts = { categories: "Clothing: Shirts" };
  const slot = (key: string, profile: string, filters: object | null = null) => ({
    key,
    title: key,
    profile,
    filters,
  });

  /** Random placements of one to six slots, with any recommendation profile. */
  const randomPlacements = Object.fromEntries(
    fc
      .sample(fc.uniqueArray(fc.constantFrom(...PROFILES), { minLength: 1, maxLength: 6 }), { numRuns: 40, seed: 40 })
      .map((profiles, at) => [`random${at}`, { slots: profiles.map((profile) => slot(profile, profile)) }]),
  );

  before("open two shops", async () => {
    storefront = await shop.storefront({
      availability: IN_STOCK_RULE,
      sells_fashion: true,
      placements: {
        narrow: {
          slots: [
            slot("nothing", "new_in", { color: "Mauve" }),
            slot("shirts", "new_in", shirts),
            slot("coats", "new_in", { categories: "Clothing: Coats", color: { $in: ["Red"] } }),
            slot("newest", "new_in", { price: { $gt: 0 } }),
          ],
          max_products: 3,
        },
        ...randomPlacements,
      },
    });
    empty = await shop.storefront();
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
  });

  const idsOf = ({ items }: SlotsResult["slots"][number]) => items.map(({ product_identifier }) => product_identifier);

  async function slots(body: object, of = storefront): Promise<SlotsResult> {
    const response = await of.requestFor("query/slots", { user: { device_id: "device" }, ...body });
    if (response.status === 200) return response.body as SlotsResult;
    throw new Error(`${JSON.stringify(body)} was answered ${response.status} ${JSON.stringify(response.body)}`);
  }

  it("recommendation slots show each product once, and each top-level category in at most two slots", async () => {
    for (const placement of PLACEMENTS) {
      const response = await slots({ placement, seed: { product_identifiers: ["p0"] }, metadata: { query: "tote" } });
      expect(response.slots, placement).to.have.length(6);
      const ids = response.slots.flatMap(idsOf);
      expect([new Set(ids).size, ids.includes("p0")], placement).to.deep.equal([ids.length, false]);
      const shown = response.slots.filter(({ items }) => items.length > 0);
      expect(response.slots.slice(0, shown.length), placement).to.deep.equal(shown);
      // Without shopper history, no product is popular or trending, and an unknown shopper gets no personal recommendations.
      const others = ["for_you", "popular", "recently_viewed", "trending"];
      expect(shown.filter(({ key }) => others.includes(key))).to.deep.equal([]);
      const kinds = shown.flatMap((one) => [...new Set(idsOf(one).map((id) => categoryOf(id).split(": ")[0]))]);
      for (const kind of kinds) expect(kinds.filter((one) => one === kind).length).to.be.at.most(2);
      expect(response.meta.short.map(({ key }) => key)).to.include.members(
        response.slots.flatMap(({ key, items }) => (items.length === 0 ? [key] : [])),
      );
    }
  });

  it("recommendation slots of a product page contain similar and complementary products", async () => {
    const response = await slots({ placement: "product_page", seed: { product_identifiers: ["p0"] } });
    const shown = response.slots.flatMap(({ key, items }) => (items.length === 0 ? [] : [[key, items.length]]));
    expect(shown).to.deep.equal([["similar", 5], ["complete_the_look", 5]]); // prettier-ignore
    const ofVariant = await slots({ placement: "product_page", seed: { product_identifiers: ["p0-red"] } });
    expect(ofVariant.slots.map(({ items }) => items)).to.deep.equal(response.slots.map(({ items }) => items));
  });

  it("recommendation slots for a product that is not in the catalogue show popular products in the first slot", async () => {
    const response = await slots({ placement: "product_page", seed: { product_identifiers: ["gone"] } });
    expect(response.slots.map(({ key, items }) => [key, items.length])).to.deep.equal([
      ...[["similar", 5], ["complete_the_look", 0], ["recently_viewed", 0]],
      ...[["for_you", 0], ["trending", 0], ["popular", 0]],
    ]); // prettier-ignore
    const { items } = (await storefront.requestFor("query", { profile: "popular", limit: 5 })).body as QueryResult;
    expect(response.slots[0]?.items.map(({ product_identifier }) => product_identifier)).to.have.members(
      items.map(({ product_identifier }) => product_identifier),
    );
    expect(response.meta.seed_state).to.equal("unseeded");
    expect(response.meta.short.map(({ key, reason }) => [key, reason])).to.deep.equal(
      response.slots.slice(1).map(({ key }) => [key, "no_match"]),
    );
  });

  it("recommendation slots that would contain identical products are filled only once if there is no shopper history", async () => {
    const response = await slots({ placement: "home" });
    expect(response.slots.flatMap(({ key, items }) => (items.length === 0 ? [] : [key]))).to.deep.equal(["new_in"]);
    expect(new Set(response.meta.short.map(({ reason }) => reason))).to.deep.equal(new Set(["no_match"]));
  });

  it("the first recommendation slot is filled up with fallback products, even in small shops", async () => {
    const product = fc.integer({ min: 0, max: PRODUCTS - 1 }).map((at) => `p${at}`);
    const small = fc.record({
      placement: fc.constantFrom(...Object.keys(randomPlacements), ...PLACEMENTS),
      products: fc.uniqueArray(product, { minLength: 1, maxLength: 14 }),
      seeds: fc.uniqueArray(fc.oneof(product, fc.constant("gone")), { maxLength: 2 }),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(small, async ({ placement, products, seeds, limit }) => {
        const shop = { filters: { product_identifier: { $in: products } }, seed: { product_identifiers: seeds } };
        const response = await slots({ placement, limit, ...shop, user: { device_id: "stranger" } });
        const shown = response.slots.flatMap(idsOf);
        expect(new Set(shown).size).to.equal(shown.length);
        const eligibleFor = (profile: string) =>
          products.filter((id) => DEFAULT_PROFILES[profile]?.include_seeds === true || !seeds.includes(id));
        for (const one of response.slots) expect(eligibleFor(one.profile)).to.include.members(idsOf(one));
        const able = response.slots.filter(({ profile }) => hasFallback(profile));
        // Empty slots come last, so the first slot whose profile has a fallback must be full.
        const [lead] = able;
        if (lead !== undefined) expect(lead.items.length).to.equal(Math.min(limit, eligibleFor(lead.profile).length));
        for (const { key, missing, reason } of response.meta.short) {
          const of = response.slots.find((one) => one.key === key) as SlotsResult["slots"][number];
          expect(missing).to.equal(limit - of.items.length);
          expect(reason === "too_few", key).to.equal(eligibleFor(of.profile).every((id) => shown.includes(id)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("recommendation slots contain each product in the slot in which its ranking value is highest", async () => {
    const response = await slots({ placement: "narrow", limit: 10, projection: ["name"] });
    expect(response.slots.map(({ key, items }) => [key, items.length])).to.deep.equal([
      ...[["shirts", 3], ["coats", 3], ["newest", 3], ["nothing", 0]], // prettier-ignore
    ]);
    const [shirtSlot, coatSlot, newest] = response.slots;
    expect(shirtSlot && idsOf(shirtSlot)).to.deep.equal(["p1", "p6", "p7"]);
    expect(coatSlot && idsOf(coatSlot).map(categoryOf)).to.deep.equal(Array(3).fill("Clothing: Coats"));
    expect(coatSlot?.items[0]?.variant_identifier).to.equal("p3-red");
    expect(newest && idsOf(newest)).to.deep.equal(["p0", "p2", "p4"]);
    expect(response.meta.short).to.deep.equal([{ key: "nothing", missing: 3, reason: "too_few" }]);
  });

  it("recommendation slots are stored in the impression, with the slot of each shown product", async () => {
    const response = await slots({ placement: "narrow", limit: 10 });
    const index = `${shop.engine.prefix}ubi-queries-${monthOf(Date.now())}`;
    const remembered = () => getDocument<UbiQuery>(shop.engine, index, impressionId(response.recommendation_id));
    await until("the answer to be remembered", async () => (await remembered()) !== undefined);
    const { query_response_hit_ids: shown = [], query_attributes } = (await remembered())?.source ?? {};
    const slotOf = new Map(response.slots.flatMap((slot) => idsOf(slot).map((id) => [id, slot.key] as const)));
    expect(shown).to.have.members([...slotOf.keys()]);
    expect(query_attributes).to.deep.equal({
      kind: "slots",
      profile: "narrow",
      user_id: null,
      placement: "narrow",
      slot: shown.map((id) => slotOf.get(id)),
      arm: null,
    });
  });

  it("recommendation slots are empty if no products match", async () => {
    const response = await slots({ placement: "home", seed: { product_identifiers: ["p0"] } }, empty);
    expect(response.slots.map(({ items }) => items.length)).to.deep.equal([0, 0, 0, 0, 0, 0]);
    expect(response.meta.seed_state).to.equal("unseeded");
    const none = await slots({ placement: "home", filters: { color: "Mauve" } });
    expect(none.slots.flatMap(idsOf)).to.deep.equal([]);
  });

  const device = { user: { device_id: "d" } };
  for (const [what, body, field] of [
    ["an unknown placement", { ...device, placement: "hom" }, "placement"],
    ["no placement", { ...device, placement: undefined }, "placement"],
    ["a limit of 0", { ...device, placement: "home", limit: 0 }, "limit"],
    ["a limit of 1e9", { ...device, placement: "home", limit: 1e9 }, "limit"],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const response = await storefront.requestFor("query/slots", body);
      const [error] = (response.body as ErrorEnvelope).errors;
      expect([response.status, error?.code, error?.context]).to.deep.equal([400, "validation_error", { field }]);
      if (what === "an unknown placement") {
        for (const placement of PLACEMENTS) expect(error?.message).to.include(`\`${placement}\``);
      }
    });
  }
});
