import { flatten } from "../../../src/catalog/flatten.js";
import type { LiveCatalog, LiveCatalogs } from "../../../src/catalog/live.js";
import { matches } from "../../../src/catalog/matching/filter-match.js";
import { reportedVariant, type ProductSource } from "../../../src/catalog/product-document.js";
import { getDocuments } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { inStock } from "../../../src/search/conditions.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { productEventsBody, productResponsesBody } from "./bodies.js";
import { DAY_MS, dayOf } from "./range.js";

/** Metrics of a product. Unknown values are `null`, not 0. */
export interface ProductMetrics {
  readonly product: string;
  /** Number of responses that contained the product; `null` if no responses are stored. */
  readonly seen: number | null;
  /** Number of responses in which the product was clicked or viewed; `null` if no stored click refers to a response. */
  readonly clicked: number | null;
  /** Number of orders that contained the product; `null` if no orders are stored. */
  readonly ordered: number | null;
  /**
   * Number of active variants and number of available variants; `null` if the storefront has no availability setting or
   * the product has no value for the availability field.
   */
  readonly stock: { readonly in_stock: number; readonly variants: number } | null;
  /** Currency of the product's prices. */
  readonly currency: string | null;
}

export interface MetricsOfProducts {
  readonly days: number;
  readonly products: readonly ProductMetrics[];
}

export interface MetricsDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

const DAYS = 28;
/** Maximum number of products in a listing preview. */
export const MAX_PRODUCTS = 240;

interface Seen {
  readonly products: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
}

interface Done {
  readonly any: { readonly buckets: Readonly<Record<"clicks" | "orders", { readonly doc_count: number }>> };
  readonly products: {
    readonly buckets: readonly Readonly<Record<"clicks" | "orders", { readonly each: { readonly value: number } }>>[];
  };
}

/**
 * Returns product metrics for the last 28 days, and the current availability. The metrics cover shoppers with tracking
 * consent and exclude bots.
 * @param ids product identifiers; deleted products are omitted
 * @throws Error if an engine request fails
 */
export async function productMetrics(
  { engine, liveCatalogs, now }: MetricsDeps,
  { client_id: clientId, configuration }: Storefront,
  ids: readonly string[],
): Promise<MetricsOfProducts> {
  const live = await liveCatalogs.get(clientId);
  if (live === undefined || ids.length === 0) return { days: DAYS, products: [] };
  const range = { from: dayOf(now() - (DAYS - 1) * DAY_MS), to: dayOf(now()) };
  const found = await getDocuments<ProductSource>(engine, live.index, ids);
  const products = found.flatMap((one) => (one === undefined ? [] : [one.source]));
  if (products.length === 0) return { days: DAYS, products: [] };
  const names = products.map(({ product_identifier: id, source }) => [
    ...new Set([id, ...source.map(({ variant_identifier }) => variant_identifier)]),
  ]);
  const [responses, events] = await Promise.all([
    searchDocuments<never, Seen>(
      engine,
      `${queriesStem(engine.prefix)}*`,
      productResponsesBody({ clientId, range }, ids),
    ),
    searchDocuments<never, Done>(
      engine,
      `${eventsStem(engine.prefix)}*`,
      productEventsBody({ clientId, range }, names),
    ),
  ]);
  const seen = new Map(responses.aggregations?.products.buckets.map(({ key, doc_count }) => [key, doc_count]));
  const isAnySeen = responses.hits.total.value > 0;
  const done = events.aggregations;
  const counted = (kind: "clicks" | "orders", at: number) =>
    (done?.any.buckets[kind].doc_count ?? 0) === 0 ? null : (done?.products.buckets[at]?.[kind].each.value ?? 0);
  return {
    days: DAYS,
    products: products.map((product, at) => ({
      product: product.product_identifier,
      seen: isAnySeen ? (seen.get(product.product_identifier) ?? 0) : null,
      clicked: counted("clicks", at),
      ordered: counted("orders", at),
      stock: stockOf(product, live, configuration),
      currency: currencyOf(product) ?? configuration.currency ?? null,
    })),
  };
}

function stockOf(
  { source }: ProductSource,
  { fields }: LiveCatalog,
  { availability }: Storefront["configuration"],
): ProductMetrics["stock"] {
  if (availability === null) return null;
  const variants = source.filter(({ active }) => active).map(({ data }) => flatten(data).fields);
  if (!variants.some((variant) => variant.has(availability.field))) return null;
  const condition = inStock(availability);
  return {
    in_stock: variants.filter((variant) => matches(condition, variant, fields)).length,
    variants: variants.length,
  };
}

function currencyOf(product: ProductSource): string | undefined {
  const currency = reportedVariant(product)?.data["currency"];
  return typeof currency === "string" && currency !== "" ? currency.toUpperCase() : undefined;
}
