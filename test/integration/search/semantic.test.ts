import { expect } from "chai";
import type { Service } from "../../../src/bootstrap.js";
import { rollBack } from "../../../src/catalog/ingestion/rollback.js";
import { createLiveCatalogs } from "../../../src/catalog/live.js";
import { createLeases } from "../../../src/engine/lease.js";
import { addClient } from "../../../src/storefront/clients.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { vectorsIndex } from "../../../src/semantic/product-vectors.js";
import { listIndices } from "../../../src/engine/indices.js";
import { startWordEmbeddingModel, type WordEmbeddingModel } from "../../support/word-embedding-model.js";
import { useInstallation } from "../../support/service.js";
import { storefrontOf, type Storefront } from "../../support/shop.js";

const line = (id: string, data: object, operation = "insert") => ({
  operation,
  product_data: { product_identifier: id, variant_identifier: id, ...data },
});

const FILLERS = Array.from({ length: 60 }, (_, at) => line(`lamp-${at}`, { title: `Lamp ${at}`, price: 500 }));
const TABLES = [
  line("bedside-oak", { title: "Bedside table", color: "Oak", price: 30 }),
  line("bedside-white", { title: "Bedside table", color: "White", price: 20 }),
  line("bedside-drawer", { title: "Table, bedside", color: "White", price: 10 }),
];
const BRANDED = line("lamp-acme", { title: "Lamp", designer: "Acme", price: 500 });
const BEDSIDE = ["bedside-drawer", "bedside-oak", "bedside-white"];

const SETTINGS = {
  EMBEDDING_BUDGET_MS: "10000",
  LEARN_EVERY_SECONDS: "86400",
  READ_DEADLINE_MS: "30000",
  STALE_SECONDS: "0",
};

