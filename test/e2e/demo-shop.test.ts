import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { refresh } from "../../src/engine/indices.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { fromDocument, type UbiEvent } from "../../src/tracking/ubi-event.js";
import { launchBrowser } from "../support/browser.js";
import { exportsOfShops } from "../support/exports.js";
import { importOn, visitImportedShop } from "../support/imported-shop.js";
import { sharedEngineUrl, useEngine } from "../support/engine.js";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";
import { until } from "../support/until.js";
import { barriers, visitor, type Visitor, type VisitorOptions } from "../support/visitor.js";

const LISTING = "/c/Women/Clothing";
/**
 * Example category: its path, a word that its product names contain, and the value of the category in a taste profile.
 */
const PART = { path: "/c/Women/Clothing/Knitwear/Cardigans", word: "Cardigan", token: "Cardigans" };

/** Returns the ids of the displayed products, in order. */
const products = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(".grid .card")].map((card) => card.dataset.product)`);

/** Returns the number of displayed products in the example category. */
const ofPart = async (page: Page) =>
  (await page.locator(".grid .card-name").allTextContents()).filter((name) => name.includes(PART.word)).length;

const top = (page: Page) => page.evaluate<number>("scrollY");

describe("the demo shop", function () {
  const engineOf = useEngine();
  let engineUrl = "";
  let service: ServiceProcess | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(300_000);
    engineUrl = await sharedEngineUrl(this);
    // The time limit for taste lookups is high, so that pages are personalized even on a busy machine.
    const environment = { OPENSEARCH_URL: engineUrl, INDEX_PREFIX: engineOf.engine.prefix, TASTE_BUDGET_MS: "1000" };
    service = await startService({ environment });
    browser = await launchBrowser();
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function visit(options: Omit<VisitorOptions, "base"> = {}): Promise<Visitor> {
    const one = await visitor(browser!, { base: service!.demo.base_url, ...options });
    visitors.push(one);
    return one;
  }

  afterEach("find no errors in the pages and no requests to other machines", async () => {
    for (const one of visitors.splice(0)) {
      await one.close();
      expect(one.problems).to.deep.equal([]);
      const origins = new Set(one.requests.map((request) => new URL(request.url()).origin));
      expect([...origins]).to.deep.equal([service!.demo.base_url]);
    }
  });

  /** Views the first two products of the category and waits until the list "Ranked for you" contains the category. */
  async function viewProducts({ page, open }: Visitor): Promise<void> {
    for (const which of [0, 1]) {
      await open(PART.path);
      const reported = page.waitForResponse((response) => response.url().endsWith("/tp2") && response.ok());
      await page.locator(".grid .card a").nth(which).click();
      await page.waitForSelector(".product");
      await reported;
    }
    await until("taste to be learned", async () => {
      await open(LISTING);
      return page.getByRole("list", { name: "Ranked for you" }).getByText(PART.token).isVisible();
    });
    // The listing may have been loaded before the latest views were learned, so the test opens it again.
    await open(LISTING);
    await page.getByRole("list", { name: "Ranked for you" }).getByText(PART.token).waitFor();
  }

  it("the demo shop ranks products similar to viewed products first until the shopper deletes the taste profile", async () => {
    const shopper = await visit({ consent: "yes" });
    await shopper.open(LISTING);
    const before = await ofPart(shopper.page);
    await viewProducts(shopper);
    expect(await ofPart(shopper.page)).to.be.greaterThan(before);

    const { page, open, settled } = shopper;
    await page.getByRole("button", { name: "Correct this" }).click();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: `Ignore ${PART.token} from now on` }).click();
    await page.getByRole("button", { name: `Use ${PART.token} for recommendations again` }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    // The old list "Ranked for you" stays visible until the page is ranked again.
    await page.getByRole("list", { name: "Ranked for you" }).getByText(PART.token).waitFor({ state: "detached" });
    await settled();
    await page.getByRole("list", { name: "Ranked for you" }).waitFor();
    expect(await page.locator(".taste").textContent()).not.to.include(PART.token);

    await page.getByRole("button", { name: "Correct this" }).click();
    await page.getByRole("button", { name: "Erase everything" }).click();
    await page.getByText("Your taste profile is empty.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Nothing learned yet.").waitFor();
    await open("/");
    await page.getByText("Nothing learned yet.").waitFor();
  });

  /**
   * Imports the export file of a shop with the import command.
   * @returns the URL of the imported shop
   */
  const imported = (file: string, ...options: readonly string[]) =>
    importOn(service!, { OPENSEARCH_URL: engineUrl, INDEX_PREFIX: engineOf.engine.prefix }, file, ...options);

  it("the demo server shows an imported shop at a separate URL and personalizes it for the visitor", async () => {
    const { demo } = service!;
    const address = await imported(join(CHECKOUT, "packages/examples/shopify-csv/products_export.csv"));
    expect(address).to.equal(`${demo.base_url}/shops/my-shop/`);

    const { page, open, problems, close } = await visitor(browser!, { base: demo.base_url });
    // Requests for product images are aborted, because the images are on the shop's own server.
    await page.route("https://shop.example/**", (route) => route.abort());
    await open(address);
    expect(await page.locator(".grid .card-name").first().textContent()).to.equal("Brook Boots");
    await page.getByRole("button", { name: "Yes, rank for me" }).click();
    const reported = page.waitForResponse((response) => response.url().endsWith("/tp2") && response.ok());
    await page.locator(".grid .card a", { hasText: "Ember Scarf" }).first().click();
    await page.waitForSelector(".product");
    await reported;
    await until("taste to be learned", async () => {
      await open(address);
      return page.getByRole("list", { name: "Ranked for you" }).getByText("Fernwick").isVisible();
    });
    await open(address);
    await page.getByRole("list", { name: "Ranked for you" }).getByText("Fernwick").waitFor();
    const after = await page.locator(".grid .card-name").allTextContents();
    expect([after[0], after.length]).to.deep.equal(["Ember Scarf", 12]);
    expect([await barriers(page), problems]).to.deep.equal([[], []]);
    await close();
  });

  for (const [name, text] of exportsOfShops().filter(([file]) => file === "shopify.csv" || file === "names.csv")) {
    it(`the demo pages of a shop imported from ${name} request only fields that the file contains`, async () => {
      const file = join(await mkdtemp(join(tmpdir(), "vitrine-exports-")), name);
      await writeFile(file, text);
      await visitImportedShop(browser!, name, await imported(file, "--client", name.replace(/\W/g, "-")));
      await rm(dirname(file), { recursive: true });
    });
  }

  it("the demo shop shows every product of a listing exactly once", async () => {
    const { page, open } = await visit();
    await open("/c/Women/Clothing/Knitwear");
    const total = Number.parseInt((await page.locator(".total").textContent()) ?? "", 10);
    expect(total).to.be.greaterThan(72);
    await until(
      "the end",
      async () => {
        await page.evaluate("scrollTo(0, document.body.scrollHeight)");
        return page.getByText("That is all.").isVisible();
      },
      30_000,
    );
    const shown = await products(page);
    expect([shown.length, new Set(shown).size]).to.deep.equal([total, total]);
  });

  it("the demo shop restores the scroll position of a listing when the shopper goes back", async () => {
    const { page, open } = await visit({ width: 390 });
    await open(LISTING);
    await until("a third page", async () => {
      await page.evaluate("scrollBy(0, 2000)");
      return (await products(page)).length >= 60;
    });
    const chosen = page.locator(".grid .card a").nth(50);
    await chosen.focus();
    const [before, position] = [await products(page), await top(page)];
    await page.keyboard.press("Enter");
    await page.waitForSelector(".product");
    expect(await top(page)).to.equal(0);
    await page.goBack();
    await page.waitForSelector(".grid");
    expect(await top(page)).to.equal(position);
    expect((await products(page)).slice(0, before.length)).to.deep.equal(before);
    expect(await page.evaluate("document.activeElement.closest('.card').dataset.product")).to.equal(before[50]);
    await page.goForward();
    await page.waitForSelector(".product");
    expect(await top(page)).to.equal(0);
  });

  it("the demo shop filters a listing by color and price, and keeps the keyboard focus on the selected value", async () => {
    const { page, open, settled } = await visit();
    await open("/c/Men");
    const label = page.locator(".facet", { hasText: "Colour" }).locator("label").first();
    const color = (await label.locator(".option-label").textContent()) ?? "";
    const count = await label.locator(".option-count").textContent();
    await label.locator("input").focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: `Remove ${color}` }).waitFor();
    expect(await page.locator(".total").textContent()).to.equal(`${count} products`);
    expect(await page.evaluate("document.activeElement.id")).to.equal(`facet-color-${color}`);
    await page.getByLabel("Price from").fill("100");
    await page.getByLabel("Price to").fill("200");
    await page.getByRole("button", { name: "Apply Price" }).click();
    await page.getByRole("button", { name: "Remove Price: 100 – 200" }).waitFor();
    await page.getByLabel("Sort by").selectOption("price_asc");
    await page.getByText("This order is the same for everybody.").waitFor();
    await settled();
    const prices = (await page.locator(".grid .price").allTextContents()).map((text) =>
      Number(/[\d.]+/.exec(text)?.[0]),
    );
    expect(prices).to.deep.equal([...prices].sort((a, b) => a - b));
    expect([prices.at(0)! >= 100, prices.at(-1)! <= 200]).to.deep.equal([true, true]);
    await page.getByRole("button", { name: "Clear all" }).click();
    await until(
      "nothing to be selected",
      async () =>
        (await page.locator("#sort").inputValue()) === "price_asc" && page.url().endsWith("/c/Men?sort=price_asc"),
    );
  });

  it("the demo shop sends all types of shopper events, with the recommendation id in every list event", async () => {
    const { page, open, context, requests } = await visit({ consent: "yes" });
    let reports = 0;
    page.on("response", (response) => void (reports += response.url().endsWith("/tp2") && response.ok() ? 1 : 0));
    await open(LISTING);
    await until("a report to the tracker", () => reports > 0);
    await page.locator(".grid .card").filter({ hasNotText: "Sold out" }).first().locator("a").click();
    await page.waitForSelector(".product");
    const size = page.locator(".size input").first();
    if ((await size.count()) > 0) await size.check({ force: true });
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("link", { name: "See the cart" }).click();
    await page.getByRole("button", { name: /^One more of/ }).click();
    await page.getByRole("button", { name: /^One fewer of/ }).click();
    await page.getByRole("button", { name: "Place order (demo)" }).click();
    await page.getByRole("heading", { name: "Thank you (demo)" }).waitFor();

    const cookies = new Map((await context.cookies()).map(({ name, value }) => [name.replace(/\..*/, ""), value]));
    const device = cookies.get("service_duid") ?? "";
    expect(device).to.match(/^[0-9a-f-]{36}$/);
    expect(cookies.get("_service_id")).to.match(new RegExp(`^${device}\\.`));
    const requested = requests.filter((request) => request.url().includes("/v2/recommendations/search")).at(-1);
    expect(requested?.postDataJSON()).to.have.nested.property("user.device_id", device);

    const index = `${engineOf.engine.prefix}ubi-events-*`;
    const stored = async () => {
      await refresh(engineOf.engine, index);
      const query = { term: { client_id: device } };
      const { hits } = await searchDocuments<UbiEvent>(engineOf.engine, index, { size: 100, query });
      return hits.hits.map((hit) => fromDocument(hit._source));
    };
    await until("the purchase to be stored", async () => (await stored()).some(({ type }) => type === "transaction"));
    const events = await stored();
    expect([...new Set(events.map(({ type }) => type))].sort()).to.deep.equal([
      "add_to_cart",
      "checkout_step",
      "list_click",
      "list_view",
      "page_view",
      "product_view",
      "remove_from_cart",
      "transaction",
    ]);
    const inLists = events.filter(({ type }) => type === "list_view" || type === "list_click");
    expect(inLists.filter(({ recommendation_id }) => recommendation_id === null)).to.deep.equal([]);
  });

  it("the demo shop keeps shoppers without consent anonymous", async () => {
    for (const consent of [undefined, "no"] as const) {
      const { page, open, context, requests } = await visit({ consent });
      await open(LISTING);
      await page.locator(".grid .card a").first().click();
      await page.waitForSelector(".product");
      await until("the tracker to tell of it", () =>
        requests.some((request) => request.url().endsWith("/tp2") && request.headers()["sp-anonymous"] === "*"),
      );
      expect(await context.cookies()).to.deep.equal([]);
      const bodies = requests
        .filter((request) => request.url().includes("/v2/recommendations/"))
        .map((request) => request.postDataJSON() as { user: object });
      expect(bodies.map(({ user }) => user)).to.deep.equal(bodies.map(() => ({ device_id: "anonymous" })));
    }
  });

  it("the demo shop deletes the data of shoppers who withdraw their consent", async () => {
    const shopper = await visit({ consent: "yes" });
    const { page, context, requests } = shopper;
    await shopper.open("/sale");
    expect((await context.cookies()).map(({ name }) => name)).to.include("service_duid");
    await page.getByRole("button", { name: "Privacy choice" }).click();
    await page.getByRole("button", { name: "No, stay anonymous" }).click();
    await page.getByText("Not ranked for you yet: this order is the same for everybody.").waitFor();
    expect(await context.cookies()).to.deep.equal([]);
    expect(requests.filter((request) => request.method() === "DELETE")).to.have.length(1);
  });

  it("the demo shop escapes markup in product data", async () => {
    const title = '<img src=x onerror=alert(1)> Hostile <script>alert(2)</script> Hat & "quotes"';
    const line = {
      product_identifier: "hostile/<b>",
      variant_identifier: "hostile",
      title,
      designer: "<i>ITALIC</i>",
      images: ["javascript:alert(3)", "https://elsewhere.example/1.png"],
      price: 10,
      sizes: ["<u>M</u>"],
      description: "<iframe src=/>",
    };
    const headers = { "x-service-api-key": service!.demo.private_key, "content-type": "application/x-ndjson" };
    const url = `${service!.demo.base_url}/v1/ingestion/`;
    const body = JSON.stringify({ operation: "insert", product_data: line });
    const posted = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
      data: { ingestion_id: number };
    };
    await until("the product to be there", async () => {
      const response = await fetch(`${url}${posted.data.ingestion_id}`, { headers });
      return ((await response.json()) as { data: { status: number } }).data.status === 4;
    });
    const { page, open } = await visit();
    await open("/search?q=hostile hat");
    const card = page.locator(".grid .card").first();
    expect(await card.locator(".card-name").textContent()).to.equal(title);
    await card.locator("a").click();
    await page.waitForSelector(".product");
    expect(await page.locator("h1").textContent()).to.equal(title);
    expect(await page.locator("main :is(iframe, script, b, i, u)").count()).to.equal(0);
  });

  it("the demo shop shows the effect of a rule soon after its publication, without a restart", async () => {
    const { page, open } = await visit();
    await open(LISTING);
    const [first = "", , , , , pinned = ""] = await products(page);
    const url = `${service!.demo.base_url}/v1/storefront`;
    const headers = { "x-service-api-key": service!.demo.private_key, "content-type": "application/json" };
    const before = ((await (await fetch(url, { headers })).json()) as { data: { configuration: object } }).data;
    const publish = async (configuration: object) => {
      const put = (address: string) => fetch(address, { method: "PUT", headers, body: JSON.stringify(configuration) });
      let response = await put(url);
      // The rule may leave searches of other tests without results, so accept the reported impact on shoppers.
      if (response.status === 409) {
        const { errors } = (await response.json()) as { errors: [{ context: { accept_impact: string } }] };
        response = await put(`${url}?accept_impact=${errors[0].context.accept_impact}`);
      }
      expect(response.status).to.equal(200);
    };
    const rules = [
      { key: "in_front", action: "pin", product: pinned, position: 1 },
      { key: "away", action: "hide", products: [first] },
    ];
    const published = performance.now();
    await publish({ ...before.configuration, rules });
    let shown: string[] = [];
    await until("the rule to show", async () => {
      await open(LISTING);
      shown = await products(page);
      return shown[0] === pinned;
    });
    process.stdout.write(`      a rule showed ${Math.round(performance.now() - published)} ms after it was sent\n`);
    expect(shown).not.to.include(first);
    await publish(before.configuration);
  });

  it("the demo shop reports that the service is unavailable and continues after the service recovers", async () => {
    const { page, open, problems } = await visit();
    await open(LISTING);
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByRole("link", { name: "Sale" }).click();
    await page.getByRole("heading", { name: "The shop is temporarily unavailable" }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.unroute("**/v2/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sale" }).waitFor();
    expect(problems).to.deep.equal([]);
  });

  it("the demo shop has no serious accessibility violation on any page", async () => {
    const { page, open } = await visit({ width: 360 });
    await open("/sale");
    await page.locator(".grid .card").filter({ hasNotText: "Sold out" }).first().locator("a").click();
    await page.waitForSelector(".product");
    const product = new URL(page.url());
    const size = page.locator(".size input").first();
    if ((await size.count()) > 0) await size.check({ force: true });
    await page.getByRole("button", { name: "Add to cart" }).click();
    const paths = [
      "/",
      `${LISTING}?f.color=Red`,
      "/search?q=zzzqqq",
      product.pathname + product.search,
      "/cart",
      "/order/1",
      "/nope",
      "/help/delivery-and-returns",
    ];
    for (const path of paths) {
      await open(path);
      expect(await barriers(page), path).to.deep.equal([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).to.be.at.most(360);
    }
  });

  it("the demo shop shows suggestions while the shopper types", async () => {
    const { page, open, settled } = await visit({ width: 360 });
    await open("/");
    const field = page.getByRole("combobox", { name: "Search products" });
    const list = page.getByRole("listbox", { name: "Suggestions" });
    const options = list.getByRole("option");
    await field.pressSequentially("car");
    await list.getByRole("group", { name: "Products" }).locator("img").first().waitFor();
    await until("it to be said", async () =>
      /Suggestions: \d+/.test(await page.locator(".spoken[role=status]").innerText()),
    );
    expect(await barriers(page)).to.deep.equal([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).to.be.at.most(360);

    await field.press("ArrowDown");
    const first = options.first();
    expect(await field.getAttribute("aria-activedescendant")).to.equal(await first.getAttribute("id"));
    expect(await first.getAttribute("aria-selected")).to.equal("true");
    await field.press("Escape");
    expect([await list.isVisible(), await field.inputValue()]).to.deep.equal([false, "car"]);
    await field.press("ArrowDown");
    await list.waitFor();
    await field.press("ArrowUp");
    expect(await options.last().getAttribute("aria-selected")).to.equal("true");
    await field.press("ArrowDown");
    expect(await field.getAttribute("aria-activedescendant")).to.equal(null);
    await field.press("ArrowDown");
    const query = await options.first().innerText();
    await field.press("Enter");
    await page.getByRole("heading", { level: 1, name: query }).waitFor();
    expect([await list.isVisible(), await field.inputValue()]).to.deep.equal([false, query]);

    await field.fill("cardig");
    const category = list.getByRole("group", { name: "Categories" }).getByRole("option").first();
    const name = await category.innerText();
    await category.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await settled();
    expect(await page.locator(".grid .card").count()).to.be.greaterThan(0);
    await field.fill("cardig");
    await list.getByRole("group", { name: "Products" }).getByRole("option").first().click();
    await page.waitForSelector(".product");
  });

  it("the demo shop still searches if suggestions are unavailable", async () => {
    const { page, open } = await visit();
    await open("/");
    const suggest = "**/v2/recommendations/suggest*";
    await page.route(suggest, (route) => route.abort());
    const field = page.getByRole("combobox", { name: "Search products" });
    const failed = page.waitForEvent("requestfailed");
    await field.pressSequentially("cardigna");
    await failed;
    expect(await page.getByRole("listbox").isVisible()).to.equal(false);
    await field.press("Enter");
    await page.getByText("Did you mean").getByRole("link").click();
    await page.getByRole("heading", { name: "“cardigan”" }).waitFor();

    // A late response for an outdated input must not be displayed.
    await page.unroute(suggest);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(suggest, async (route) => {
      if ((route.request().postDataJSON() as { query: string }).query === "b") await held;
      await route.continue().catch(() => undefined);
    });
    const first = page.waitForRequest(suggest);
    await field.fill("b");
    await first;
    await field.fill("cardigan");
    const options = page.getByRole("listbox").getByRole("option");
    await options.first().waitFor();
    const shown = await options.allInnerTexts();
    letGo();
    await page.waitForLoadState("networkidle");
    expect(await options.allInnerTexts()).to.deep.equal(shown);
  });

  it("the demo shop follows the redirects that are configured for searches", async () => {
    const { page, open } = await visit();
    await open("/");
    await page.getByLabel("Search products").fill("Returns");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Delivery and returns" }).waitFor();
    expect(new URL(page.url()).pathname).to.equal("/help/delivery-and-returns");
  });
});
