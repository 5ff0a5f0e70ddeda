import { expect } from "chai";
import fc from "fast-check";
import type { FieldType } from "../../../../src/catalog/fields.js";
import type { Engine, EngineCall } from "../../../../src/engine/engine.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import { planSearch, type Plan } from "../../../../src/search/listing/plan.js";
import { readRows, readSlice, sliceBody, type Row } from "../../../../src/search/match/ordered.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { mustCount } from "../../../../src/search/sort.js";
import { textQuery } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const fields = new Map<string, FieldType>([
  ["price", "number"],
  ["color", "string"],
  ["available_from", "date"],
]);
const live = { index: "shop", fields, multi_variant: true, version: 1, catalogVersion: 1 };
const configuration: StorefrontConfiguration = {
  ...DEFAULT_CONFIGURATION,
  sort_keys: [
    ...DEFAULT_CONFIGURATION.sort_keys,
    { key: "soonest", label: "Soonest", by: "field", field: "available_from", order: "asc" },
  ],
};

function plan(body: Omit<SearchBody, "user">): Plan {
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, configuration, fields);
  return planSearch(request, configuration, live, NO_FACTS);
}

const RED = { term: { "variants.data.color": "red" } };
const RED_PRODUCTS = { nested: { path: "variants", score_mode: "none", query: RED } };

describe("sliceBody", () => {
  it("the request for a range of products reads only sort values, and skips excluded products", () => {
    expect(sliceBody(plan({}), { size: 100, excluded: ["a", "b"] })).to.deep.equal({
      size: 100,
      track_total_hits: false,
      stored_fields: "_none_",
      query: { bool: { filter: [{ term: { active: true } }], must_not: [{ ids: { values: ["a", "b"] } }] } },
      sort: [{ prior: "desc" }, { created_at: "desc" }, { product_identifier: "asc" }],
    });
  });

  it("the request for the products after a given row contains the filters, text query and sort of the search", () => {
    const text = plan({ query: "dress", facet_filters: { color: "red" } });
    expect(sliceBody(text, { size: 100, after: [1.5, "p"] })).to.deep.equal({
      size: 100,
      track_total_hits: false,
      stored_fields: "_none_",
      query: { bool: { filter: [RED_PRODUCTS], must: [textQuery("dress", configuration, "strict")] } },
      sort: [{ _score: "desc" }, { product_identifier: "asc" }],
      search_after: [1.5, "p"],
    });
  });

  it("the request for a range of products counts all hits if the sort uses a nested field", () => {
    const nested = plan({ filters: { color: "red" }, sort: ["price_asc"] });
    expect(sliceBody(nested, { size: 10, from: 3 })).to.deep.equal({
      size: 10,
      from: 3,
      track_total_hits: true,
      stored_fields: "_none_",
      query: { bool: { filter: [RED_PRODUCTS] } },
      post_filter: { match_all: {} },
      sort: [
        {
          "variants.data.price": {
            order: "asc",
            mode: "min",
            missing: "_last",
            nested: { path: "variants", filter: RED },
          },
        },
        { product_identifier: "asc" },
      ],
    });
  });

  it("the request for a range of products filters by the selected values of all facets", () => {
    const counted = plan({ facet_filters: { color: ["red"] }, facets: { keys: ["color"] }, sort: ["price_asc"] });
    expect(sliceBody(counted, { size: 1 })["query"]).to.deep.equal({ bool: { filter: [RED_PRODUCTS] } });
  });

  it("the request for a range of products sorts by the values of variants in stock if sold-out products rank last", () => {
    const availability = { field: "color", in_stock: ["Red"], out_of_stock: "bury", sorted: "bury" } as const;
    const burying = { ...plan({ sort: ["price_asc"] }), configuration: { ...configuration, availability } };
    const filter = { bool: { should: [{ term: { "variants.data.color": "Red" } }, { bool: { must_not: [{ exists: { field: "variants.data.color" } }] } }] } }; // prettier-ignore
    expect(sliceBody(burying, { size: 1 })["sort"]).to.deep.equal([
      { "variants.data.price": { order: "asc", mode: "min", missing: "_last", nested: { path: "variants", filter } } },
      { "sort.price": { order: "asc", missing: "_last" } },
      { product_identifier: "asc" },
    ]);
  });

  it("the request for a range of products uses a sort value that search_after accepts if a product has no date", () => {
    const { sort } = sliceBody(plan({ sort: ["soonest"] }), { size: 1 });
    const date = { order: "asc", mode: "min", missing: 8_640_000_000_000_000, nested: { path: "variants" } };
    expect(sort).to.deep.equal([{ "variants.data.available_from": date }, { product_identifier: "asc" }]);
  });
});

