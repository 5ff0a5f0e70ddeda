import { expect } from "chai";
import { getLive } from "../../../src/storefront/clients.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { until } from "../../support/until.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { storeAll } from "../../support/learning.js";
import { view } from "../../support/shopper-events.js";
import { barriers } from "../../support/visitor.js";

describe("fixing searches without results in the console", function () {
  const suite = useConsole();
  const search = (query: string, device: string) =>
    suite.storefront.search({ user: { device_id: device }, query, limit: 5 });
  const live = async () => (await getLive(suite.shop, suite.storefront.client_id)).configuration;

  before("two shoppers search without results, then for a coat", async () => {
    for (const device of ["one", "two"]) for (const query of ["zyxwv", "coat"]) await search(query, device);
    const { engine } = suite.shop;
    await until("their searches to be stored", async () => {
      await engine.call("refresh", { method: "POST", path: `/${engine.prefix}ubi-queries-*/_refresh` });
      return (await countDocuments(engine, `${engine.prefix}ubi-queries-*`)) >= 4;
    });
  });

  it("the console publishes a synonym for a search without results in four clicks", async () => {
    const { page } = await suite.open("/console/analytics");
    let clicks = 0;
    const click = async (role: "link" | "button", name: string, within: Pick<typeof page, "getByRole"> = page) => {
      await within.getByRole(role, { name, exact: true }).first().click();
      clicks += 1;
    };
    await click("link", "zyxwv", page.getByRole("table").filter({ hasText: "zyxwv" }).last());
    const fix = page.getByRole("region", { name: "Fix search" });
    await fix.getByText("2 shoppers typed this next and found products").waitFor();
    expect(await fix.getByLabel("Also find").inputValue()).to.equal("coat");
    await fix.getByRole("checkbox").first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await click("button", "Add synonym");
    const notice = page.getByRole("status").filter({ hasText: "Synonym added: “zyxwv” also finds “coat”." });
    expect(await notice.getByRole("link", { name: "Show synonyms" }).getAttribute("href")).to.equal(
      "/console/synonyms",
    );
    await click("link", "Review and publish", notice);
    await click("button", "Publish");
    await page.getByText("Your changes are published. Shoppers see the changes within two seconds.").waitFor();
    expect(clicks).to.equal(4);
    expect((await live()).search?.synonyms).to.deep.equal([{ terms: ["zyxwv"], to: ["coat"] }]);
    await until("shoppers to find coats", async () => (await search("zyxwv", "three")).total > 0);
  });

  it("the form for fixing a search can add a synonym and a boost rule, or a redirect to a page", async () => {
    const { page } = await suite.open("/console/preview?query=qqqq");
    const fix = page.getByRole("region", { name: "Fix search" });
    await fix.getByLabel("Also find").fill("boots");
    expect(await fix.locator("[required]").count()).to.equal(0);
    const box = fix.getByRole("checkbox").nth(1);
    await box.check();
    await fix.getByRole("button", { name: "Add synonym and boost" }).click();
    await page.getByText("Boosted by rule “Boost: products for “qqqq””").first().waitFor();
    await page.getByLabel("Search", { exact: true }).fill("gift card");
    await page.waitForURL(/gift/);
    const button = page.getByRole("button", { name: "Fix search" });
    await button.or(fix).first().waitFor();
    if (await button.isVisible()) await button.click();
    await fix.getByText("Redirect to a page", { exact: true }).click();
    expect(await fix.getByLabel("Also find").count()).to.equal(0);
    await fix.getByLabel("Redirect to", { exact: true }).fill("/gift-cards");
    expect(await fix.locator("[required]").count()).to.equal(0);
    await fix.getByRole("button", { name: "Add redirect" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Redirect added: “gift card” leads to /gift-cards." });
    const link = notice.getByRole("link", { name: "Show redirects" });
    expect(await link.getAttribute("href")).to.equal("/console/rules?tab=redirects");
  });

  it("the search preview can exclude a word of the search from typo correction", async () => {
    const { page } = await suite.open("/console/preview?query=sneakerz");
    await page.getByText("No product contains “sneakerz”, so the results are for “").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Do not correct “sneakerz”" }).click();
    await page.getByText("No products", { exact: true }).waitFor();
  });

  it("the synonyms page shows suggested synonyms with their reasons and effects, and lets users add them", async () => {
    const { engine } = suite.shop;
    const { client_id } = suite.storefront;
    const choices = [];
    for (const device_id of ["three", "four", "five"]) {
      await search("vutsr", device_id);
      const { recommendation_id, items } = await search("coat", device_id);
      const product = String(items[0]?.product_identifier);
      choices.push(view(product, Date.now(), { client_id, device_id, recommendation_id: impressionId(recommendation_id) })); // prettier-ignore
    }
    await storeAll(engine, choices);
    await until("their searches to be stored", async () => {
      await engine.call("refresh", { method: "POST", path: `/${engine.prefix}ubi-*/_refresh` });
      return (await countDocuments(engine, `${engine.prefix}ubi-queries-*`, { term: { user_query: "vutsr" } })) === 3;
    });
    const { page } = await suite.open("/console/synonyms");
    const builtIn = page.getByRole("region", { name: "Built-in synonyms" });
    await builtIn.getByText(/^Searches in this shop \(english\) also use [1-9][\d,]* built-in synonyms\.$/).waitFor();
    const proposed = page.getByRole("region", { name: "Suggested synonyms" });
    await proposed.getByRole("button", { name: "Suggest synonyms" }).click();
    const row = proposed.getByRole("row").filter({ hasText: "vutsr → coat" });
    await row.getByText("3 shoppers typed “coat” after “vutsr” and clicked a product").waitFor();
    await row.getByText(/^“vutsr”: 0 → \d+ results/).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await row.getByRole("button", { name: "Add vutsr → coat" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit vutsr → coat" }).waitFor();
  });

  it("the search preview can pin a product that the user finds by its title", async () => {
    const { page } = await suite.open("/console/preview?category=Shoes");
    const list = page.getByRole("list", { name: "Products" }).getByRole("listitem");
    await list.first().waitFor();
    const before = await list.count();
    await page.getByRole("button", { name: "Show more" }).click();
    await until("more products", async () => (await list.count()) > before);
    const wanted = (await list
      .nth(before + 2)
      .locator("[aria-label^='Actions for']")
      .getAttribute("aria-label"))!.slice(12);
    await page.getByRole("combobox", { name: "Pin a product" }).fill(wanted);
    await page.getByRole("option", { name: wanted }).first().click();
    const dialog = page.getByRole("dialog", { name: `Pin ${wanted}` });
    expect(await dialog.getByLabel("Position").inputValue()).to.equal("1");
    await dialog.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByText(/^Pinned to position 1 by rule/).waitFor();
    await page.getByLabel("Search", { exact: true }).fill("boots");
    await page.waitForURL(/query=boots/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("query"));
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).to.equal("");
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the form for fixing a search has no serious axe violations in a ${name} window`, async () => {
      const { page } = await suite.open("/console/preview?query=zzzzz", { width });
      await page.getByRole("region", { name: "Fix search" }).getByLabel("Also find").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
