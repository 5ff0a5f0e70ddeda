import { expect } from "chai";
import { usePreparedEngine } from "../../support/engine.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../support/search-catalog.js";

const DECOMPOSED = "gru\u0308n";

const line = (product: string, variant: string, data: FeedVariant["data"]): FeedVariant => ({
  product_identifier: product,
  variant_identifier: variant,
  ...(data === undefined ? {} : { data }),
});

const VARIANTS: readonly FeedVariant[] = [
  line("a", "a1", { title: " Zebra coat", color: "grün ", sold: false, price: 10, categories: ["Clothing: Coats"] }),
  line("a", "a2", { title: " Zebra coat", color: "grün", sold: true, price: 30, categories: ["Clothing: Coats"] }),
  line("b", "b1", { title: "Ape coat", color: DECOMPOSED, sold: true, price: 20, categories: ["Clothing: Knit: Wool"] }),
  line("c", "c1", { title: "Bear coat", color: " \u200b ", sold: false, price: 5, categories: ["Shoes", "Sale"] }),
  line("d", "d1", { title: "Cow coat", color: "Dark\u00a0\u00a0re\u00add\u200b", price: 25, categories: ["Clothing: Knit", "Sale: Last chance"] }),
]; // prettier-ignore

const CONFIGURATION = completeConfiguration({
  aliases: { hue: "color", kind: "categories" },
  availability: { field: "sold", in_stock: [true], out_of_stock: "bury" },
  sort_keys: [
    { key: "price_asc", label: "Price", by: "field", field: "price", order: "asc" },
    { key: "name", label: "Name", by: "field", field: "name", order: "asc" },
    { key: "category", label: "Category", by: "field", field: "category", order: "asc" },
  ],
  default_sort: "name",
  facets: [
    { key: "hue", label: "Hue", type: "list", field: "hue", value_labels: { [` ${DECOMPOSED}`]: "Vert" } },
    { key: "category", label: "Category", type: "list", field: "category" },
    { key: "tree", label: "Category", type: "tree", field: "kind", order: "value" },
    { key: "sold", label: "Sold", type: "list", field: "sold", order: "value" },
  ],
});

describe("field values and facet values", () => {
  const suite = usePreparedEngine();
  let request: Request;
  let burying: Request;
  before(async () => {
    const live = await indexCatalog(suite.engine, VARIANTS);
    request = storefrontOver(suite.engine, live, CONFIGURATION);
    const availability = CONFIGURATION.availability && { ...CONFIGURATION.availability, sorted: "bury" as const };
    burying = storefrontOver(suite.engine, live, { ...CONFIGURATION, availability });
  });

  const shown = async (body: Parameters<Request>[0], shop = request) =>
    (await shop(body)).items.map(({ variant_identifier }) => variant_identifier);

  it("field values match regardless of Unicode normalization and whitespace", async () => {
    const { items } = await request({ filters: { hue: `${DECOMPOSED}\t` }, projection: ["hue", "name"] });
    expect(items).to.deep.equal([
      { type: "product", product_identifier: "b", variant_identifier: "b1", hue: DECOMPOSED, name: "Ape coat" },
      { type: "product", product_identifier: "a", variant_identifier: "a2", hue: "grün", name: " Zebra coat" },
    ]);
    expect(await shown({ facet_filters: { hue: [" grün"] }, filters: { sold: false } })).to.deep.equal(["a1"]);
    expect(await shown({ filters: { hue: null } })).to.deep.equal(["c1"]);
    for (const hue of ["Dark red", "\ufeffDark\tred ", "Dark\u202fr\u200bed"]) {
      expect(await shown({ filters: { hue } })).to.deep.equal(["d1"]);
      expect(await shown({ facet_filters: { hue } })).to.deep.equal(["d1"]);
    }
  });

  it("facet values that differ only in whitespace or Unicode normalization are counted together", async () => {
    const { facets } = await request({ facets: { keys: ["hue", "category", "sold"] }, limit: 0 });
    const value = (name: string, count: number, label = name) => ({ value: name, label, count, selected: false });
    expect(facets.map(({ values }) => values)).to.deep.equal([
      [value("grün", 2, "Vert"), value("Dark red", 1)],
      [value("Clothing: Coats", 1), value("Clothing: Knit", 1), value("Clothing: Knit: Wool", 1), value("Shoes", 1)],
      [value("false", 2, "No"), value("true", 2, "Yes")],
    ]);
  });

  it("field values are sorted without surrounding whitespace", async () => {
    expect(await shown({ sort: ["name"] })).to.deep.equal(["b1", "c1", "d1", "a2"]);
    expect(await shown({ sort: ["category"] })).to.deep.equal(["a2", "d1", "b1", "c1"]);
  });

  it("the category field of items and filters is the most specific category of a product", async () => {
    const { items } = await request({ filters: { category: " Clothing: Knit" }, projection: ["category"] });
    expect(items.map(({ category }) => category)).to.deep.equal(["Clothing: Knit"]);
    expect(await shown({ filters: { categories: "Clothing: Knit" } })).to.deep.equal(["b1", "d1"]);
    expect(await shown({ filters: { category: "Clothing" } })).to.deep.equal([]);
  });

  const node = (value: string, count: number, children: object[] = [], selected = false) => {
    return { value, label: value.split(": ").at(-1), count, selected, children };
  };

  it("facet values of a hierarchical field are counted as a tree", async () => {
    const { facets } = await request({ facets: { keys: ["tree"] }, limit: 0 });
    expect(facets).to.deep.equal([
      {
        key: "tree",
        label: "Category",
        type: "tree",
        selection_mode: "multi",
        collapsed: false,
        values: [
          node("Clothing", 3, [
            node("Clothing: Coats", 1),
            node("Clothing: Knit", 2, [node("Clothing: Knit: Wool", 1)]),
          ]),
          node("Sale", 2, [node("Sale: Last chance", 1)]),
          node("Shoes", 1),
        ],
      },
    ]);
  });

  it("selected facet values of a tree are returned with all ancestors", async () => {
    const body = { facet_filters: { tree: ["Clothing: Knit: Wool", "Clothing: Knit"] }, facets: { keys: ["tree"] } };
    const { items, facets } = await request(body);
    expect(items.map(({ product_identifier }) => product_identifier)).to.deep.equal(["b", "d"]);
    expect(facets[0]?.values).to.deep.equal([
      node("Clothing", 3, [
        node("Clothing: Coats", 1),
        node("Clothing: Knit", 2, [node("Clothing: Knit: Wool", 1, [], true)], true),
      ]),
      node("Sale", 2, [node("Sale: Last chance", 1)]),
      node("Shoes", 1),
    ]);
    const narrowed = await request({
      facet_filters: { tree: "Sale: Last chance", hue: "grün" },
      facets: { keys: ["tree"], max_values: 1 },
    });
    expect([narrowed.total, narrowed.facets[0]?.values]).to.deep.equal([
      0,
      [node("Clothing", 2, [node("Clothing: Coats", 1)]), node("Sale", 0, [node("Sale: Last chance", 0, [], true)])],
    ]);
  });

  it("field values of variants in stock take precedence in field sorts", async () => {
    expect(await shown({ sort: ["price_asc"] })).to.deep.equal(["c1", "a2", "b1", "d1"]);
    expect(await shown({ sort: ["price_asc"] }, burying)).to.deep.equal(["b1", "d1", "a2", "c1"]);
    const soldOut: Parameters<Request>[0] = { sort: ["price_asc"], filters: { sold: false } };
    expect(await shown(soldOut, burying)).to.deep.equal(["c1", "a1"]);
  });
});
