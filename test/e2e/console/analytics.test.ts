import { expect } from "chai";
import { fetchJson } from "../../support/http.js";
import { barriers } from "../../support/visitor.js";
import { expectNoSidewaysScroll, useConsole } from "../../support/console.js";
import { randomTraffic, storeTraffic } from "../../support/shop-traffic.js";

const DAY_MS = 86_400_000;
const WIDTHS = { desktop: 1440, phone: 390 } as const;

/** Browser expression that returns the names of the tables that scroll horizontally. */
const CUT_TABLES =
  "[...document.querySelectorAll('main [role=region]')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)";

describe("the analytics page of the console", () => {
  const suite = useConsole();
  const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

  before("store traffic of several days", async () => {
    const items = (await suite.storefront.search({ limit: 60, user: { device_id: "anonymous" } })).items.map(
      (item) => item.product_identifier,
    );
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const days = { from: today - 6 * DAY_MS, to: today - 3 * DAY_MS };
    const { client_id: clientId } = suite.storefront;
    await storeTraffic(
      suite.shop.engine,
      randomTraffic({ seed: "page", clientId, responses: 900, products: items, ...days }),
    );
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the analytics page shows all tabs to viewers on a ${name} screen`, async () => {
      const { page } = await suite.open("/console/analytics", { width, author: "Vera", role: "viewer" });
      for (const [tab, heading] of [
        ["Searches", "Top searches"],
        ["Low performers", "Brands"],
        ["Conversion and revenue", "Revenue by source"],
        ["Daily numbers", "Daily numbers"],
      ] as const) {
        await page.getByRole("tab", { name: tab }).click();
        await page.getByRole("heading", { name: heading }).waitFor();
        expect(await barriers(page)).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
        if (name === "desktop") expect(await page.evaluate(CUT_TABLES)).to.deep.equal([]);
      }
    });
  }

  it("the analytics page shows the currency of every revenue figure", async () => {
    const { page } = await suite.open("/console/analytics?tab=conversion");
    const table = page.getByRole("table", { name: "Revenue by source" });
    await table.waitFor();
    const revenues = await table.locator("tbody td:last-child").allTextContents();
    expect(revenues).not.to.be.empty;
    for (const revenue of revenues) expect(revenue).to.match(/[€$]|CHF|GBP|£/);
  });

  it("the analytics page links a search without results to the search preview of this search", async () => {
    const { page } = await suite.open("/console/analytics");
    await page.getByRole("table", { name: "Without results" }).getByRole("link", { name: "Fix search: xyzzy" }).click();
    await page.getByRole("heading", { name: "Search preview", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("query")).to.equal("xyzzy");
  });

  it("the analytics page links each listing to the search preview of the listing", async () => {
    const { page } = await suite.open("/console/analytics?tab=low-performers");
    await page.getByRole("link", { name: "Women: Coats" }).click();
    await page.getByRole("heading", { name: "Search preview", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("category")).to.equal("Women: Coats");
  });

  it("the analytics page exports the table of top searches as a CSV file", async () => {
    const { page } = await suite.open("/console/analytics");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV: Top searches" }).click();
    expect((await downloading).suggestedFilename()).to.equal(`frequent-${dayBefore(6)}-to-${dayBefore(0)}.csv`);
  });

  it("the analytics page shows the metrics of the selected days", async () => {
    const { page } = await suite.open("/console/analytics");
    await page.getByRole("button", { name: "Choose dates" }).click();
    await page.getByLabel("First day").fill(dayBefore(5));
    await page.getByLabel("Last day").fill(dayBefore(4));
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Show selected dates" }).click();
    await page.getByRole("button", { name: `${dayBefore(5)} to ${dayBefore(4)}` }).waitFor();
    await page.getByRole("tab", { name: "Daily numbers" }).click();
    const days = page.getByRole("table", { name: "Daily numbers" }).locator("tbody td:first-child");
    await days.nth(1).waitFor();
    expect(await days.allTextContents()).to.deep.equal([dayBefore(4), dayBefore(5)]);
    await page.getByText("Today", { exact: true }).click();
    await page.getByText("No data for this period").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    const { status } = await fetchJson(`${suite.base}/console/api/insights/days.csv`);
    expect(status).to.equal(401);
  });
});
