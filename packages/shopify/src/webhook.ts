import { createHmac, timingSafeEqual } from "node:crypto";
import { deletionOf, productLines, timeVersion, type ProductLine } from "@vitrine/client/products";
import { ImportReport } from "../../import/src/import-report.js";
import type { JsonObject } from "../../import/src/json-object.js";
import { shopifyProduct } from "../../import/src/shopify-json.js";
import type { AdminApi } from "./admin-api.js";

/** Webhook request with a verified signature. */
export interface Webhook {
  /** Topic of the webhook, such as `products/update`. */
  readonly topic: string;
  readonly body: Buffer;
  /** Time of the change in the shop, from the webhook's header; undefined for deliveries of old API versions. */
  readonly triggeredAt: string | undefined;
}

/** Verifies the HMAC signature of a raw body against an app's secrets, in constant time. */
export function isSigned(body: Buffer, signature: string | undefined, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature ?? "", "base64");
  return secrets
    .map((secret) => createHmac("sha256", secret).update(body).digest())
    .map((wanted) => given.length === wanted.length && timingSafeEqual(given, wanted))
    .includes(true);
}

/**
 * Converts a webhook to product updates. Returns no updates for topics that concern no product.
 * @param now time of receipt, RFC 3339
 * @throws {SyntaxError} if the body is not JSON
 */
export async function linesOf(
  { topic, body, triggeredAt }: Webhook,
  api: Pick<AdminApi, "product" | "stockOf">,
  now: string,
): Promise<ProductLine[]> {
  const text = body.toString("utf8");
  const payload = JSON.parse(text) as JsonObject;
  switch (topic) {
    case "products/create":
    case "products/update": {
      const version = latest(payload["updated_at"], triggeredAt) ?? now;
      const product = productNumber(payload, text);
      const variants = isCut(payload)
        ? await api.product(product)
        : shopifyProduct({ record: { at: 1, value: payload }, children: [] }, new ImportReport("record"), "numbers");
      return productLines(product, variants, version);
    }
    case "products/delete":
      // Shopify never reuses product ids, so the deletion supersedes all other updates.
      return [deletionOf(numberIn(text, "id"), latest(undefined, triggeredAt) ?? now)];
    case "inventory_levels/connect":
    case "inventory_levels/update":
    case "inventory_levels/disconnect": {
      // Queries the variant and its total stock, because the webhook contains the stock of one location only.
      const stock = await api.stockOf(numberIn(text, "inventory_item_id"));
      if (stock === undefined) return [];
      const { product: product_identifier, variant: variant_identifier, inStock: in_stock } = stock;
      const version = latest(payload["updated_at"], triggeredAt) ?? now;
      return [{ operation: "update", version, product_data: { product_identifier, variant_identifier, in_stock } }];
    }
    default:
      return [];
  }
}

/**
 * Version of the updates from a webhook. A product may change twice within a second, which is the resolution of
 * `updated_at`. The trigger time in the header distinguishes such changes.
 */
function latest(updatedAt: unknown, triggeredAt: string | undefined): string | undefined {
  return [updatedAt, triggeredAt]
    .flatMap((time) => (typeof time === "string" && !Number.isNaN(Date.parse(time)) ? [timeVersion(time)] : []))
    .sort()
    .at(-1);
}

/** Whether a webhook omits variants. Shopify sends the ids of all variants, but the data of only the first hundred. */
function isCut({ variants, variant_gids: names }: JsonObject): boolean {
  return Array.isArray(names) && Array.isArray(variants) && names.length > variants.length;
}

const productNumber = ({ admin_graphql_api_id: name }: JsonObject, text: string): string =>
  (typeof name === "string" ? /\/(\d+)$/.exec(name)?.[1] : undefined) ?? numberIn(text, "id");

/** Reads a number from the JSON text, because `JSON.parse` rounds numbers of more than about 16 digits. */
function numberIn(text: string, name: string): string {
  const found = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(text)?.[1];
  if (found === undefined) throw new SyntaxError(`expected ${name}, got no value`);
  return found;
}
