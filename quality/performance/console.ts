import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { OpenedDraft } from "../../console/server/drafts/draft.js";
import type { SearchResult } from "../../src/search/response-schema.js";
import { launchBrowser } from "../../test/support/browser.js";
import { credentialsOf, signIn } from "../../test/support/console-session.js";
import { startService, type Demo, type ServiceProcess } from "../../test/support/process.js";
import type { Bench } from "./bench.js";
import { median } from "../shared/measure.js";
import { measureRules } from "./console-rules.js";

const ROUNDS = 5;
const WANTED_MS = 2_000;
const POLL_MS = 10;

const PAGES = ["preview", "rules", "changes", "analytics", "ab-tests", "catalog"];

/**
 * Measures the console on the demo: the time until pages are usable in a new browser, compared to the first page of the
 * demo shop; the cost of a draft with the maximum number of rules; and the time until a published rule takes effect in
 * another process.
 */
export async function benchConsole(bench: Bench): Promise<void> {
  const browser = await launchBrowser();
  try {
    await measureRules(bench, browser);
    await measurePages(bench, browser);
  } finally {
    await browser.close();
  }
  const other = await startService({ environment: { OPENSEARCH_URL: bench.engineUrl, INDEX_PREFIX: bench.prefix } });
  try {
    await measurePublishing(bench, other);
  } finally {
    await other.stop();
  }
}

async function measurePages(bench: Bench, browser: Browser): Promise<void> {
  const times = new Map<string, number[]>();
  // Do not count the first round, which warms up the service and the disk cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const path of ["/", ...PAGES.map((page) => `/console/${page}`)]) {
      const took = await untilUsable(bench.service.demo, browser, path);
      if (round > 0) times.set(path, [...(times.get(path) ?? []), took]);
    }
  }
  const shop = median(times.get("/") ?? []);
  bench.table(
    `Time until pages of the console are interactive, with an empty browser cache, median of ${ROUNDS} rounds`,
    [...times].map(([path, took]) => [
      path,
      `${median(took).toFixed(0)} ms`,
      `${(median(took) / shop).toFixed(2)} × the loading time of the demo shop's home page, longest ${Math.max(...took).toFixed(0)} (wanted: ${WANTED_MS})`,
    ]),
  );
}

/**
 * Returns the milliseconds until a page is usable: it shows its heading, has no pending requests and responds to
 * scripts immediately.
 */
async function untilUsable(demo: Demo, browser: Browser, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: demo.base_url, viewport: { width: 1280, height: 800 } });
  const signed = await context.request.post("/console/api/session", { data: credentialsOf(demo.private_key, "bench") });
  if (!signed.ok()) throw new Error(`signing in to the console failed with status ${signed.status()}`);
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForSelector("main h1");
  await page.waitForSelector("[aria-label=Loading], main[aria-busy=true]", { state: "detached" });
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
  const took = performance.now() - started;
  await context.close();
  return took;
}

async function measurePublishing(bench: Bench, other: ServiceProcess): Promise<void> {
  const { demo } = bench.service;
  // The other process has its own data folder and therefore its own keys. The first process's keys are invalid there.
  const keys = other.demo;
  const session = await signIn(demo, keys.private_key, "bench");
  const took: { readonly here: number; readonly there: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { items } = await listing(demo, keys, `before ${round}`);
    const product = items[5 + round]?.product_identifier ?? "";
    const { data: draft } = await session<OpenedDraft>("POST", "drafts", { title: `Round ${round}` });
    const rules = [{ key: `round-${round}`, action: "pin", product, position: 1 }];
    const configuration = { ...draft.configuration, rules };
    const change = { title: draft.title, configuration, version: draft.version };
    const { data: saved } = await session<OpenedDraft>("PUT", `drafts/${draft.id}`, change);
    const published = await session("POST", `drafts/${draft.id}/publish`, { version: saved.version });
    if (published.status !== 200) throw new Error(`publishing the draft failed with status ${published.status}`);
    const at = performance.now();
    const shown = async (process: Demo) => {
      for (;;) {
        const { items: now } = await listing(process, keys, `${process.base_url} ${round} ${performance.now()}`);
        if (now[0]?.product_identifier === product) return performance.now() - at;
        await delay(POLL_MS);
      }
    };
    const [here, there] = await Promise.all([shown(demo), shown(other.demo)]);
    took.push({ here, there });
  }
  const row = (what: string, times: readonly number[]): [string, string, string] => [
    what,
    `${median(times).toFixed(0)} ms`,
    `longest ${Math.max(...times).toFixed(0)} (wanted: ${WANTED_MS})`,
  ];
  bench.table(`Time until a published rule affects a listing, median of ${ROUNDS} rounds`, [
    row("listing of the process that published the rule", took.map(({ here }) => here)),
    row("another process", took.map(({ there }) => there)),
  ]); // prettier-ignore
}

async function listing(
  { base_url }: Demo,
  { client_id, public_key }: Demo,
  device_id: string,
  requested: object = { limit: 24 },
): Promise<SearchResult> {
  const response = await fetch(`${base_url}/v2/recommendations/search?service_api_client=${client_id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-SERVICE-API-KEY": public_key },
    body: JSON.stringify({ user: { device_id }, ...requested }),
  });
  if (response.status !== 200) throw new Error(`requesting a listing failed with status ${response.status}`);
  return (await response.json()) as SearchResult;
}
