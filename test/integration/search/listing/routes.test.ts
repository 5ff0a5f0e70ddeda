import { unknownShoppers } from "../../../support/unknown-shoppers.js";
import { expect } from "chai";
import express from "express";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { jsonBody } from "../../../../src/http/json-body.js";
import { errorHandler } from "../../../../src/http/error-handler.js";
import { locals } from "../../../../src/http/locals.js";
import { readCursor } from "../../../../src/search/paging/cursor.js";
import { searchRoutes } from "../../../../src/search/listing/routes.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { chainDeps } from "../../../support/chain-deps.js";
import { contextOn } from "../../../support/context.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { indexCatalog } from "../../../support/search-catalog.js";

describe("POST /v2/recommendations/search", () => {
  const suite = usePreparedEngine();
  let server: Server | undefined;
  let address: string;

  before(async () => {
    const { engine } = suite;
    const live = await indexCatalog(engine, [
      { product_identifier: "p", variant_identifier: "v", data: { title: "Shirt", price: 5, color: "red" } },
    ]);
    const storefront = {
      client_id: "shop",
      name: "Shop",
      origins: [],
      signing_hashes: [],
      configuration: DEFAULT_CONFIGURATION,
    };
    const app = express();
    app.use(
      searchRoutes(
        { ...chainDeps(engine), ...unknownShoppers(engine), liveCatalogs: { get: () => Promise.resolve(live) } },
        { lose: () => undefined },
        [
          (_req, res, next) => {
            locals(res).caller = { storefront, key_id: "pk_test" };
            next();
          },
          jsonBody({ maxBytes: 1_000_000 }),
        ],
      ),
    );
    app.use(errorHandler(contextOn(engine)));
    const listening = app.listen(0, "127.0.0.1");
    server = listening;
    await new Promise((resolve) => listening.once("listening", resolve));
    address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v2/recommendations/search`;
  });

  after((done) => {
    server?.closeAllConnections();
    if (server === undefined) done();
    else server.close(done);
  });

  async function post(body: string) {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const withUser = (rest: string) => `{"user":{"device_id":"d"}${rest}}`;

  it("the search endpoint returns the search result without an envelope", async () => {
    const { status, body } = await post(withUser(`,"projection":["name","price"],"limit":1`));
    expect(status).to.equal(200);
    const { recommendation_id } = body;
    expect(recommendation_id).to.satisfy(readCursor);
    expect(body).to.deep.equal({
      recommendation_id,
      expires_in: 300,
      pagination: { page: 1, has_more: false, last_page: 1 },
      items: [{ type: "product", product_identifier: "p", variant_identifier: "v", name: "Shirt", price: 5 }],
      count: 1,
      total: 1,
      facets: [],
      applied_filters: { filters: null, facet_filters: {} },
      meta: {},
    });
  });

  it("the search endpoint returns filters exactly as they were sent", async () => {
    const filters = `{"__proto__":{"$ne":"x"},"constructor":null}`;
    const { status, body } = await post(withUser(`,"filters":${filters}`));
    expect(status).to.equal(200);
    expect(JSON.stringify((body["applied_filters"] as { filters: unknown }).filters)).to.equal(filters);
    expect(body["total"]).to.equal(1);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ["a misspelt field", withUser(`,"filter":{}`), "filter"],
    ["a user without a device id", `{"user":{}}`, "user.device_id"],
    ["an unknown projection", withUser(`,"projection":["nope"]`), "projection"],
    ["the out-of-range number 1e400", withUser(`,"filters":{"price":{"$lte":1e400}}`), "filters.price.$lte"],
    ["a lone surrogate in the query", withUser(`,"query":"\\ud800"`), "query"],
    ["a lone surrogate in a filter", withUser(`,"filters":{"color":"\\udc00"}`), "filters.color"],
    [
      "10,000 filter conditions",
      withUser(`,"filters":{"$or":[${Array(10_000).fill('{"a":1}').join(",")}]}`),
      "filters.$or[1000].a",
    ],
    [
      "a filter nested 200 levels deep",
      withUser(`,"filters":${'{"$not":'.repeat(200)}{}${"}".repeat(200)}`),
      `filters${".$not".repeat(20)}`,
    ],
    ["a query of 100,000 characters", withUser(`,"query":"${"x".repeat(100_000)}"`), "query"],
    ["a malformed cursor", withUser(`,"pagination":{"page":2,"cursor":"../etc"}`), "pagination.cursor"],
    ["an empty cursor", withUser(`,"pagination":{"page":2,"cursor":""}`), "pagination.cursor"],
    ["a cursor without a page", withUser(`,"pagination":{"cursor":"BBBBBBBBBBBBBBBBBBBBBBBB"}`), "pagination.page"],
    ["a field named __proto__", `{"user":{"device_id":"d"},"__proto__":{"limit":1}}`, "__proto__"],
  ];
  for (const [name, text, field] of refused) {
    it(`rejects ${name}`, async () => {
      const { status, body } = await post(text);
      expect(status).to.equal(400);
      const [error] = body["errors"] as { code: string; context: unknown; extra: unknown }[];
      expect([error?.code, error?.context, error?.extra]).to.deep.equal(["validation_error", { field }, null]);
    });
  }

  it("the search endpoint rejects NaN, which is not valid JSON", async () => {
    expect((await post(withUser(`,"limit":NaN`))).status).to.equal(400);
    expect((await fetch(address)).status).to.equal(405);
  });

  it("the search endpoint returns the next page if the request contains a cursor", async () => {
    const { body: first } = await post(withUser(`,"projection":["name"],"limit":1`));
    const cursor = JSON.stringify(first["recommendation_id"]);
    const { status, body } = await post(withUser(`,"pagination":{"page":2,"cursor":${cursor}}`));
    expect(status).to.equal(200);
    expect(body["recommendation_id"]).to.satisfy(readCursor).and.not.to.equal(first["recommendation_id"]);
    const pagination = { page: 2, has_more: false, last_page: 1 };
    expect(body["expires_in"]).to.equal(300);
    const { recommendation_id, expires_in } = body;
    expect(body).to.deep.equal({ ...first, recommendation_id, expires_in, pagination, items: [], count: 0 });
  });

  it("the search endpoint rejects a cursor that the service did not issue", async () => {
    const { status, body } = await post(withUser(`,"pagination":{"page":2,"cursor":"BBBBBBBBBBBBBBBBBBBBBBBB"}`));
    expect(status).to.equal(404);
    expect(body["errors"]).to.deep.equal([
      {
        code: "unknown_page",
        message: "the cursor is unknown or has expired; search again without pagination",
        context: { field: "pagination.cursor", reason: "unknown" },
        extra: null,
      },
    ]);
  });
});
