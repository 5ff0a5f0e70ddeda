import { expect } from "chai";
import { putConfiguration } from "../../support/publishing.js";
import { identifiers } from "../../support/chain.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const line = (id: string, more: object = {}) => ({
  operation: "insert",
  product_data: { product_identifier: id, title: `Shirt ${id}`, categories: ["Shirts"], price: 5, ...more },
});

const COUNT = 30;
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `p${from + at}`);
const weighed = Array.from({ length: COUNT }, (_, at) => line(`p${at}`, { weight: at, care: { wash: "cold" } }));

const CONFIGURATION = {
  facets: [
    { key: "weight", label: "Weight", type: "range", field: "weight", ranges: [{ min: 25 }] },
    { key: "never", label: "Never", type: "list", field: "facet_only" },
  ],
  sort_keys: [
    { key: "featured", label: "Featured", by: "featured" },
    { key: "heavy", label: "Heaviest", by: "field", field: "weight", order: "desc" },
    { key: "sorted", label: "Sorted", by: "field", field: "sort_only", order: "asc" },
  ],
  aliases: { cleaning: "alias_only.wash" },
  taste: { fields: [{ field: "taste_only", weight: 1 }] },
  rules: [{ key: "r", action: "hide", filters: { rule_only: true } }],
};

/** Fields that requests may use regardless of the latest feed: fields of earlier feeds and configured fields. */
const KNOWN = ["weight", "care", "care.wash", "facet_only", "sort_only", "taste_only", "rule_only"];
const NAMED = ["alias_only", "alias_only.wash", "cleaning", "description", "released_at"];

describe("result pages after a feed import", () => {
  const shop = useShop({
    instances: 1,
    settings: { LEARN_EVERY_SECONDS: "86400" },
  });
  let storefront: Storefront;

  beforeEach("open a shop", async () => {
    storefront = await shop.storefront(CONFIGURATION);
    await storefront.ingest(weighed, "soft_replace");
  });

  const ENDPOINTS: Readonly<Record<string, object>> = {
    search: {},
    suggest: { query: "shi" },
    query: { profile: "popular" },
    "query/slots": { placement: "home" },
  };

  it("result pages are returned even if the feed contains no values for a configured field", async () => {
    await storefront.ingest(
      Array.from({ length: COUNT }, (_, at) => line(`p${at}`)),
      "soft_replace",
    );
    for (const [endpoint, body] of Object.entries(ENDPOINTS)) {
      const projection = ["name", ...KNOWN, ...NAMED];
      const { status, body: response } = await storefront.requestFor(endpoint, { ...body, projection });
      expect(status, `${endpoint} ${JSON.stringify(response)}`).to.equal(200);
      const never = await storefront.requestFor(endpoint, { ...body, projection: ["name", "wheight"] });
      expect([endpoint, never.status, never.body]).to.deep.include(400);
      expect(never.body).to.have.nested.property("errors[0].context.field", "projection");
    }
    const { items } = await storefront.search({ projection: ["name", ...KNOWN], limit: 1 });
    expect(Object.keys(items[0] ?? {}).sort()).to.deep.equal([
      "name",
      "product_identifier",
      "type",
      "variant_identifier",
    ]);
    const page = await storefront.search({
      filters: { weight: { $gte: 1 } },
      sort: ["heavy"],
      facets: { keys: ["*"] },
    });
    expect([page.total, page.meta.warnings]).to.deep.equal([0, undefined]);
    expect(page.facets.map(({ key }) => key)).to.deep.equal(["weight", "never"]);
  });

  it("result pages after the first page return the fields requested for the first page", async () => {
    const projection = ["name", "weight", "care.wash", "cleaning"];
    const first = await storefront.search({ limit: 10, projection });
    expect(first.items[0]).to.include.keys("weight", "care.wash");
    await storefront.ingest(
      Array.from({ length: COUNT }, (_, at) => line(`p${at}`)),
      "soft_replace",
    );
    const cursor = { cursor: first.recommendation_id, page: 2 };
    const second = await storefront.search({ pagination: cursor });
    expect(second.items).to.have.length(10);
    expect(second.items[0]).to.not.have.property("weight");
    expect((await storefront.search({ limit: 10, projection, pagination: cursor })).items).to.deep.equal(second.items);
    // Later pages return the fields of the first page even if the configuration no longer contains the alias.
    await putConfiguration(
      { engine: shop.engine, now: () => new Date() },
      storefront.client_id,
      {},
      { author: "test" },
    );
    await until("the alias to be unknown", async () => {
      return (await storefront.send({ projection: ["cleaning"] })).status === 400;
    });
    const third = { cursor: second.recommendation_id, page: 3 };
    expect((await storefront.search({ projection, pagination: third })).items).to.have.length(10);
  });

  it("result pages are filtered and sorted correctly if the feed contains one invalid value", async () => {
    const dirty = [...weighed.slice(1), line("p0", { weight: "n/a" }), line("p30", { weight: "30" })];
    await storefront.ingest(dirty, "soft_replace");
    const page = await storefront.search({
      filters: { weight: { $gte: 20 } },
      sort: ["heavy"],
      facets: { keys: ["weight"] },
      projection: ["weight"],
    });
    expect(identifiers(page)).to.deep.equal(ids(20, 31).reverse());
    expect(page.items[0]).to.have.property("weight", "30");
    const [facet] = page.facets;
    expect(facet).to.deep.include({ min: 20, max: 30 });
    expect(facet?.values[0]?.count).to.equal(6);
    const all = await storefront.search({ sort: ["heavy"], limit: 50, projection: ["weight"] });
    expect(identifiers(all)).to.deep.equal([...ids(1, 31).reverse(), "p0"]);
    expect(all.items.at(-1)).to.have.property("weight", "n/a");
    const selected = await storefront.search({ facet_filters: { weight: { min: 30 } } });
    expect(identifiers(selected)).to.deep.equal(["p30"]);
  });
});
