import type { Browser, BrowserContext, Page } from "playwright-core";
import type { OpenedDraft } from "../../console/server/drafts/draft.js";
import { demoFeed } from "../../demo/catalogue/feed.js";
import { alternate, median, timed } from "../shared/measure.js";
import type { ProductData } from "../../src/catalog/product-document.js";
import type { Review } from "../../src/publishing/review.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import type { RuleDocument } from "../../src/storefront/rules-configuration.js";
import { credentialsOf, signIn, type ConsoleSession } from "../../test/support/console-session.js";
import type { Bench } from "./bench.js";
import { query } from "./shopper.js";

const RULES = 10_000;
const HIDING_BY_FILTER = 40;
const HIDING = 200;
const CHANGED = 500;
const WANTED_SECONDS = 2;
const ROUNDS = { warmup: 0, counted: 3 };
const PAGE_TIMEOUT_MS = 60_000;

/**
 * Measures how long it takes to save, open, review and publish a draft with the maximum number of rules, of all types,
 * for queries and categories. Then measures the console page of a draft that changes some rules. For comparison, the
 * searches that a review performs are also measured alone.
 */
export async function measureRules(bench: Bench, browser: Browser): Promise<void> {
  const { demo } = bench.service;
  const products = [...demoFeed()].map((line) => (JSON.parse(line) as { product_data: ProductData }).product_data);
  const rules = rulesOf(products);
  const session = await signIn(demo, demo.private_key, "bench");
  const first = await saveDraft(session, `${RULES} rules`, (configuration) => ({ ...configuration, rules }));
  let review = await reviewed(session, first.draft);
  const rows: [string, string, string][] = [
    [`${RULES} new rules saved`, seconds(first.took), ""],
    ["… opened", seconds(await timed(() => session("GET", `drafts/${first.draft.id}`))), ""],
    ["… reviewed", seconds(await timed(() => reviewed(session, first.draft))), ""],
    [
      "draft published, including the review of its changes",
      seconds(
        await timed(() =>
          published(session, first.draft, { accept_impact: review.accept_impact, version: first.draft.version }),
        ),
      ),
      "",
    ],
  ];
  const { draft, took } = await saveDraft(session, `${CHANGED} changes`, (configuration) => ({
    ...configuration,
    rules: rules.map((rule, at) => (at % (RULES / CHANGED) === 7 ? { ...rule, ends_at: "2099-01-01T00:00:00Z" } : rule)),
  })); // prettier-ignore
  const open = async () => {
    const { data } = await session<OpenedDraft>("GET", `drafts/${draft.id}`);
    if (data.changes.length !== CHANGED)
      throw new Error(`expected ${CHANGED} changes in the draft, got ${data.changes.length}`);
  };
  const look = async () => {
    review = await reviewed(session, draft);
  };
  await look();
  let turn = 0;
  const { listings } = review.compared;
  const searches = async () => {
    turn += 1;
    for (let at = 0; at < listings; at += 1) {
      const { when = {} } = rules[HIDING + at] as RuleDocument;
      const requested = at % 2 === 0 ? { filters: { categories: when.categories?.[0] } } : { query: when.queries?.[0] };
      // `max_values` differs in each round, so that the response is not cached.
      await query(bench, "search", {
        user: { device_id: "review" },
        limit: 0,
        facets: { keys: [], max_values: turn },
        ...requested,
      });
    }
  };
  const times = await alternate({ open, look, searches }, ROUNDS);
  const [opening, looking, searching] = [times.open, times.look, times.searches].map(median) as [number, number, number]; // prettier-ignore
  const page = await onPage(bench, browser, draft.id);
  const without = await saveDraft(session, "no rules", (configuration) => ({ ...configuration, rules: [] }));
  await published(session, without.draft, { version: without.draft.version });
  bench.table(`${RULES} rules, including ${HIDING} hide rules, and a draft that changes ${CHANGED} rules`, [
    ...rows,
    [`${CHANGED} changed rules saved`, seconds(took), ""],
    ["… opened", seconds(opening), ""],
    [
      "… reviewed",
      seconds(looking),
      `${(looking / searching).toFixed(2)} × ${listings} sequential HTTP searches (${seconds(searching)})`,
    ],
    ["opening the draft, until the page is interactive", seconds(page.opened), ""],
    ["opening the changes page, until the review is shown", seconds(page.changes), `(wanted: ${WANTED_SECONDS} s)`],
    ["moving a rule, until the page confirms the move", seconds(page.moved), ""],
    ["longest time for which the page did not respond", seconds(page.longest), ""],
  ]);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** Returns rules with unique conditions: half of the rules match a query, the other half a category. */
function rulesOf(products: readonly ProductData[]): RuleDocument[] {
  const of = <T>(values: readonly T[], at: number) => values[at % values.length] as T;
  const valuesOf = (field: string) => [...new Set(products.flatMap((data) => data[field] ?? []).map(String))];
  const [categories, brands] = [valuesOf("categories"), valuesOf("designer")];
  const titles = products.map(({ title }) => (typeof title === "string" ? title : ""));
  return Array.from({ length: RULES }, (_, at): RuleDocument => {
    const words = of(titles, at).split(" ").slice(0, 2).join(" ");
    const shared = {
      key: `rule-${at}`,
      when: at % 2 === 0 ? { categories: [of(categories, at)] } : { queries: [`${words} ${at}`] },
    };
    const product = of(products, at * 97).product_identifier;
    const filters = { designer: of(brands, at) };
    if (at < HIDING_BY_FILTER) return { ...shared, action: "hide", filters };
    if (at < HIDING) return { ...shared, action: "hide", products: [product] };
    return at % 3 === 0
      ? { ...shared, action: "boost", filters }
      : { ...shared, action: "pin", product, position: 1 + (at % 20) };
  });
}

async function saveDraft(
  session: ConsoleSession,
  title: string,
  change: (configuration: ConfigurationDocument) => ConfigurationDocument,
): Promise<{ readonly draft: OpenedDraft; readonly took: number }> {
  const { data: begun } = await session<OpenedDraft>("POST", "drafts", { title });
  const body = { title, configuration: change(begun.configuration), version: begun.version };
  const started = performance.now();
  const { status, data: draft, error } = await session<OpenedDraft>("PUT", `drafts/${begun.id}`, body); // prettier-ignore
  const took = performance.now() - started;
  if (status !== 200) throw new Error(`saving the draft failed with status ${status}: ${error.message}`);
  if (draft.errors.length > 0) throw new Error(`the draft has validation errors: ${JSON.stringify(draft.errors)}`);
  return { draft, took };
}

async function reviewed(session: ConsoleSession, { id }: OpenedDraft): Promise<Review> {
  const { status, data, error } = await session<Review>("GET", `drafts/${id}/review`);
  if (status !== 200) throw new Error(`the review of the draft failed with status ${status}: ${error.message}`);
  return data;
}

async function published(session: ConsoleSession, { id }: OpenedDraft, request: object): Promise<void> {
  const { status, error } = await session("POST", `drafts/${id}/publish`, request);
  if (status !== 200) throw new Error(`publishing the draft failed with status ${status}: ${error.message}`);
}

/** Measures the duration of actions on a draft in a browser, in milliseconds. */
async function onPage({ service: { demo } }: Bench, browser: Browser, id: string) {
  const context = await browser.newContext({ baseURL: demo.base_url, viewport: { width: 1280, height: 800 } });
  try {
    return await inContext(context, demo.private_key, id);
  } finally {
    await context.close();
  }
}

async function inContext(context: BrowserContext, key: string, id: string) {
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const signed = await context.request.post("/console/api/session", { data: credentialsOf(key, "bench") });
  if (!signed.ok())
    throw new Error(`signing in to the console failed with status ${signed.status()}: ${await signed.text()}`);
  const page = await context.newPage();
  await page.addInitScript(`
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask", buffered: true });`);
  const opened = await timed(async () => {
    await page.goto(`/console/drafts/${id}`, { waitUntil: "commit" });
    await page.getByText(`The first 100 of ${RULES}.`).waitFor();
    await idle(page);
  });
  const moved = await timed(async () => {
    await page.getByRole("button", { name: "Move rule-3 down", exact: true }).click();
    await page.getByText("Unsaved edits", { exact: true }).waitFor();
    await idle(page);
  });
  await page.getByRole("button", { name: "Discard edits" }).click();
  const changes = await timed(async () => {
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByText(`of ${CHANGED})`).waitFor();
    await page.getByText(/^Compared /).waitFor();
    await idle(page);
  });
  return { opened, moved, changes, longest: await page.evaluate<number>("window.longest") };
}

const idle = (page: Page) => page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
