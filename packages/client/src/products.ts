import { VitrineError } from "./errors.js";
import { RETRIES, type RetryPolicy } from "./retry.js";
import type { Delivery, LineOutcome } from "./schema.js";
import { send, type Outgoing, type Transport } from "./send.js";

/** Fields of a variant as a feed has them; how the product is shown, sold and found follows from them. */
export type VariantFields = Readonly<Record<string, unknown>>;

/** A line of a feed with the version of what it says, an RFC 3339 time or an integer. */
export interface ProductLine {
  readonly operation: "insert" | "update" | "delete";
  readonly version: string | number;
  readonly product_data: { readonly product_identifier: string; readonly variant_identifier?: string } & VariantFields;
}

/** What a full feed found. */
export interface Replaced {
  readonly ingestionId: number;
  /** Variants in which the catalogue differed from the feed; undefined for the first feed. */
  readonly drift:
    | { readonly missing: number; readonly different: number; readonly extra: number; readonly newer: number }
    | undefined;
}

export interface ProductsOptions {
  /** Where the service is. */
  readonly url: string;
  /** `sk_…`; for servers alone. */
  readonly privateKey: string;
  /** Milliseconds that one answer to lines may take; 20,000 unless given, which is more than the service lets lines wait. */
  readonly timeoutMs?: number;
  readonly retries?: Partial<RetryPolicy>;
  /** The platform's unless given. */
  readonly fetch?: typeof fetch;
}

/** Keeps a catalogue in step, for shops' servers. Every call @throws VitrineError */
export interface Products {
  /**
   * Sends lines, again until they are stored or the retries are used up; sent twice they change nothing.
   * @returns what became of each
   */
  readonly send: (lines: readonly ProductLine[]) => Promise<readonly LineOutcome[]>;
  /**
   * Makes these variants the whole catalogue, but for what is newer there.
   * @param snapshot the moment that they are of, before the first was read
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
        // What has been read of a stream is gone: whoever reads the variants begins again.
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
        const failure = product_metrics?.failure ?? "the reason is not recorded";
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

/** Bodies that one request may have, lines in their order. */
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
      // An empty piece would not be asked for another.
      controller.enqueue(encoder.encode(lines.join("") || "\n"));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/**
 * The lines that make these variants all that is sold of a product. What is older ends with the deletion just before their
 * version, also variants that the shop has removed; it stands last, so that a reader never finds the product without variants.
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

/** The line that takes a product away. */
export const deletionOf = (product: string, version: string): ProductLine => ({
  operation: "delete",
  version,
  product_data: { product_identifier: product },
});

const TIME = /^(.+?)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)$/i;

/** An RFC 3339 time in UTC with nine digits of a second. @throws RangeError for what is no time */
export function timeVersion(time: string): string {
  const [, seconds = "", fraction = "", zone = ""] = TIME.exec(time.trim()) ?? [];
  return `${new Date(`${seconds}${zone}`).toISOString().slice(0, 19)}.${fraction.padEnd(9, "0")}Z`;
}

/** The version a nanosecond before. */
function justBefore(version: string): string {
  const time = timeVersion(version);
  const nanoseconds = BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + BigInt(time.slice(20, 29)) - 1n;
  const second = nanoseconds / 1_000_000_000n;
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, "0");
  return `${new Date(Number(second) * 1_000).toISOString().slice(0, 19)}.${fraction}Z`;
}

export { VitrineError } from "./errors.js";
export type { LineOutcome } from "./schema.js";
