import { gzipSync } from "node:zlib";
import type { Hold, ProbedShop } from "./probed-shop.js";

/** A service with a storefront and a catalogue, and options of the measurement. */
export interface HostileBodiesDeps extends ProbedShop {
  /** Number of times that each body is sent. The median duration is reported. */
  readonly rounds: number;
  /** Names of the bodies to send; all by default. */
  readonly only?: RegExp;
  readonly onRow?: (row: HostileBodyRow) => void;
}

export interface HostileBodyRow {
  readonly name: string;
  readonly key: Scenario["key"];
  readonly wire_bytes: number;
  /** Status of the response. For feeds, followed by the status number of the job: "202, 4". */
  readonly status: string;
  /** Longest blocking of the event loop: median of all rounds, in milliseconds. */
  readonly longest_hold_ms: number;
  /**
   * Longest blocking of the event loop: maximum of all rounds, in milliseconds. Includes delays by garbage collection
   * and other load of the machine.
   */
  readonly worst_hold_ms: number;
  /** Duration of garbage collection in the median round, in milliseconds. */
  readonly collecting_ms: number;
}

/** Maximum size of a sent body in bytes, after compression. */
export const MAX_WIRE_BYTES = 65_536;

interface Scenario {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly key: "none" | "public" | "private";
  /** Generates the request body just before it is sent, because some bodies take long to generate. */
  readonly body: (() => Buffer) | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is a feed. The measurement then waits for the end of its job. */
  readonly isFeed?: boolean;
}

/**
 * Sends expensive bodies of at most 64 KB to every route with a body, plain and gzipped, with and without a key.
 * Reports how long each body blocked the event loop. The first rows of the result are ordinary requests for comparison.
 */
export async function measureHostileBodies(deps: HostileBodiesDeps): Promise<HostileBodyRow[]> {
  const rows: HostileBodyRow[] = [];
  for (const scenario of scenariosOn(deps)) {
    if (deps.only !== undefined && !deps.only.test(scenario.name)) continue;
    const body = scenario.body?.();
    const wire_bytes = body?.length ?? scenario.path.length;
    if (wire_bytes > MAX_WIRE_BYTES) throw new Error(`${scenario.name} has ${wire_bytes} bytes`);
    const holds: Hold[] = [];
    let status = "";
    for (let round = 0; round < deps.rounds; round += 1) {
      deps.watch();
      status = await send(deps, scenario, body);
      holds.push(await deps.held());
    }
    holds.sort((a, b) => a.held_ms - b.held_ms);
    const [median = NO_HOLD, worst = NO_HOLD] = [holds[holds.length >> 1], holds.at(-1)];
    const row = {
      name: scenario.name,
      key: scenario.key,
      wire_bytes,
      status,
      collecting_ms: median.collecting_ms,
      longest_hold_ms: median.held_ms,
      worst_hold_ms: worst.held_ms,
    };
    deps.onRow?.(row);
    rows.push(row);
  }
  return rows;
}

const NO_HOLD: Hold = { held_ms: 0, collecting_ms: 0 };

