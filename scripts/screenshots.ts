/**
 * `npm run docs:screenshots`: writes the pictures of `docs/images`. The script starts the demo, sends simulated
 * traffic, does the tasks of `docs/merchandisers` and visits the demo shop and all pages of the console. If the
 * argument is the data folder of a running demo, the script uses and changes that demo instead of starting one.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { connected, demoFile, type DemoAccess } from "../src/commands/instance.js";
import { inviteToConsole, type Invited } from "../src/commands/service-client.js";
import { parseConfig } from "../src/config.js";
import { launchBrowser, openContext } from "../test/support/browser.js";
import { CHECKOUT, startService } from "../test/support/process.js";
import { until } from "../test/support/until.js";
import { copyToEarlierDays, sendTraffic } from "./demo-traffic.js";
import { TASKS } from "./screenshot-tasks.js";

const FOLDER = join(CHECKOUT, "docs", "images");

/** URL paths of the pages, keyed by the file name of the screenshot. */
const PAGES: Readonly<Record<string, string>> = {
  shop: "/",
  "shop-search": "/search?q=dress",
  "console-home": "/console",
  "console-preview": "/console/preview?query=dress",
  "console-rules": "/console/rules",
  "console-synonyms": "/console/synonyms",
  "console-campaigns": "/console/campaigns",
  "console-banners": "/console/banners",
  "console-recommendations": "/console/recommendations",
  "console-analytics": "/console/analytics",
  "console-ab-tests": "/console/ab-tests",
  "console-catalog": "/console/catalog",
  "console-team": "/console/team",
  "console-settings": "/console/settings",
  "console-changes": "/console/changes",
};

/** Window sizes in pixels, keyed by file name suffix of the screenshot. */
const SIZES = { "": { width: 1440, height: 900 }, "-phone": { width: 390, height: 844 } } as const;

const OWNER = { email: "anna@shop.example", name: "Anna Berg", role: "owner" } as const;
const COLLEAGUES = [
  { email: "ben@shop.example", name: "Ben Okoro", role: "publisher" },
  { email: "cleo@shop.example", name: "Cleo Martin", role: "viewer" },
] as const;
const PASSWORD = "only for screenshots";

/** Maximum size of a picture in bytes, so that the documentation site loads fast and the repository stays small. */
const MAX_BYTES = 80_000;
/** Image qualities to try, best first. */
const QUALITIES = [80, 65, 50, 35, 20];

async function takeAll(demo: DemoAccess, folder: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await openSigned(browser, demo);
    for (const colleague of COLLEAGUES) await signIn(await browser.newContext(), demo, colleague);
    await sendTraffic(demo);
    await connected(parseConfig({ ...process.env, DATA_DIR: folder }), (engine) =>
      copyToEarlierDays(engine, demo.client_id),
    );
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    for (const [name, task] of Object.entries(TASKS)) {
      let number = 0;
      await task(page, () => take(page, `${name}-${(number += 1)}`));
    }
    for (const [suffix, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      for (const [name, address] of Object.entries(PAGES)) {
        await page.goto(address);
        await take(page, `${name}${suffix}`);
      }
    }
  } finally {
    await browser.close();
  }
}

/** Opens the demo shop in a browser that is signed in to the console as owner, and consents to tracking. */
async function openSigned(browser: Browser, demo: DemoAccess): Promise<Page> {
  // Disable the pages' Content-Security-Policy, which blocks the styles that `take` adds.
  const options = { baseURL: demo.base_url, viewport: SIZES[""], reducedMotion: "reduce", bypassCSP: true } as const;
  const context = await openContext(browser, options);
  await signIn(context, demo, OWNER);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "Yes, rank for me" }).click();
  return page;
}

/**
 * Signs in to the console as a new member who accepts an invitation.
 * @throws Error if the sign-in fails
 */
async function signIn(context: BrowserContext, demo: DemoAccess, member: Invited): Promise<void> {
  const post = (path: string, data: object) => context.request.post(`${demo.base_url}/console/api/${path}`, { data });
  if ((await post("session", { email: member.email, password: PASSWORD })).ok()) return;
  const { hash } = new URL(await inviteToConsole(demo, member));
  const joined = await post("session/join", { token: hash.slice(1), password: PASSWORD });
  if (!joined.ok()) throw new Error(`accepting the invitation failed with status ${joined.status()}`);
}

/**
 * Writes a picture of the page in the best quality that fits `MAX_BYTES`.
 * @throws Error if no quality fits
 */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.addStyleTag({ content: ".mantine-Notifications-root { display: none } * { caret-color: transparent }" });
  await until(`${name} to load`, () => page.evaluate<boolean>(IS_LOADED));
  const devtools = await page.context().newCDPSession(page);
  for (const quality of QUALITIES) {
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > MAX_BYTES) continue;
    await writeFile(join(FOLDER, `${name}.webp`), bytes);
    console.log(`${name}.webp: ${bytes.length} bytes, quality ${quality}`);
    return devtools.detach();
  }
  throw new Error(`the screenshot ${name} is larger than ${MAX_BYTES} bytes`);
}

/** Whether the page shows its content instead of placeholders. */
const IS_LOADED = `document.querySelector("main:not([aria-busy]) h1") !== null &&
  document.querySelector("[aria-busy=true], [aria-label=Loading], .mantine-Skeleton-root") === null &&
  [...document.images].every((image) => image.complete || image.loading === "lazy")`;

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) {
  const service = await startService();
  try {
    await takeAll(service.demo, service.dataDir);
  } finally {
    await service.stop();
  }
} else {
  const demo = await demoFile.read(dataDir);
  if (demo === undefined) throw new Error(`no demo shop uses the data folder ${dataDir}`);
  await takeAll(demo, dataDir);
}
