import { expect } from "chai";
import { formatObject, formatConditions } from "../../../console/parts/format-changes.js";
import { profilesOf } from "../../../console/parts/format-blocks.js";

describe("formatting of configuration changes", () => {
  for (const [path, words] of [
    ["search.typo_exclusions", "Search typo exclusions"],
    ["rules[a.b: “c”]", "Rule “a.b: “c””"],
    ["rules[summer].when.queries", "Rule “summer”: when queries"],
    ["sort_keys[newest].label", "Sort option “newest”: label"],
    ["placements.product_page", "Blocks of “Product page”"],
    ["placements.home.max_products", "Blocks of “Home”: max products"],
    ["placements.home.slots.order", "Blocks of “Home”: order"],
    ["placements.home.slots[similar].title", "Blocks of “Home”: “similar”: title"],
  ] as const) {
    it(`the change formatter describes the configuration path ${path} as ${words}`, () => {
      expect(formatConditions(path)).to.equal(words);
    });
  }

  it("the change formatter lists the recommendation blocks of a page in order", () => {
    const slots = [
      { key: "a", title: "Just as warm", profile: "similar", filters: { price: { $gte: 10, $lte: 50 } } },
      { key: "b", title: "", profile: "own_one", filters: null },
    ];
    expect(formatObject("placements.home", { slots, max_products: 3 })).to.deep.equal([
      "1. Just as warm: Similar products, only Price is at least 10 and Price is at most 50",
      "2. : Own one",
      "at most 3 products per block",
    ]);
    expect(formatObject("rules[a].filters", { on_sale: false })).to.deep.equal(["On sale is No"]);
    expect(formatObject("facets[fit]", { label: "Fit", field: "fit" })).to.deep.equal(["Fit"]);
    expect(formatObject("sort_keys[new]", { label: "Newest", field: "released_at" })).to.deep.equal([
      "Newest, by Released at",
    ]);
    expect(formatObject("search.synonyms", { terms: ["a", "b"] })).to.deep.equal(["a = b"]);
    expect(formatObject("search.synonyms", { terms: ["a"], to: ["b", "c"] })).to.deep.equal(["a → b, c"]);
    expect(formatObject("redirects", { queries: ["x", "y"], url: "/z" })).to.deep.equal(["x, y → /z"]);
    expect(formatObject("availability", { field: "stock" })).to.equal(undefined);
  });

  it("the change formatter formats malformed objects of a draft without an error", () => {
    for (const slots of [undefined, 7, [null], [{ title: {}, profile: 1 }]]) {
      expect(formatObject("placements.home", { slots })).to.be.an("array");
    }
    expect(formatObject("redirects", {})).to.deep.equal(["– → undefined"]);
  });
});

describe("profilesOf", () => {
  it("the list of recommendation profiles contains names of default profiles and descriptions of profiles of the draft", () => {
    const recommenders = [{ by: "new_in", within: "seed_categories" }, { by: "popular" }] as const;
    const profiles = profilesOf({ profiles: { similar: { recommenders }, own_one: { recommenders } } });
    expect(profiles.slice(0, 2)).to.deep.equal([
      {
        key: "similar",
        name: "Similar",
        about: "Newest in the same categories, then most popular",
      },
      {
        key: "complete_the_look",
        name: "Complementary products",
        about: "Bought or viewed together, then matching outfit",
      },
    ]);
    expect(profiles.at(-1)?.name).to.equal("Own one");
    expect(profilesOf({ profiles: { broken: 7, empty: { recommenders: [null] } } } as never).slice(-2)).to.deep.equal([
      { key: "broken", name: "Broken", about: "" },
      { key: "empty", name: "Empty", about: "Undefined" },
    ]);
  });
});
