import fc from "fast-check";
import type { OpenApiDocument } from "../../src/http/description/document-types.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { fetchJson } from "../../test/support/http.js";
import { until } from "../../test/support/until.js";
import { atMost, exactly, none, type Check } from "./scenario.js";
import { createJudge } from "./fuzz/judge.js";
import { Responses } from "./fuzz/seen-values.js";
import { bytesOf, requestsFor, type FuzzRequest } from "./fuzz/requests.js";
import { createSender, type Outgoing } from "./fuzz/send.js";
import { schemaValues } from "./fuzz/values.js";
import { vitalsOf } from "./fuzz/vitals.js";
import { CATEGORIES, COLORS, DESIGNERS, PRODUCTS, vocabularyOf } from "./fuzz/vocabulary.js";
import type { TestBed, ServiceAddress } from "./test-bed.js";
import { catalogueOf, differences, ingest, newClient } from "../shared/storefront.js";

const REQUESTS = { full: 20_000, short: 400 } as const;
const AT_ONCE = 4;
/** Number of requests per batch. Batches limit memory usage. */
const BATCH = 200;
/** Share of the requests that warm up code and caches before memory is measured. */
const WARM = 0.25;
const MAX_GROWTH = 1.5;
const MAX_NEW_HANDLES = 20;

/**
 * Sends requests generated from the served OpenAPI document: valid, nearly valid and hostile ones. All responses must
 * match the document, and another client of the same service must not be affected.
 */
export async function fuzz(ground: TestBed): Promise<Check[]> {
  const { engine, random, isShort } = ground;
  // Hundreds of catalogues are sent, so delete old catalogue generations immediately.
  const place = await ground.service({ GENERATION_RETENTION_HOURS: "0" });
  const service = await place.start();
  const [shop, neighbour] = [await newClient(engine, "shop"), await newClient(engine, "neighbour")];
  for (const client of [shop, neighbour]) await ingest(place, client, catalogue(), "soft_replace");
  const before = await seenBy(place, neighbour);
  const products = await catalogueOf(engine, neighbour);

  const document = (await fetchJson(`${place.url}/openapi.json`)).body as OpenApiDocument;
  const vocabulary = vocabularyOf(shop.client_id);
  const keys = { publicKey: shop.public_key, privateKey: shop.private_key };
  const requests = requestsFor(document, schemaValues(document, vocabulary), vocabulary, keys);
  const judge = createJudge(document);
  const responses = new Responses();
  const sender = createSender(place.url);
  const found = {
    failure: [] as string[],
    undocumented: [] as string[],
    unnamed: [] as string[],
    silent: [] as string[],
  };
  const statuses = new Map<number, number>();

  async function one(made: FuzzRequest): Promise<void> {
    const outgoing: Outgoing = {
      ...made,
      path: responses.fill(made.path),
      body: made.body === undefined ? undefined : bytesOf(made.body, (text) => responses.fill(text)),
    };
    const requestText = () => ` ← ${shown(outgoing)}`;
    try {
      const response = await sender.send(outgoing);
      responses.learn(response.text);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const { failure, undocumented, unnamed } = judge(response);
      if (failure !== undefined) found.failure.push(failure + requestText());
      if (undocumented !== undefined) found.undocumented.push(undocumented + requestText());
      if (unnamed !== undefined) found.unnamed.push(unnamed + requestText());
    } catch (error) {
      found.silent.push(`${(error as Error).message}${requestText()}`);
    }
  }

  const wanted = REQUESTS[isShort ? "short" : "full"];
  let sent = 0;
  let warm = await vitalsOf(place);
  await ground.rounds(`batches of ${BATCH} requests`, Math.ceil(wanted / BATCH), async () => {
    const seed = random.integer(0, 2 ** 31 - 1);
    const batch = fc.sample(requests, { numRuns: Math.min(BATCH, wanted - sent), seed });
    sent += batch.length;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let made = batch.pop(); made !== undefined && service.isRunning(); made = batch.pop()) await one(made);
      }),
    );
    if (sent <= wanted * WARM) warm = await vitalsOf(place);
  });
  sender.close();
  ground.report(
    `${sent} requests: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${times} × ${status}`)
      .join(", ")}`,
  );

  const isAlive = service.isRunning();
  const checks: Check[] = [
    exactly("requests sent", sent, wanted),
    { name: "the service is alive", measured: isAlive ? "yes" : "no", wanted: "yes", ok: isAlive },
    none("5xx responses, except 503 with Retry-After", found.failure),
    none("requests without a response", found.silent),
    none("responses that the OpenAPI document does not describe", found.undocumented),
    none("responses without X-Request-Id", found.unnamed),
  ];
  if (!isAlive) return checks;
  // Wait until closed connections and collected memory have been released.
  let now = await vitalsOf(place);
  const isCalm = async () => (now = await vitalsOf(place)).handles <= warm.handles + MAX_NEW_HANDLES;
  await until("open handles are closed", isCalm).catch(() => undefined);
  const after = await seenBy(place, neighbour);
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  return [
    ...checks,
    none("changed responses of a client that was not fuzzed", changed),
    none(
      "changed products of a client that was not fuzzed",
      differences(products, await catalogueOf(engine, neighbour)),
    ),
    atMost(
      "growth of resident memory after the first quarter of the requests",
      now.residentBytes / warm.residentBytes,
      MAX_GROWTH,
      "×",
    ),
    atMost("additional open handles", now.handles - warm.handles, MAX_NEW_HANDLES),
  ];
}

const catalogue = () =>
  feed(
    ...PRODUCTS.map((id, number) =>
      insertLine(id, undefined, {
        title: `${["Red", "Green", "Blue"][number % 3] ?? ""} boots ${number}`,
        price: number * 7,
        color: COLORS[number % COLORS.length] ?? "",
        designer: DESIGNERS[number % DESIGNERS.length] ?? "",
        categories: [CATEGORIES[number % CATEGORIES.length] ?? ""],
        attributes: { size: 36 + (number % 8) },
      }),
    ),
  );

/** Returns all data that a client can read about itself, as text. */
async function seenBy({ url }: ServiceAddress, client: AddedClient): Promise<Record<string, string>> {
  const headers = { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" };
  const body = JSON.stringify({ user: { device_id: "watcher" }, limit: 100, sort: ["name_asc"] });
  const listing = `${url}/v2/recommendations/search?service_api_client=${client.client_id}`;
  const listed = (await fetchJson(listing, { method: "POST", headers, body })).body as Record<string, unknown>;
  const own = { "X-SERVICE-API-KEY": client.private_key };
  const storefront = await fetchJson(`${url}/v1/storefront`, { headers: own });
  const taste = await fetchJson(`${url}/v2/taste?device_id=device-1&service_api_client=${client.client_id}`, {
    headers,
  });
  return {
    listing: JSON.stringify([listed["items"], listed["total"], listed["facets"]]),
    configuration: JSON.stringify(storefront.body),
    taste: JSON.stringify(taste.body),
  };
}

const LONGEST = 300;

/** Formats a request so that it can be reproduced. */
const shown = ({ method, path, headers, body }: Outgoing) =>
  `${method} ${path.slice(0, LONGEST)} ${JSON.stringify({ ...headers, "X-SERVICE-API-KEY": undefined }).slice(0, LONGEST)} ${body?.toString("utf8").slice(0, LONGEST) ?? ""}`;
