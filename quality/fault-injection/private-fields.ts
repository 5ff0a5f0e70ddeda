import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../../src/catalog/product-document.js";
import type { Random } from "../../demo/random.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { fetchJson } from "../../test/support/http.js";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { until } from "../../test/support/until.js";
import { BROWSER } from "../../test/support/user-agent.js";
import { atLeast, none, reported, type Check } from "./scenario.js";
import { ingest } from "../shared/storefront.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";

const REQUESTS = { full: 10_000, short: 250 } as const;
const PRODUCTS = 60;
const AT_ONCE = 4;

/** Private fields, including fields that the service interprets: colors, departments, product types, release dates. */
const PRIVATE = ["cost_price", "supplier.*", "margin", "internal.product_type", "wholesale.colour", "compatible_with", "color", "gender", "released_at", "handle"]; // prettier-ignore
const PUBLIC = ["title", "designer", "categories", "price", "sizes", "images", "season", "attributes.*"];
/**
 * Two configurations with the same visible fields: one configuration lists the private fields, the other configuration
 * lists the public fields.
 */
const FIELDS: Readonly<Record<string, ConfigurationDocument["fields"]>> = {
  closed: { private: PRIVATE },
  open: { public: PUBLIC },
};
const CONFIGURATION: ConfigurationDocument = {
  aliases: { paid: "cost_price", fabric: "attributes.fabric" },
};
/**
 * Number of devices with taste profiles. Each device has the same product views in both shops, including views of
 * private colors.
 */
const KNOWN_DEVICES = 5;
/** Maps private field names to nonexistent names. */
const HIDDEN = new Map([
  ...["cost_price", "supplier", "supplier.iban", "supplier.contact.email", "margin", "internal.product_type"],
  ...["wholesale.colour", "wholesale", "compatible_with", "gender", "released_at", "paid"],
].map((name, at) => [name, `mystery_${at}`] as const)); // prettier-ignore
const SHOWN = ["name", "price", "categories", "category", "designer", "sizes", "images", "title", "attributes", "attributes.fabric", "fabric", "season", "color", "handle"]; // prettier-ignore

const KINDS = ["boots", "shirt", "lamp", "jacket"];
const BRANDS = ["Acme", "Tides", "Marlow"];
const FABRICS = ["wool", "silk", "linen"];
const COLORS = ["red", "blue", "green"];

/**
 * Creates a catalogue whose private values depend on the number `shop`. All other values are the same for every shop.
 */
function catalogue(shop: number): string {
  const lines = Array.from({ length: PRODUCTS * 2 }, (_, at) => {
    const number = Math.floor(at / 2);
    const [kind, own] = [KINDS[number % 4] ?? "", (number * (shop + 1) + at) % 3];
    return insertLine(`p${number}`, `p${number}-${at % 2}`, {
      title: `${BRANDS[number % 3] ?? ""} ${kind} ${number}`,
      designer: BRANDS[number % 3] ?? "",
      categories: [`Things: ${kind}`],
      price: 10 + (number % 7) * 5,
      sizes: ["S", "M", "L"].slice(at % 2),
      images: [`/${number}.svg`],
      season: number % 2 === 0 ? "summer" : "winter",
      attributes: { fabric: FABRICS[number % 3] ?? "", care: `wash at ${30 + (number % 3) * 10}` },
      ...privateData(shop, at, own),
    });
  });
  return feed(...lines);
}

function privateData(shop: number, at: number, own: number): Readonly<Record<string, Json>> {
  const canary = (name: string) => `canary${shop}x${name}x${at}`;
  return {
    cost_price: 77_000_000 + shop * 100_000 + at,
    margin: 88_000_000 + ((at * (shop + 3)) % 1_000),
    supplier: { iban: canary("iban"), contact: { email: `${canary("email")}@example.com` } },
    internal: { product_type: shop === 0 ? (KINDS[own] ?? "") : canary("type") },
    wholesale: { colour: `${COLORS[own] ?? ""} ${canary("colour")}` },
    compatible_with: [KINDS[(at + shop) % 4] ?? "", canary("compatible")],
    color: COLORS[(at + shop) % 3] ?? "",
    gender: own === 0 ? "women" : "men",
    released_at: `20${10 + ((at * (shop + 1)) % 15)}-01-01T00:00:00Z`,
    handle: canary("handle"),
  };
}

