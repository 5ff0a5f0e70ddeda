import { expect } from "chai";
import { getLive } from "../../../src/storefront/clients.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { until } from "../../support/until.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { storeAll } from "../../support/learning.js";
import { view } from "../../support/shopper-events.js";
import { barriers } from "../../support/visitor.js";

describe("fixing a search in the console", function () {
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

  it("takes six clicks from a search without results to a published synonym", async () => {
    const { page } = await suite.open("/console/insights");
    let clicks = 0;
    const click = async (role: "link" | "button", name: string, within: Pick<typeof page, "getByRole"> = page) => {
      await within.getByRole(role, { name, exact: true }).first().click();
      clicks += 1;
    };
    await click("link", "zyxwv", page.getByRole("table").filter({ hasText: "zyxwv" }).nth(1));
    const fix = page.getByRole("region", { name: "Mend" });
    await fix.getByText("2 typed this next and found something").waitFor();
    expect(await fix.getByLabel("Shoppers mean").inputValue()).to.equal("coat");
    await fix.getByRole("checkbox").first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await click("button", "Add the synonym");
    await click("link", "Look at the draft, preview it and publish it");
    await click("button", "Publish …");
    await click("button", "Publish", page.getByRole("dialog"));
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    expect(clicks).to.be.at.most(6);
    expect((await live()).search?.synonyms).to.deep.equal([{ terms: ["zyxwv"], to: ["coat"] }]);
    await until("shoppers to find coats", async () => (await search("zyxwv", "three")).total > 0);
  });

  it("boosts similar products, or redirects to a page", async () => {
    const { page } = await suite.open("/console/listings?query=qqqq");
    const fix = page.getByRole("region", { name: "Mend" });
    await fix.getByLabel("Shoppers mean").fill("boots");
    const box = fix.getByRole("checkbox").nth(1);
    await box.check();
    await fix.getByRole("button", { name: "Add the synonym and boost these" }).click();
    await page.getByText("raises it.").first().waitFor();
    await page.getByLabel("Search", { exact: true }).fill("gift card");
    await page.waitForURL(/gift/);
    const button = page.getByRole("button", { name: "Mend this search" });
    await button.or(fix).first().waitFor();
    if (await button.isVisible()) await button.click();
    await fix.getByLabel("Or lead to a page").fill("/gift-cards");
    await fix.getByRole("button", { name: "Redirect" }).click();
    await page.getByText("“gift card” leads to /gift-cards").waitFor();
  });

  it("excludes a word from typo tolerance and then searches for it as typed", async () => {
    const { page } = await suite.open("/console/listings?query=sneakerz");
    await page.getByText("No product has “sneakerz”, so “").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Never correct “sneakerz”" }).click();
    await page.getByText("No products.").waitFor();
  });

  it("proposes synonyms with reasons and effects in a draft, and accepts additional ones", async () => {
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
    const { page } = await suite.open("/console/drafts");
    await page.getByRole("button", { name: "New draft" }).click();
    await page.getByLabel("Title").fill("Words");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("tab", { name: "Synonyms" }).click();
    const proposed = page.getByRole("region", { name: "Proposed synonyms" });
    await proposed.getByRole("button", { name: "Propose synonyms" }).click();
    const row = proposed.getByRole("row").filter({ hasText: "vutsr → coat" });
    await row.getByText("3 shoppers typed “coat” after “vutsr” and chose something").waitFor();
    await row.getByText("“vutsr” finds").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await row.getByRole("button", { name: "Add vutsr → coat" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit vutsr" }).waitFor();
  });

  it("goes back one preview at a time, shows more of a listing, and pins a product found by title", async () => {
    const { page } = await suite.open("/console/listings?category=Shoes");
    const list = page.getByRole("region", { name: "For everybody" }).getByRole("listitem");
    await list.first().waitFor();
    const before = await list.count();
    await page.getByRole("button", { name: "Show more" }).click();
    await until("more products", async () => (await list.count()) > before);
    const wanted = (await list
      .nth(before + 2)
      .locator("[aria-label^='Actions for']")
      .getAttribute("aria-label"))!.slice(12);
    await page.getByRole("combobox", { name: "Pull a product in" }).fill(wanted);
    await page.getByRole("option", { name: wanted }).first().click();
    const dialog = page.getByRole("dialog", { name: `Pin ${wanted}` });
    expect(await dialog.getByLabel("Place").inputValue()).to.equal("1");
    await dialog.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByText("pins it to place 1").first().waitFor();
    await page.getByLabel("Search", { exact: true }).fill("boots");
    await page.waitForURL(/query=boots/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("query"));
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).to.equal("");
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`can be done ${name}`, async () => {
      const { page } = await suite.open("/console/listings?query=zzzzz", { width });
      await page.getByRole("region", { name: "Mend" }).getByLabel("Or lead to a page").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
