import { randomUUID } from "node:crypto";
import { median, percentile } from "../shared/measure.js";
import { SETTINGS } from "../../src/config.js";
import { demoFeed } from "../../demo/catalogue/feed.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { feed } from "../../test/support/catalog.js";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { BROWSER } from "../../test/support/user-agent.js";
import { atMost, exactly, reported, type Check } from "./scenario.js";
import type { TestBed } from "./test-bed.js";
import { offerLoad, postText, type LoadOutcome } from "./offer-load.js";
import { ingest, listingFor, newClient } from "../shared/storefront.js";

/**
 * Number of connections for measuring the peak rate. Additional connections would only wait for the few cores of one
 * machine.
 */
const PEAK_CONNECTIONS = 8;
const USUAL_SHARE = 0.5;
const TIMES_CAPACITY = 10;
const SHOPPERS = 200;
const VIEWS = 4;

const ROUNDS = 3;
/** Duration of each load in seconds. */
const SECONDS = 8;
/** Number of simultaneous shoppers. */
const CONNECTIONS = 1_500;

interface Target {
  readonly url: string;
  readonly client: AddedClient;
}

/**
 * Measures listings and searches of known shoppers under overload: at ten times the peak rate (open loop), and with
 * 1,500 connections that send the next request after each response (closed loop).
 */
export async function overload(ground: TestBed): Promise<Check[]> {
  const service = await ground.service();
  await service.start();
  const client = await newClient(ground.engine, "shop");
  await ingest(service, client, feed(...demoFeed()), "soft_replace");
  const target = { url: service.url, client };
  const requests = await knownShoppers(target);
  const { hostname: host, port } = new URL(service.url);
  const offer = (connections: number, perSecond?: number, seconds = SECONDS) =>
    offerLoad({
      host,
      port: Number(port),
      requests,
      seconds,
      connections,
      ...(perSecond === undefined ? {} : { perSecond: Math.round(perSecond) }),
    });
  ground.report("warming up");
  await offer(PEAK_CONNECTIONS); // warm up the JIT compiler and the caches

  const peaks: LoadOutcome[] = [];
  const usual: LoadOutcome[] = [];
  const open: LoadOutcome[] = [];
  const closed: LoadOutcome[] = [];
  const recoveries: number[] = [];
  await ground.rounds("rounds of load", ROUNDS, async () => {
    peaks.push(await offer(PEAK_CONNECTIONS));
    const peak = median(peaks.map(({ servedPerSecond }) => servedPerSecond));
    usual.push(await offer(100, peak * USUAL_SHARE));
    open.push(await offer(CONNECTIONS, peak * TIMES_CAPACITY));
    recoveries.push(await recovery(target, median(usual.flatMap(({ served }) => served))));
    closed.push(await offer(CONNECTIONS));
    recoveries.push(await recovery(target, median(usual.flatMap(({ served }) => served))));
  });
  const peak = median(peaks.map(({ servedPerSecond }) => servedPerSecond));
  const usualP99 = median(usual.map(({ served }) => percentile(served, 0.99)));
  const usually = { peak, usualP99 };
  return [
    reported(
      `peak throughput with ${PEAK_CONNECTIONS} connections`,
      `${peak.toFixed(0)}/s; p50 / p99 ${times(peaks, "served")}`,
    ),
    reported("usual load (half of the peak load): p50 / p99 of the response time", times(usual, "served")),
    reported("usual load: unpersonalized; rejected", `${percent(withoutTaste(usual))}; ${percent(refused(usual))}`),
    ...overloadChecks("open loop", open, usually),
    ...overloadChecks("closed loop", closed, usually),
    reported("recovery time", `${median(recoveries).toFixed(0)} ms; longest ${Math.max(...recoveries).toFixed(0)} ms`),
    ...(await frozen(ground, target, () => offer(200, 100))),
  ];
}

function overloadChecks(
  what: string,
  outcomes: readonly LoadOutcome[],
  { peak, usualP99 }: { readonly peak: number; readonly usualP99: number },
): Check[] {
  const offered = median(outcomes.map(({ sent, unsent }) => sent + unsent));
  const rate = median(outcomes.map(({ servedPerSecond }) => servedPerSecond));
  const slowdown = median(outcomes.map(({ served }) => percentile(served, 0.99))) / usualP99;
  const refusal = median(outcomes.map(({ refused: refusals }) => percentile(refusals, 0.99)));
  const tasteless = withoutTaste(outcomes);
  const ends = outcomes.map(({ others }) => JSON.stringify(others)).filter((others) => others !== "{}");
  const sender = percent(median(outcomes.map(({ cpuShare }) => cpuShare)));
  return [
    reported(
      `${what}: requests; rejected; CPU share of the sender`,
      `${offered.toFixed(0)}; ${percent(refused(outcomes))}; ${sender}`,
    ),
    {
      name: `${what}: served requests per second, relative to the peak throughput`,
      wanted: "≥ 80 %",
      ok: rate >= 0.8 * peak,
      measured: `${percent(rate / peak)}, ${rate.toFixed(0)}/s`,
    },
    {
      name: `${what}: p99 of the response time, relative to the usual load`,
      wanted: "≤ 3 ×",
      ok: slowdown <= 3,
      measured: `${slowdown.toFixed(1)} ×; p50 / p99 ${times(outcomes, "served")}`,
    },
    {
      name: `${what}: time to reject a request (p50 / p99)`,
      wanted: "≤ 50 ms",
      ok: !(refusal > 50),
      measured: times(outcomes, "refused"),
    },
    {
      name: `${what}: served unpersonalized`,
      wanted: "< 5 %",
      ok: tasteless < 0.05,
      measured: percent(tasteless),
    },
    { name: `${what}: other outcomes`, wanted: "none", ok: ends.length === 0, measured: ends.join(" ") || "none" },
  ];
}

