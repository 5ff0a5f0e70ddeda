import { rerank } from "../../../src/personalization/reranking/rerank.js";
import { expect } from "chai";
import fc from "fast-check";
import { BASE_FIELD_TYPES } from "../../../src/catalog/field-types.js";
import type { Personalizer } from "../../../src/personalization/personalizer.js";
import type { TasteSnapshot } from "../../../src/personalization/taste/snapshot.js";
import type { BlockCandidate } from "../../../src/recommendation/block.js";
import { anythingFor } from "../../../src/recommendation/page-lead.js";
import { NO_TAXONOMY, type Taxonomy } from "../../../src/catalog/taxonomy.js";
import { likedFirst, orderFor } from "../../../src/recommendation/order.js";
import { isAnotherThing, seedOf, seedState } from "../../../src/recommendation/seed.js";
import { sessionOf } from "../../../src/recommendation/recommendation-context.js";
import { wordsWanted } from "../../../src/recommendation/request.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { NOW, seed } from "./recommendation-context.js";
import { DEFAULT_RANKING } from "../../support/defaults.js";

const MINUTE = 60_000;

describe("the context of recommendations", () => {
  const variant = (id: string, active: boolean, more: object) => ({
    variant_identifier: id,
    active,
    digest: "",
    data: { product_identifier: "p", variant_identifier: id, title: "Shirt", ...more },
  });
  const product = { product_identifier: "p", active: true, created_at: "", updated_at: "" };

  it("a seed product is described by its active variants, or by all variants if all are inactive", () => {
    const source = [
      variant("r", true, {
        color: "Red",
        categories: ["Clothing: Shirts"],
        fabric: "Cotton",
        season: "SS26",
        price: 20,
        designer: "A",
      }),
      variant("b", false, { color: "Blue" }),
    ];
    const fields = new Map([...BASE_FIELD_TYPES, ["fabric", "string"] as const, ["season", "string"] as const]);
    const departments = { field: "fabric", values: { women: ["Cotton"] } };
    const catalogue = {
      fields,
      taxonomy: { departments, product_type_level: 1, sells_fashion: true, roots: [], lines: 1 },
    };
    const season = { key: "season", label: "Season", type: "list", field: "season", collapsed: false } as const;
    const facets = [...DEFAULT_CONFIGURATION.facets, { ...season, selection_mode: "multi", order: "count" } as const];
    expect(seedOf({ ...product, source }, catalogue, { ...DEFAULT_CONFIGURATION, facets })).to.deep.equal({
      id: "p",
      tokens: ["designer=A", "categories=Clothing: Shirts", "color=Red", "price_band=8"],
      categories: ["Clothing: Shirts"],
      titles: ["Shirt"],
      words: ["Red", "Cotton", "SS26"],
      facet_values: ["SS26"],
      departments: ["women"],
      department_values: ["Cotton"],
      productTypes: ["Clothing"],
      designers: ["A"],
      models: [],
      price: 20,
    });
    const gone = source.map((one) => ({ ...one, active: false }));
    const { tokens } = seedOf({ ...product, active: false, source: gone }, { fields }, DEFAULT_CONFIGURATION);
    expect(tokens).to.deep.equal([
      ...["designer=A", "categories=Clothing: Shirts", "color=Red", "color=Blue", "price_band=8"],
    ]);
  });

  it("product types are distinguished by the type field, and within one category by the head noun of the title", () => {
    const thing = (title: string, kind: string) =>
      seed(title, { titles: [title], designers: ["Dent"], productTypes: [kind] });
    const paste = thing("Dent Toothpaste mint 75 ml", "Care");
    const isAnother = (title: string, kind = "Care") =>
      isAnotherThing(paste, thing(title, kind), { language: "english" });
    expect(isAnother("Dent Toothpaste mint 125 ml", "Travel")).to.equal(true);
    expect(isAnother("Dent Soft toothbrush, 2 pieces, 75 ml")).to.equal(true);
    expect(isAnother("Herbal Mint, fresh")).to.equal(false);
  });

  it("the seed state of a request depends on the number of seed products found in the catalogue", () => {
    expect([
      ...[seedState([], []), seedState(["a"], []), seedState(["a", "b"], [seed("a")]), seedState(["a"], [seed("a")])],
    ]).to.deep.equal(["unseeded", "unseeded", "partially_seeded", "seeded"]);
  });

  it("a session consists of events less than half an hour apart, followed by the seed products", () => {
    const viewed = [5, 20, 45, 90].map((minutes) => ({ id: `m${minutes}`, at: NOW - minutes * MINUTE }));
    expect(sessionOf([], viewed, ["s", "m20"], NOW)).to.deep.equal(["m45", "m20", "m5", "s", "m20"]);
    expect(sessionOf([], viewed.slice(2), [], NOW)).to.deep.equal([]);
  });

  it("a session combines the session in memory with later events from the taste profile and with the seed products", () => {
    const viewed = [{ id: "c", at: NOW }, { id: "b", at: NOW }, { id: "a", at: NOW }]; // prettier-ignore
    const running = ["a", "b", "a", "b"];
    expect(sessionOf(running, viewed, [], NOW)).to.deep.equal(["a", "b", "a", "b", "c"]);
    expect(sessionOf(running, [], ["b"], NOW)).to.deep.equal(running);
    expect(sessionOf(running, [], ["a"], NOW)).to.deep.equal([...running, "a"]);
  });

  for (const [what, metadata, words] of [
    ["empty metadata", {}, ""],
    ["the typed query", { query: " red shoes ", url: "/coats" }, "red shoes"],
    [
      "the URL if the query is blank",
      { query: " ", url: "https://a.example/en/p/oxford-shirt_2.html?x=1#y" },
      "en oxford shirt 2",
    ],
    ["a path", { path: "/collections/caf%C3%A9-tables/" }, "café tables"],
    ["a path with invalid percent-encoding", { path: "/100%/cotton" }, "100 cotton"],
    ["the path if the URL contains no words", { url: "https://a.example/", path: "/lamps" }, "lamps"],
    ["metadata with only null values and unknown fields", { query: null, url: null, constructor: "x" }, ""],
  ] as const) {
    it(`the query words of a recommendation request are read from ${what}`, () =>
      expect(wordsWanted(metadata)).to.equal(words));
  }

  it("the query words of a recommendation request can be read from any metadata", () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom("query", "url", "path"), fc.string()), (metadata) => {
      expect(wordsWanted(metadata)).to.be.a("string");
    })); // prettier-ignore
  });
});

