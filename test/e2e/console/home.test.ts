import { expect } from "chai";
import type { Page } from "playwright-core";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import { getLive } from "../../../src/storefront/clients.js";
import { ensureMember, signIn, credentialsOf } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole } from "../../support/console.js";
import { sameResponses } from "../../support/home-traffic.js";
import { putConfiguration } from "../../support/publishing.js";
import { storeTraffic } from "../../support/shop-traffic.js";
import { barriers } from "../../support/visitor.js";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const WIDTHS = { desktop: 1440, phone: 390 } as const;

describe("the home page of the console", () => {
  const suite = useConsole();

  before("store two weeks of traffic, publish campaigns and start an A/B test", async () => {
    const { storefront, shop } = suite;
    const { client_id } = storefront;
    const now = Date.now();
    const traffic = (at: number, ...some: Parameters<typeof sameResponses>[2]) =>
      storeTraffic(shop.engine, sameResponses(client_id, at, some));
    await traffic(
      now - HOUR_MS,
      { query: "boots", shown: ["A", "B"], responses: 40, clicks: 16, carts: 4, purchases: 15 },
      { query: "scarf", shown: ["B", "A"], responses: 50 },
      { query: "xyzzy", shown: [], responses: 10 },
    );
    await traffic(now - WEEK_MS - HOUR_MS, { query: "boots", shown: ["A"], responses: 80, clicks: 16, purchases: 16 });
    const { configuration } = await getLive(shop, client_id);
    const year = new Date(now).getUTCFullYear();
    const campaigns = [
      { key: "Winter sale", time_zone: "UTC" },
      { key: "Next sale", starts_at: `${year + 1}-01-01T00:00`, time_zone: "UTC" },
      { key: "Last sale", ends_at: `${year - 1}-01-01T00:00`, time_zone: "UTC" },
    ];
    const publishing = { engine: shop.engine, now: () => new Date() };
    await putConfiguration(publishing, client_id, { ...configuration, campaigns }, { author: "Anna", note: "Sales" });
    const session = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const test = { name: "Newest first", variant: { default_sort: "newest" }, share: 1, split: 0.5, days: 14 };
    const { status, error } = await session("POST", "experiments", test);
    expect(status).to.be.lessThan(300, JSON.stringify(error));
  });

  const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the console home page shows viewers the metrics, the campaigns and the last import (${name} screen)`, async () => {
      const { page } = await suite.open("/console", { width, author: "Vera", role: "viewer" });
      await card(page, "Searches").getByText("100").first().waitFor();
      const texts = async (label: string) => (await card(page, label).innerText()).split(/\n+/).slice(1);
      expect(await texts("Searches")).to.deep.equal(["100", "+25.0 % from 80"]);
      expect(await texts("Click rate")).to.deep.equal(["16 %", "-20.0 % from 20 %"]);
      expect(await texts("Add-to-cart rate")).to.deep.equal(["4 %", "Not enough data to compare"]);
      expect(await texts("Revenue from search")).to.deep.equal(["€750.00", "-6.3 % from €800.00"]);
      expect(await texts("Revenue from recommendations")).to.deep.equal(["No purchases yet"]);
      expect(await texts("Searches without results")).to.deep.equal(["10 %", "Not enough data to compare"]);
      const campaigns = card(page, "Campaigns");
      await campaigns.getByText("Winter sale").waitFor();
      expect(await campaigns.getByText(/^(live|scheduled)$/i).allTextContents()).to.deep.equal(["Live", "Scheduled"]);
      await card(page, "A/B test").getByText("Newest first").waitFor();
      await card(page, "Last import")
        .getByText(/^Products: [\d,]+ added/)
        .waitFor();
      await page.getByRole("link", { name: "Open preview: scarf" }).waitFor();
      expect(await page.getByRole("link", { name: /^Fix search/ }).count()).to.equal(0);
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }

  it("the console home page shows editors a link to the preview of a search without results", async () => {
    const { page } = await suite.open("/console", { author: "Ed", role: "editor" });
    await card(page, "Searches to fix").getByText("10 searches without results").waitFor();
    await page.getByRole("link", { name: "Fix search: xyzzy" }).click();
    await page.getByRole("heading", { name: "Search preview", level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("query")).to.equal("xyzzy");
  });

  it("the console home page can show the metrics of the last 28 days", async () => {
    const { page } = await suite.open("/console");
    await page.getByText("Last 28 days").click();
    await card(page, "Searches").getByText("180").waitFor();
    expect(await card(page, "Searches").innerText()).to.contain("Not enough data to compare");
  });

  it("the console home page links to the unpublished changes", async () => {
    const { client_id, private_key } = suite.storefront;
    const session = await signIn(suite.shop.services[0]!, private_key, "Anna");
    const { data } = await session<OpenedDraft>("POST", "drafts", { title: "Coats" });
    const { id, title, version, base, configuration } = data;
    const synonyms = [{ terms: ["coat", "jacket"] }];
    const body = { title, version, base: base.publication, configuration: { ...configuration, search: { synonyms } } };
    expect((await session("PUT", `drafts/${id}`, body)).status).to.equal(200);
    const { page, open } = await suite.open("/console");
    await page.evaluate(`localStorage.setItem("vitrine-draft-${client_id}", "${id}")`);
    await open("/console");
    await card(page, "Unpublished changes").getByText("1 change is not live yet.").waitFor();
    await card(page, "Unpublished changes").getByRole("link", { name: "Review and publish" }).click();
    await page.waitForURL("**/console/changes");
  });

  it("the console home page shows next steps for a shop that has no products or shoppers yet", async () => {
    const { private_key } = await suite.shop.storefront();
    await ensureMember(suite.base, private_key, "Nora");
    const { page, context, open } = await suite.arrive("/console");
    const data = credentialsOf(private_key, "Nora");
    expect((await context.request.post("/console/api/session", { data })).status()).to.equal(200);
    await open("/console");
    await page.getByRole("link", { name: "Import products" }).waitFor();
    await page.getByRole("link", { name: "Send searches and events" }).waitFor();
    expect(await card(page, "Click rate").innerText()).to.contain("Not enough data");
    expect(await barriers(page)).to.deep.equal([]);
  });
});