const CANARY = /canary\d\w*|\b(?:77|88)\d{6}\b/g;

/**
 * Sends random requests with public keys to two storefronts whose catalogues differ only in private fields. Responses
 * must contain no private value and be equal for both storefronts. Private field names must be treated like nonexistent
 * field names.
 */
export async function includePrivateFields(ground: TestBed): Promise<Check[]> {
  const { engine, isShort } = ground;
  // Use long timeouts, because a timeout in only one of two compared responses would be reported as a difference.
  const service = await ground.service({ TASTE_BUDGET_MS: "1000", RECOMMENDATION_BUDGET_MS: "5000" });
  await service.start();
  const pairs: AddedClient[][] = [];
  for (const [name, fields] of Object.entries(FIELDS)) {
    const pair: AddedClient[] = [];
    for (const shop of [0, 1]) {
      const added = { name: `${name}-${shop}`, configuration: { ...CONFIGURATION, fields } };
      const client = await addClient({ engine, now: () => new Date() }, added);
      await ingest(service, client, catalogue(shop), "soft_replace");
      await teach(service, client);
      pair.push(client);
    }
    pairs.push(pair);
  }
  const found = { canaries: [] as string[], apart: [] as string[], telling: [] as string[] };
  const statuses = new Map<number, number>();
  const times = new Map<string, number>();

  async function one(made: Made): Promise<void> {
    const clients = ground.random.pick(pairs);
    const [first, second] = await requestBoth(service, clients, made);
    statuses.set(first.status, (statuses.get(first.status) ?? 0) + 1);
    times.set(made.path, (times.get(made.path) ?? 0) + 1);
    const requested = JSON.stringify(made.body);
    const canaries = [...`${first.text} ${second.text}`.matchAll(CANARY)].map(([canary]) => canary);
    // Ignores queries that several shoppers have typed, because the service may suggest these queries to others.
    const leaked = canaries.find((canary) => !requested.includes(canary) && !TYPED_CANARIES.includes(canary));
    if (leaked !== undefined) found.canaries.push(`${leaked} ← ${made.path} ${requested}`);
    if (first.text !== second.text)
      found.apart.push(`${made.path} ${requested}: ${difference(first.text, second.text)}`);
    const unknown = { ...made, body: renamed(made.body) };
    if (JSON.stringify(unknown.body) === requested) return;
    const [response] = await requestBoth(service, clients.slice(0, 1), unknown);
    const wanted = JSON.stringify(renamed(JSON.parse(first.text) as Json));
    if (wanted !== response.text) found.telling.push(`${made.path} ${requested}: ${difference(wanted, response.text)}`);
  }

  const wanted = REQUESTS[isShort ? "short" : "full"];
  let sent = 0;
  await ground.rounds("batches of requests", Math.ceil(wanted / AT_ONCE), async () => {
    const batch = Array.from({ length: AT_ONCE }, () => requestOf(ground.random));
    await Promise.all(batch.map(one));
    sent += batch.length;
  });
  const counts = [...statuses].map(([status, often]) => `${often} × ${status}`).join(", ");
  const wantedOf = (path: Made["path"]) => Math.floor(wanted * SHARES[path] * LEAST);
  return [
    reported("answers", counts),
    atLeast("requests", sent, wanted),
    ...PATHS.map((path) => atLeast(`requests to ${path}`, times.get(path) ?? 0, wantedOf(path))),
    none("values of private fields in responses", found.canaries),
    none("response differences between shops that differ only in private fields", found.apart),
    none("requests whose responses reveal that a private field exists", found.telling),
  ];
}

/** Share of all requests that are sent to each path. */
const SHARES = {
  "/v2/recommendations/search": 0.4,
  "/v2/recommendations/query": 0.2,
  "/v2/recommendations/query/slots": 0.13,
  "/v2/recommendations/suggest": 0.13,
  "/v2/storefront": 0.04,
  "/v2/taste": 0.1,
} as const;
const PATHS = Object.keys(SHARES) as readonly (keyof typeof SHARES)[];
/**
 * Minimum number of requests per path, as a share of the expected number. Low enough for random variation in short
 * runs.
 */
const LEAST = 0.25;

interface Made {
  readonly path: keyof typeof SHARES;
  /** Request body; null for GET requests. */
  readonly body: Json;
  /** Device whose taste profile is requested. */
  readonly device_id?: string;
  /** Whether to request the next page too. */
  readonly goesOn: boolean;
}

