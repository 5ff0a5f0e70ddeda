import { VitrineError } from "./errors.js";
import { RETRIES, type RetryPolicy } from "./retry.js";
import type { Delivery, LineOutcome } from "./schema.js";
import { send, type Outgoing, type Transport } from "./send.js";

/** Fields of a product variant, in the same format as in a product feed. */
export type VariantFields = Readonly<Record<string, unknown>>;

/** A product update. `version` is an RFC 3339 time or an integer and orders updates of the same variant. */
export interface ProductLine {
  readonly operation: "insert" | "update" | "delete";
  readonly version: string | number;
  readonly product_data: { readonly product_identifier: string; readonly variant_identifier?: string } & VariantFields;
}

/** Result of replacing the catalogue with a full feed. */
export interface Replaced {
  readonly ingestionId: number;
  /** Number of variants that differ between the former catalogue and the feed; undefined for the first feed. */
  readonly drift:
    | { readonly missing: number; readonly different: number; readonly extra: number; readonly newer: number }
    | undefined;
}

export interface ProductsOptions {
  /** Base URL of the service. */
  readonly url: string;
  /** Private key (`sk_…`). Use this key only on servers. */
  readonly privateKey: string;
  /**
   * Timeout of one response to product updates in milliseconds. The default, 20,000, is longer than the time for which
   * the service queues updates.
   */
  readonly timeoutMs?: number;
  readonly retries?: Partial<RetryPolicy>;
  /** Function that sends requests; `globalThis.fetch` by default. */
  readonly fetch?: typeof fetch;
}

/**
 * Client for a shop's server that keeps the service's catalogue up to date. Every method throws `VitrineError` if its
 * request fails.
 */
export interface Products {
  /**
   * Sends product updates and retries until they are stored or the retries are exhausted. Sending an update twice has
   * no effect. Returns the outcome of each update.
   */
  readonly send: (lines: readonly ProductLine[]) => Promise<readonly LineOutcome[]>;
  /**
   * Replaces the whole catalogue with the given variants, except for products with newer updates.
   * @param snapshot RFC 3339 time, taken before the first variant was read
   */
  readonly replace: (variants: AsyncIterable<readonly VariantFields[]>, snapshot: string) => Promise<Replaced>;
}

const MAX_LINES = 1_000;
const MAX_CHARACTERS = 1_000_000;
const LOOK_EVERY_MS = 500;

export function createProducts({
  url,
  privateKey,
  timeoutMs = 20_000,
  retries,
  ...options
}: ProductsOptions): Products {
  const base = url.replace(/\/+$/, "");
  const headers = { "X-SERVICE-API-KEY": privateKey, "Content-Type": "application/x-ndjson" };
  const transport: Transport = {
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    timeoutMs,
    retries: { ...RETRIES, ...retries },
  };

  async function call<T>(path: string, request: Partial<Outgoing>, how = transport): Promise<T> {
    const text = await send(how, { method: "GET", headers, ...request, url: `${base}${path}` });
    return (JSON.parse(text) as { readonly data: T }).data;
  }

  return {
    async send(lines) {
      const outcomes: LineOutcome[] = [];
      for (const body of bodiesOf(lines)) {
        const delivery = await call<Delivery>("/v1/products", { method: "POST", body });
        outcomes.push(...delivery.lines);
      }
      return outcomes;
    },
    async replace(variants, snapshot) {
      const ingestion = await call<{ readonly ingestion_id: number }>(
        "/v1/ingestion/",
        {
          method: "POST",
          headers: { ...headers, "X-SERVICE-PROCESSING-MODE": "soft_replace", "X-SERVICE-SNAPSHOT": snapshot },
          body: streamed(variants),
          duplex: "half",
        },
        // A stream can be read only once, so a failed upload is not retried.
        { ...transport, timeoutMs: MOST_FOR_A_FEED_MS, retries: { ...transport.retries, attempts: 1 } },
      );
      return ended(ingestion.ingestion_id);
    },
  };

  async function ended(ingestionId: number): Promise<Replaced> {
    for (;;) {
      const { status, product_metrics } = await call<IngestionState>(`/v1/ingestion/${ingestionId}`, {});
      if (status === COMPLETED) return { ingestionId, drift: product_metrics?.drift };
      if (status === FAILED) {
        const failure = product_metrics?.failure ?? "the reason for the failure is not recorded";
        const details = { status: null, requestId: null, context: null, retryAfterMs: null };
        throw new VitrineError(`ingestion ${ingestionId} failed: ${failure}`, { code: "validation_error", ...details });
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

const COMPLETED = 4;
const FAILED = 5;
const MOST_FOR_A_FEED_MS = 3_600_000;

interface IngestionState {
  readonly status: number;
  readonly product_metrics: { readonly failure?: string | null; readonly drift?: Replaced["drift"] } | null;
}

/** Splits product updates into request bodies within the size limits, and keeps the order of the updates. */
function* bodiesOf(lines: readonly ProductLine[]): Generator<string> {
  let body = "";
  let count = 0;
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    if (count === MAX_LINES || (count > 0 && body.length + text.length > MAX_CHARACTERS)) {
      yield body;
      body = "";
      count = 0;
    }
    body += text;
    count += 1;
  }
  if (count > 0) yield body;
}

function streamed(variants: AsyncIterable<readonly VariantFields[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = variants[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) {
        controller.close();
        return;
      }
      const lines = next.value.map((data) => `${JSON.stringify({ operation: "insert", product_data: data })}\n`);
      // Sends a line break instead of an empty chunk, which would not trigger another `pull`.
      controller.enqueue(encoder.encode(lines.join("") || "\n"));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/**
 * Builds the updates that make `variants` the complete set of a product's variants. A deletion whose version
 * immediately precedes `version` removes all older variants, including variants that were removed from the shop. The
 * deletion is sent last so that readers never find the product without variants.
 * @param version an RFC 3339 time
 */
export function productLines(product: string, variants: readonly VariantFields[], version: string): ProductLine[] {
  const inserts = variants.map((fields) => ({
    operation: "insert" as const,
    version,
    product_data: { ...fields, product_identifier: product },
  }));
  return [...inserts, deletionOf(product, inserts.length === 0 ? version : justBefore(version))];
}

/** Returns the product update that deletes a product. */
export const deletionOf = (product: string, version: string): ProductLine => ({
  operation: "delete",
  version,
  product_data: { product_identifier: product },
});

const TIME = /^(.+?)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * Converts an RFC 3339 time to UTC with nanoseconds.
 * @throws {RangeError} for an invalid time
 */
export function timeVersion(time: string): string {
  const [, seconds = "", fraction = "", zone = ""] = TIME.exec(time.trim()) ?? [];
  return `${new Date(`${seconds}${zone}`).toISOString().slice(0, 19)}.${fraction.padEnd(9, "0")}Z`;
}

/** Returns the time one nanosecond before a time. */
function justBefore(version: string): string {
  const time = timeVersion(version);
  const nanoseconds = BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + BigInt(time.slice(20, 29)) - 1n;
  const second = nanoseconds / 1_000_000_000n;
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, "0");
  return `${new Date(Number(second) * 1_000).toISOString().slice(0, 19)}.${fraction}Z`;
}

export { VitrineError } from "./errors.js";
export type { LineOutcome } from "./schema.js";
