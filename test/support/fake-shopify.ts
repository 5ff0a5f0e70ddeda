import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const SHOP = "harbour.myshopify.com";
export const SECRET = "hush";
const TOKEN = "shpat_1";

interface Variant {
  readonly id: number;
  readonly inventory_item_id: number;
  price: string;
  inventory_quantity: number;
}

/** A simulated Shopify shop: its webhook payloads and its Admin API, in the formats of version 2025-10. */
export class FakeShopify {
  readonly product = {
    id: 8012345678901,
    handle: "harbour-sweater",
    title: "Harbour Sweater &amp; Scarf",
    status: "active",
    published_at: "2026-01-05T09:00:00+01:00" as string | null,
    variants: [
      { id: 44012345678901, inventory_item_id: 46012345678901, price: "129.00", inventory_quantity: 4 },
      { id: 44012345678902, inventory_item_id: 46012345678902, price: "139.00", inventory_quantity: 0 },
    ] as Variant[],
  };
  /** Number of upcoming requests that fail with Shopify's rate-limit error. */
  throttled = 0;
  readonly #server: Server;
  #looks = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeShopify> {
    const fake = new FakeShopify();
    await new Promise<void>((resolve) => fake.#server.listen(0, "127.0.0.1", resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** Body of the `products/create` and `products/update` webhooks. */
  payload(updatedAt: string): object {
    const { id, handle, title, status, published_at, variants } = this.product;
    return {
      admin_graphql_api_id: `gid://shopify/Product/${id}`,
      body_html: "<p>Lambswool, knitted in the round.</p>",
      created_at: "2026-01-04T12:00:00+01:00",
      handle,
      id,
      product_type: "Knitwear",
      published_at,
      template_suffix: null,
      title,
      updated_at: updatedAt,
      vendor: "Fernwick",
      status,
      published_scope: "global",
      tags: "new, wool",
      variants: variants.map((variant, at) => ({
        admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
        barcode: "",
        compare_at_price: at === 0 ? "159.00" : null,
        created_at: "2026-01-04T12:00:00+01:00",
        id: variant.id,
        inventory_policy: "deny",
        position: at + 1,
        price: variant.price,
        product_id: id,
        sku: `HS-${at + 1}`,
        taxable: true,
        title: ["Navy", "Ecru"][at],
        updated_at: updatedAt,
        option1: ["Navy", "Ecru"][at] ?? "Moss",
        option2: null,
        option3: null,
        image_id: at === 1 ? 36012345678902 : null,
        inventory_item_id: variant.inventory_item_id,
        inventory_quantity: variant.inventory_quantity,
        old_inventory_quantity: variant.inventory_quantity,
      })),
      options: [{ name: "Color", id: 10012345678901, product_id: id, position: 1, values: ["Navy", "Ecru"] }],
      images: [
        { id: 36012345678901, position: 1, src: "https://cdn.shopify.example/navy.jpg", variant_ids: [] },
        {
          id: 36012345678902,
          position: 2,
          src: "https://cdn.shopify.example/ecru.jpg",
          variant_ids: [variants[1]?.id],
        },
      ],
      image: { id: 36012345678901, position: 1, src: "https://cdn.shopify.example/navy.jpg", variant_ids: [] },
      media: [],
      variant_gids: variants.map((variant) => ({
        admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
        updated_at: updatedAt,
      })),
      has_variants_that_requires_components: false,
      category: {
        admin_graphql_api_id: "gid://shopify/TaxonomyCategory/aa-1-13-12",
        name: "Sweaters",
        full_name: "Apparel & Accessories > Clothing > Sweaters",
      },
    };
  }

  #node(): object {
    const { id, handle, title, status, published_at } = this.product;
    return {
      id: `gid://shopify/Product/${id}`,
      handle,
      title,
      descriptionHtml: "<p>Lambswool, knitted in the round.</p>",
      vendor: "Fernwick",
      productType: "Knitwear",
      tags: ["new", "wool"],
      status: status.toUpperCase(),
      publishedAt: published_at,
      createdAt: "2026-01-04T11:00:00Z",
      category: { fullName: "Apparel & Accessories > Clothing > Sweaters" },
      options: [{ name: "Color" }],
    };
  }

  #variantNodes(): object[] {
    return this.product.variants.map((variant, at) => ({
      id: `gid://shopify/ProductVariant/${variant.id}`,
      sku: `HS-${at + 1}`,
      barcode: null,
      price: variant.price,
      compareAtPrice: at === 0 ? "159.00" : null,
      availableForSale: variant.inventory_quantity > 0,
      selectedOptions: [{ name: "Color", value: ["Navy", "Ecru"][at] ?? "Moss" }],
      image: at === 1 ? { url: "https://cdn.shopify.example/ecru.jpg" } : null,
    }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/bulk.jsonl") {
      const parent = `gid://shopify/Product/${this.product.id}`;
      const children = this.#variantNodes().map((one) => ({ ...one, __parentId: parent }));
      response.end([this.#node(), ...children].map((one) => `${JSON.stringify(one)}\n`).join(""));
      return;
    }
    const isKnown = request.url === "/admin/api/2025-10/graphql.json";
    if (!isKnown || request.headers["x-shopify-access-token"] !== TOKEN) {
      response.writeHead(isKnown ? 401 : 404).end('{"errors":"[API] Invalid API key or access token"}');
      return;
    }
    const { query, variables } = JSON.parse(await text(request)) as {
      query: string;
      variables: Record<string, string>;
    };
    response.setHeader("Content-Type", "application/json");
    if (this.throttled > 0) {
      this.throttled -= 1;
      response.end(JSON.stringify({ errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] }));
    } else response.end(JSON.stringify({ data: this.#data(query, variables) }));
  }

  #data(query: string, { id = "" }: Record<string, string>): object {
    if (query.includes("bulkOperationRunQuery")) {
      const bulkOperation = { id: "gid://shopify/BulkOperation/1", createdAt: "2026-01-06T00:00:00Z" };
      return { bulkOperationRunQuery: { bulkOperation, userErrors: [] } };
    }
    if (query.includes("BulkOperation")) {
      const isRunning = (this.#looks += 1) === 1;
      const url = isRunning ? null : `${this.url}/bulk.jsonl`;
      return { node: { status: isRunning ? "RUNNING" : "COMPLETED", errorCode: null, url } };
    }
    if (query.includes("inventoryItem(")) {
      const variant = this.product.variants.find(({ inventory_item_id }) => id.endsWith(`/${inventory_item_id}`));
      const { status, published_at: publishedAt } = this.product;
      const product = { id: `gid://shopify/Product/${this.product.id}`, status: status.toUpperCase(), publishedAt };
      return {
        inventoryItem: variant && {
          variant: {
            id: `gid://shopify/ProductVariant/${variant.id}`,
            availableForSale: variant.inventory_quantity > 0,
            product,
          },
        },
      };
    }
    const media = { nodes: [] };
    const variants = { nodes: this.#variantNodes(), pageInfo: { hasNextPage: false, endCursor: null } };
    return { product: { ...this.#node(), media, variants } };
  }
}

export const ADMIN = { shop: SHOP, accessToken: TOKEN, lookEveryMs: 1 };

/** Headers of a webhook delivery. */
export const signed = (topic: string, body: string, triggeredAt: string, secret = SECRET): Record<string, string> => ({
  "Content-Type": "application/json",
  "X-Shopify-Topic": topic,
  "X-Shopify-Shop-Domain": SHOP,
  "X-Shopify-API-Version": "2025-10",
  "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
  "X-Shopify-Triggered-At": triggeredAt,
  "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body).digest("base64"),
});