function requestOf(random: Random): Made {
  const device_id = `device-${random.integer(0, 9)}`;
  const base = { user: { device_id }, ...optional(random, 0.6, "projection", () => someNames(random)) };
  const path = random.weighted(PATHS.map((one) => [one, SHARES[one]] as const));
  const seed = () => ({ product_identifiers: [`p${random.integer(0, PRODUCTS)}`] });
  const filters = () => expression(random, 2);
  switch (path) {
    case "/v2/recommendations/search": {
      const body = {
        ...base,
        limit: random.integer(0, 12),
        ...optional(random, 0.6, "query", () => typed(random)),
        ...optional(random, 0.6, "filters", filters),
        ...optional(random, 0.4, "facets", () => ({ keys: ["*"] })),
        ...optional(random, 0.2, "facet_filters", () => ({ [random.pick(["designer", "color", "margin"])]: ["Acme"] })),
        ...optional(random, 0.3, "sort", () => [
          random.pick(["featured", "price_asc", "name_asc", "newest", "cost_price"]),
        ]),
      };
      return { path, body, goesOn: random.chance(0.3) };
    }
    case "/v2/recommendations/query":
      return {
        path,
        body: {
          ...base,
          profile: random.pick(["similar", "complete_the_look", "for_you", "popular", "new_in", "not_found"]),
          limit: random.integer(1, 10),
          group_by_product: random.chance(0.5),
          ...optional(random, 0.6, "seed", seed),
          ...optional(random, 0.5, "filters", filters),
          metadata: { query: typed(random) },
        },
        goesOn: false,
      };
    case "/v2/recommendations/query/slots":
      return {
        path,
        body: {
          ...base,
          placement: random.pick(["home", "product_page", "cart", "not_found"]),
          ...optional(random, 0.7, "seed", seed),
        },
        goesOn: false,
      };
    case "/v2/recommendations/suggest":
      return { path, body: { ...base, query: typed(random).slice(0, random.integer(1, 12)) }, goesOn: false };
    case "/v2/storefront":
      return { path, body: null, goesOn: false };
    case "/v2/taste":
      return { path, body: null, device_id, goesOn: false };
  }
}

const optional = (
  random: Random,
  probability: number,
  name: string,
  value: () => Json,
): Readonly<Record<string, Json>> => (random.chance(probability) ? { [name]: value() } : {});

/** Returns random field names. Few lists contain a private name, because one unknown name rejects the whole request. */
const someNames = (random: Random): string[] => [
  ...SHOWN.filter(() => random.chance(0.4)),
  ...(random.chance(0.25) ? [random.pick([...HIDDEN.keys()])] : []),
];

const TYPED_CANARIES = ["canary0xibanx4", "canary0xcolourx7", "canary0xtypex1"];
const TYPED = [...KINDS, ...BRANDS, ...FABRICS, ...COLORS, "summer", "women", "under 30", ...TYPED_CANARIES, "canary"];

const typed = (random: Random): string =>
  Array.from({ length: random.integer(1, 3) }, () => random.pick(TYPED)).join(" ");

function expression(random: Random, depth: number): Readonly<Record<string, Json>> {
  if (depth > 0 && random.chance(0.3)) {
    const parts = [expression(random, depth - 1), expression(random, depth - 1)];
    return { [random.pick(["$and", "$or"])]: parts };
  }
  const field = random.pick(random.chance(0.5) ? [...HIDDEN.keys()] : SHOWN);
  const value = () =>
    random.pick<Json>([
      77_000_000 + random.integer(0, 120),
      20,
      "canary0xibanx4",
      "women",
      "red",
      "Acme",
      "wool",
      null,
    ]);
  const operator = random.pick(["$eq", "$ne", "$gte", "$lte", "$in", "$nin", "$exists"]);
  if (operator === "$exists") return { [field]: { $exists: random.chance(0.5) } };
  return { [field]: { [operator]: operator.endsWith("in") ? [value(), value()] : value() } };
}

