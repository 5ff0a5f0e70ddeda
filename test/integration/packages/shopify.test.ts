import { expect } from "chai";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createProducts } from "@vitrine/client/products";
import { createAdminApi, createWebhookHandler, loadEverything } from "../../../packages/shopify/src/index.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { ADMIN, FakeShopify, SECRET, signed } from "../../support/fake-shopify.js";
import { useService } from "../../support/service.js";
import { soldIn } from "../../support/sold.js";

describe("the Shopify connector", () => {
  const running = useService();
  let shop: AddedClient;
  let shops = 0;
  let shopify: FakeShopify;
  let server: Server;
  let problems: string[];

  beforeEach(async () => {
    shop = await addClient({ engine: running.engine, now: () => new Date() }, { name: `shopify-${(shops += 1)}` });
    shopify = await FakeShopify.start();
    problems = [];
    const handle = createWebhookHandler({
      secrets: [SECRET],
      api: createAdminApi({ ...ADMIN, url: shopify.url }),
      products: products(),
      onProblem: (text) => problems.push(text),
    });
    server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() =>
    Promise.all([shopify.close(), new Promise((resolve) => server.close(resolve).closeAllConnections())]),
  );

  const products = () => createProducts({ url: running.service.base_url, privateKey: shop.private_key });
  const sold = () => soldIn(running, shop, ["price", "in_stock"]);

  async function deliver(topic: string, payload: object, triggeredAt: string, headers: object = {}): Promise<number> {
    const body = JSON.stringify(payload);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const init = { method: "POST", headers: { ...signed(topic, body, triggeredAt), ...headers }, body };
    return (await fetch(url, init)).status;
  }

  it("the Shopify connector synchronizes products even if webhooks arrive out of order", async () => {
    const { product } = shopify;
    const first = shopify.payload("2026-01-05T10:00:00Z");
    expect(await deliver("products/create", first, "2026-01-05T10:00:00.1Z")).to.equal(200);
    expect(await sold()).to.deep.equal({ "8012345678901": { price: [129, 139], in_stock: [true, false] } });

    product.variants[0]!.price = "99.00";
    const cheaper = shopify.payload("2026-01-05T10:00:00Z");
    expect(await deliver("products/update", cheaper, "2026-01-05T10:00:00.9Z")).to.equal(200);
    expect(await deliver("products/update", first, "2026-01-05T10:00:00.1Z")).to.equal(200);
    product.variants[1]!.inventory_quantity = 2;
    const level = {
      inventory_item_id: 46012345678902,
      location_id: 1,
      available: 2,
      updated_at: "2026-01-05T10:01:00Z",
    };
    expect(await deliver("inventory_levels/update", level, "2026-01-05T10:01:00.2Z")).to.equal(200);
    expect(await sold()).to.deep.equal({ "8012345678901": { price: [99, 139], in_stock: [true, true] } });

    product.variants.pop();
    expect(await deliver("products/update", shopify.payload("2026-01-05T10:02:00Z"), "2026-01-05T10:02:00Z")).to.equal(
      200,
    );
    expect(await sold()).to.deep.equal({ "8012345678901": { price: [99], in_stock: [true] } });

    product.published_at = null;
    const unpublished = shopify.payload("2026-01-05T10:03:00Z");
    expect(await deliver("products/update", unpublished, "2026-01-05T10:03:00Z")).to.equal(200);
    expect(await sold()).to.deep.equal({});
    product.published_at = "2026-01-05T10:04:00Z";
    const back = shopify.payload("2026-01-05T10:04:00Z");
    expect(await deliver("products/update", back, "2026-01-05T10:04:00Z")).to.equal(200);
    expect(await sold()).to.deep.equal({ "8012345678901": { price: [99], in_stock: [true] } });

    expect(await deliver("products/delete", { id: product.id }, "2026-01-05T10:05:00Z")).to.equal(200);
    expect(await deliver("products/update", back, "2026-01-05T10:04:00Z")).to.equal(200);
    expect(await sold()).to.deep.equal({});
    expect(problems).to.deep.equal([]);
  });

  it("the Shopify connector rejects webhooks that are unsigned, malformed or from another shop", async () => {
    const payload = shopify.payload("2026-01-05T10:00:00Z");
    const at = "2026-01-05T10:00:00Z";
    expect(await deliver("products/update", payload, at, { "X-Shopify-Hmac-Sha256": "AAAA" })).to.equal(401);
    expect(await deliver("products/update", payload, at, { "X-Shopify-Shop-Domain": "else.myshopify.com" })).to.equal(
      401,
    );
    expect(await deliver("products/delete", {}, at)).to.equal(200);
    expect(problems).to.deep.equal(["products/delete: expected id, got no value"]);
    expect(await sold()).to.deep.equal({});
  });

  it("the Shopify connector loads all products without overwriting newer changes", async () => {
    const late = shopify.payload("2026-01-06T01:00:00Z");
    expect(await deliver("products/update", late, "2026-01-06T01:00:00Z")).to.equal(200);
    shopify.product.variants[0]!.price = "1.00";
    const api = createAdminApi({ ...ADMIN, url: shopify.url });
    const { drift } = await loadEverything(api, products());
    expect(drift).to.deep.include({ missing: 0, different: 0, extra: 0 });
    expect(await sold()).to.deep.equal({ "8012345678901": { price: [129, 139], in_stock: [true, false] } });
  });
});
