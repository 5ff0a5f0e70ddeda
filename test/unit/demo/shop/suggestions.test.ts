import { expect } from "chai";
import { optionGroups } from "../../../../demo/shop/suggestions.js";
import { formatAddress } from "../../../../demo/server/address.js";

const facet = { selection_mode: "multi", type: "list" } as const;
const FACETS = {
  facets: [
    { ...facet, key: "kind", label: "Kind", field: "categories" },
    { ...facet, key: "designer", label: "Designer", field: "designer" },
  ],
};
const WORDS = { search_for: "Suchen nach", categories: "Kategorien", brands: "Marken", products: "Produkte" };
const NOTHING = { queries: [], categories: [], brands: [], products: [], meta: {} };

describe("optionGroups", () => {
  it("suggestions in the demo shop are grouped by type and linked to pages of the shop", () => {
    const groups = optionGroups(
      {
        queries: [{ query: "linen shirt", from: "shoppers" }],
        categories: [{ value: "Clothing: Shirts: Linen", label: "Linen", count: 2 }],
        brands: [{ value: "Linden & Sons", label: "Linden & Sons", count: 1 }],
        products: [
          { type: "product", product_identifier: "p/1", variant_identifier: "v 1", name: "Linen Shirt", price: 0 },
        ],
        meta: {},
      },
      FACETS,
      WORDS,
    );
    expect(groups.map(({ title }) => title)).to.deep.equal(Object.values(WORDS));
    const shown = groups.map(({ kind, options }) => [
      kind,
      ...options.map(({ label, query, address }) => [label, query, formatAddress(address)]),
    ]);
    expect(shown).to.deep.equal([
      ["queries", ["linen shirt", "linen shirt", "/search?q=linen+shirt"]],
      ["categories", ["Linen", null, "/search?q=&f.kind=Clothing%3A+Shirts%3A+Linen"]],
      ["brands", ["Linden & Sons", null, "/search?q=&f.designer=Linden+%26+Sons"]],
      ["products", ["Linen Shirt", null, "/p/p%2F1?variant=v+1"]],
    ]);
    expect(groups.at(-1)?.options[0]?.product?.price).to.equal(0);
  });

  it("suggestions in the demo shop have no empty groups", () => {
    expect(optionGroups(NOTHING, FACETS, WORDS)).to.deep.equal([]);
    expect(
      optionGroups({ ...NOTHING, brands: [{ value: "A", label: "A", count: 1 }] }, FACETS, WORDS).map(
        ({ kind }) => kind,
      ),
    ).to.deep.equal(["brands"]);
  });

  it("a suggested brand in the demo shop links to a search for the brand if brands are not a facet", () => {
    const brands = [{ value: "Linden & Sons", label: "Linden & Sons", count: 1 }];
    const [group] = optionGroups({ ...NOTHING, brands }, { facets: [] }, WORDS);
    expect(group?.options.map(({ address }) => formatAddress(address))).to.deep.equal(["/search?q=Linden+%26+Sons"]);
  });
});
