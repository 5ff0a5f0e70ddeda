import { expect } from "chai";
import { createHmac } from "node:crypto";
import { isSigned, linesOf } from "../../../../packages/shopify/src/index.js";
import { createAdminApi } from "../../../../packages/shopify/src/admin-api.js";
import { ADMIN, FakeShopify } from "../../../support/fake-shopify.js";

const NOW = "2026-01-05T12:00:00.000Z";
const PRODUCT = "8012345678901";
const [NAVY, ECRU] = ["44012345678901", "44012345678902"];

describe("a Shopify webhook", () => {
  let shopify: FakeShopify;
  const linesFor = (topic: string, payload: object | string, triggeredAt?: string) => {
    const body = Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));
    return linesOf({ topic, body, triggeredAt }, createAdminApi({ ...ADMIN, url: shopify.url }), NOW);
  };

  beforeEach(async () => {
    shopify = await FakeShopify.start();
  });
  afterEach(() => shopify.close());

  it("a Shopify webhook is accepted only if its body was signed with one of the configured secrets", () => {
    const body = Buffer.from('{"id":1}');
    const by = (secret: string) => createHmac("sha256", secret).update(body).digest("base64");
    expect(isSigned(body, by("new"), ["old", "new"])).to.equal(true);
    expect(isSigned(Buffer.from('{"id":2}'), by("new"), ["new"])).to.equal(false);
    for (const signature of [undefined, "", "AAAA", by("other"), by("").slice(0, 20)])
      expect(isSigned(body, signature, ["new"]), String(signature)).to.equal(false);
  });

  it("a Shopify webhook replaces all variants of the product, with the time of the webhook as the version", async () => {
    const shared = {
      product_identifier: PRODUCT,
      title: "Harbour Sweater & Scarf",
      handle: "harbour-sweater",
      description: "Lambswool, knitted in the round.",
      designer: "Fernwick",
      categories: ["Apparel & Accessories: Clothing: Sweaters"],
      product_type: "Knitwear",
      tags: ["new", "wool"],
      released_at: "2026-01-05T08:00:00.000Z",
    };
    const [navy, ecru] = ["https://cdn.shopify.example/navy.jpg", "https://cdn.shopify.example/ecru.jpg"];
    const version = "2026-01-05T10:00:00.250000000Z";
    const lines = await linesFor(
      "products/update",
      shopify.payload("2026-01-05T11:00:00+01:00"),
      "2026-01-05T10:00:00.25Z",
    );
    expect(lines).to.deep.equal([
      {
        operation: "insert",
        version,
        product_data: {
          ...shared,
          variant_identifier: NAVY,
          color: "Navy",
          price: 129,
          original_price: 159,
          on_sale: true,
          in_stock: true,
          sku: "HS-1",
          images: [navy, ecru],
        },
      },
      {
        operation: "insert",
        version,
        product_data: {
          ...shared,
          variant_identifier: ECRU,
          color: "Ecru",
          price: 139,
          on_sale: false,
          in_stock: false,
          sku: "HS-2",
          images: [ecru, navy],
        },
      },
      {
        operation: "delete",
        version: "2026-01-05T10:00:00.249999999Z",
        product_data: { product_identifier: PRODUCT },
      },
    ]);
  });

  it("a Shopify webhook deletes a product that was deleted, unpublished, archived or made a draft", async () => {
    const version = "2026-01-05T10:00:00.000000000Z";
    const gone = [{ operation: "delete", version, product_data: { product_identifier: PRODUCT } }];
    expect(await linesFor("products/delete", { id: Number(PRODUCT) }, "2026-01-05T10:00:00Z")).to.deep.equal(gone);
    shopify.product.published_at = null;
    expect(await linesFor("products/update", shopify.payload("2026-01-05T10:00:00Z"))).to.deep.equal(gone);
    shopify.product.published_at = NOW;
    for (const status of ["draft", "archived"]) {
      shopify.product.status = status;
      expect(await linesFor("products/update", shopify.payload("2026-01-05T10:00:00Z"))).to.deep.equal(gone);
    }
  });

  it("a Shopify webhook is processed without losing digits of large product ids", async () => {
    const [line] = await linesFor("products/delete", '{"id": 788032119674292922}', NOW);
    expect(line?.product_data.product_identifier).to.equal("788032119674292922");
  });

  it("a Shopify webhook about stock uses a variant's total stock in all locations, even if requests are throttled", async () => {
    shopify.throttled = 2;
    const level = {
      inventory_item_id: 46012345678902,
      location_id: 655441491,
      available: 0,
      updated_at: "2026-01-05T10:00:00Z",
      admin_graphql_api_id: "gid://shopify/InventoryLevel/655441491?inventory_item_id=46012345678902",
    };
    shopify.product.variants[1]!.inventory_quantity = 3;
    expect(await linesFor("inventory_levels/update", level)).to.deep.equal([
      {
        operation: "update",
        version: "2026-01-05T10:00:00.000000000Z",
        product_data: { product_identifier: PRODUCT, variant_identifier: ECRU, in_stock: true },
      },
    ]);
    shopify.product.status = "draft";
    expect(await linesFor("inventory_levels/update", level)).to.deep.equal([]);
  });

  it("a Shopify webhook that contains only some variants of a product loads the whole product from Shopify", async () => {
    const whole = shopify.payload("2026-01-05T10:00:00Z") as { variants: object[] };
    const lines = await linesFor("products/update", { ...whole, variants: whole.variants.slice(0, 1) });
    expect(lines.map(({ operation, product_data }) => [operation, product_data.variant_identifier])).to.deep.equal([
      ["insert", NAVY],
      ["insert", ECRU],
      ["delete", undefined],
    ]);
  });

  it("a Shopify webhook is ignored if it describes no product", async () => {
    expect(await linesFor("customers/redact", { shop_id: 1 })).to.deep.equal([]);
  });
});
