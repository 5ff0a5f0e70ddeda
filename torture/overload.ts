import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { median, percentile } from "../bench/measure.js";
import { envelope, productView } from "../test/support/tracker-payload.js";
import { offerLoad, postText, type LoadOutcome } from "./offer-load.js";

/** A service with a catalogue. */
export interface OverloadTarget {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
  /** Stops the engine where it is, and lets it go on; without it that part is left out. */
  readonly engine?: { freeze(): void; thaw(): void };
}

export interface OverloadOptions {
  /** How often everything is measured, in turns. */
  readonly rounds?: number;
  /** Of each load. */
  readonly seconds?: number;
  /** Who are at the shop at once. */
  readonly connections?: number;
}

/** What was measured, and whether it is as wanted; where nothing is wanted, it only tells. */
export interface OverloadCheck {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
  readonly ok: boolean;
}

const told = (name: string, measured: string): OverloadCheck => ({ name, measured, wanted: "", ok: true });

/** More only wait for one another on the few cores of one machine. */
const PEAK_CONNECTIONS = 8;
const USUAL_SHARE = 0.5;
const TIMES_CAPACITY = 10;
const SHOPPERS = 200;
const VIEWS = 4;

/**
 * What becomes of listings and searches of known shoppers when far more come than can be served: as many as come at ten times
 * the peak (open loop), and as many as 1,500 connections ask for that ask again as soon as they are answered (closed loop).
 */
export async function tortureByOverload(
  target: OverloadTarget,
  { rounds = 3, seconds = 10, connections = 1_500 }: OverloadOptions = {},
): Promise<readonly OverloadCheck[]> {
  const requests = await knownShoppers(target);
  const { hostname: host, port } = new URL(target.base_url);
  const offer = (connected: number, perSecond?: number) =>
    offerLoad({
      ...{ host, port: Number(port), requests, seconds, connections: connected },
      ...(perSecond === undefined ? {} : { perSecond: Math.round(perSecond) }),
    });
  await offer(PEAK_CONNECTIONS); // compiled, and everything in memory that is kept there

  const peaks: LoadOutcome[] = [];
  const usual: LoadOutcome[] = [];
  const open: LoadOutcome[] = [];
  const closed: LoadOutcome[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    peaks.push(await offer(PEAK_CONNECTIONS));
    const peak = median(peaks.map(({ servedPerSecond }) => servedPerSecond));
    usual.push(await offer(100, peak * USUAL_SHARE));
    open.push(await offer(connections, peak * TIMES_CAPACITY));
    recoveries.push(await recovery(target, median(usual.flatMap(({ served }) => served))));
    closed.push(await offer(connections));
    recoveries.push(await recovery(target, median(usual.flatMap(({ served }) => served))));
  }
  const peak = median(peaks.map(({ servedPerSecond }) => servedPerSecond));
  const usualP99 = median(usual.map(({ served }) => percentile(served, 0.99)));
  const usually = { peak, usualP99 };
  return [
    told(
      `peak throughput, ${PEAK_CONNECTIONS} connections`,
      `${peak.toFixed(0)}/s; p50 / p99 ${times(peaks, "served")}`,
    ),
    told("usual load (half of it): p50 / p99", times(usual, "served")),
    told("usual load: without taste; refused", `${percent(withoutTaste(usual))}; ${percent(refused(usual))}`),
    ...overloadChecks("open loop", open, usually),
    ...overloadChecks("closed loop", closed, usually),
    told("recovery after it", `${median(recoveries).toFixed(0)} ms; longest ${Math.max(...recoveries).toFixed(0)} ms`),
    ...(target.engine === undefined ? [] : await frozen(target, target.engine, requests)),
    told(
      "load average of the machine",
      loadavg()
        .map((load) => load.toFixed(1))
        .join(" "),
    ),
  ];
}

