import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { openContext } from "./browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Somebody in the demo shop, with a browser of their own. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything that the pages asked anybody for. */
  readonly requests: readonly Request[];
  /** The problems of the pages: errors of scripts, and violations of their policy. */
  readonly problems: readonly string[];
  /** Opens an address and waits until its page is there. */
  readonly open: (path: string) => Promise<void>;
  /** Waits until the page on show is there. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface VisitorOptions {
  readonly base: string;
  /** Answers the question of whether they may be remembered, before anything else. */
  readonly consent?: "yes" | "no";
  readonly width?: number;
}

export async function visitor(browser: Browser, { base, consent, width = 1280 }: VisitorOptions): Promise<Visitor> {
  // Without motion, so that no page is looked at while it is still faint.
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

/** The barriers that axe rates serious or critical on the current page, each with its elements. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
