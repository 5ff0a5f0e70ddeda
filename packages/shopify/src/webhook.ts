import { createHmac, timingSafeEqual } from "node:crypto";
import { deletionOf, productLines, timeVersion, type ProductLine } from "@vitrine/client/products";
import { ImportReport } from "../../import/src/import-report.js";
import type { JsonObject } from "../../import/src/json-object.js";
import { shopifyProduct } from "../../import/src/shopify-json.js";
import type { AdminApi } from "./admin-api.js";

/** A delivery whose signature is right. */
export interface Webhook {
  /** `products/update` */
  readonly topic: string;
  readonly body: Buffer;
  /** When what it tells of happened, as its header says; undefined for deliveries of old versions. */
  readonly triggeredAt: string | undefined;
}

/** Whether a delivery has been signed with one of an app's secrets: of the body as it came, compared in constant time. */
export function isSigned(body: Buffer, signature: string | undefined, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature ?? "", "base64");
  return secrets
    .map((secret) => createHmac("sha256", secret).update(body).digest())
    .map((wanted) => given.length === wanted.length && timingSafeEqual(given, wanted))
    .includes(true);
}

/**
 * The lines that a delivery means; none for topics that change no product.
 * @param now when it came, RFC 3339
 * @throws SyntaxError for a body that is no JSON
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
      // Numbers are not given again: whatever came before or comes late is void.
      return [deletionOf(numberIn(text, "id"), latest(undefined, triggeredAt) ?? now)];
    case "inventory_levels/connect":
    case "inventory_levels/update":
    case "inventory_levels/disconnect": {
      // A level is that of one location, and names no variant: what counts is asked.
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
 * The version of what a delivery tells. `updated_at` has whole seconds, in which a product may change twice; the time at which
 * the delivery was caused tells those apart.
 */
function latest(updatedAt: unknown, triggeredAt: string | undefined): string | undefined {
  return [updatedAt, triggeredAt]
    .flatMap((time) => (typeof time === "string" && !Number.isNaN(Date.parse(time)) ? [timeVersion(time)] : []))
    .sort()
    .at(-1);
}

/** Of products with many variants a delivery has the first hundred, and the names of all. */
function isCut({ variants, variant_gids: names }: JsonObject): boolean {
  return Array.isArray(names) && Array.isArray(variants) && names.length > variants.length;
}

const productNumber = ({ admin_graphql_api_id: name }: JsonObject, text: string): string =>
  (typeof name === "string" ? /\/(\d+)$/.exec(name)?.[1] : undefined) ?? numberIn(text, "id");

/** A number with all its digits, of which JSON's reader keeps 16. */
function numberIn(text: string, name: string): string {
  const found = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(text)?.[1];
  if (found === undefined) throw new SyntaxError(`expected ${name}, got nothing`);
  return found;
}