const times = (outcomes: readonly LoadOutcome[], which: "served" | "refused") =>
  [0.5, 0.99]
    .map((share) => median(outcomes.map((outcome) => percentile(outcome[which], share))))
    .map((ms) => `${ms.toFixed(1)} ms`)
    .join(" / ");

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

const withoutTaste = (outcomes: readonly LoadOutcome[]) =>
  shareOf(sum(outcomes.map((one) => one.withoutTaste)), sum(outcomes.map(({ served }) => served.length)));

const refused = (outcomes: readonly LoadOutcome[]) =>
  shareOf(
    sum(outcomes.map((one) => one.refused.length)),
    sum(outcomes.map((one) => one.served.length + one.refused.length)),
  );

/** Number of consecutive fast requests after which the service counts as recovered. */
const CALM = 10;
const GIVE_UP_MS = 20_000;

/** Returns the recovery time in milliseconds: the time until the first of ten consecutive fast requests. */
async function recovery(target: Target, usualMs: number): Promise<number> {
  const started = performance.now();
  let since = started;
  for (let calm = 0; calm < CALM && performance.now() - started < GIVE_UP_MS;) {
    const requested = performance.now();
    const { status } = await request(target, { user: { device_id: "calm" }, limit: 24 });
    const isCalm = status === 200 && performance.now() - requested < 3 * usualMs + 10;
    if (!isCalm) since = performance.now();
    calm = isCalm ? calm + 1 : 0;
  }
  return since - started;
}

async function frozen({ node }: TestBed, target: Target, offer: () => Promise<LoadOutcome>): Promise<Check[]> {
  node.freeze();
  let load: LoadOutcome;
  try {
    load = await offer();
  } finally {
    node.thaw();
  }
  const thawed = await recovery(target, 50);
  const answered = load.served.length + load.refused.length;
  return [
    exactly("engine frozen: number of requests with a response", answered, load.sent),
    atMost("engine frozen: longest response time", Math.max(0, ...load.refused), FROZEN_MS, "ms"),
    reported("engine frozen: p50 / p99 of the response time", times([load], "refused")),
    reported("engine frozen: recovery time", `${thawed.toFixed(0)} ms`),
  ];
}

/** Request timeout in milliseconds: the service's search deadline and a margin for busy machines. */
const FROZEN_MS = SETTINGS.readDeadlineMs.default + 1_500;

const request = ({ url, client }: Target, body: object): Promise<Response> => {
  const { method, path, headers } = listingFor(client);
  return fetch(url + path, { method, headers, body: JSON.stringify(body) });
};

interface Listed {
  readonly items: readonly { readonly product_identifier: string; readonly name: string; readonly category?: string }[];
}

/**
 * Creates shoppers with product views.
 * @returns the requests of these shoppers
 */
async function knownShoppers(target: Target): Promise<string[]> {
  const response = await request(target, {
    user: { device_id: "anonymous" },
    limit: 250,
    projection: ["name", "category"],
  });
  const { items } = (await response.json()) as Listed;
  if (items.length === 0) throw new Error("the service has no products to list");
  const devices = Array.from({ length: SHOPPERS }, (_, at) => `overload-${at}`);
  for (const [at, duid] of devices.entries()) {
    const seen = Array.from(
      { length: VIEWS },
      (_, view) => items[(at * 7 + view * 3) % items.length] as Listed["items"][0],
    );
    const events = seen.map(({ product_identifier }) =>
      productView(product_identifier, { aid: target.client.client_id, eid: randomUUID(), duid }),
    );
    const sent = await fetch(target.url + TRACKER_PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...events)),
    });
    if (!sent.ok) throw new Error(`sending an event failed with status ${sent.status}`);
  }
  const { path, headers } = listingFor(target.client);
  const search = new URL(path, target.url);
  const categories = [...new Set(items.flatMap(({ category }) => category ?? []))];
  return devices.map((device_id, at) => {
    const body = { user: { device_id }, limit: 24 };
    const category = categories[at % Math.max(1, categories.length)];
    const word = (items[at % items.length]?.name ?? "shirt").split(" ").at(-1);
    if (at % 5 === 0) return postText(search, headers, { ...body, query: word });
    return postText(search, headers, category === undefined ? body : { ...body, filters: { categories: category } });
  });
}
