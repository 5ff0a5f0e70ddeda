import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { serveExamples, type ExamplePages } from "../../scripts/example-pages.js";
import { refresh } from "../../src/engine/indices.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { fromDocument, type UbiEvent } from "../../src/tracking/ubi-event.js";
import { launchBrowser, openContext } from "../support/browser.js";
import { useService } from "../support/service.js";
import { until } from "../support/until.js";
import { WIDGETS } from "../support/widget-pairs.js";
import { demoShop, SHOP_NAMES, widgetPage } from "../support/widget-shops.js";

describe("pages with InstantSearch widgets or React hooks", () => {
  const running = useService({ READ_DEADLINE_MS: "30000", READ_CONCURRENCY: "0" });
  let pages: ExamplePages | undefined;
  let browser: Browser | undefined;

  let access: AddedClient;

  before(async () => {
    access = await demoShop(running);
    pages = await serveExamples({ ...access, base_url: running.service.base_url });
    browser = await launchBrowser();
  });

  after(async () => {
    await browser?.close();
    await pages?.close();
  });

  interface Visit {
    readonly page: Page;
    /** Returns the requests that the page has sent to the service since the previous call. */
    readonly requested: () => string[];
    /** Warnings in the browser's console. */
    readonly warned: readonly string[];
    readonly close: () => Promise<void>;
  }

  /** Opens an example page. `close` fails the test if the page has reported errors. */
  async function visit(name: string, width: number): Promise<Visit> {
    const context = await openContext(browser!, { viewport: { width, height: 800 } });
    const page = await context.newPage();
    const requested: string[] = [];
    const problems: string[] = [];
    const warned: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "warning" && message.text().includes("@vitrine")) warned.push(message.text());
      // Ignores load errors of pictures, because the demo shop is not running.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        problems.push(message.text());
    });
    context.on("request", (request) => {
      const [, kind] = /\/v2\/recommendations\/([a-z/]+)/.exec(request.url()) ?? [];
      if (kind !== undefined && request.method() === "POST") requested.push(kind);
    });
    await page.goto(`${pages!.origin}/${name}`);
    await page.locator("article, .ais-Stats-text").first().waitFor();
    const close = async () => {
      expect(await page.evaluate("document.documentElement.scrollWidth")).to.be.at.most(width);
      await context.close();
      expect(problems).to.deep.equal([]);
    };
    return { page, requested: () => requested.splice(0), warned, close };
  }

  async function stored(type: string): Promise<UbiEvent[]> {
    const index = `${running.engine.prefix}ubi-events-*`;
    await refresh(running.engine, index);
    const { hits } = await searchDocuments<UbiEvent>(running.engine, index, { size: 500, query: { match_all: {} } });
    return hits.hits.map(({ _source }) => _source).filter((event) => fromDocument(event).type === type);
  }

  const names = (page: Page) => page.locator("article").allInnerTexts();
  const prices = async (page: Page) => (await names(page)).map((text) => Number(/€([\d.]+)/.exec(text)?.[1]));
  const total = async (page: Page) =>
    Number((await page.locator(".ais-Stats").innerText()).replaceAll(",", "").match(/\d+/)?.[0]);

  for (const width of [1280, 390]) {
    it(`instantsearch.js pages send one request per selected filter, sort option or page, at a width of ${width} pixels`, async () => {
      const { page, requested, close } = await visit("instantsearch", width);
      expect(requested()).to.deep.equal(["search"]);
      const everything = await total(page);

      const category = page.locator(".ais-HierarchicalMenu-link", { hasText: "Clothing" });
      const [, count = ""] = /([\d,]+)$/.exec(await category.innerText()) ?? [];
      await category.click();
      await until("the category", async () => (await total(page)) === Number(count.replaceAll(",", "")));
      await page.locator(".ais-HierarchicalMenu-list--child .ais-HierarchicalMenu-link").first().waitFor();
      expect(requested()).to.deep.equal(["search"]);
      expect(
        await page.locator("#categories > .ais-HierarchicalMenu > .ais-HierarchicalMenu-list > li").count(),
      ).to.be.greaterThan(1);

      const designers = page.locator("#designers .ais-RefinementList-checkbox");
      const before = await total(page);
      await designers.first().click();
      await until("the designer", async () => (await total(page)) < before);
      const ofOne = await total(page);
      await designers.nth(1).click();
      await page.locator(".ais-CurrentRefinements-category").nth(2).waitFor();
      // Waits for the results before typing, because a widget clears typed text when late results re-render it.
      await until("both designers", async () => (await total(page)) > ofOne);
      expect(requested()).to.deep.equal(["search", "search"]);

      await page.locator(".ais-RangeInput-input--max").fill("300");
      await page.locator(".ais-RangeInput-submit").click();
      await page.locator(".ais-CurrentRefinements-item", { hasText: "300" }).waitFor();
      await page.locator(".ais-SortBy-select").selectOption("products_price_asc");
      await until("the order", async () => {
        const shown = await prices(page);
        return shown.every((price, at) => price <= 300 && price >= (shown[at - 1] ?? 0));
      });
      expect(requested()).to.deep.equal(["search", "search"]);

      await page.locator(".ais-ClearRefinements-button").click();
      await until("everything", async () => (await total(page)) === everything);
      const [first] = await names(page);
      requested();
      await page.locator(".ais-Pagination-item--page", { hasText: "4" }).click();
      await until("the fourth page", async () => (await names(page))[0] !== first);
      expect(requested()).to.deep.equal(["search"]);
      await close();
    });
  }

  it("pages with instantsearch.js widgets let shoppers search the values of a facet", async () => {
    const { page, close } = await visit("instantsearch", 1280);
    const [label = ""] = await page.locator("#designers .ais-RefinementList-labelText").allInnerTexts();
    await page.locator("#designers .ais-SearchBox-input").fill(label.slice(0, 4).toLowerCase());
    await page.locator("#designers .ais-RefinementList-labelText mark").first().waitFor();
    const all = await total(page);
    await page.locator("#designers .ais-RefinementList-checkbox").first().click();
    await page.locator(".ais-CurrentRefinements-category").first().waitFor();
    await until("fewer products", async () => (await total(page)) < all);
    const narrowed = await total(page);
    await until("the address", () => page.url().includes("refinementList"));
    await page.reload();
    await page.locator("article").first().waitFor();
    expect(await total(page)).to.equal(narrowed);
    await close();
  });

  it("pages with instantsearch.js widgets offer completions of the typed prefix", async () => {
    const { page, close } = await visit("instantsearch", 1280);
    const input = page.locator(".ais-AutocompleteInput").first();
    // The whole text must match, because the panel also lists products whose names contain the word.
    const suggestion = page.locator(".ais-AutocompleteSuggestionWrapper", { hasText: /^\s*sneakers\s*$/ });
    // Late results re-render the widget, which clears the field or closes the panel. The test then types again.
    await until("sneakers", async () => {
      await input.fill("");
      await input.fill("sne");
      await suggestion.first().click({ timeout: 10_000 });
      await until("only sneakers", async () => (await names(page)).every((name) => /sneaker/i.test(name)), 10_000);
      return (await input.inputValue()) === "sneakers";
    });
    await close();
  });

  it("pages with react-instantsearch widgets show results while the shopper types on a phone", async () => {
    const { page, requested, close } = await visit("react-instantsearch", 390);
    const first: string[] = [];
    await until("its first requests", () => first.push(...requested()) >= 2);
    expect(first.sort()).to.deep.equal(["search", "suggest"]);
    await page.locator(".ais-InfiniteHits-loadMore").click();
    await until("a second page", async () => (await names(page)).length === 24);
    expect(new Set(await names(page)).size).to.be.greaterThan(20);
    await page.locator(".ais-SearchBox-input").first().fill("shir");
    await page
      .locator(".ais-Highlight-highlighted", { hasText: /^shir$/i })
      .first()
      .waitFor();
    await page.getByRole("list", { name: "Suggestions" }).getByRole("button").first().waitFor();

    requested();
    const size = page.locator(".ais-RefinementList").nth(1).locator(".ais-RefinementList-label").last();
    const count = Number(await size.locator(".ais-RefinementList-count").innerText());
    await size.click();
    await until("the size", async () => (await total(page)) === count);
    expect(requested()).to.deep.equal(["search", "suggest"]);
    await page.locator(".ais-Menu-link").first().click();
    await page.locator(".ais-CurrentRefinements-item", { hasText: "Department" }).waitFor();
    expect(await total(page)).to.be.within(1, count);
    await close();
  });

  /** Returns the displayed text of each given widget. */
  const textsIn = (page: Page, names: readonly string[]) =>
    page.evaluate<string[]>(
      `${JSON.stringify(names)}.map((name) => document.getElementById(name)?.innerText.replace(/ found.*/, "").trim() ?? "")`,
    );
  const showing = (page: Page, names: readonly string[]) => page.evaluate(`show(${JSON.stringify(names)})`);

  it("each InstantSearch widget shows the same results alone and together with other widgets", async () => {
    const { page, warned, close } = await visit("widgets?w=stats", 1280);
    // Dynamic widgets are tested last, because their requests for all facets would affect other widgets.
    const sensitive = ["unknown", "hierarchicalMenu", "numericMenu", "rangeInput", "refinementList", "dynamicWidgets"];
    const others = [
      "hits",
      "refinementListAnd",
      "menu",
      "menuSelect",
      "breadcrumb",
      "ratingMenu",
      "toggleRefinement",
      "stats",
    ];
    const names = [...others, ...sensitive];
    const alone = new Map<string, string>();
    for (const name of names) {
      await showing(page, [name]);
      // The first response mounts the dynamic widgets and the next one fills them.
      if (name === "dynamicWidgets") await page.locator("#dynamicWidgets .ais-HierarchicalMenu-link").first().waitFor();
      alone.set(name, (await textsIn(page, [name]))[0] ?? "");
    }
    for (const name of ["hits", "hierarchicalMenu", "numericMenu", "dynamicWidgets", "refinementList", "stats"]) {
      expect(alone.get(name), name).not.to.equal("");
    }
    const sets = [...sensitive.flatMap((one, at) => sensitive.slice(0, at).map((other) => [one, other])), names];
    for (const together of sets) {
      await showing(page, together);
      const differing = async () => {
        const texts = await textsIn(page, together);
        return together.filter((name, at) => texts[at] !== alone.get(name));
      };
      let differ: readonly string[] = [];
      await until(`${together.join(", ")} as alone`, async () => (differ = await differing()).length === 0).catch(
        () => undefined,
      );
      expect(differ, together.join(", ")).to.deep.equal([]);
    }
    expect(warned.filter((text) => text.includes("no_such_facet"))).to.have.length(1);
    await close();
  });

  for (const shop of SHOP_NAMES) {
    // Every pair of widgets is tested by `npm run test:long -- test/e2e/widget-pairs.long.ts`.
    it(`InstantSearch widgets show the service's results before and after a facet selection (${shop} shop)`, async () => {
      const page = await widgetPage(running, browser!, shop, shop === "demo" ? access : undefined);
      const wrong: string[] = [];
      for (const [at, name] of WIDGETS.entries()) {
        wrong.push(...(await page.check([name, WIDGETS[(at + 7) % WIDGETS.length] ?? "hits"], name)));
      }
      for (const name of ["refinementList", "hierarchicalMenu", "rangeSlider", "searchBox"]) {
        wrong.push(...(await page.check(WIDGETS, name)));
      }
      await page.close();
      expect(wrong.join("\n")).to.equal("");
      expect(page.problems).to.deep.equal([]);
    });
  }

  it("pages with InstantSearch widgets send at most 1.5 requests per typed letter", async () => {
    const { page, requested, close } = await visit("widgets?w=searchBox,refinementList,hits,stats", 1280);
    const input = page.locator(".ais-SearchBox-input");
    let letters = 0;
    let requests = 0;
    for (const words of ["sneakers", "linen shirt", "wool coat", "black dress", "leather bag"]) {
      await input.fill("");
      await page.locator("#hits li").first().waitFor();
      requested();
      let typed = "";
      for (const letter of words) {
        typed += letter;
        await input.press(letter === " " ? "Space" : letter);
        letters += 1;
        await page.waitForFunction("isAnswered()");
      }
      await until(`the search for ${typed}`, async () => (await textsIn(page, ["stats"]))[0] !== "");
      requests += requested().length;
    }
    process.stdout.write(
      `      ${requests} requests for ${letters} typed letters, ${(requests / letters).toFixed(2)} each\n`,
    );
    expect(requests / letters).to.be.at.most(1.5);
    await close();
  });

  it("a server-rendered React page does not repeat its requests during hydration", async () => {
    const { page, requested, close } = await visit("react-server", 1280);
    const more = page.getByRole("button", { name: "Show more" });
    await more.waitFor();
    expect(await page.locator("main").getAttribute("data-served")).to.equal("12");
    const served = Number(await page.locator("main").getAttribute("data-blocks"));
    expect(served).to.be.at.least(4);
    expect(requested().sort()).to.deep.equal(["query/slots", "search"]);
    await more.click();
    await until("a second page", async () => (await page.locator("article").count()) === 24);
    expect(await page.locator("li").count()).to.equal(served);
    expect(requested()).to.deep.equal(["search"]);
    await close();
  });

  it("pages with InstantSearch widgets report impressions and clicks to the service", async () => {
    const { page, close } = await visit("react-instantsearch", 1280);
    await page.locator("article").nth(2).click();
    await until("the click", async () => (await stored("list_click")).length > 0);
    const clicks = (await stored("list_click")).map(fromDocument);
    expect(clicks).to.have.length(1);
    expect(clicks[0]).to.include({ type: "list_click", list: "Product opened" });
    expect(clicks[0]).to.have.nested.property("products[0].position", 3);
    const { recommendation_id } = clicks[0]!;
    expect(recommendation_id).to.match(/^[\w-]{24}$/);
    await until("the view", async () =>
      (await stored("list_view")).map(fromDocument).some((view) => view.recommendation_id === recommendation_id),
    );
    await close();
  });

  it("pages with the React hooks show listings, suggestions and recommendation blocks", async () => {
    const { page, close } = await visit("react", 390);
    const results = page.getByRole("region", { name: "Results" });
    await results.getByRole("button", { name: "Show more" }).click();
    await until("a second page", async () => (await results.locator("article").count()) === 24);
    await page.getByRole("searchbox", { name: "Search" }).pressSequentially("dres");
    await page.getByRole("list", { name: "Suggestions" }).getByRole("button").first().click();
    await until("dresses", async () =>
      (await results.locator("article").allInnerTexts()).every((name) => /dress/i.test(name)),
    );
    expect(await page.locator("section h2").count()).to.be.greaterThan(0);
    await close();
  });

  it("the React hooks report each product once after it was visible for a second", async () => {
    const { page, close } = await visit("react", 1280);
    const device = String(await page.evaluate("sessionStorage.getItem('device')"));
    const views = async () =>
      (await stored("list_view"))
        .map(fromDocument)
        .flatMap((event) =>
          event.type === "list_view" && event.device_id === device && event.list === "results" ? event.products : [],
        );
    await until("what is on the screen", async () => (await views()).length > 0);
    await page.evaluate("scrollTo(0, 400)");
    await until("what came to be on the screen", async () => (await views()).some(({ position }) => position === 12));
    const positions = (await views()).map(({ position }) => position);
    expect(new Set(positions).size).to.equal(positions.length);
    await close();
  });
});
