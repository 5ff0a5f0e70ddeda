import { expect } from "chai";
import { fetchJson } from "../../support/http.js";
import { barriers } from "../../support/visitor.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { randomTraffic, storeTraffic } from "../../support/shop-traffic.js";

const DAY_MS = 86_400_000;

describe("analytics in the console", () => {
  const suite = useConsole();

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
    it(`shows searches, unclicked products and recommendation blocks, without accessibility violations, ${name}`, async () => {
      const { page } = await suite.open("/console/insights", { width });
      for (const [tab, heading] of [
        ["Searches", "Most frequent"],
        ["Shown and not clicked", "Brands"],
        ["Blocks", "Conversion by block"],
      ] as const) {
        await page.getByRole("tab", { name: tab }).click();
        await page.getByRole("heading", { name: heading }).waitFor();
        expect(await barriers(page)).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      }
    });
  }

  it("links a query to its results, where rules can be added", async () => {
    const { page } = await suite.open("/console/insights");
    await page.getByRole("table", { name: "Without results" }).getByRole("link", { name: "xyzzy" }).click();
    await page.getByRole("heading", { name: "Listings", level: 1 }).waitFor();
    expect(await page.getByLabel("Search").inputValue()).to.equal("xyzzy");
  });

  it("links a reported listing to its preview", async () => {
    const { page } = await suite.open("/console/insights?tab=shown");
    await page.getByRole("link", { name: "Women: Coats" }).click();
    await page.getByRole("heading", { name: "Listings", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("category")).to.equal("Women: Coats");
  });

  it("exports each table as a file", async () => {
    const { page } = await suite.open("/console/insights");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV: Most frequent" }).click();
    expect((await downloading).suggestedFilename()).to.match(/^frequent-\d{4}-\d{2}-\d{2}-to-\d{4}-\d{2}-\d{2}\.csv$/);
  });

  it("reports days without traffic as empty", async () => {
    const { page } = await suite.open("/console/insights?days=1");
    await page.getByText("Nothing happened in these days").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    const { status } = await fetchJson(`${suite.base}/console/api/insights/days.csv`);
    expect(status).to.equal(401);
  });
});