describe("the order of recommendation candidates", () => {
  const candidate = (id: string, tokens: readonly string[] = [], buried = false) => ({
    id,
    tokens,
    buried,
    isSingleDevice: false,
    by: "content" as const,
  });
  const taste = { at: NOW, tokens: [["color=Red", 0.5]] as const, recent: [], ignored: [] };
  const ids = (window: readonly { readonly id: string }[]) => window.map(({ id }) => id);
  const personalizer = { rerank };
  interface Requested {
    readonly taste?: TasteSnapshot;
    /** Maximum effect of taste on the order, from 0 to 1. Default: 0. */
    readonly share?: number;
    readonly diversify_categories?: boolean;
    /**
     * Taxonomy of product types. If set, a block shows one product of each type before a second product of the same
     * type.
     */
    readonly apart?: Taxonomy;
    readonly by?: Pick<Personalizer, "rerank">;
  }
  /** Returns the identifiers of the candidates in the order for a block of five products. */
  const ordered = (given: readonly BlockCandidate[], requested: Requested = {}) => {
    const { taste: liked = null, share = 0, diversify_categories = false, apart, by = personalizer } = requested;
    const profile = { ...anythingFor({ include_seeds: false }), taste: share, other_categories: apart !== undefined };
    const context = { configuration: { ranking: DEFAULT_RANKING }, taste: liked, taxonomy: apart ?? NO_TAXONOMY };
    return ids(orderFor(by, given, { profile, diversify_categories }, context, 5));
  };

  it("the weight of taste determines how far a recommendation candidate that matches the taste moves up", () => {
    const ten = Array.from({ length: 10 }, (_, at) => candidate(String(at), at === 9 ? ["color=Red"] : []));
    expect(likedFirst(ten, taste, DEFAULT_RANKING, 0.5).findIndex(({ id }) => id === "9")).to.equal(7);
    expect(likedFirst(ten, taste, DEFAULT_RANKING, 0)).to.deep.equal(ten);
  });

  it("recommendation candidates out of stock rank last, even if they match the taste well", () => {
    const given = [candidate("a"), candidate("b", ["color=Red"]), candidate("c", ["color=Red"], true), candidate("d")];
    expect(ordered(given, { taste, share: 1 })).to.deep.equal(["b", "a", "d", "c"]);
    expect(ordered(given, { taste, share: 0 })).to.deep.equal(["a", "b", "d", "c"]);
  });

  it("candidates of the same category are separated if category diversity is requested", () => {
    const reversing: Personalizer["rerank"] = (window, how) =>
      how.diversify_categories ? [...rerank(window, { ...how, snapshot: null })].reverse() : rerank(window, how);
    const given = [candidate("a"), candidate("b"), candidate("c"), candidate("d", [], true)];
    const order = (diversify_categories: boolean) =>
      ordered(given, { diversify_categories, by: { rerank: reversing } });
    expect(order(false)).to.deep.equal(["a", "b", "c", "d"]);
    expect(order(true)).to.deep.equal(["c", "b", "a", "d"]);
  });

  it("candidates visited by a single device do not move up, even if they match the taste well", () => {
    const given = [
      candidate("a"),
      { ...candidate("b", ["color=Red"]), isSingleDevice: true },
      candidate("c", ["color=Red"]),
    ];
    expect(ordered(given, { taste, share: 1 })).to.deep.equal(["a", "b", "c"]);
  });

  it("an outfit shows one product of each product type first", () => {
    const categories = ["Shoes: Boots", "Shoes: Boots", "Shoes: Mules", "Bags: Totes", "Bags: Totes", "Hats"];
    const given = [...categories.map((category, at) => candidate(`${at}`, [`categories=${category}`])), candidate("?")];
    const order = ordered(given, { apart: { ...NO_TAXONOMY, product_type_level: 1 } });
    expect(order).to.deep.equal(["0", "3", "5", "?", "2", "4", "1"]);
  });

  it("a recommendation block limits the share of products of a viewed brand if there are alternatives", () => {
    const brands = ["A", "A", "A", "A", "B", "A", "C"];
    const given = brands.map((brand, at) => candidate(`${at}`, [`designer=${brand}`]));
    const looked = (...products: string[]) => ({
      ...taste,
      tokens: [],
      viewed: { products: products.map((brand) => [`designer=${brand}`, "categories=Boots"]) },
    });
    const order = (...products: string[]) => ordered(given, { taste: looked(...products), share: 1 });
    expect(order("A")).to.deep.equal(["0", "1", "2", "4", "6", "3", "5"]);
    expect(order("A", "A", "A")).to.deep.equal(["0", "1", "2", "3", "4", "6", "5"]);
    expect(order("A", "C", "D", "C")).to.deep.equal(["0", "4", "6", "1", "2", "3", "5"]);
    expect(order("D")).to.deep.equal(["0", "1", "2", "3", "4", "5", "6"]);
  });
});