function overloadChecks(
  what: string,
  outcomes: readonly LoadOutcome[],
  { peak, usualP99 }: { readonly peak: number; readonly usualP99: number },
): OverloadCheck[] {
  const offered = median(outcomes.map(({ sent, unsent }) => sent + unsent));
  const rate = median(outcomes.map(({ servedPerSecond }) => servedPerSecond));
  const slowdown = median(outcomes.map(({ served }) => percentile(served, 0.99))) / usualP99;
  const refusal = median(outcomes.map(({ refused: refusals }) => percentile(refusals, 0.99)));
  const tasteless = withoutTaste(outcomes);
  const ends = outcomes.map(({ others }) => JSON.stringify(others)).filter((others) => others !== "{}");
  const sender = percent(median(outcomes.map(({ cpuShare }) => cpuShare)));
  return [
    told(
      `${what}: requests; refused; the sender's share of a core`,
      `${offered.toFixed(0)}; ${percent(refused(outcomes))}; ${sender}`,
    ),
    {
      ...{ name: `${what}: served, of the peak`, wanted: "≥ 80 %", ok: rate >= 0.8 * peak },
      measured: `${percent(rate / peak)}, ${rate.toFixed(0)}/s`,
    },
    {
      ...{ name: `${what}: served, p99 of its usual`, wanted: "≤ 3 ×", ok: slowdown <= 3 },
      measured: `${slowdown.toFixed(1)} ×; p50 / p99 ${times(outcomes, "served")}`,
    },
    {
      ...{ name: `${what}: refused within (p50 / p99)`, wanted: "≤ 50 ms", ok: !(refusal > 50) },
      measured: times(outcomes, "refused"),
    },
    {
      ...{ name: `${what}: served without taste`, wanted: "< 5 %", ok: tasteless < 0.05 },
      measured: percent(tasteless),
    },
    { ...{ name: `${what}: other ends`, wanted: "none", ok: ends.length === 0 }, measured: ends.join(" ") || "none" },
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

/** So many requests one after the other, each about as quick as usual. */
const CALM = 10;
const GIVE_UP_MS = 20_000;

/** @returns milliseconds until the first of ten that were served as if nothing had been */
async function recovery(target: OverloadTarget, usualMs: number): Promise<number> {
  const started = performance.now();
  let since = started;
  for (let calm = 0; calm < CALM && performance.now() - started < GIVE_UP_MS;) {
    const asked = performance.now();
    const { status } = await ask(target, { user: { device_id: "calm" }, limit: 24 });
    const isCalm = status === 200 && performance.now() - asked < 3 * usualMs + 10;
    if (!isCalm) since = performance.now();
    calm = isCalm ? calm + 1 : 0;
  }
  return since - started;
}

async function frozen(
  target: OverloadTarget,
  engine: NonNullable<OverloadTarget["engine"]>,
  requests: readonly string[],
): Promise<OverloadCheck[]> {
  const { hostname: host, port } = new URL(target.base_url);
  engine.freeze();
  let load: LoadOutcome;
  try {
    load = await offerLoad({ host, port: Number(port), requests, connections: 200, perSecond: 100, seconds: 8 });
  } finally {
    engine.thaw();
  }
  const thawed = await recovery(target, 50);
  const longest = Math.max(0, ...load.refused);
  const answered = load.served.length + load.refused.length === load.sent;
  return [
    {
      ...{
        name: "engine frozen: all answered, longest wait",
        wanted: "by the deadline",
        ok: answered && longest < FROZEN_MS,
      },
      measured: `${load.refused.length} of ${load.sent} refused, ${longest.toFixed(0)} ms; p50 / p99 ${times([load], "refused")}`,
    },
    told("engine frozen: recovery after it", `${thawed.toFixed(0)} ms`),
  ];
}

/** The service's own deadline unless it is told another, and time for a busy machine. */
const FROZEN_MS = 2_500 + 1_500;

const searchUrl = ({ base_url, client_id }: OverloadTarget) =>
  new URL(`/v2/recommendations/search?service_api_client=${client_id}`, base_url);

const ask = (target: OverloadTarget, body: object): Promise<Response> =>
  fetch(searchUrl(target), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-SERVICE-API-KEY": target.public_key },
    body: JSON.stringify(body),
  });

interface Listed {
  readonly items: readonly { readonly product_identifier: string; readonly name: string; readonly category?: string }[];
}

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Shoppers who have looked at something, and what each of them asks for. */
async function knownShoppers(target: OverloadTarget): Promise<string[]> {
  const answer = await ask(target, { user: { device_id: "anonymous" }, limit: 250, projection: ["name", "category"] });
  const { items } = (await answer.json()) as Listed;
  if (items.length === 0) throw new Error("the service has no products to list");
  const devices = Array.from({ length: SHOPPERS }, (_, at) => `overload-${at}`);
  for (const [at, duid] of devices.entries()) {
    const seen = Array.from(
      { length: VIEWS },
      (_, view) => items[(at * 7 + view * 3) % items.length] as Listed["items"][0],
    );
    const events = seen.map(({ product_identifier }) =>
      productView(product_identifier, { aid: target.client_id, eid: randomUUID(), duid }),
    );
    const sent = await fetch(new URL("/com.snowplowanalytics.snowplow/tp2", target.base_url), {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...events)),
    });
    if (!sent.ok) throw new Error(`an event was answered ${sent.status}`);
  }
  const headers = { "X-SERVICE-API-KEY": target.public_key };
  const categories = [...new Set(items.flatMap(({ category }) => category ?? []))];
  return devices.map((device_id, at) => {
    const body = { user: { device_id }, limit: 24 };
    const category = categories[at % Math.max(1, categories.length)];
    const word = (items[at % items.length]?.name ?? "shirt").split(" ").at(-1);
    if (at % 5 === 0) return postText(searchUrl(target), headers, { ...body, query: word });
    return postText(
      searchUrl(target),
      headers,
      category === undefined ? body : { ...body, filters: { categories: category } },
    );
  });
}
