import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "../shared/measure.js";
import { demoFeed } from "../../demo/catalogue/feed.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed } from "../../test/support/catalog.js";
import { startEngineProxy, type EngineProxy } from "../../test/support/engine-proxy.js";
import { atFixedRate } from "../../test/support/fixed-rate.js";
import { until } from "../../test/support/until.js";
import { none, type Check } from "./scenario.js";
import { ingest, listingFor, newClient } from "../shared/storefront.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";

const ILL_MS = 30_000;
const SLOW_MS = 1_500;
/** Number of requests per listing before the fault, so that responses are cached. */
const SERVED = 3;
const LISTINGS = 40;
const LISTINGS_A_SECOND = 10;
const WITHIN_MS = 100;
const WANTED = 0.95;
/**
 * Time in milliseconds after the start of a fault. Later responses must use stale data. Cached catalogue state is valid
 * for 300 ms.
 */
const NOTICED_MS = 1_000;
const PATIENCE_MS = 40_000;
const WELL_AGAIN_MS = 60_000;

/** Freezes, kills and slows down the engine, and requests listings that were served before. */
export async function illEngine(ground: TestBed): Promise<Check[]> {
  const proxy = await startEngineProxy(ground.node.url());
  try {
    const service = await ground.service({ OPENSEARCH_URL: proxy.url });
    await service.start();
    const client = await newClient(ground.engine, "shop");
    await ingest(service, client, feed(...demoFeed()), "soft_replace");
    const shop = await openShop(service, client);
    const checks: Check[] = [];
    for (const [what, begin, end] of illnesses(ground, proxy)) {
      ground.report(what);
      for (let time = 0; time < SERVED; time += 1) await Promise.all(shop.requests.map((one) => served(shop, one)));
      const done = await whileIll(shop, begin);
      await end();
      checks.push(...checksOf(what, done), await wellAgain(what, shop));
    }
    return checks;
  } finally {
    await proxy.close();
  }
}

/** Requests a listing until the response is complete, because a busy machine may reject the first attempt. */
const served = ({ request: query }: Shop, request: string): Promise<void> =>
  until("a listing is complete", async () => {
    const { status, page } = await query(request);
    return status === 200 && page?.meta.degraded === undefined;
  });

type Illness = readonly [what: string, begin: () => Promise<void>, end: () => Promise<void>];

function illnesses({ node }: TestBed, proxy: EngineProxy): readonly Illness[] {
  const at = (change: () => void) => () => {
    change();
    return Promise.resolve();
  };
  return [
    ["slow engine", at(() => proxy.behave(() => ({ delayMs: SLOW_MS }))), at(() => proxy.behave(() => "pass"))],
    ["frozen engine", at(() => node.freeze()), at(() => node.thaw())],
    ["killed engine", () => node.kill(), () => node.revive()],
  ];
}

interface Page {
  readonly items: readonly { readonly product_identifier: string; readonly category?: string }[];
  readonly pagination: { readonly has_more: boolean };
  readonly meta: { readonly degraded?: readonly string[] };
}

interface ResponseBody {
  readonly ms: number;
  /** Time of the request in milliseconds since the start of the fault. */
  readonly at: number;
  readonly status: number | "none";
  readonly page?: Page;
}

interface Shop {
  readonly requests: readonly string[];
  readonly request: (request: string) => Promise<Omit<ResponseBody, "at">>;
}

/** Returns listing requests for the shop's categories and prices, each for a different device. */
async function openShop({ url }: Pick<ServiceAddress, "url">, client: AddedClient): Promise<Shop> {
  const { path, headers } = listingFor(client);
  const request: Shop["request"] = async (body) => {
    const started = performance.now();
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const found = await fetch(url + path, { method: "POST", headers, body, signal })
      .then(async (response) => ({ status: response.status, page: (await response.json()) as Page }))
      .catch(() => ({ status: "none" as const }));
    return { ms: performance.now() - started, ...found };
  };
  const whole = JSON.stringify({ user: { device_id: "anonymous" }, limit: 250, projection: ["category"] });
  const { page } = await request(whole);
  const categories = [...new Set(page?.items.flatMap(({ category }) => category ?? []))];
  const requests = Array.from({ length: LISTINGS }, (_, at) => {
    const category = categories[at % categories.length];
    const filters = at < categories.length ? { categories: category } : { categories: category, price: { $gte: at } };
    return JSON.stringify({ user: { device_id: `visitor-${at}` }, filters });
  });
  return { requests, request };
}

async function whileIll({ requests, request }: Shop, begin: () => Promise<void>): Promise<ResponseBody[]> {
  await begin();
  const started = performance.now();
  const responses: ResponseBody[] = [];
  const pending = new Set<Promise<void>>();
  const sending = atFixedRate(LISTINGS_A_SECOND, (number) => {
    const at = performance.now() - started;
    const one = request(requests[number % requests.length] as string)
      .then((response) => void responses.push({ ...response, at }))
      .finally(() => pending.delete(one));
    pending.add(one);
  });
  await delay(ILL_MS);
  sending.stop();
  await Promise.all(pending);
  return responses;
}

function checksOf(what: string, responses: readonly ResponseBody[]): Check[] {
  const served = responses.filter(({ status, page }) => status === 200 && (page?.items.length ?? 0) > 0);
  const soon = served.filter(({ ms }) => ms <= WITHIN_MS).length / responses.length;
  const times = served.map(({ ms }) => ms);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const late = served.filter(({ at }) => at > NOTICED_MS);
  return [
    {
      name: `${what}: listings served from the cache within ${WITHIN_MS} ms`,
      measured: `${(100 * soon).toFixed(1)} % of ${responses.length}; ${served.length} served, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`,
      wanted: `≥ ${100 * WANTED} %`,
      ok: soon >= WANTED,
    },
    none(
      `${what}: degraded pages without \`meta.degraded\``,
      late.filter(({ page }) => (page?.meta.degraded ?? []).length === 0).map(({ at }) => `after ${Math.round(at)} ms`),
    ),
    none(
      `${what}: stale pages that wrongly offer a next page`,
      served
        .filter(({ page }) => page?.meta.degraded?.includes("stale") && page.pagination.has_more)
        .map(({ at }) => `after ${Math.round(at)} ms`),
    ),
  ];
}

/** Checks that the listings are complete again after the engine has recovered. */
async function wellAgain(what: string, { requests, request }: Shop): Promise<Check> {
  const isWell = async () => {
    const { status, page } = await request(requests[0] as string);
    return status === 200 && page?.meta.degraded === undefined;
  };
  const isOver = await until("all listings are complete", isWell, WELL_AGAIN_MS).then(
    () => true,
    () => false,
  );
  return {
    name: `${what}: listings are complete after the engine has recovered`,
    measured: isOver ? "yes" : "no",
    wanted: "yes",
    ok: isOver,
  };
}