describe("mustCount", () => {
  it("the request for a range of products must count hits only if the sort uses a nested field", () => {
    expect(mustCount([{ prior: "desc" }, { "sort.price": { order: "asc" } }])).to.equal(false);
    expect(mustCount([{ "variants.data.price": { order: "asc", nested: { path: "variants" } } }])).to.equal(true);
  });
});

const rowAt = (position: number): Row => ({ id: `p${position}`, sort: [position, `p${position}`] });

/** A fake engine with `total` rows that rejects requests beyond its result window. */
function rowsOf(total: number, window: number) {
  const sizes: number[] = [];
  const engine: Engine = {
    prefix: "",
    close: () => Promise.resolve(),
    call<T>(_operation: string, { body }: EngineCall): Promise<T> {
      const { size, from = 0, search_after } = body as { size: number; from?: number; search_after?: [number, string] };
      if (from < 0 || size < 0 || from + size > window) throw new Error(`a slice of ${size} from ${from}`);
      if (search_after !== undefined && from > 0) throw new Error("from beside search_after");
      sizes.push(size);
      const start = search_after === undefined ? from : search_after[0] + 1;
      const all = Array.from({ length: total }, (_, position) => rowAt(position));
      const hits = all.slice(start, start + size).map(({ id, sort }) => ({ _id: `internal ${id}`, sort }));
      return Promise.resolve({ hits: { hits } } as T);
    },
  };
  return { engine, sizes };
}

describe("readRows", () => {
  it("the product identifiers in a range of products are taken from the sort values of the search engine", async () => {
    const { engine } = rowsOf(5, 10);
    expect(await readSlice(engine, live, plan({ sort: ["price_asc"] }), { size: 2, from: 3 })).to.deep.equal([rowAt(3), rowAt(4)]); // prettier-ignore
    expect(await readSlice(engine, live, plan({ sort: ["price_asc"] }), { size: 3, after: rowAt(2).sort })).to.deep.equal([rowAt(3), rowAt(4)]); // prettier-ignore
  });

  it("a range of products is read completely, even if it extends beyond the result window of the search engine", async () => {
    const number = (most: number) => fc.integer({ min: 1, max: most });
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.nat(70), number(12), number(20), number(20), async (total, from, size, more, stride) => {
        // Each request stays within the result window.
        const window = size + Math.max(more, stride);
        fc.pre(from + size <= window || from >= window);
        const { engine, sizes } = rowsOf(total, window);
        const reach = { window, stride };
        const all = Array.from({ length: total }, (_, position) => rowAt(position));
        expect(await readRows(engine, reach, live, plan({ sort: ["price_asc"] }), { from, size })).to.deep.equal(all.slice(from, from + size));
        if (from + size <= window) expect(sizes).to.deep.equal([size]);
        else expect(sizes.length).to.be.at.most(2 + Math.max(0, Math.ceil((from - window) / stride)));
      }),
    ); // prettier-ignore
  });

  it("reading a range of products stops at the last product if the range starts after the last product", async () => {
    const { engine, sizes } = rowsOf(15, 10);
    const reach = { window: 10, stride: 4 };
    expect(
      await readRows(engine, reach, live, plan({ sort: ["price_asc"] }), { from: 1_000_000, size: 3 }),
    ).to.deep.equal([]);
    expect(sizes).to.deep.equal([1, 4, 4]);
  });
});
