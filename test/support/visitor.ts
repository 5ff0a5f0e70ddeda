import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { openContext } from "./browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A visitor of the demo shop with a separate browser context. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** All network requests of the pages. */
  readonly requests: readonly Request[];
  /** Script errors and content security policy violations on the pages. */
  readonly problems: readonly string[];
  /** Opens an address and waits until its page has loaded. */
  readonly open: (path: string) => Promise<void>;
  /** Waits until the current page has loaded. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface VisitorOptions {
  readonly base: string;
  /** Choice in the consent dialog, made before any other action. */
  readonly consent?: "yes" | "no";
  readonly width?: number;
}

export async function visitor(browser: Browser, { base, consent, width = 1280 }: VisitorOptions): Promise<Visitor> {
  // Animations are disabled, so that checks do not run on half-transparent pages.
  const views = { viewport: { width, height: 800 }, reducedMotion: "reduce" } as const;
  const context = await openContext(browser, { baseURL: base, ...views });
  const page = await context.newPage();
  const requests: Request[] = [];
  const problems: string[] = [];
  context.on("request", (request) => requests.push(request));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  const settled = async () => {
    await page.waitForSelector("main:not([aria-busy]) h1");
  };
  const open = async (path: string) => {
    await page.goto(path);
    await settled();
  };
  if (consent !== undefined) {
    await open("/help/delivery-and-returns");
    await page.getByRole("button", { name: consent === "yes" ? "Yes, rank for me" : "No, stay anonymous" }).click();
    await settled();
  }
  return { page, context, requests, problems, open, settled, close: () => context.close() };
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * Returns the accessibility violations on the current page that axe rates as serious or critical, with the affected
 * elements.
 */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
