import { expect } from "chai";
import fc from "fast-check";
import { BASE_LEAF_TYPES } from "../../../src/catalog/leaf-types.js";
import type { Personalizer } from "../../../src/personalization/personalizer.js";
import type { Diversity } from "../../../src/recommendation/block.js";
import { likedFirst, orderFor } from "../../../src/recommendation/order.js";
import { departments, ownCategories, seedOf, seedState } from "../../../src/recommendation/seed.js";
import { sessionOf } from "../../../src/recommendation/situation.js";
import { wordsWanted } from "../../../src/recommendation/wanted-words.js";
import { DEFAULT_RANKING, DEFAULT_TASTE } from "../../../src/storefront/taste-configuration.js";
import { NOW, seed } from "./situation.js";

const MINUTE = 60_000;

describe("what recommendations start from", () => {
  const variant = (id: string, active: boolean, more: object) => ({
    ...{ variant_identifier: id, active, digest: "" },
    data: { product_identifier: "p", variant_identifier: id, title: "Shirt", ...more },
  });
  const product = { product_identifier: "p", active: true, created_at: "", updated_at: "" };

  it("knows a seed by what is sold of it, and by all of it when nothing is", () => {
    const source = [
      variant("r", true, { color: "Red", categories: ["Clothing: Shirts"], fabric: "Cotton" }),
      variant("b", false, { color: "Blue" }),
    ];
    const types = new Map([...BASE_LEAF_TYPES, ["fabric", "string"] as const]);
    const learned = { viewed_with: "a", bought_with: ["b", "c"] };
    expect(seedOf({ ...product, source, learned }, types, DEFAULT_TASTE)).to.deep.equal({
      id: "p",
      tokens: ["categories=Clothing: Shirts", "color=Red"],
      categories: ["Clothing: Shirts"],
      titles: ["Shirt"],
      words: ["Red", "Cotton"],
      viewed_with: ["a"],
      bought_with: ["b", "c"],
    });
    const gone = source.map((one) => ({ ...one, active: false }));
    const { tokens, viewed_with } = seedOf({ ...product, active: false, source: gone }, types, DEFAULT_TASTE);
    expect([tokens, viewed_with]).to.deep.equal([["categories=Clothing: Shirts", "color=Red", "color=Blue"], []]);
  });

  it("says how many seeds there were", () => {
    expect([
      ...[seedState([], []), seedState(["a"], []), seedState(["a", "b"], [seed("a")]), seedState(["a"], [seed("a")])],
    ]).to.deep.equal(["unseeded", "unseeded", "partially_seeded", "seeded"]);
  });

  it("takes categories of three levels for one with those beside", () => {
    const seeds = ["Sale", "Clothing: Shirts", "Clothing: Coats: Parkas", "A: B: C: D"].map((category) =>
      seed(category, { categories: [category] }),
    );
    expect(ownCategories(seeds)).to.deep.equal(["Sale", "Clothing: Shirts", "Clothing: Coats", "A: B: C"]);
    expect(departments(seeds)).to.deep.equal(["Clothing", "A"]);
  });

  it("takes for a session what follows within half an hour, and the seeds after it", () => {
    const viewed = [5, 20, 45, 90].map((minutes) => ({ id: `m${minutes}`, at: NOW - minutes * MINUTE }));
    expect(sessionOf(viewed, ["s", "m20"], NOW)).to.deep.equal(["m45", "m5", "s", "m20"]);
    expect(sessionOf(viewed.slice(2), [], NOW)).to.deep.equal([]);
  });

  for (const [what, metadata, words] of [
    ["nothing", {}, ""],
    ["what was typed", { query: " red shoes ", url: "/coats" }, "red shoes"],
    [
      "an address where nothing was typed",
      { query: " ", url: "https://a.example/en/p/oxford-shirt_2.html?x=1#y" },
      "en oxford shirt 2",
    ],
    ["a path", { path: "/collections/caf%C3%A9-tables/" }, "café tables"],
    ["a path that is not well-formed", { path: "/100%/cotton" }, "100 cotton"],
    ["an address without words", { url: "https://a.example/", path: "/lamps" }, "lamps"],
    ["null, and names that objects have", { query: null, url: null, constructor: "x" }, ""],
  ] as const) {
    it(`reads words: ${what}`, () => expect(wordsWanted(metadata)).to.equal(words));
  }

  it("reads words of whatever it is given", () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom("query", "url", "path"), fc.string()), (metadata) => {
      expect(wordsWanted(metadata)).to.be.a("string");
    })); // prettier-ignore
  });
});

describe("the order of candidates", () => {
  const candidate = (id: string, tokens: readonly string[] = [], buried = false) => ({
    ...{ id, tokens, viewed_with: [], buried, by: "content" as const },
  });
  const taste = { at: NOW, tokens: [["color=Red", 0.5]] as const, recent: [], ignored: [] };
  const ids = (window: readonly { readonly id: string }[]) => window.map(({ id }) => id);
  const personalizer = { rank: ids };

  it("leans to what is liked, by no more than its share of all", () => {
    const ten = Array.from({ length: 10 }, (_, at) => candidate(String(at), at === 9 ? ["color=Red"] : []));
    expect(likedFirst(ten, taste, 0.5).findIndex(({ id }) => id === "9")).to.equal(7);
    expect(likedFirst(ten, taste, 0)).to.deep.equal(ten);
  });

  it("leaves behind what is buried, however much it is liked", () => {
    const given = [candidate("a"), candidate("b", ["color=Red"]), candidate("c", ["color=Red"], true), candidate("d")];
    const how = { taste, weights: DEFAULT_RANKING, share: 1, diversity: "none" as const };
    expect(orderFor(personalizer, given, how).map(({ id }) => id)).to.deep.equal(["b", "a", "d", "c"]);
    expect(orderFor(personalizer, given, { ...how, share: 0 }).map(({ id }) => id)).to.deep.equal(["a", "b", "d", "c"]);
  });

  it("keeps apart what the request wants, or of a profile's what was searched for", () => {
    const rank: Personalizer["rank"] = (window, { diversify_categories }) =>
      diversify_categories ? ids(window).reverse() : ids(window);
    const given = [...["a", "b"].map((id) => ({ ...candidate(id), by: "goes_with" as const })), candidate("c"), candidate("d"), candidate("e", [], true)]; // prettier-ignore
    const order = (diversity: Diversity) =>
      orderFor({ rank }, given, { taste, weights: DEFAULT_RANKING, share: 0, diversity }).map(({ id }) => id);
    expect(order("none")).to.deep.equal(["a", "b", "c", "d", "e"]);
    expect(order("searched")).to.deep.equal(["a", "b", "d", "c", "e"]);
    expect(order("all")).to.deep.equal(["d", "c", "b", "a", "e"]);
  });
});
