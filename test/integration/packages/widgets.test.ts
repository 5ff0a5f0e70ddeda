import algoliasearchHelper, { type AlgoliaSearchHelper, type SearchResults } from "algoliasearch-helper";
import { expect } from "chai";
import fc from "fast-check";
import { createClient } from "@vitrine/client";
import { createInstantSearch } from "@vitrine/instantsearch";
import { seeded } from "../../../demo/random.js";
import { useShop, type Storefront } from "../../support/shop.js";

/** A product with all properties that the widgets in this test filter by. */
interface Product {
  readonly id: string;
  readonly title: string;
  readonly color: string;
  readonly sizes: readonly string[];
  /** The full category path in the notation of hierarchical widgets, such as "Clothing > Coats". */
  readonly category: string;
  readonly price: number;
}

const COLORS = ["red", "blue", "-5"];
const SIZES = ["S", "M", "L"];
const CATEGORIES = ["Clothing > Tops > Shirts", "Clothing > Tops > Knitwear", "Clothing > Coats", "Shoes"];
const LEVELS = ["categories.lvl0", "categories.lvl1", "categories.lvl2"];
const COUNT = 90;

const random = seeded("widgets");
const products: readonly Product[] = Array.from({ length: COUNT }, (_, number) => ({
  id: `p${number}`,
  title: random.pick(["linen", "velvet"]),
  color: random.pick(COLORS),
  sizes: SIZES.filter(() => random.chance(0.6)),
  category: random.pick(CATEGORIES),
  price: random.integer(0, 10),
}));

const CONFIGURATION = {
  facets: [
    { key: "color", label: "Colour", type: "list", field: "color" },
    { key: "size", label: "Size", type: "list", field: "sizes" },
    { key: "categories", label: "Category", type: "tree", field: "categories" },
    { key: "price", label: "Price", type: "range", field: "price", ranges: [{ max: 4 }, { min: 5 }] },
  ],
  sort_keys: [
    { key: "featured", label: "Featured", by: "featured" },
    { key: "price_asc", label: "Cheap first", by: "field", field: "price", order: "asc" },
  ],
};

/** A shopper's selection in the widgets. */
interface Choice {
  readonly colors: readonly string[];
  readonly sizes: readonly string[];
  /** A category path and the number of selected levels; 0 if no category is selected. */
  readonly category: readonly [path: string, levels: number];
  readonly least: number | null;
  readonly most: number | null;
}

const choices = fc.record<Choice>({
  colors: fc.subarray(COLORS),
  sizes: fc.subarray(SIZES),
  category: fc.tuple(fc.constantFrom(...CATEGORIES), fc.integer({ min: 0, max: 3 })),
  least: fc.option(fc.integer({ min: 0, max: 5 })),
  most: fc.option(fc.integer({ min: 5, max: 10 })),
});

const pathOf = ([path, levels]: Choice["category"]) => path.split(" > ").slice(0, levels).join(" > ");

/** Returns the products that match the selection. The selection in the facet `but` is ignored. */
function remaining(choice: Choice, but?: "colors" | "category" | "price"): readonly Product[] {
  const path = pathOf(choice.category);
  return products.filter(
    ({ color, sizes, category, price }) =>
      (but === "colors" || choice.colors.length === 0 || choice.colors.includes(color)) &&
      choice.sizes.every((size) => sizes.includes(size)) &&
      (but === "category" || path === "" || `${category} > `.startsWith(`${path} > `)) &&
      (but === "price" || (price >= (choice.least ?? 0) && price <= (choice.most ?? Infinity))),
  );
}