/** Replaces private field names with nonexistent names in keys, values, paths, and quotations in messages. */
function renamed(json: Json): Json {
  if (typeof json === "string") {
    const quoted = (text: string) => HIDDEN.get(text) ?? inPath(text);
    const messages = json
      .replaceAll(/`([^`]+)`/g, (_, name: string) => `\`${quoted(name)}\``)
      .replaceAll(/"([^"]+)"/g, (_, name: string) => `"${quoted(name)}"`);
    return quoted(messages);
  }
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(renamed);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [HIDDEN.get(key) ?? key, renamed(value)]));
}

/** Replaces a private name in a path, such as `filters.cost_price.$gte`. */
function inPath(text: string): string {
  const [, start = "", name = "", rest = ""] =
    /^(filters(?:\..*?)??\.|facet_filters\.)([a-z][a-z_.]*?)(\.\$.*)?$/.exec(text) ?? [];
  const other = HIDDEN.get(name);
  return other === undefined ? text : `${start}${other}${rest}`;
}

/** Sends product views of some devices and waits until the views are counted in the taste profiles of the devices. */
async function teach({ url }: ServiceAddress, client: AddedClient): Promise<void> {
  const devices = Array.from({ length: KNOWN_DEVICES }, (_, at) => `device-${at}`);
  const views = devices.flatMap((duid, at) =>
    [0, 1, 2].map((look) => {
      const moment = String(Date.now());
      return productView(`p${at * 3 + look}`, {
        aid: client.client_id,
        eid: randomUUID(),
        duid,
        dtm: moment,
        stm: moment,
      });
    }),
  );
  const headers = { "Content-Type": "application/json", "User-Agent": BROWSER };
  const body = JSON.stringify(envelope(...views));
  const { status } = await fetch(`${url}/com.snowplowanalytics.snowplow/tp2`, { method: "POST", headers, body });
  if (status !== 200) throw new Error(`sending the product views failed with status ${status}`);
  for (const device_id of devices) {
    await until(`a taste profile for ${device_id} is available`, async () => {
      const { text } = await requestOne({ url }, client, { path: "/v2/taste", body: null, device_id, goesOn: false });
      return text.includes("designer=");
    });
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request to two clients. Repeats the request while a response is degraded by a busy engine or the responses
 * differ.
 */
async function requestBoth(
  service: ServiceAddress,
  clients: readonly AddedClient[],
  made: Made,
): Promise<[Answered, Answered]> {
  for (let attempt = 1; ; attempt += 1) {
    const responses = await Promise.all(clients.map((client) => requestOne(service, client, made)));
    const [first = NOTHING, second = first] = responses;
    const isWhole = responses.every(({ status, text }) => status < 500 && !PARTIAL.test(text));
    if ((first.text === second.text && isWhole) || attempt === ATTEMPTS) return [first, second];
    if (!isWhole) await delay(attempt * 100);
  }
}

/** Maximum number of attempts. A busy machine causes many 503 and degraded responses. */
const ATTEMPTS = 20;
const PARTIAL = /"degraded"|"failed"|\[503,/;

const NOTHING: Answered = { status: 0, text: "" };

async function requestOne(
  { url }: Pick<ServiceAddress, "url">,
  { client_id, public_key }: AddedClient,
  made: Made,
): Promise<Answered> {
  const headers = { "X-SERVICE-API-KEY": public_key, "Content-Type": "application/json" };
  const device = made.device_id === undefined ? "" : `&device_id=${made.device_id}`;
  const to = `${url}${made.path}?service_api_client=${client_id}${device}`;
  const send = (body: Json) =>
    fetchJson(to, body === null ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  const responses = [await send(made.body)];
  const first = responses[0]?.body as { recommendation_id?: string; pagination?: { has_more: boolean } } | undefined;
  if (made.goesOn && first?.pagination?.has_more === true) {
    const pagination = { page: 2, cursor: first.recommendation_id ?? "" };
    responses.push(await send({ ...(made.body as object), pagination }));
  }
  const bodies = responses.map(({ status, body }) => [status, body]);
  const text = JSON.stringify(bodies, (name, value: unknown) => (VOLATILE.has(name) ? undefined : value));
  // Replace the client id in responses, because it differs between the compared shops.
  return { status: responses[0]?.status ?? 0, text: text.replaceAll(client_id, "shop") };
}

/** Fields that always differ between responses or shops. */
const VOLATILE = new Set(["recommendation_id", "expires_in", "learned_until", "last_event_at"]);

function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `${one.slice(from, from + 160)} / ${other.slice(from, from + 160)}`;
}
