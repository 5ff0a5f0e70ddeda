import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { demoFeed } from "../../demo/catalogue/feed.js";
import { inPackage } from "../../src/package.js";
import type { Role } from "../../console/server/people/roles.js";
import { launchBrowser } from "./browser.js";
import { credentialsOf, ensureMember } from "./console-session.js";
import { useShop, type Shop, type Storefront } from "./shop.js";
import { until } from "./until.js";
import { visitor, type Visitor } from "./visitor.js";

/**
 * Number of lines of the demo feed that are ingested: enough for several categories and brands, and few enough for a
 * quick ingestion.
 */
const LINES = 1_500;

/** Page widths in pixels on a desktop and on a phone. */
export const WIDTHS = { wide: 1280, narrow: 390 } as const;

export interface ConsoleSuite {
  readonly shop: Shop;
  /**
   * The storefront that the console is signed in to, with the configuration and part of the catalogue of the demo shop.
   */
  readonly storefront: Storefront;
  readonly base: string;
  /** Opens a console page in a new browser context with a signed-in user. */
  open(path: string, options?: ConsoleVisit): Promise<Visitor>;
  /** Opens a console page without signing in. */
  arrive(path: string): Promise<Visitor>;
}

export interface ConsoleVisit {
  readonly author?: string;
  /** Default: owner. */
  readonly role?: Role;
  /** Storefront to sign in to. Default: the storefront of the suite. */
  readonly storefront?: Storefront;
  readonly width?: number;
}

/**
 * Provides the enclosing suite with a service, a storefront and a browser. After each test, a hook checks that the
 * pages had no errors and sent requests only to the service.
 */
export function useConsole(): ConsoleSuite {
  const shop = useShop({ instances: 1 });
  const visitors: Visitor[] = [];
  let browser: Browser | undefined;
  let storefront: Storefront | undefined;

  before("open the shop and a browser", async () => {
    const configuration = JSON.parse(readFileSync(inPackage("demo/storefront.json"), "utf8")) as object;
    storefront = await shop.storefront(configuration);
    const lines = [...demoFeed()].slice(0, LINES).map((line) => JSON.parse(line) as object);
    await storefront.ingest(lines, "soft_replace");
    browser = await launchBrowser();
  });

  after("close the browser", async () => {
    await browser?.close();
  });

  afterEach("find no errors in the pages and no requests to other machines", async () => {
    for (const one of visitors.splice(0)) {
      await one.close();
      expect(one.problems).to.deep.equal([]);
      const origins = new Set(one.requests.map((request) => new URL(request.url()).origin));
      expect([...origins].filter((origin) => origin !== "null")).to.deep.equal([suite.base]);
    }
  });

  async function arrive(
    path: string,
    { author, role, storefront: of, width = WIDTHS.wide }: ConsoleVisit = {},
  ): Promise<Visitor> {
    const one = await visitor(browser!, { base: suite.base, width });
    visitors.push(one);
    if (author !== undefined) {
      const { private_key } = of ?? suite.storefront;
      await ensureMember(suite.base, private_key, author, role);
      // A request of the browser context sets the session cookie in the browser.
      const data = credentialsOf(private_key, author);
      const response = await one.context.request.post("/console/api/session", { data });
      expect(response.status()).to.equal(200);
    }
    await one.open(path);
    return one;
  }

  const suite: ConsoleSuite = {
    shop,
    get storefront() {
      if (storefront === undefined) throw new Error("the storefront is there in hooks and tests");
      return storefront;
    },
    get base() {
      return shop.services[0]?.base_url ?? "";
    },
    open: (path, options = {}) => arrive(path, { author: "Anna", ...options }),
    arrive: (path) => arrive(path),
  };
  return suite;
}

/** Waits until the layout fits the width of the window, so that the page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await until("the page to fit its width", () =>
    page.evaluate<boolean>("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
  );
}
