import { expect } from "chai";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { readCursor } from "../../../../src/search/paging/cursor.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../../support/search-catalog.js";

const variant = (id: string, number: number, data: FeedVariant["data"], active = true): FeedVariant => ({
  product_identifier: id,
  variant_identifier: `${id}-${number}`,
  active,
  data,
});

const VARIANTS: readonly FeedVariant[] = [
  variant("polo", 1, { title: "Cotton polo", designer: "Gucci", color: "Red", price: 80, stock: "yes", categories: ["Men: Tops"], images: ["r.svg"] }),
  variant("polo", 2, { title: "Cotton polo", designer: "Gucci", color: "Blue", price: 40, stock: "no", categories: ["Men: Tops"] }),
  variant("knit", 1, { title: "Wool sweater", designer: "Prada", color: "Red", price: 120, stock: "no", released_at: "2026-03-01T00:00:00Z" }),
  variant("belt", 1, { title: "Leather belt", designer: "Gucci", color: "", price: 0, handle: "belt", attributes: { width: 3, care: { wash: false } } }),
  variant("gone", 1, { title: "Gone cotton polo", designer: "Prada", color: "Red", price: 60 }, false),
]; // prettier-ignore

const identifiers = ({ items }: Awaited<ReturnType<Request>>) => items.map((item) => item.variant_identifier);

