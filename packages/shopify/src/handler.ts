import type { IncomingMessage, ServerResponse } from "node:http";
import { VitrineError, type LineOutcome, type Products } from "@vitrine/client/products";
import type { AdminApi } from "./admin-api.js";
import { isSigned, linesOf } from "./webhook.js";

export interface HandlerOptions {
  /** API secret keys of the app. During a key rotation, there are two keys. */
  readonly secrets: readonly string[];
  readonly api: AdminApi;
  readonly products: Products;
  /** Receives a description of each failed webhook and of each update that the service rejected. */
  readonly onProblem: (text: string) => void;
  readonly now?: () => Date;
}

/** A request whose body may have been read by middleware such as `express.raw`. */
type Incoming = IncomingMessage & { readonly body?: unknown };

export type WebhookHandler = (request: Incoming, response: ServerResponse) => Promise<void>;

/** Maximum size of webhook bodies in bytes. Products with a hundred variants and long texts are smaller. */
const MAX_BYTES = 16_000_000;

/**
 * Handles Shopify's webhooks. Responds 200 after the service has stored the updates, else 503, so that Shopify delivers
 * the webhook again. Verifies the signature of the raw body, so mount the handler before any body parser.
 */
export function createWebhookHandler(options: HandlerOptions): WebhookHandler {
  const { secrets, api, products, onProblem, now = () => new Date() } = options;
  if (secrets.length === 0 || secrets.includes("")) throw new Error("expected the app's API secret key, got no value");

  return async (request, response) => {
    const result = (status: number) => response.writeHead(status, { "Content-Length": 0 }).end();
    if (request.method !== "POST") return void result(405);
    const body = await bodyOf(request);
    if (body === "too large") return void result(413);
    const header = (name: string) => [request.headers[name]].flat()[0];
    const [topic = "", shop] = [header("x-shopify-topic"), header("x-shopify-shop-domain")];
    // A wrong signature and an unknown shop get the same response, so that unauthorized callers learn nothing.
    if (!isSigned(body, header("x-shopify-hmac-sha256"), secrets) || shop !== api.shop) return void result(401);
    try {
      const webhook = { topic, body, triggeredAt: header("x-shopify-triggered-at") };
      const lines = await linesOf(webhook, api, now().toISOString());
      if (lines.length > 0) for (const text of refusals(await products.send(lines))) onProblem(`${topic}: ${text}`);
      result(200);
    } catch (error) {
      onProblem(`${topic}: ${(error as Error).message}`);
      // Invalid deliveries would fail again, so do not request redelivery. The next full load corrects the product.
      const isHopeless =
        error instanceof SyntaxError || (error instanceof VitrineError && error.code === "validation_error");
      result(isHopeless ? 200 : 503);
    }
  };
}

const refusals = (outcomes: readonly LineOutcome[]): string[] =>
  outcomes
    .filter(({ outcome }) => outcome === "refused")
    .map(({ product_identifier, reason }) => `product ${product_identifier} was rejected: ${reason}`);

async function bodyOf(request: Incoming): Promise<Buffer | "too large"> {
  if (Buffer.isBuffer(request.body)) return request.body;
  if (request.body !== undefined)
    throw new Error("the body has been parsed already; mount the handler before what parses bodies");
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return "too large";
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
