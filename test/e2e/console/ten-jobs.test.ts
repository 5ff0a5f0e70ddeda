import { expect } from "chai";
import type { Page } from "playwright-core";
import { getLive } from "../../../src/storefront/clients.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { expectNoSidewaysScroll, useConsole } from "../../support/console.js";
import { putConfiguration } from "../../support/publishing.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

/** Page widths in pixels on a desktop and on a phone. */
const WIDTHS = [1440, 390];

/** Maximum number of clicks or taps for each task, starting at the home page. */
const MOST_CLICKS = 8;

/**
 * The main tasks of a merchandiser, performed from the home page, with mouse and keyboard, and without editing JSON.
 */
describe("ten common tasks in the console", function () {
  const suite = useConsole();
  let original: ConfigurationDocument;
  const live = async () => (await getLive(suite.shop, suite.storefront.client_id)).configuration;
  const search = (body: object) => suite.storefront.search({ user: { device_id: "unknown" }, limit: 5, ...body });

  before(async () => {
    original = await live();
  });

  beforeEach("restore the configuration", async () => {
    const deps = { engine: suite.shop.engine, now: () => new Date() };
    await putConfiguration(deps, suite.storefront.client_id, original, { author: "test" });
  });

  for (const width of WIDTHS) {
    const at = `at a width of ${width} pixels`;

    /** Opens the home page, performs a task from there, and checks the number of clicks. */
    async function job(work: (page: Page) => Promise<void>): Promise<void> {
      const { page, context } = await suite.open("/console", { width });
      let clicks = 0;
      await context.exposeBinding("countClick", () => void (clicks += 1));
      await page.evaluate("addEventListener('pointerdown', () => countClick(), true)");
      await work(page);
      await expectNoSidewaysScroll(page);
      expect(await barriers(page)).to.deep.equal([]);
      expect(clicks).to.be.within(1, MOST_CLICKS);
    }

    /** Opens a page through the navigation, which is a menu on narrow screens. */
    async function go(page: Page, name: string): Promise<void> {
      const opener = page.getByRole("button", { name: "Open navigation" });
      if (await opener.isVisible()) await opener.click();
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
    }

    const review = (page: Page) =>
      page
        .getByRole("link", { name: /^Review and publish/ })
        .first()
        .click();

    async function publish(page: Page): Promise<void> {
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Your changes are published. Shoppers see the changes within two seconds.").waitFor();
    }

    const submit = (page: Page, name: string) =>
      page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

    /** Types a text into a combobox and chooses the first option that contains the text, with the keyboard. */
    async function type(page: Page, label: string, text: string): Promise<void> {
      const dialog = page.getByRole("dialog");
      const box = dialog.getByRole("combobox", { name: label, exact: true });
      await until(`${text} to be chosen`, async () => {
        await box.fill(text);
        await page.getByRole("option", { name: text }).first().waitFor();
        await box.press("ArrowDown");
        await box.press("Enter");
        return (await dialog.getByText(text).count()) > 0;
      });
      await box.press("Escape");
    }

    it(`a console user can search for a product and read why it ranks first, ${at}`, () =>
      job(async (page) => {
        await go(page, "Search preview");
        await page.getByLabel("Search", { exact: true }).fill("dress");
        await page
          .getByRole("button", { name: /^Why is it here\?/ })
          .first()
          .waitFor();
        await until("the first result", async () => {
          const [first] = (await search({ query: "dress", projection: ["name"] })).items;
          return (
            (await page
              .getByRole("button", { name: `Why is it here? ${(first as { name?: string } | undefined)?.name}` })
              .count()) > 0
          );
        });
        await page
          .getByRole("button", { name: /^Why is it here\?/ })
          .first()
          .click();
        await page.getByRole("dialog").getByText("Product type match").first().waitFor();
      }));

    it(`a console user can pin a product to position 1 of a search, ${at}`, () =>
      job(async (page) => {
        const third = (await search({ query: "dress" })).items[2]!;
        await go(page, "Search preview");
        await page.getByLabel("Search", { exact: true }).fill("dress");
        const actions = page.getByRole("button", { name: /^Actions for / });
        await until("the results", async () => (await page.getByText(/^\d+ products$/).count()) > 0 && (await actions.count()) > 2); // prettier-ignore
        await page.getByRole("button", { name: "Fix search" }).waitFor();
        await actions.nth(2).click();
        await page.getByRole("menuitem", { name: "Pin to position…" }).click();
        await page.getByRole("dialog").getByLabel("Position").fill("1");
        await submit(page, "Pin");
        await review(page);
        await publish(page);
        for (const query of ["dress", "dresses", "a dress"]) {
          await until(`the pin for ${query}`, async () => {
            return (await search({ query })).items[0]?.product_identifier === third.product_identifier;
          });
        }
      }));

    it(`a console user can preview, publish and undo the hiding of a brand, ${at}`, () =>
      job(async (page) => {
        const brand = { filters: { designer: "STRIDEN" } };
        const { total } = await search(brand);
        expect(total).to.be.greaterThan(0);
        await go(page, "Rules");
        await page.getByRole("button", { name: "Hide a brand" }).click();
        await type(page, "Brand", "STRIDEN");
        await page
          .getByRole("dialog")
          .getByText(new RegExp(`^${total} products match`))
          .waitFor();
        await submit(page, "Hide");
        await review(page);
        await page.getByRole("button", { name: "Preview with recent searches" }).click();
        await page.getByRole("region", { name: "Preview" }).getByRole("status").first().waitFor();
        const isLossy = page.getByRole("button", { name: "Publish anyway" });
        await page.getByRole("button", { name: /^Publish/ }).waitFor();
        if (await isLossy.isVisible()) {
          await page.getByLabel(/^I understand/).focus();
          await page.keyboard.press("Space");
          await isLossy.click();
          await page.getByText("Your changes are published. Shoppers see the changes within two seconds.").waitFor();
        } else await publish(page);
        await until("the brand to be hidden", async () => (await search(brand)).total === 0);
        await page
          .getByRole("button", { name: /^Undo version/ })
          .first()
          .click();
        await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).waitFor();
        await until("the review", () => page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).isEnabled()); // prettier-ignore
        await page.getByRole("dialog").getByLabel("Note").press("Enter");
        await until("the brand to be back", async () => (await search(brand)).total === total);
      }));

    it(`a console user can add a synonym, ${at}`, () =>
      job(async (page) => {
        await go(page, "Synonyms");
        await page.getByRole("button", { name: "Add a synonym" }).click();
        const words = page.getByRole("dialog").getByLabel("Words");
        await words.pressSequentially("zyxwv, boots");
        await words.press("Enter");
        await submit(page, "Add");
        await page.getByRole("row", { name: /^zyxwv, boots Two-way/ }).or(page.getByRole("region", { name: "zyxwv, boots" })).waitFor(); // prettier-ignore
        await review(page);
        await publish(page);
        expect((await live()).search?.synonyms?.at(-1)).to.deep.equal({ terms: ["zyxwv", "boots"] });
        await until("it to find boots", async () => (await search({ query: "zyxwv" })).total > 0);
      }));

    it(`a console user can schedule a sale for next weekend and preview it for Saturday, ${at}`, () =>
      job(async (page) => {
        await go(page, "Campaigns");
        await page.getByRole("button", { name: "Run a sale" }).click();
        const form = page.getByRole("dialog");
        await form.getByLabel("Name").fill("Weekend sale");
        await type(page, "Values", "Yes");
        await form.getByText(/^\d+ products match\.$/).waitFor();
        await form.getByLabel("Banner text").fill("30 % off until Sunday");
        expect(await form.getByLabel("Start").inputValue()).to.match(/T00:00$/);
        await submit(page, "Add the sale");
        await review(page);
        const saturday = await page.getByLabel("Preview at").inputValue();
        expect(new Date(saturday).getDay()).to.equal(6);
        await page.getByRole("button", { name: "Preview with recent searches" }).click();
        await page.getByRole("region", { name: "Preview" }).getByRole("status").first().waitFor();
        await publish(page);
        const { campaigns, rules } = await live();
        expect(campaigns?.at(-1)?.key).to.equal("Weekend sale");
        expect(rules?.slice(0, 2)).to.deep.equal([
          {
            key: "Boost: Weekend sale",
            action: "boost",
            filters: { on_sale: true },
            points: 3,
            campaign: "Weekend sale",
          },
          { key: "Banner: Weekend sale", action: "banner", text: "30 % off until Sunday", campaign: "Weekend sale" },
        ]);
      }));

    it(`a console user can place a banner, ${at}`, () =>
      job(async (page) => {
        await go(page, "Banners");
        await page.getByRole("button", { name: "Add a banner" }).click();
        const form = page.getByRole("dialog");
        await form.getByLabel("Name").fill("Coats");
        await form.getByRole("textbox", { name: "Text", exact: true }).fill("Coats: 30 % off");
        await form.getByLabel("Link").fill("/sale");
        const searches = form.getByLabel("Searches").first();
        await searches.fill("coat");
        await searches.press("Enter");
        await submit(page, "Add");
        await review(page);
        await publish(page);
        await until("the banner", async () => (await search({ query: "coat" })).meta.banners !== undefined);
        expect((await search({ query: "coat" })).meta.banners).to.deep.equal([
          { key: "Coats", text: "Coats: 30 % off", image: null, url: "/sale" },
        ]);
      }));

    it(`a console user can start an A/B test of two sort orders, ${at}`, async () => {
      await job(async (page) => {
        await go(page, "A/B tests");
        await page.getByRole("button", { name: "Test two sort orders" }).click();
        const form = page.getByRole("dialog");
        await form.getByRole("combobox", { name: "Sort order of the variant" }).click();
        await page.getByRole("option", { name: "New in" }).click();
        const start = form.getByRole("button", { name: "Start test" });
        await until("the comparison", () => start.isEnabled());
        await start.click();
        await page.getByRole("heading", { name: /or New in$/ }).waitFor();
      });
      const { page } = await suite.open("/console/ab-tests", { width });
      await page.getByRole("button", { name: "End test" }).click();
      await page
        .getByRole("dialog")
        .getByRole("radio", { name: /Original/ })
        .check();
      await page.getByRole("dialog").getByRole("button", { name: /^End/ }).click();
      await page.getByRole("button", { name: "Test two sort orders" }).waitFor();
    });

    it(`a console user can fix a search without results, ${at}`, () =>
      job(async (page) => {
        await go(page, "Search preview");
        await page.getByLabel("Search", { exact: true }).fill("vwxyz");
        await page.getByRole("region", { name: "Fix search" }).getByLabel("Also find").fill("boots");
        await page.getByRole("button", { name: "Add synonym", exact: true }).click();
        await page.getByText(/^Synonym added:/).waitFor();
        await review(page);
        await publish(page);
        await until("it to find boots", async () => (await search({ query: "vwxyz" })).total > 0);
      }));

    it(`a console user can invite a viewer, ${at}`, () =>
      job(async (page) => {
        await go(page, "Team");
        await page.getByRole("button", { name: "Invite" }).click();
        const form = page.getByRole("dialog");
        await form.getByLabel("E-mail address").fill(`vera-${width}@x.example`);
        await submit(page, "Invite");
        expect(await form.getByLabel("Link").inputValue()).to.match(/\/console\/join#/);
        await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
        await page.getByText(`vera-${width}@x.example`).first().waitFor();
      }));

    it(`a console user can change the recommendations of the product page, ${at}`, () =>
      job(async (page) => {
        await go(page, "Recommendations");
        await page.getByRole("tab", { name: "Product page", selected: true }).waitFor();
        await page.getByRole("button", { name: "Edit You may also like" }).click();
        await page.getByRole("dialog").getByLabel("Title").fill("New for you");
        await page.getByRole("dialog").getByRole("combobox", { name: "Strategy" }).click();
        await page.getByRole("option", { name: /^New in/ }).click();
        await submit(page, "Save");
        await review(page);
        await publish(page);
        const slots = (await live()).placements?.["product_page"]?.slots;
        expect(slots?.[0]).to.deep.include({ title: "New for you", profile: "new_in" });
      }));
  }
});
