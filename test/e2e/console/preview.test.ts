import type { Page } from "playwright-core";
import { expect } from "chai";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { monthOf } from "../../../src/tracking/month.js";
import { signIn } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

const SKIRTS = "Clothing: Skirts";

describe("previews of the effect of unpublished changes on recent searches", () => {
  const suite = useConsole();

  before("create a draft", async () => {
    const request = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Ben");
    const begun = (await request<OpenedDraft>("POST", "drafts", { title: "Autumn" })).data;
    const rules = [
      { key: "no-boots", action: "hide", filters: { price: { $gte: 0 } }, when: { queries: ["boots"] } },
      { key: "acme", action: "boost", filters: { price: { $lt: 60 } }, points: 9, when: { categories: [SKIRTS] } },
    ];
    const { id, title, version, base, configuration } = begun;
    const changed = { title, version, base: base.publication, configuration: { ...configuration, rules } };
    await request("PUT", `drafts/${id}`, changed);
  });

  /** Opens the page of unpublished changes and selects the draft "Autumn". */
  async function openChanges(width: number = WIDTHS.wide): Promise<Page> {
    const { page } = await suite.open("/console/changes?tab=drafts", { width });
    await page.getByRole("button", { name: "Open Autumn" }).click();
    await page.getByRole("button", { name: "Preview with recent searches" }).waitFor();
    return page;
  }

  async function openPreview(width?: number): Promise<Page> {
    const page = await openChanges(width);
    await page.getByRole("button", { name: "Preview with recent searches" }).click();
    return page;
  }

  it("a preview of unpublished changes reports that there are no recent searches yet", async () => {
    const page = await openPreview();
    await page.getByText("No recent searches yet").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  describe("previews of unpublished changes after recent traffic", () => {
    before("search and browse", async () => {
      const requested = [
        { query: "boots" },
        { filters: { categories: SKIRTS } },
        { query: "coat" },
        { query: "jeans" },
      ];
      for (const device_id of ["ann", "ben", "cleo"]) {
        for (const body of requested) await suite.storefront.search({ user: { device_id }, limit: 12, ...body });
      }
      const index = `${suite.shop.engine.prefix}ubi-queries-${monthOf(Date.now())}`;
      await until("all answers to be stored", async () => {
        await refresh(suite.shop.engine, index);
        return (await countDocuments(suite.shop.engine, index)) === 3 * requested.length;
      });
    });

    for (const [name, width] of Object.entries(WIDTHS)) {
      it(`a preview of unpublished changes lists the affected searches and products (${name} window)`, async () => {
        const page = await openPreview(width);
        await page.getByText(/^The changes affect 50 % of recent searches/u).waitFor();
        const rows = page.getByRole("table", { name: "Queries and listings with changed results" }).getByRole("row");
        expect(await rows.nth(1).innerText()).to.match(/^“boots”\s+No results after the change/iu);
        expect(await rows.nth(2).innerText()).to.contain(`categories ${SKIRTS}`);
        expect(await rows.count()).to.equal(3);
        const before = page.getByRole("region", { name: "Before", exact: true });
        await before.getByText("No longer here").first().waitFor();
        await page.getByRole("button", { name: `categories ${SKIRTS}` }).click();
        await page.getByText("boost: acme (draft only)").waitFor();
        await page.getByText("Products", { exact: true }).click();
        await page.getByRole("table", { name: "Gains and losses of products" }).waitFor();
        expect(await barriers(page)).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      });
    }

    it("a preview of unpublished changes can be cancelled and restarted", async () => {
      const page = await openChanges();
      await page.route("**/console/api/preview", () => undefined, { times: 1 });
      await page.getByRole("button", { name: "Preview with recent searches" }).click();
      await page.getByText("Loading recent searches…").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Preview with recent searches" }).click();
      await page.getByText(/^The changes affect/u).waitFor();
    });
  });
});
