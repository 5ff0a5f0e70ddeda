import pRetry, { AbortError } from "p-retry";
import { shopifyProduct, shopifyJson } from "../../import/src/shopify-json.js";
import { ImportReport } from "../../import/src/import-report.js";
import type { JsonObject, JsonRecord } from "../../import/src/json-object.js";
import type { VariantFields } from "@vitrine/client/products";
import { BULK_QUERY, BULK_STATE, ONE_PRODUCT, RUN_BULK_QUERY, STOCK } from "./queries.js";

export interface AdminApiOptions {
  /** Domain of the shop: `my-shop.myshopify.com`. */
  readonly shop: string;
  /** Access token of an app with the scopes `read_products` and `read_inventory`. */
  readonly accessToken: string;
  /** Base URL; `https://` and the shop's domain by default. */
  readonly url?: string;
  readonly apiVersion?: string;
  /** Function that sends HTTP requests; `globalThis.fetch` by default. */
  readonly fetch?: typeof fetch;
  /** Polling interval of bulk queries in milliseconds. */
  readonly lookEveryMs?: number;
  /** Maximum number of retries after temporary errors. */
  readonly retries?: number;
}

/** Whether a published variant is in stock. */
export interface Stock {
  readonly product: string;
  readonly variant: string;
  readonly inStock: boolean;
}

/** Result of a bulk query for all published products. */
export interface AllProducts {
  /** Start of Shopify's bulk query, RFC 3339. */
  readonly snapshot: string;
  readonly variants: AsyncIterable<readonly VariantFields[]>;
}

/** Client for Shopify's GraphQL Admin API. Every method throws an Error with Shopify's message if its request fails. */
export interface AdminApi {
  readonly shop: string;
  /** Returns the stock of an inventory item; undefined if its product is unpublished or deleted. */
  readonly stockOf: (inventoryItem: string) => Promise<Stock | undefined>;
  /**
   * Returns all variants of a product, unlike webhooks, which contain only the first hundred. Returns no variants if
   * the product is unpublished.
   */
  readonly product: (id: string) => Promise<readonly VariantFields[]>;
  readonly everything: () => Promise<AllProducts>;
}

const API_VERSION = "2025-10";

export function createAdminApi({ shop, accessToken, retries = 5, ...options }: AdminApiOptions): AdminApi {
  const call = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const address = `${options.url ?? `https://${shop}`}/admin/api/${options.apiVersion ?? API_VERSION}/graphql.json`;
  const headers = { "X-Shopify-Access-Token": accessToken, "Content-Type": "application/json" };

  async function requestOnce<T>(body: string): Promise<T> {
    const response = await call(address, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (!response.ok) {
      const error = new Error(`Shopify returned ${response.status}: ${text.slice(0, 300)}`);
      throw response.status === 429 || response.status >= 500 ? error : new AbortError(error);
    }
    const { data, errors = [] } = JSON.parse(text) as GraphqlResponse<T>;
    if (errors.length === 0 && data !== undefined) return data;
    const error = new Error(`Shopify: ${errors.map(({ message }) => message).join("; ")}`);
    throw errors.some(({ extensions }) => extensions?.code === "THROTTLED") ? error : new AbortError(error);
  }

  const send = <T>(query: string, variables: object = {}): Promise<T> =>
    pRetry(() => requestOnce<T>(JSON.stringify({ query, variables })), {
      retries,
      minTimeout: options.lookEveryMs ?? 500,
      maxTimeout: 10_000,
      randomize: true,
    });

  return {
    shop,
    async stockOf(inventoryItem) {
      const { inventoryItem: found } = await send<StockResponse>(STOCK, { id: gid("InventoryItem", inventoryItem) });
      const variant = found?.variant;
      if (!variant || variant.product.status !== "ACTIVE" || variant.product.publishedAt === null) return undefined;
      return {
        product: numberIn(variant.product.id),
        variant: numberIn(variant.id),
        inStock: variant.availableForSale,
      };
    },
    async product(id) {
      let found: JsonObject | undefined;
      const children: JsonObject[] = [];
      for (let after: string | null = null; ;) {
        const response: ProductResponse = await send<ProductResponse>(ONE_PRODUCT, { id: gid("Product", id), after });
        if (response.product === null) return [];
        const { variants, ...own }: NonNullable<ProductResponse["product"]> = response.product;
        found ??= own as JsonObject;
        children.push(...variants.nodes);
        if (!variants.pageInfo.hasNextPage) break;
        after = variants.pageInfo.endCursor;
      }
      return shopifyProduct({ record: { at: 1, value: found }, children }, new ImportReport("record"), "numbers");
    },
    async everything() {
      const { bulkOperationRunQuery: begun } = await send<BulkBegun>(RUN_BULK_QUERY, { query: BULK_QUERY });
      const [refusal] = begun.userErrors;
      if (begun.bulkOperation === null) throw new Error(`Shopify did not start the bulk query: ${refusal?.message}`);
      const { id, createdAt } = begun.bulkOperation;
      for (;;) {
        const { node } = await send<BulkState>(BULK_STATE, { id });
        if (node?.status === "COMPLETED") {
          const records = node.url === null ? nothing() : lines(await downloaded(node.url));
          return { snapshot: createdAt, variants: shopifyJson(records, new ImportReport("line"), "numbers") };
        }
        if (node === null || !["CREATED", "RUNNING"].includes(node.status))
          throw new Error(`the Shopify bulk query ended with status ${node?.status}: ${node?.errorCode}`);
        await new Promise((resolve) => setTimeout(resolve, options.lookEveryMs ?? 2_000));
      }
    },
  };

  async function downloaded(url: string): Promise<ReadableStream<Uint8Array>> {
    const response = await call(url);
    if (response.ok && response.body !== null) return response.body as ReadableStream<Uint8Array>;
    throw new Error(`failed to download the result of the Shopify bulk query: status ${response.status}`);
  }
}

async function* nothing(): AsyncGenerator<JsonRecord> {}

/** Parses JSON Lines. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<JsonRecord> {
  let rest = "";
  let at = 0;
  const decoder = new TextDecoder();
  const record = (line: string): JsonRecord => ({ at: (at += 1), value: JSON.parse(line) as JsonObject });
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) if (line.trim() !== "") yield record(line);
  }
  if (rest.trim() !== "") yield record(rest);
}

const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`;
const numberIn = (id: string) => id.slice(id.lastIndexOf("/") + 1);

interface GraphqlResponse<T> {
  readonly data?: T;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

interface StockResponse {
  readonly inventoryItem: {
    readonly variant: {
      readonly id: string;
      readonly availableForSale: boolean;
      readonly product: { readonly id: string; readonly status: string; readonly publishedAt: string | null };
    } | null;
  } | null;
}

interface ProductResponse {
  readonly product: {
    readonly variants: {
      readonly nodes: readonly JsonObject[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
}

interface BulkBegun {
  readonly bulkOperationRunQuery: {
    readonly bulkOperation: { readonly id: string; readonly createdAt: string } | null;
    readonly userErrors: readonly { readonly message: string }[];
  };
}

interface BulkState {
  readonly node: { readonly status: string; readonly errorCode: string | null; readonly url: string | null } | null;
}