async function send(deps: HostileBodiesDeps, scenario: Scenario, body: Buffer | undefined): Promise<string> {
  const keys = { none: undefined, public: deps.public_key, private: deps.private_key };
  const key = keys[scenario.key];
  const headers = {
    "Content-Type": "application/json",
    ...(key === undefined ? {} : { "X-SERVICE-API-KEY": key }),
    ...scenario.headers,
  };
  const response = await fetch(deps.base_url + scenario.path, {
    method: scenario.method,
    headers,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  if (scenario.isFeed !== true || response.status !== 202) return String(response.status);
  const { data } = JSON.parse(text) as { data: { ingestion_id: number } };
  return `202, ${await jobEnded(deps, data.ingestion_id)}`;
}

const ENDED = [4, 5];
const POLL_MS = 100;
const MAX_POLLS = 600;

async function jobEnded(deps: HostileBodiesDeps, id: number): Promise<string> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const response = await fetch(`${deps.base_url}/v1/ingestion/${id}`, {
      headers: { "X-SERVICE-API-KEY": deps.private_key },
    });
    const { data } = (await response.json()) as { data: { status: number } };
    if (ENDED.includes(data.status)) return `job ${data.status}`;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return "job goes on";
}

/** Repeats a text up to a length. */
const run = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Joins `make(0), make(1) …` with commas, up to a length. */
function list(make: (at: number) => string, length: number): string {
  const parts: string[] = [];
  for (let size = 0; ; size += (parts.at(-1)?.length ?? 0) + 1) {
    const part = make(parts.length);
    if (size + part.length > length) return parts.join(",");
    parts.push(part);
  }
}

/** JSON values that are expensive to parse, by name. */
const values = (length: number): Readonly<Record<string, string>> => ({
  "nested lists": run("[", length / 2) + run("]", length / 2),
  "nested objects": run('{"a":', (length * 5) / 6) + "1" + run("}", length / 6),
  ones: `[${list(() => "1", length)}]`,
  "empty lists": `[${list(() => "[]", length)}]`,
  "empty objects": `[${list(() => "{}", length)}]`,
  "an object with different property names": `{${list((at) => `"${at.toString(36)}":1`, length)}}`,
  "a list of objects with different property names": `[${list((at) => `{"${at.toString(36)}":1}`, length)}]`,
  escapes: `"${run("\\u0061", length)}"`,
  "one text": `"${run("a", length)}"`,
  "different texts": `[${list((at) => `"${at.toString(36)}"`, length)}]`,
  numbers: `[${list((at) => `-${at}.123456789012345678e-300`, length)}]`,
  "a long property name": `{"${run("n", length)}":1}`,
});

/** Invalid JSON texts, by name. */
const broken = (length: number): Readonly<Record<string, string>> => ({
  "[[[…": run("[", length),
  '{"a":{"a":…': run('{"a":', length),
  "a list without a closing bracket": `[${list(() => "1", length)}`,
  "many lines before a syntax error": `[${run("\n1,", length)}`,
  backslashes: `["${run("\\\\", length)}`,
  whitespace: run(" ", length),
});

const PLAIN = 65_000;

/** Generates the longest body that fits into `MAX_WIRE_BYTES` after gzip. Finds its length by bisection. */
function zipped(make: (length: number) => string): Buffer {
  for (let length = 8 * 1024 * 1024; length > PLAIN; length /= 2) {
    const body = gzipSync(make(length));
    if (body.length <= MAX_WIRE_BYTES) return body;
  }
  return gzipSync(make(PLAIN));
}

const TP2 = "/com.snowplowanalytics.snowplow/tp2";

/** Size limits in bytes of the routes with a higher limit than `PLAIN`; see the settings. */
const LARGER_ROUTES: Readonly<Record<string, number>> = { [TP2]: 131_000, "/v1/storefront": 131_000 };

const GZIP = { "Content-Encoding": "gzip" };

/** Generators of JSON texts by name. A generator receives the length of the text. */
const kinds = (of: (length: number) => Readonly<Record<string, string>>): [string, (length: number) => string][] =>
  Object.keys(of(100)).map((name) => [name, (length) => of(length)[name] ?? ""]);

function scenariosOn(deps: HostileBodiesDeps): Scenario[] {
  const client = `?service_api_client=${deps.client_id}`;
  const user = '"user":{"device_id":"\\u0061"}';
  const search = `/v2/recommendations/search${client}`;
  const post = (
    name: string,
    path: string,
    key: Scenario["key"],
    make: () => string | Buffer,
    more: Partial<Scenario> = {},
  ): Scenario => ({ name, path, key, method: "POST", body: () => Buffer.from(make()), ...more });
  /**
   * Returns three variants of a body: plain, gzipped to `MAX_WIRE_BYTES`, and gzipped so that the decompressed size
   * equals the limit of the route.
   */
  const both = (name: string, path: string, key: Scenario["key"], make: (length: number) => string): Scenario[] => {
    const most = LARGER_ROUTES[path];
    return [
      post(name, path, key, () => make(PLAIN)),
      post(`${name}, gzip`, path, key, () => zipped(make), { headers: GZIP }),
      ...(most === undefined
        ? []
        : [
            post(`${name}, gzip, ${most} bytes when decompressed`, path, key, () => fitting(make, most), {
              headers: GZIP,
            }),
          ]),
    ];
  };

  const routes: readonly [name: string, path: string, key: Scenario["key"]][] = [
    ["search", search, "public"],
    ["suggest", `/v2/recommendations/suggest${client}`, "public"],
    ["query", `/v2/recommendations/query${client}`, "public"],
    ["slots", `/v2/recommendations/query/slots${client}`, "public"],
    ["explain", "/v1/explain", "private"],
  ];
  return [
    post("an ordinary search", search, "public", () => '{"user":{"device_id":"a"},"query":"red shirt"}'),
    post("an ordinary event", TP2, "none", () => event(deps, 1, JSON.stringify(entities(500)))),
    post(
      "reported vulnerability of the collector: 1,048,576 opening brackets, gzip",
      TP2,
      "none",
      () => gzipSync(run("[", 1_048_576)),
      {
        headers: GZIP,
      },
    ),
    post(
      "reported vulnerability of the search: a list of numbers with an escape sequence",
      search,
      "public",
      () => gzipSync(`{${user},"x":[${list(() => "1", 1_048_000)}]}`),
      { headers: GZIP },
    ),
    ...routes.flatMap(([name, path, key]) => [
      ...kinds(broken).flatMap(([kind, make]) => both(`${name}: ${kind}`, path, key, make)),
      ...kinds(values).flatMap(([kind, make]) =>
        both(`${name}: ${kind}`, path, key, (length) => `{${user},"x":${make(length - 60)}}`),
      ),
    ]),
    ...searches(user).map(([name, body]) => post(`search: ${name}`, search, "public", () => body)),
    ...kinds(values).flatMap(([kind, make]) => [
      ...both(`search filters: ${kind}`, search, "public", (l) => `{${user},"filters":{"color":${make(l - 60)}}}`),
      ...both(`search facet filters: ${kind}`, search, "public", (l) => `{${user},"facet_filters":${make(l - 60)}}`),
      ...both(`taste: ${kind}`, `/v2/taste${client}&device_id=d`, "public", (l) => `{"mute":${make(l - 60)}}`).map(
        (scenario) => ({ ...scenario, method: "PATCH" as const }),
      ),
      ...both(`storefront: ${kind}`, "/v1/storefront", "private", (l) => `{"rules":${make(l - 60)}}`).map(
        (scenario) => ({
          ...scenario,
          method: "PUT" as const,
        }),
      ),
      ...both(`collector: ${kind}`, TP2, "none", (l) => `{"data":[${make(l - 60)}]}`),
      ...both(`collector entities: ${kind}`, TP2, "none", (l) => event(deps, 1, JSON.stringify(make(l * 0.7)))),
    ]),
    ...kinds(broken).flatMap(([kind, make]) => [
      ...both(`collector: ${kind}`, TP2, "none", make),
      ...both(`storefront: ${kind}`, "/v1/storefront", "private", make).map((scenario) => ({
        ...scenario,
        method: "PUT" as const,
      })),
    ]),
    ...configurations().flatMap(([name, make]) =>
      both(`storefront: ${name}`, "/v1/storefront", "private", make).map((one) => ({ ...one, method: "PUT" as const })),
    ),
    ...both("collector: page views of different devices", TP2, "none", (length) => views(deps, length)),
    ...both("collector: one event with many products", TP2, "none", (length) => products(deps, length)),
    ...both("collector: many events with many products", TP2, "none", (length) => lists(deps, length)),
    {
      name: "tracking pixel: nested lists",
      path: `/i?e=ue&aid=${deps.client_id}&duid=d&co=${run("[", 14_000)}`,
      method: "GET",
      key: "none",
      body: undefined,
    },
    {
      name: "tracking pixel: many parameters",
      path: `/i?${run("&a", 14_000)}`,
      method: "GET",
      key: "none",
      body: undefined,
    },
    ...feeds().flatMap(([name, make]): Scenario[] => {
      const feed = { isFeed: true, headers: { "Content-Type": "application/x-ndjson" } };
      const zippedFeed = { ...feed, headers: { ...feed.headers, ...GZIP } };
      return [
        post(`feed: ${name}`, "/v1/ingestion/", "private", () => make(PLAIN), feed),
        post(`feed: ${name}, gzip`, "/v1/ingestion/", "private", () => zipped(make), zippedFeed),
        post(`feed of 1 MiB: ${name}, gzip`, "/v1/ingestion/", "private", () => fitting(make), zippedFeed),
      ];
    }),
    ...imports().flatMap(([name, make]): Scenario[] => [
      post(`events: ${name}`, "/v1/events", "private", () => make(PLAIN)),
      post(`events: ${name}, gzip`, "/v1/events", "private", () => zipped(make), { headers: GZIP }),
      post(`events of 1 MiB: ${name}, gzip`, "/v1/events", "private", () => fitting(make), {
        headers: GZIP,
      }),
    ]),
  ];
}

/** Returns a gzipped body whose decompressed size is at most `most` bytes, by default the size limit of a feed line. */
const fitting = (make: (length: number) => string, most = 1_048_000): Buffer => {
  for (let length = most; ; length = Math.floor(length * 0.8)) {
    const body = gzipSync(make(length));
    if (body.length <= MAX_WIRE_BYTES) return body;
  }
};

/** Valid or nearly valid searches of the maximum size. */
function searches(user: string): [string, string][] {
  const of = (more: string) => `{${user},${more}}`;
  const texts = list((at) => `"${at.toString(36)}"`, 60_000);
  return [
    ["a list of values", of(`"filters":{"color":{"$in":[${texts}]}}`)],
    ["lists of values", of(`"filters":{${list((at) => `"f${at}":{"$in":[${list((v) => `"${v}"`, 900)}]}`, 60_000)}}`)],
    ["conditions", of(`"filters":{"$or":[${list((at) => `{"f${at}":1}`, 60_000)}]}`)],
    ["1,000 conditions", of(`"filters":{"$or":[${Array.from({ length: 1_000 }, (_, at) => `{"f${at}":1}`).join()}]}`)],
    ["nested conditions", of(`"filters":${run('{"$and":[', 9 * 19)}{"color":1}${run("]}", 2 * 19)}`)],
    ["a wide tree", of(`"filters":{"$and":[${list(() => '{"$or":[{}]}', 60_000)}]}`)],
    ["facet values", of(`"facet_filters":{"color":[${Array.from({ length: 1_000 }, (_, at) => `"v${at}"`).join()}]}`)],
    ["facet keys", of(`"facets":{"keys":[${list(() => '"*"', 390)}]}`)],
    ["long field names in `projection`", of(`"projection":[${list((at) => `"${"a.".repeat(120)}${at}"`, 24_000)}]`)],
    ["an invalid cursor", of(`"pagination":{"page":2,"cursor":"${run("A", 24)}.${run("A", 3_000)}"}`)],
    ["a cursor that is too long", of(`"pagination":{"page":2,"cursor":"${run("A", 60_000)}"}`)],
    ["different words", of(`"query":"${list((at) => `w${at}`, 990).replaceAll(",", " ")}"`)],
    ["short words", of(`"query":"${run("a b c d e f g h i j k l m n o p ", 990)}"`)],
    ["one long word", of(`"query":"${run("w", 990)}"`)],
    ["price words", of(`"query":"${run("under ", 990)}"`)],
    ["spaces in a price", of(`"query":"under${run(" ", 980)}x"`)],
    ["decomposable marks", of(`"query":"${run("\ufdfa", 990)}"`)],
    ["an address", of(`"context":{"url":"${run("/a", 60_000)}"}`)],
  ];
}

const PAGE_VIEW = (deps: HostileBodiesDeps, at: number) =>
  `{"e":"pv","aid":"${deps.client_id}","duid":"hostile-${at}","eid":"h${at}"}`;

const envelope = (data: string) =>
  `{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4","data":[${data}]}`;

const views = (deps: HostileBodiesDeps, length: number) => envelope(list((at) => PAGE_VIEW(deps, at), length - 100));

/** Returns the JSON of one event. @param contexts JSON text that the event contains as a string */
const event = (deps: HostileBodiesDeps, at: number, contexts: string) =>
  envelope(
    `{"e":"ue","aid":"${deps.client_id}","duid":"hostile-${at}","ue_pr":${JSON.stringify(ACTION)},"co":${contexts}}`,
  );

const ACTION = JSON.stringify({
  schema: "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0",
  data: {
    schema: "iglu:com.snowplowanalytics.snowplow.ecommerce/snowplow_ecommerce_action/jsonschema/1-0-2",
    data: { type: "list_view", name: "hostile" },
  },
});

const entities = (length: number) =>
  `{"schema":"iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-0","data":[${list(
    (at) =>
      `{"schema":"iglu:com.snowplowanalytics.snowplow.ecommerce/product/jsonschema/1-0-0","data":{"id":"p${at}"}}`,
    length - 100,
  )}]}`;

const products = (deps: HostileBodiesDeps, length: number) =>
  event(deps, 1, JSON.stringify(entities(Math.min(length * 0.7, 60_000))));

const lists = (deps: HostileBodiesDeps, length: number) =>
  envelope(
    list(
      (at) =>
        `{"e":"ue","aid":"${deps.client_id}","duid":"hostile-${at}","ue_pr":${JSON.stringify(ACTION)},"co":${JSON.stringify(entities(2_000))}}`,
      length - 100,
    ),
  );

function configurations(): [string, (length: number) => string][] {
  return [
    ["unknown settings", (length) => `{${list((at) => `"x${at}":1`, length)}}`],
    ["invalid rules", (length) => `{"rules":[${list(() => "1", length)}]}`],
    ["synonyms", (length) => `{"search":{"synonyms":[${list((at) => `{"terms":["a${at}","b${at}"]}`, length - 40)}]}}`],
    [
      "rules that pin a product to the same position",
      (length) =>
        `{"rules":[${list((at) => `{"key":"r${at}","action":"pin","product":"p","position":1}`, length - 20)}]}`,
    ],
    ["redirects", (length) => `{"redirects":[${list((at) => `{"queries":["q${at}"],"url":"/${at}"}`, length - 20)}]}`],
    [
      "facets with the same key",
      (length) => `{"facets":[${list(() => '{"key":"k","label":"l","type":"list"}', length - 20)}]}`,
    ],
  ];
}

/** Returns a feed line that inserts a product. @param more JSON of additional fields */
const line = (id: string, more: string) =>
  `{"operation":"insert","product_data":{"product_identifier":"hostile-${id}","title":"Shirt",${more}}}\n`;

/** Joins `make(0)`, `make(1)` … up to a length. */
function lines(make: (at: number) => string, length: number): string {
  const parts: string[] = [];
  for (let size = 0; ; size += parts.at(-1)?.length ?? 0) {
    const part = make(parts.length);
    if (size + part.length > length) return parts.join("");
    parts.push(part);
  }
}

function feeds(): [string, (length: number) => string][] {
  const MOST = 1_048_000;
  return [
    ["an ordinary one", (length) => lines((at) => line(String(at), `"price":${at},"color":"Red"`), length)],
    ["lines that are not JSON", (length) => run("[\n", length)],
    ["lines with only one letter", (length) => run("x\n", length)],
    ["lines with an empty object", (length) => run("{}\n", length)],
    ["blank lines", (length) => run("\n", length - 3) + "{}\n"],
    [
      "deletions",
      (length) => lines((at) => `{"operation":"delete","product_data":{"product_identifier":"${at}"}}\n`, length),
    ],
    ["variants of a product", (length) => lines((at) => line("v", `"variant_identifier":"v${at}"`), length)],
    ["a title with many dots", (length) => line("t", `"title":"a${run(".", Math.min(length, MOST) - 200)}b"`)],
    ["a title with many words", (length) => line("t", `"title":"${run("word wort ", Math.min(length, MOST) - 200)}"`)],
    ["colours", (length) => line("t", `"color":"${run("é ", (Math.min(length, MOST) - 200) / 2)}"`)],
    [
      "categories with many levels",
      (length) =>
        line("t", `"categories":[${list((at) => `"${run("a: ", 900)}${at}"`, Math.min(length, MOST) - 200)}]`),
    ],
    ["invalid numbers", (length) => line("t", `"x":[${list(() => "NaN", Math.min(length, MOST) - 200)}]`)],
    ["minus signs", (length) => `NaN${run("-", Math.min(length, MOST) - 200)}\n`],
    ["letters N", (length) => run("N", Math.min(length, MOST) - 200) + "NaN\n"],
    [
      "unknown fields next to `product_data`",
      (length) => `{${list((at) => `"f${at}":1`, Math.min(length, MOST) - 200)},"operation":"x"}\n`,
    ],
    ...kinds(broken).map(([kind, make]): [string, (length: number) => string] => [
      kind,
      (l) => make(Math.min(l, MOST)),
    ]),
    ...kinds(values).map(([kind, make]): [string, (length: number) => string] => [
      kind,
      (length) => line("t", `"x":${make(Math.min(length, MOST) - 200)}`),
    ]),
    // This feed comes last, because its new fields remain in the catalogue and slow down all later jobs.
    ["two new fields in each line", (length) => lines((at) => line(String(at), `"f${at}":1,"g${at}":2`), length)],
  ];
}

function imports(): [string, (length: number) => string][] {
  const MOST = 1_048_000;
  const at = new Date().toISOString();
  const view = (id: number) =>
    `{"type":"page_view","event_id":"hostile-${id}","device_id":"hostile-${id}","occurred_at":"${at}"}\n`;
  return [
    ["page views of different devices", (length) => lines(view, Math.min(length, 2 * MOST))],
    ["lines that are not JSON", (length) => run("[\n", length)],
    ["lines with an empty object", (length) => run("{}\n", length)],
    ["an unknown type", (length) => `{"type":"${run("x", Math.min(length, MOST) - 50)}"}\n`],
    [
      "an event with many products",
      (length) =>
        `{"type":"list_view","event_id":"hostile-l","device_id":"d","occurred_at":"${at}","products":[${list((p) => `{"id":"p${p}"}`, Math.min(length, MOST) - 200)}]}\n`,
    ],
    ...kinds(broken).map(([kind, make]): [string, (length: number) => string] => [
      kind,
      (l) => make(Math.min(l, MOST)),
    ]),
    ...kinds(values).map(([kind, make]): [string, (length: number) => string] => [
      kind,
      (l) => `{"type":"page_view","event_id":"\\u0061","x":${make(Math.min(l, MOST) - 200)}}\n`,
    ]),
  ];
}
