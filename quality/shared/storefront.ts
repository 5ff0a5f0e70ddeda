import type { ProductSource } from "../../src/catalog/product-document.js";
import type { IngestionMode, IngestionRecord } from "../../src/catalog/ingestion/ingestion-record.js";
import { STATUS } from "../../src/catalog/ingestion/ingestion-record.js";
import { catalogAlias } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { scan } from "../../src/engine/point-in-time.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { fetchJson } from "../../test/support/http.js";
import { until } from "../../test/support/until.js";

/** URL of a service. The URL is read before each attempt of a request, because it may change between attempts. */
interface ServiceUrl {
  readonly url: string;
}

export const newClient = (engine: Engine, name: string): Promise<AddedClient> =>
  addClient({ engine, now: () => new Date() }, { name });

/**
 * Sends a payload and retries until it is accepted.
 * @returns the ingestion id
 */
export async function sendPayload(
  service: ServiceUrl,
  client: AddedClient,
  payload: string,
  mode: IngestionMode,
): Promise<number> {
  const headers = {
    "X-SERVICE-API-KEY": client.private_key,
    "X-SERVICE-PROCESSING-MODE": mode,
    "Content-Type": "application/x-ndjson",
  };
  let id: number | undefined;
  await until(
    "the service accepts the payload",
    async () => {
      const { status, body } = await fetchJson(`${service.url}/v1/ingestion/`, {
        method: "POST",
        headers,
        body: payload,
      });
      if (status === 202) id = (body as { data: { ingestion_id: number } }).data.ingestion_id;
      else if (status < 500) throw new Error(`the payload was rejected: ${status} ${JSON.stringify(body)}`);
      return id !== undefined;
    },
    TAKEN_MS,
  );
  return id ?? 0;
}

/** Timeout in milliseconds for sending a feed. Long enough for an engine start. */
const TAKEN_MS = 90_000;

/** State of an ingestion; undefined if the request failed. */
export async function readIngestion(
  { url }: ServiceUrl,
  client: AddedClient,
  id: number,
): Promise<IngestionRecord | undefined> {
  const headers = { "X-SERVICE-API-KEY": client.private_key };
  try {
    const { status, body } = await fetchJson(`${url}/v1/ingestion/${id}`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    return status === 200 ? (body as { data: IngestionRecord }).data : undefined;
  } catch {
    return undefined;
  }
}

export const isOver = (record: IngestionRecord | undefined): boolean =>
  record !== undefined && record.status >= STATUS.COMPLETED;

/** Waits until an ingestion has completed or failed. */
export async function endedIngestion(
  service: ServiceUrl,
  client: AddedClient,
  id: number,
  timeoutMs: number,
): Promise<IngestionRecord> {
  let record: IngestionRecord | undefined;
  await until(
    `ingestion ${id} has ended`,
    async () => isOver((record = await readIngestion(service, client, id))),
    timeoutMs,
  );
  if (record === undefined) throw new Error("expected the record of the ended ingestion");
  return record;
}

/**
 * Ingests a payload and waits for its job.
 * @throws Error unless the job is COMPLETED
 */
export async function ingest(
  service: ServiceUrl,
  client: AddedClient,
  payload: string,
  mode: IngestionMode,
): Promise<IngestionRecord> {
  const record = await endedIngestion(service, client, await sendPayload(service, client, payload, mode), INGESTED_MS);
  if (record.status === STATUS.COMPLETED) return record;
  throw new Error(`ingestion ${record.id} failed: ${JSON.stringify(record.product_metrics?.failure)}`);
}

const INGESTED_MS = 120_000;

/**
 * Ingests a catalogue of `count` products: `product-0`, `product-1` …. The price of a product is the number in its
 * identifier.
 */
export const ingestThings = (service: ServiceUrl, client: AddedClient, count: number): Promise<IngestionRecord> => {
  const line = (number: number) =>
    insertLine(`product-${number}`, undefined, { title: `Thing ${number}`, price: number });
  return ingest(service, client, feed(...Array.from({ length: count }, (_, number) => line(number))), "soft_replace");
};

/** A listing request of a shop page. */
export const listingFor = ({ client_id, public_key }: AddedClient) => ({
  method: "POST",
  path: `/v2/recommendations/search?service_api_client=${client_id}`,
  headers: { "X-SERVICE-API-KEY": public_key, "Content-Type": "application/json" },
  body: JSON.stringify({ user: { device_id: "visitor" } }),
});

/**
 * Returns the stored products of a client by identifier, without creation and update times, which depend on the
 * ingestion job.
 */
export async function catalogueOf(engine: Engine, client: AddedClient): Promise<Map<string, string>> {
  const products = new Map<string, string>();
  for await (const hits of scan<ProductSource>(engine, catalogAlias(engine, client.client_id), 2_000)) {
    for (const { _id, _source } of hits) products.set(_id, JSON.stringify(timeless(_source)));
  }
  return products;
}

const timeless = (source: ProductSource) => ({
  ...source,
  created_at: undefined,
  updated_at: undefined,
  // Sort the variants, so that their order does not count as a difference.
  source: [...source.source].sort((a, b) => (a.variant_identifier < b.variant_identifier ? -1 : 1)),
});

/** Lists the identifiers of products that differ between two catalogues, with the type of difference. */
export function differences(wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((id) => {
    const [one, other] = [wanted.get(id), found.get(id)];
    if (one === other) return [];
    return [`${id} ${other === undefined ? "missing" : one === undefined ? "too much" : "different"}`];
  });
}
