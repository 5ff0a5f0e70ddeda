import { expect } from "chai";
import type { Draft } from "../../../console/server/drafts/draft.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { identifiers } from "../../support/chain.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { signIn } from "../../support/console-session.js";
import { storeAll } from "../../support/learning.js";
import { base, product, purchase } from "../../support/shopper-events.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

const SEARCHES = 24;

describe("click and revenue statistics of rules, products and searches in the console", () => {
  const suite = useConsole();
  let pinned = "";

  before("publish a rule, and let shoppers buy through it", async () => {
    const { storefront, shop } = suite;
    const session = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const drafted = async (title: string, change: (rules: readonly object[]) => readonly object[]) => {
      const { data } = await session<Draft>("POST", "drafts", { title });
      const configuration = { ...data.configuration, rules: change(data.configuration.rules ?? []) };
      return (
        await session<Draft>("PUT", `drafts/${data.id}`, {
          title,
          configuration,
          version: data.version,
          base: data.base.publication,
        })
      ).data;
    };
    const sneakers = { query: "sneaker", limit: 20, user: { device_id: "anonymous" } };
    pinned = identifiers(await storefront.search(sneakers)).at(-1)!;
    const pin = { key: "up", action: "pin", product: pinned, position: 1, when: { queries: ["sneaker"] } };
    const { id, version } = await drafted("Pins", (rules) => [pin, ...rules]);
    expect((await session("POST", `drafts/${id}/publish`, { version, note: "x" })).status).to.be.lessThan(300);
    await until("the pin to hold", async () => identifiers(await storefront.search(sneakers))[0] === pinned);
    const { client_id } = storefront;
    const events: ShopperEvent[] = [];
    for (let number = 0; number < SEARCHES; number += 1) {
      const device_id = `device-${number}`;
      const own = { client_id, device_id };
      const page = await storefront.search({ ...sneakers, user: { device_id } });
      const recommendation_id = page.recommendation_id.split(".")[0]!;
      const id = identifiers(page)[number % 3]!;
      const at = Date.now();
      events.push({
        ...base(at, { ...own, recommendation_id }),
        type: "list_click",
        list: null,
        products: [product(id)],
      });
      const bought = purchase(`t${number}`, [], at + 1, own) as ShopperEvent & { type: "transaction" };
      events.push({ ...bought, currency: "EUR", products: [product(id, { price: 50 })] });
    }
    await storeAll(shop.engine, events);
    await until("all answers to be stored", async () => {
      await refresh(shop.engine, `${shop.engine.prefix}ubi-*`);
      const query = { term: { application: client_id } };
      return (await countDocuments(shop.engine, `${shop.engine.prefix}ubi-queries-*`, query)) === SEARCHES;
    });
    const boots = { ...pin, key: "new", when: { queries: ["boot"] } };
    const gone = { ...boots, key: "gone", product: "gone", position: 2 };
    await drafted("Other", (rules) => [boots, gone, ...rules]);
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the console shows click and revenue statistics of rules, products and searches (${name} window)`, async () => {
      const { page, open } = await suite.open("/console/changes?tab=drafts", { width });
      await page.getByRole("button", { name: "Open Other" }).click();
      await page.getByText(/^Last changed by/).waitFor();
      await open("/console/rules");
      await page.getByRole("button", { name: "Show clicks and revenue of rules" }).click();
      await page.getByText("Shown 24 times on 24 first pages, clicked 8 times, added to carts 0 times.").waitFor();
      await page.getByText("Bought 8 units: €400.00.").waitFor();
      await page
        .getByText(/^Without the rule, clicks, carts and revenue would be about .* of their current numbers \(.*\)\.$/)
        .waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Check for conflicts" }).click();
      await page.getByText(/^gone: there is no product `gone`/).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await page.getByRole("button", { name: "Edit up" }).click();
      await page.getByRole("dialog").getByText("Bought 8 units: €400.00.").waitFor();
      expect(await barriers(page)).to.deep.equal([]);

      await open("/console/preview?query=sneaker");
      await page
        .getByText(/^24 impressions · 8 clicks · 8 orders/)
        .first()
        .waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);

      await open("/console/analytics?days=1");
      const earned = page.getByRole("table", { name: "Revenue by search" });
      await earned.getByRole("row", { name: "sneaker 24 24 (100 %) 24 €1,200.00" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }

  it("the A/B tests page reports that the variants differ only for one search", async () => {
    const { page } = await suite.open("/console/ab-tests");
    await page.getByRole("button", { name: "Test unpublished changes or a draft" }).click();
    await page.getByRole("combobox", { name: "Variant" }).click();
    await page.getByRole("option", { name: "Other" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Boots");
    await page.getByRole("checkbox", { name: "I understand" }).check();
    await page.getByRole("button", { name: "Start test" }).click();
    await page.getByText(/^The variants differ only for “boot”\. So only devices with such a request count/).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });
});