describe("listings", () => {
  const suite = usePreparedEngine();
  let live: LiveCatalog;
  let request: Request;

  before(async () => {
    live = await indexCatalog(suite.engine, VARIANTS);
    request = storefrontOver(suite.engine, live);
  });

  it("listings return the documented response", async () => {
    const result = await request({
      filters: { designer: "Gucci" },
      facet_filters: { color: ["Red"] },
      facets: { keys: ["color", "categories", "price"] },
      projection: ["name", "price", "category", "handle", "images"],
      sort: ["price_asc"],
      limit: 1,
    });
    expect(result.recommendation_id).to.satisfy(readCursor);
    expect(result).to.deep.equal({
      recommendation_id: result.recommendation_id,
      expires_in: 300,
      pagination: { page: 1, has_more: false, last_page: 1 },
      items: [
        {
          type: "product",
          product_identifier: "polo",
          variant_identifier: "polo-1",
          name: "Cotton polo",
          price: 80,
          category: "Men: Tops",
          images: ["r.svg"],
        },
      ],
      count: 1,
      total: 1,
      facets: [
        {
          key: "color",
          label: "Color",
          type: "list",
          selection_mode: "multi",
          collapsed: false,
          values: [
            { value: "Blue", label: "Blue", count: 1, selected: false },
            { value: "Red", label: "Red", count: 1, selected: true },
          ],
        },
        {
          key: "categories",
          label: "Category",
          type: "list",
          selection_mode: "multi",
          collapsed: false,
          values: [
            { value: "Men", label: "Men", count: 1, selected: false },
            { value: "Men: Tops", label: "Men: Tops", count: 1, selected: false },
          ],
        },
        {
          key: "price",
          label: "Price",
          type: "range",
          selection_mode: "multi",
          collapsed: false,
          values: [{ value: { min: 80, max: 99.99999999999999 }, label: "80 – 100", count: 1, selected: false }],
          min: 80,
          max: 80,
        },
      ],
      applied_filters: { filters: { designer: "Gucci" }, facet_filters: { color: ["Red"] } },
      meta: {},
    });
  });

  it("listings match a product only if one variant satisfies all conditions", async () => {
    expect((await request({ filters: { color: "Red", price: { $lte: 50 } } })).total).to.equal(0);
    expect((await request({ filters: { color: "Red" }, facet_filters: { price: { max: 50 } } })).total).to.equal(0);
    expect((await request({ filters: { color: "Blue" }, facet_filters: { price: { max: 50 } } })).total).to.equal(1);
  });

  it("listings rank products by release date, then by time of the first ingestion, then by identifier", async () => {
    expect(identifiers(await request({}))).to.deep.equal(["knit-1", "belt-1", "polo-1"]);
  });

  it("listings with limit 0 return only the facets and the total", async () => {
    const { items, count, total, pagination, facets } = await request({ limit: 0, facets: { keys: ["designer"] } });
    expect({ items, count, total, pagination, values: facets[0]?.values }).to.deep.equal({
      items: [],
      count: 0,
      total: 3,
      pagination: { page: 1, has_more: false, last_page: 0 },
      values: [
        { value: "Gucci", label: "Gucci", count: 2, selected: false },
        { value: "Prada", label: "Prada", count: 1, selected: false },
      ],
    });
  });

  it("listings sorted by a field support access to any page by its number", async () => {
    const page = async (number: number) => {
      const result = await request({ sort: ["price_desc"], limit: 1, pagination: { page: number } });
      return [identifiers(result), result.pagination];
    };
    expect(await page(1)).to.deep.equal([["knit-1"], { page: 1, has_more: true, last_page: 3 }]);
    expect(await page(3)).to.deep.equal([["belt-1"], { page: 3, has_more: false, last_page: 3 }]);
    expect(await page(9)).to.deep.equal([[], { page: 9, has_more: false, last_page: 3 }]);
    // Pages beyond the engine's result window are empty as well.
    for (const far of [100_001, 1_000_000_000]) {
      expect(await page(far)).to.deep.equal([[], { page: far, has_more: false, last_page: 3 }]);
    }
  });

  it("listings return the requested fields and nested objects", async () => {
    const { items } = await request({
      filters: { handle: "belt" },
      projection: ["handle", "color", "attributes.width", "attributes.care"],
    });
    expect(items).to.deep.equal([
      {
        type: "product",
        product_identifier: "belt",
        variant_identifier: "belt-1",
        handle: "belt",
        "attributes.width": 3,
        "attributes.care": { wash: false },
      },
    ]);
  });

  it("listings hide sold-out products or show them last, as configured", async () => {
    const availability = { field: "stock", in_stock: ["yes"], sorted: "keep" as const };
    const shop = (out_of_stock: "hide" | "bury") =>
      storefrontOver(suite.engine, live, { availability: { ...availability, out_of_stock } });
    expect(identifiers(await shop("hide")({}))).to.deep.equal(["belt-1", "polo-1"]);
    expect((await shop("hide")({ facets: { keys: ["color"] } })).facets[0]?.values).to.deep.equal([
      { value: "Red", label: "Red", count: 1, selected: false },
    ]);
    expect(identifiers(await shop("hide")({ sort: ["price_asc"] }))).to.deep.equal(["belt-1", "polo-1"]);
    expect(identifiers(await shop("bury")({}))).to.deep.equal(["belt-1", "polo-1", "knit-1"]);
    expect(identifiers(await shop("bury")({ query: "cotton wool sweater" }))).to.deep.equal(["polo-1", "knit-1"]);
    expect(identifiers(await shop("bury")({ sort: ["price_desc"] }))).to.deep.equal(["knit-1", "polo-1", "belt-1"]);
  });

  it("listings are empty until products are ingested for the first time", async () => {
    const nothing = await storefrontOver(
      suite.engine,
      undefined,
    )({ query: "polo", facets: { keys: ["*"] }, projection: ["any.leaf"] });
    expect(nothing.recommendation_id).to.satisfy(readCursor);
    expect({ ...nothing, facets: nothing.facets.map(({ key, values }) => [key, values]) }).to.deep.equal({
      recommendation_id: nothing.recommendation_id,
      expires_in: 300,
      pagination: { page: 1, has_more: false, last_page: 0 },
      items: [],
      count: 0,
      total: 0,
      facets: DEFAULT_CONFIGURATION.facets.map(({ key }) => [key, []]),
      applied_filters: { filters: null, facet_filters: {} },
      meta: {},
    });
  });

  it("listings are empty if all products were deactivated", async () => {
    const emptied = storefrontOver(suite.engine, await indexCatalog(suite.engine, []));
    const { total, facets } = await emptied({ facets: { keys: ["*"] }, sort: ["newest"], query: "polo" });
    expect([total, facets.map(({ values }) => values)]).to.deep.equal([0, [[], [], [], [], []]]);
  });

  it("listings return exact facet counts for a catalogue on three shards", async () => {
    // The most frequent values differ between shards; some values are frequent only across all shards.
    const spread = Array.from({ length: 900 }, (_, number) =>
      variant(`p${number}`, 1, { color: number % 3 === 0 ? `c${number % 150}` : `rare${number % 280}`, price: number }),
    );
    const three = await indexCatalog(suite.engine, spread, { shards: 3 });
    const { facets, total } = await storefrontOver(
      suite.engine,
      three,
    )({ facets: { keys: ["color"], max_values: 20 } });
    const counts = new Map<string, number>();
    for (const { data } of spread) counts.set(data?.color as string, (counts.get(data?.color as string) ?? 0) + 1);
    const expected = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 20);
    expect(total).to.equal(900);
    expect(facets[0]?.values.map(({ value, count }) => [value, count])).to.deep.equal(expected);
  });

  it("listings sort products by dates of their variants", async () => {
    const days = Array.from({ length: 2_000 }, (_, number) => (number * 769) % 2_000);
    const many = days.flatMap((day) => {
      const seen_at = new Date(day * 86_400_000).toISOString();
      return [1, 2].map((number) => variant(`p${day}`, number, { seen_at, price: 1 }));
    });
    const dated = await indexCatalog(suite.engine, many, { dateFields: ["seen_at"] });
    const shop = storefrontOver(suite.engine, dated, {
      sort_keys: [
        { key: "latest", label: "", by: "field", field: "seen_at", order: "desc" },
        { key: "earliest", label: "", by: "field", field: "seen_at", order: "asc" },
      ],
      default_sort: "latest",
    });
    for (const [key, first, step] of [
      ["latest", 1_999, -1],
      ["earliest", 0, 1],
    ] as const) {
      const { items } = await shop({ sort: [key], limit: 250 });
      const expected = Array.from({ length: 250 }, (_, position) => `p${first + step * position}`);
      expect(
        items.map(({ product_identifier }) => product_identifier),
        key,
      ).to.deep.equal(expected);
    }
  });

  it("listings accept facet keys that contain query syntax of the engine", async () => {
    const key = "a>b[c].d*";
    const facets: StorefrontConfiguration["facets"] = [
      { key, label: "", field: "color", type: "list", selection_mode: "multi", collapsed: false, order: "count" },
    ];
    const shop = storefrontOver(suite.engine, live, { facets });
    const result = await shop({ facets: { keys: [key] }, facet_filters: { [key]: "Blue" } });
    expect([result.total, result.facets[0]?.values.map(({ value, count }) => [value, count])]).to.deep.equal([
      1,
      [
        ["Red", 2],
        ["Blue", 1],
      ],
    ]);
  });
});