function counted(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** A level in a tree of facet values. The deepest levels have no data. */
interface Level {
  readonly data?:
    readonly (Level & { readonly name: string; readonly count: number; readonly isRefined: boolean })[] | null;
}

const idsOf = ({ hits }: SearchResults) =>
  (hits as readonly { readonly objectID: string }[]).map(({ objectID }) => objectID);

describe("InstantSearch widgets that request the service", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let calls: string[] = [];
  let access: Parameters<typeof createInstantSearch>[0];

  before("open a shop", async () => {
    storefront = await shop.storefront(CONFIGURATION);
    await storefront.ingest(
      products.map(({ id, title, color, sizes, category, price }) => ({
        operation: "insert",
        product_data: {
          product_identifier: id,
          title,
          color,
          sizes,
          price,
          categories: [category.replaceAll(" > ", ": ")],
        },
      })),
      "soft_replace",
    );
    access = {
      url: shop.services[0]!.base_url,
      clientId: storefront.client_id,
      publicKey: storefront.public_key,
      fetch: (url, init) => {
        const [, kind] = /\/v2\/recommendations\/([a-z/]+)/.exec(url as string) ?? [];
        if (kind !== undefined) calls.push(kind);
        return fetch(url, init);
      },
    };
  });

  beforeEach(() => (calls = []));

  const FACETS = {
    disjunctiveFacets: ["color", "price"],
    facets: ["size"],
    hitsPerPage: COUNT,
    maxValuesPerFacet: 20,
    hierarchicalFacets: [{ name: "categories", attributes: LEVELS, separator: " > " }],
  };

  /** Searches with the `algoliasearch-helper` library, which all InstantSearch widgets use internally. */
  async function found(index: string, narrow: (helper: AlgoliaSearchHelper) => unknown): Promise<SearchResults> {
    const { searchClient } = createInstantSearch(access, {
      sorts: { cheap: "price_asc" },
      fields: { size: "sizes" },
      projection: ["name", "price"],
    });
    const helper = algoliasearchHelper(searchClient, index, FACETS);
    narrow(helper);
    const { content } = await helper.searchOnce({});
    return content;
  }

  function choose(helper: AlgoliaSearchHelper, choice: Choice): void {
    for (const color of choice.colors) helper.addDisjunctiveFacetRefinement("color", color.replace(/^-/, "\\-"));
    for (const size of choice.sizes) helper.addFacetRefinement("size", size);
    if (pathOf(choice.category) !== "") helper.addHierarchicalFacetRefinement("categories", pathOf(choice.category));
    if (choice.least !== null) helper.addNumericRefinement("price", ">=", choice.least);
    if (choice.most !== null) helper.addNumericRefinement("price", "<=", choice.most);
  }

  it("InstantSearch widgets load the matching products and the facet counts with one request", async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (choice) => {
        calls = [];
        const results = await found("products", (helper) => choose(helper, choice));
        expect(calls).to.deep.equal(["search"]);
        const left = remaining(choice);
        expect(idsOf(results)).to.have.members(left.map(({ id }) => id));
        expect(results.nbHits).to.equal(left.length);

        const values = (attribute: string) =>
          (results.getFacetValues(attribute, {}) as SearchResults.FacetValue[])
            .filter(({ count }) => count > 0)
            .map(({ name, count, isRefined }) => [name, count, isRefined]);
        const expected = (chosen: readonly string[], all: readonly string[]) =>
          Object.entries(counted(all)).map(([name, count]) => [name, count, chosen.includes(name)]);
        const colors = remaining(choice, "colors").map(({ color }) => color);
        expect(values("color")).to.have.deep.members(expected(choice.colors, colors));
        expect(values("size")).to.have.deep.members(
          expected(
            choice.sizes,
            left.flatMap(({ sizes }) => sizes),
          ),
        );

        const prices = remaining(choice, "price").map(({ price }) => price);
        const stats = results.getFacetStats("price") as { min: number; max: number } | undefined;
        expect(stats && [stats.min, stats.max]).to.deep.equal(
          prices.length === 0 ? undefined : [Math.min(...prices), Math.max(...prices)],
        );

        const tree = results.getFacetValues("categories", {}) as SearchResults.HierarchicalFacet;
        const roots = remaining(choice, "category").map(({ category }) => category.replace(/ > .*/, ""));
        const shown = tree.data.filter(({ count }) => count > 0).map(({ path, count }) => [path, count]);
        expect(shown).to.have.deep.members(Object.entries(counted(roots)));
      }),
      { numRuns: 40 },
    );
  });

  it("InstantSearch widgets expand the category levels above the selected category", async () => {
    const results = await found("products", (helper) =>
      helper.addHierarchicalFacetRefinement("categories", "Clothing > Tops > Shirts"),
    );
    expect(calls).to.deep.equal(["search"]);
    const opened = (facet: Level): unknown[] =>
      (facet.data ?? []).map(({ name, count, isRefined, ...rest }) => [name, count, isRefined, opened(rest)]).sort();
    const count = (path: string) => products.filter(({ category }) => `${category} > `.startsWith(`${path} > `)).length;
    expect(opened(results.getFacetValues("categories", {}) as Level)).to.deep.equal([
      [
        ...["Clothing", count("Clothing"), true],
        [
          ["Coats", count("Clothing > Coats"), false, []],
          [
            ...["Tops", count("Clothing > Tops"), true],
            [
              ["Knitwear", count("Clothing > Tops > Knitwear"), false, []],
              ["Shirts", count("Clothing > Tops > Shirts"), true, []],
            ],
          ],
        ],
      ],
      ["Shoes", count("Shoes"), false, []],
    ]);
  });

  it("InstantSearch widgets can load any page by its number, both in sorted and in ranked listings", async () => {
    const { searchClient } = createInstantSearch(access, { sorts: { cheap: "price_asc" }, projection: ["price"] });
    const ids = async (index: string, page: number, hitsPerPage: number) => {
      const helper = algoliasearchHelper(searchClient, index, { hitsPerPage, page });
      const { content } = await helper.searchOnce({});
      return [idsOf(content), content.page, content.nbPages];
    };
    for (const index of ["cheap", "products"]) {
      const [all] = (await ids(index, 0, COUNT)) as [string[]];
      for (const page of [0, 1, 7, 3, 8, 9]) {
        expect(await ids(index, page, 10)).to.deep.equal([all.slice(page * 10, page * 10 + 10), page, 9]);
      }
    }
    const prices = new Map(products.map(({ id, price }) => [id, price]));
    const [cheap] = (await ids("cheap", 0, COUNT)) as [string[]];
    const inOrder = cheap.map((id) => prices.get(id)!);
    expect(inOrder).to.deep.equal([...inOrder].sort((a, b) => a - b));
  });

  it("InstantSearch widgets can combine a query for a word prefix with a filter expression", async () => {
    const filters = `price >= 5 AND (color:red OR NOT categories.lvl0:"Clothing")`;
    const results = await found("products", (helper) => {
      helper.setQueryParameter("filters", filters).setQuery("LIN");
    });
    const expected = products.filter(
      ({ title, price, color, category }) =>
        title === "linen" && price >= 5 && (color === "red" || category === "Shoes"),
    );
    expect(idsOf(results)).to.have.members(expected.map(({ id }) => id));
    const marked = results.hits as readonly {
      readonly _highlightResult: { readonly name: { readonly value: string } };
    }[];
    expect(new Set(marked.map(({ _highlightResult: { name } }) => name.value))).to.deep.equal(
      new Set(["<em>lin</em>en"]),
    );
  });

  it("InstantSearch widgets receive the facet values that match a search, with the selected values marked", async () => {
    const { searchClient } = createInstantSearch(access, { fields: { size: "sizes" } });
    const { search } = searchClient;
    const red = products.filter(({ color }) => color === "red");
    for (const client of [searchClient, { search }]) {
      const helper = algoliasearchHelper(client, "products", FACETS);
      helper.addDisjunctiveFacetRefinement("color", "red").addDisjunctiveFacetRefinement("color", "blue");
      const { facetHits } = await helper.searchForFacetValues("color", "r", 5, {});
      expect(facetHits.map(({ value, count, isRefined }) => [value, count, isRefined])).to.deep.equal([
        ["red", red.length, true],
      ]);
    }
  });

  it("InstantSearch widgets send one request for search results and one request for each list of suggestions", async () => {
    const { searchClient } = createInstantSearch(access, { suggestions: { words: "queries", goods: "products" } });
    const { results } = (await searchClient.search([
      { indexName: "products", params: { query: "velvet", hitsPerPage: 2 } },
      { indexName: "words", params: { query: "vel", hitsPerPage: 3 } },
      { indexName: "goods", params: { query: "vel", hitsPerPage: 2 } },
    ])) as { results: { index: string; hits: { objectID: string; query?: string; name?: string }[] }[] };
    expect(calls).to.deep.equal(["search", "suggest", "suggest"]);
    expect(results.map(({ index }) => index)).to.deep.equal(["products", "words", "goods"]);
    const [, words, goods] = results;
    expect(words?.hits.map(({ objectID, query }) => [objectID, query])).to.deep.include(["velvet", "velvet"]);
    expect(goods?.hits.map(({ name }) => name)).to.deep.equal(["velvet", "velvet"]);
  });

  it("InstantSearch widgets can filter products by objectID", async () => {
    const idsUnder = async (filters: string) =>
      idsOf(await found("products_price_asc", (helper) => helper.setQueryParameter("filters", filters)));
    expect(await idsUnder("objectID:p7 OR objectID:'p8'")).to.have.members(["p7", "p8"]);
    const minus = products.filter(({ color }) => color === "-5").map(({ id }) => id);
    const first = minus.slice(0, 3);
    const ids = first.map((id) => `objectID:${id}`).join(" OR ");
    expect(await idsUnder(`color:"-5" AND (${ids})`)).to.have.members(first);
    expect(await idsUnder(`color:\\-5 AND (${ids})`)).to.have.members(first);
    expect(await idsUnder(`color:-\\-5 AND (${ids})`)).to.deep.equal([]);
  });

  it("InstantSearch widgets receive the validation errors of the service", async () => {
    const failure = await found("products", (helper) =>
      helper.setQueryParameter("attributesToRetrieve", ["nothing"]),
    ).catch((error: unknown) => error);
    expect(failure).to.have.property("name", "ValidationError");
  });

  it("InstantSearch widgets receive no counts for facets that do not exist", async () => {
    const all = await found("products", (helper) => helper.setQueryParameter("facets", ["*", "nothing"]));
    const raw = all._rawResults[0] as { readonly facets: Record<string, Record<string, number>> };
    expect(Object.keys(raw.facets)).to.have.members([...[...LEVELS, "color", "size", "categories", "price"]]);
    expect(raw.facets["categories.lvl0"]).to.deep.equal(
      counted(products.map(({ category }) => category.split(" > ")[0]!)),
    );
  });

  it("the JavaScript client lists every product exactly once", async () => {
    const client = createClient(access);
    const ids: string[] = [];
    for await (const item of client.listing({ limit: 20, projection: [] }).items()) ids.push(item.product_identifier);
    expect(ids)
      .to.have.length(COUNT)
      .and.to.have.members(products.map(({ id }) => id));
    expect(calls).to.have.length(Math.ceil(COUNT / 20));
  });
});
