import { expect } from "chai";
import fc from "fast-check";
import { NO_TAXONOMY } from "../../../src/catalog/taxonomy.js";
import {
  fallbackOf,
  leadOf,
  ownProfile,
  type OwnSlot,
  shortReason,
  withLead,
  withoutCrowds,
} from "../../../src/recommendation/page-lead.js";
import { DEFAULT_PROFILES, type Profile } from "../../../src/storefront/recommendation-configuration.js";

type Product = { readonly id: string };

const named = (ids: string): Product[] => Array.from(ids, (id) => ({ id }));
const idsOf = (products: readonly Product[] | undefined) => (products ?? []).map(({ id }) => id).join("");

/** Returns a recommendation slot. Each letter of the given strings is a product identifier. */
const slot = (shown: string, own: string, fallback: string | null, { claims = false, eligible = "abcdef" } = {}) => ({
  shown: named(shown),
  own: named(own),
  eligible: named(eligible),
  claims,
  fallback: fallback === null ? null : named(fallback),
});

describe("a page of several recommendation blocks", () => {
  it("a recommendation page shows a product type in at most two blocks, but keeps blocks with fixed products unchanged", () => {
    const crowd = (productTypes: string, isGiven = false) => ({
      candidates: Array.from(productTypes, (kind) => ({ tokens: [`categories=${kind}: x`] })),
      isGiven,
    });
    const productTypesOf = (productTypes: string[], limit: number, given: readonly number[] = []) =>
      withoutCrowds(
        productTypes.map((own, at) => crowd(own, given.includes(at))),
        limit,
        { ...NO_TAXONOMY, product_type_level: 1 },
      ).map((own) => own.map(({ tokens }) => tokens[0]?.charAt("categories=".length)).join(""));
    expect(productTypesOf(["aab", "abc", "abcd"], 2)).to.deep.equal(["aa", "ab", "b"]);
    expect(productTypesOf(["aaa", "aab", "aa"], 3, [2])).to.deep.equal(["aaa", "b", "aa"]);
    expect(productTypesOf([], 3)).to.deep.equal([]);
  });

  it("ownProfile removes the fallback recommenders of a profile", () => {
    const own = (profile: string) => ownProfile(DEFAULT_PROFILES[profile] as Profile).recommenders;
    expect(own("similar")).to.deep.equal([{ by: "session_neighbours" }, { by: "content" }]);
    expect(own("trending")).to.deep.equal([{ by: "trending", within: "catalogue" }]);
    expect(own("popular")).to.deep.equal([
      { by: "popular", within: "seed_categories", known: true },
      { by: "popular", within: "catalogue", known: true },
    ]);
    expect(own("recently_viewed")).to.deep.equal([{ by: "recently_viewed" }]);
  });

  it("the fallback of a recommendation profile contains the recommenders that need no shopper data", () => {
    const fallback = (profile: string) => fallbackOf(DEFAULT_PROFILES[profile] as Profile);
    expect(fallback("for_you")).to.deep.equal({
      ...DEFAULT_PROFILES["for_you"],
      recommenders: [{ by: "popular", within: "catalogue" }],
      unknown_shoppers: true,
    });
    expect(fallback("recently_viewed")).to.equal(null);
    expect(fallback("complete_the_look")).to.equal(null);
  });

  for (const [what, slots, lead, led] of [
    ["a full block is unchanged", [slot("", "", "abc"), slot("de", "de", "abc")], 1, ["", "de"]],
    [
      "a short block is filled with its own remaining candidates",
      [slot("a", "abc", "def"), slot("d", "d", "abc")],
      0,
      ["ab", "d"],
    ],
    [
      "a short block shows fallback products after its own products",
      [slot("a", "a", "abc"), slot("", "", "abc")],
      0,
      ["ab", ""],
    ],
    [
      "the first block with a fallback is filled if all blocks are empty",
      [slot("", "", "abc"), slot("", "", "abc")],
      0,
      ["ab", ""],
    ],
    [
      "products that no other block shows come before products of other blocks",
      [slot("", "", "ab"), slot("ac", "ac", null)],
      0,
      ["ba", "c"],
    ],
    [
      "an earlier block without a fallback keeps its products",
      [slot("a", "a", null), slot("", "", "ab"), slot("c", "c", "ab")],
      2,
      ["a", "", "cb"],
    ],
    [
      "an empty block whose title does not fit fallback products is not filled",
      [slot("", "", "ab", { claims: true }), slot("", "", "cd")],
      1,
      ["", "cd"],
    ],
    [
      "a later block replaces a short block whose title does not fit fallback products",
      [slot("a", "a", "abc", { claims: true }), slot("b", "ab", "abc")],
      1,
      ["", "ba"],
    ],
    [
      "a full block is kept even if its title does not fit fallback products",
      [slot("ab", "ab", "abc", { claims: true }), slot("c", "c", "abc")],
      0,
      ["ab", "c"],
    ],
    [
      "a block whose title does not fit fallback products is filled if there is no alternative",
      [slot("", "", "abc", { claims: true }), slot("", "", null)],
      0,
      ["ab", ""],
    ],
    [
      "all eligible products are used if the fallbacks have no products",
      [slot("", "", null), slot("", "", "")],
      1,
      ["", "ab"],
    ],
    ["the block is empty if no product is eligible", [slot("", "", "", { eligible: "" })], undefined, [""]],
    ["the block is empty if no block has a fallback", [slot("", "", null)], undefined, [""]],
  ] as const) {
    it(`the first block of a page shows the expected products: ${what}`, () => {
      expect(leadOf(slots, 2)).to.equal(lead);
      expect(withLead(slots, 2).map(idsOf)).to.deep.equal(led);
    });
  }

  it("the first recommendation block with a fallback is full if enough products are found", () => {
    const ids = fc
      .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { maxLength: 8 })
      .map((all) => all.join(""));
    const anySlot = fc.record({ own: ids, fallback: fc.option(ids), claims: fc.boolean(), take: fc.nat(4) });
    const pages = fc.record({
      slots: fc.array(anySlot, { minLength: 1, maxLength: 6 }),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(pages, ({ slots, limit }) => {
        const taken = new Set<string>();
        const page = slots.map(({ own, fallback, claims, take }): OwnSlot<Product> => {
          const shown = named(own)
            .filter(({ id }) => !taken.has(id))
            .slice(0, Math.min(limit, take));
          for (const { id } of shown) taken.add(id);
          return {
            shown,
            own: named(own),
            fallback: fallback === null ? null : named(fallback),
            eligible: named("abcdefgh"),
            claims,
          };
        });
        const led = withLead(page, limit);
        const all = led.flat().map(({ id }) => id);
        expect(new Set(all).size).to.equal(all.length);
        const able = page.flatMap(({ fallback }, at) => (fallback === null ? [] : [at]));
        const first = able.find((at) => (led[at]?.length ?? 0) > 0);
        if (able.length === 0) expect(led).to.deep.equal(page.map(({ shown }) => shown));
        else if (first === undefined) expect(all.length).to.be.greaterThan(0);
        else {
          const { own, fallback } = page[first] as OwnSlot<Product>;
          const could = new Set([...own, ...(fallback ?? [])].map(({ id }) => id)).size;
          expect(led[first]?.length).to.equal(Math.min(limit, could === 0 ? 8 : could));
        }
      }),
    );
  });

  it("the response for a recommendation page gives the reason why a slot is incomplete", () => {
    const reason = (own: string, shown: string, page: string) =>
      shortReason(slot("", own, null, { eligible: "abc" }), named(shown), new Set(page));
    expect(reason("", "", "abc")).to.equal("too_few");
    expect(reason("ab", "a", "abcd")).to.equal("too_few");
    expect(reason("ab", "a", "ab")).to.equal("shown_elsewhere");
    expect(reason("a", "a", "ab")).to.equal("no_match");
    expect(reason("", "", "ab")).to.equal("no_match");
  });
});