describe("semantic search", () => {
  const installation = useInstallation();
  let embeddingModel: WordEmbeddingModel;
  let service: Service;
  let shop: Storefront;
  let without: Storefront;

  const add = async (semantic: number): Promise<Storefront> => {
    const search = { ...DEFAULT_CONFIGURATION.search, semantic };
    const client = { name: `meaning-${semantic}`, configuration: { search } };
    const access = await addClient({ engine: installation.engine, now: () => new Date() }, client);
    return storefrontOf(access, () => service);
  };

  before(async () => {
    embeddingModel = await startWordEmbeddingModel();
    service = await installation.start({ ...SETTINGS, EMBEDDING_URL: embeddingModel.url, EMBEDDING_MODEL: "words" });
    [shop, without] = [await add(5), await add(0)];
    for (const one of [shop, without]) await one.ingest([...FILLERS, BRANDED, ...TABLES]);
    await service.learn();
  });
  after(() => embeddingModel.close());

  const found = async (body: object) => {
    const { items, total, meta } = await shop.search(body);
    return { ids: items.map((item) => item.product_identifier).sort(), total, meta };
  };

  it("semantic search finds products that do not contain any word of the query", async () => {
    expect(await found({ query: "slumberpost" })).to.deep.equal({
      ids: BEDSIDE,
      total: 3,
      meta: { query_relaxed: true, all_words: 0, semantic_search: true },
    });
  });

  it("semantic search results can be filtered and sorted", async () => {
    const query = "slumberpost";
    expect((await found({ query, filters: { $and: [{ color: "White" }] } })).ids).to.deep.equal([
      "bedside-drawer",
      "bedside-white",
    ]);
    const sorted = await shop.search({ query, sort: ["price_asc"] });
    expect(sorted.items.map((item) => item.product_identifier)).to.deep.equal([
      "bedside-drawer",
      "bedside-white",
      "bedside-oak",
    ]);
  });

  it("semantic search calls the embedding model only for the first page", async () => {
    const seen: string[] = [];
    let page = await shop.search({ query: "slumberpost", limit: 1 });
    const requested = embeddingModel.requested.length;
    for (;;) {
      seen.push(...page.items.map((item) => item.product_identifier));
      if (!page.pagination.has_more) break;
      const pagination = { cursor: page.recommendation_id, page: seen.length + 1 };
      page = await shop.search({ query: "slumberpost", limit: 1, pagination });
    }
    expect(seen.sort()).to.deep.equal(BEDSIDE);
    expect(embeddingModel.requested.length).to.equal(requested);
  });

  it("semantic search is not used if the words of the query match products", async () => {
    const requested = embeddingModel.requested.length;
    expect((await found({ query: "bedside" })).meta).to.not.have.property("semantic_search");
    expect((await found({ query: "slumberpost n200x" })).total).to.equal(0);
    expect((await without.search({ query: "slumberpost" })).total).to.equal(0);
    expect(embeddingModel.requested.length).to.equal(requested);
  });

  it("semantic search adds no products of other brands if the query contains a brand", async () => {
    const { ids, meta } = await found({ query: "Acme slumberpost" });
    expect({ ids, meta }).to.deep.equal({ ids: ["lamp-acme"], meta: { query_relaxed: true, all_words: 0 } });
  });

  it("semantic search appears as a ranking signal in the explanation of a product's position", async () => {
    const response = await fetch(`${service.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": shop.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "device" }, query: "slumberpost", limit: 1 }),
    });
    const { items } = ((await response.json()) as { data: unknown }).data as {
      items: { engine: { signals: { signal: string }[] } }[];
    };
    expect(items[0]?.engine.signals.map(({ signal }) => signal)).to.deep.equal(["semantic"]);
  });

  it("semantic search computes vectors only for products whose text has changed", async () => {
    const requested = embeddingModel.requested.length;
    await service.learn();
    expect(embeddingModel.requested.length, "after nothing has changed").to.equal(requested);
    await shop.ingest([
      line("bedside-oak", { title: "Bedside table", color: "Oak", price: 35 }),
      line("bedside-white", { title: "Bedside table", description: "White" }),
      line("bedside-drawer", {}, "delete"),
    ]);
    await service.learn();
    expect(embeddingModel.requested.slice(requested)).to.deep.equal(["Bedside table. White"]);
    expect((await found({ query: "slumberpost" })).ids).to.deep.equal(["bedside-oak", "bedside-white"]);
  });

  it("semantic search does not recompute vectors after an unchanged feed or a rollback", async () => {
    const all = [...FILLERS, BRANDED, ...TABLES];
    await shop.ingest(all, "soft_replace");
    await service.learn();
    const requested = embeddingModel.requested.length;
    await shop.ingest(all, "soft_replace");
    await service.learn();
    await shop.ingest(all.slice(0, -TABLES.length), "soft_replace");
    await service.learn();
    expect((await found({ query: "slumberpost now" })).ids).to.deep.equal([]);
    const { engine } = installation;
    const parts = { leases: createLeases(engine, "test", 30), liveCatalogs: createLiveCatalogs(engine) };
    await rollBack({ engine, ...parts, now: () => new Date().toISOString() }, shop.client_id);
    await service.learn();
    expect((await found({ query: "slumberpost again" })).ids).to.deep.equal(BEDSIDE);
    expect(embeddingModel.requested.slice(requested)).to.deep.equal(["slumberpost now", "slumberpost again"]);
  });

  it("semantic search is replaced by word search after a model change until all products have new vectors", async () => {
    const other = await startWordEmbeddingModel("other");
    const second = await installation.start({ ...SETTINGS, EMBEDDING_URL: other.url, EMBEDDING_MODEL: "other" });
    const own = storefrontOf(shop, () => second);
    const request = async (query: string) => {
      const { items, meta } = await own.search({ query });
      return { ids: items.map((item) => item.product_identifier).sort(), meta };
    };
    const remaining = async () => {
      const metrics = await (await fetch(`${second.operations_url}/metrics`)).text();
      return /^vitrine_semantic_remaining_products (\d+)$/m.exec(metrics)?.[1];
    };
    const semantic_search = { query_relaxed: true, all_words: 0, semantic_search: true };
    expect(await request("slumberpost")).to.deep.equal({ ids: [], meta: {} });
    expect(other.requested).to.deep.equal([]);
    await service.close();
    await second.learn();
    expect(await request("slumberpost then")).to.deep.equal({ ids: BEDSIDE, meta: semantic_search });
    expect(await remaining()).to.equal("0");
    const indices = await listIndices(installation.engine, `${installation.prefix}product-vectors-*`);
    expect(indices).to.deep.equal([vectorsIndex(installation.engine, "other")]);
    await second.close();
    await other.close();
    service = await installation.start({ ...SETTINGS, EMBEDDING_URL: embeddingModel.url, EMBEDDING_MODEL: "words" });
    await service.learn();
  });

  it("semantic search is replaced by word search while the embedding model is unavailable", async () => {
    await embeddingModel.close();
    const { total, meta } = await found({ query: "slumberpost please" });
    expect({ total, meta }).to.deep.equal({ total: 0, meta: { degraded: ["semantic"] } });
    const metrics = await (await fetch(`${service.operations_url}/metrics`)).text();
    expect(metrics).to.match(/^vitrine_degraded_responses_total\{reason="semantic"\} 1$/m);
    expect(metrics).to.match(/^vitrine_semantic_products 64$/m);
  });
});
