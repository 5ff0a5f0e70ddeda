import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { demoFeed } from "../demo/catalogue/feed.js";
import type { ProductData } from "../src/catalog/product-document.js";
import type { OpenedDraft } from "../console/server/drafts/draft.js";
import type { Review } from "../src/publishing/review.js";
import type { SearchResult } from "../src/search/response-schema.js";
import { launchBrowser } from "../test/support/browser.js";
import { credentialsOf, signIn } from "../test/support/console-session.js";
import { startService, type Demo, type ServiceProcess } from "../test/support/process.js";
import type { Bench } from "./bench.js";
import { alternate, median } from "../harness/measure.js";

const ROUNDS = 5;
const WANTED_MS = 2_000;
const POLL_MS = 10;

const PAGES = ["listings", "drafts", "history", "insights", "experiments", "catalog"];

/**
 * The console on the demo: how long pages take until they can be used, each in a browser that has never seen them, beside
 * the first page of the demo shop; how long 500 rules are reviewed, beside as many searches as are looked at for it; and how long a
 * rule that was published takes to show in another process.
 */
export async function benchConsole(bench: Bench): Promise<void> {
  await measureReview(bench);
  const browser = await launchBrowser();
  try {
    await measurePages(bench, browser);
  } finally {
    await browser.close();
  }
  const other = await startService({ environment: { OPENSEARCH_URL: bench.engineUrl } });
  try {
    await measurePublishing(bench, other);
  } finally {
    await other.stop();
  }
}

const RULES = 500;
const HIDING_BY_FILTER = 40;
const HIDING = 200;
const WANTED_SECONDS = 5;

/** Rules of all kinds, hiding ones among them, for everything, for searches and for categories. */
async function measureReview(bench: Bench): Promise<void> {
  const { demo } = bench.service;
  const products = [...demoFeed()].map((line) => (JSON.parse(line) as { product_data: ProductData }).product_data);
  const of = <T>(values: readonly T[], at: number) => values[at % values.length] as T;
  const valuesOf = (field: string) => [...new Set(products.flatMap((data) => data[field] ?? []).map(String))];
  const [categories, brands] = [valuesOf("categories"), valuesOf("designer")];
  const queries = [
    ...new Set(products.map(({ title }) => (typeof title === "string" ? title : "").split(" ").slice(0, 2).join(" "))),
  ];
  const rules = Array.from({ length: RULES }, (_, at) => {
    const when = of([{}, { queries: [of(queries, at)] }, { categories: [of(categories, at)] }], at);
    const shared = { key: `rule-${at}`, when };
    const product = of(products, at * 97).product_identifier;
    if (at < HIDING_BY_FILTER) return { ...shared, action: "hide", filters: { designer: of(brands, at) } };
    if (at < HIDING) return { ...shared, action: "hide", products: [product] };
    return at % 2 === 0
      ? { ...shared, action: "boost", filters: { designer: of(brands, at) } }
      : { ...shared, action: "pin", product, position: 1 + (at % 20) };
  });
  const session = await signIn(demo, demo.private_key, "bench");
  const { data: draft } = await session<OpenedDraft>("POST", "drafts", { title: `${RULES} rules` });
  const configuration = { ...draft.configuration, rules };
  const change = { title: draft.title, configuration, version: draft.version };
  const { data: saved } = await session<OpenedDraft>("PUT", `drafts/${draft.id}`, change);
  if (saved.mistakes.length > 0) throw new Error(`the draft has mistakes: ${JSON.stringify(saved.mistakes)}`);
  let looked = 0;
  const review = async () => {
    const { status, data } = await session<Review>("GET", `drafts/${draft.id}/review`);
    if (status !== 200) throw new Error(`the review was answered ${status}`);
    looked = data.looked_at.listings;
  };
  await review();
  let turn = 0;
  const searches = async () => {
    turn += 1;
    for (let at = 0; at < looked; at += 1) {
      const asked = at % 2 === 0 ? { filters: { categories: of(categories, at) } } : { query: of(queries, at) };
      // Each round asks for something else, so that nothing of it is cached.
      await listing(demo, demo, `review-${turn}`, { limit: 0, facets: { keys: [], max_values: turn }, ...asked });
    }
  };
  const times = await alternate({ review, searches }, { warmup: 0, counted: 3 });
  const [reviewed, searched] = [median(times.review), median(times.searches)];
  await session("DELETE", `drafts/${draft.id}`, { version: saved.version });
  bench.table(`A review of ${RULES} rules, ${HIDING} of which hide, over ${looked} listings and searches`, [
    ["the review", `${(reviewed / 1000).toFixed(2)} s`, `(wanted: under ${WANTED_SECONDS} s)`],
    ["as many searches by HTTP, one after another", `${(searched / 1000).toFixed(2)} s`, `the review takes ${(reviewed / searched).toFixed(2)} × that`],
  ]); // prettier-ignore
}

async function measurePages(bench: Bench, browser: Browser): Promise<void> {
  const times = new Map<string, number[]>();
  // One round warms the service and the disk.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const path of ["/", ...PAGES.map((page) => `/console/${page}`)]) {
      const took = await untilUsable(bench.service.demo, browser, path);
      if (round > 0) times.set(path, [...(times.get(path) ?? []), took]);
    }
  }
  const shop = median(times.get("/") ?? []);
  bench.table(
    `Pages of the console until they can be used, with an empty browser cache, median of ${ROUNDS}`,
    [...times].map(([path, took]) => [
      path,
      `${median(took).toFixed(0)} ms`,
      `${(median(took) / shop).toFixed(2)} × the shop's first page, longest ${Math.max(...took).toFixed(0)} (wanted: ${WANTED_MS})`,
    ]),
  );
}

/** Milliseconds until the page has its heading, nothing of it is on its way any more, and it answers a program at once. */
async function untilUsable(demo: Demo, browser: Browser, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: demo.base_url, viewport: { width: 1280, height: 800 } });
  await context.request.post("/console/api/session", { data: credentialsOf(demo.private_key, "bench") });
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
  // A process with a folder of its own does not know the demo's keys and makes new ones, which take the place of those before.
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
    if (published.status !== 200) throw new Error(`publishing was answered ${published.status}`);
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
  bench.table(`A rule that was published until a listing shows it, median of ${ROUNDS}`, [
    row("in the process that published it", took.map(({ here }) => here)),
    row("in another process", took.map(({ there }) => there)),
  ]); // prettier-ignore
}

async function listing(
  { base_url }: Demo,
  { client_id, public_key }: Demo,
  device_id: string,
  asked: object = { limit: 24 },
): Promise<SearchResult> {
  const response = await fetch(`${base_url}/v2/recommendations/search?service_api_client=${client_id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-SERVICE-API-KEY": public_key },
    body: JSON.stringify({ user: { device_id }, ...asked }),
  });
  if (response.status !== 200) throw new Error(`a listing was answered ${response.status}`);
  return (await response.json()) as SearchResult;
}
