import { expect } from "chai";
import type { Page } from "playwright-core";
import { getLive } from "../../../src/storefront/clients.js";
import { expectNoSidewaysScroll, useConsole } from "../../support/console.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

/** Page widths in pixels. All tasks run on a desktop; those with the largest dialogs also run on a phone. */
const [DESK, PHONE] = [1440, 390];

/** The main tasks of the console, performed like a user: with visible controls, mouse and keyboard, and without editing JSON. */
describe("ten jobs in the console", function () {
  const suite = useConsole();
  const live = async () => (await getLive(suite.shop, suite.storefront.client_id)).configuration;
  const search = (body: object) => suite.storefront.search({ user: { device_id: "stranger" }, limit: 5, ...body });
  const first = async (body: object) => (await search(body)).items[0]?.product_identifier;

  /** Opens the navigation first on narrow screens. */
  async function go(page: Page, name: string): Promise<void> {
    const opener = page.getByRole("button", { name: "Open navigation" });
    if (await opener.isVisible()) await opener.click();
    await page.getByRole("link", { name }).first().click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  }

  async function begin(page: Page, title: string): Promise<void> {
    await page.getByRole("button", { name: "New draft" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill(title);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Draft", level: 1 }).waitFor();
  }

  async function publish(page: Page): Promise<void> {
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
  }

  async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
    const box = page.getByRole("dialog").getByRole("combobox", { name: label, exact: true }).last();
    await box.click();
    await page.getByRole("option", { name: option }).first().click();
  }

  const add = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();

  async function curate(page: Page, action: string, verb: string): Promise<string> {
    const actions = page.getByRole("region", { name: "For everybody" }).getByRole("button", { name: /^Actions for / });
    await actions.nth(2).waitFor();
    const name = (await actions.nth(2).getAttribute("aria-label"))!.slice("Actions for ".length);
    await actions.nth(2).click();
    await page.getByRole("menuitem", { name: action }).click();
    const dialog = page.getByRole("dialog");
    if (verb === "Pin") await dialog.getByLabel("Place").fill("1");
    await dialog.getByRole("button", { name: verb, exact: true }).click();
    await page.getByRole("link", { name: "Look at the draft, preview it and publish it" }).click();
    await page.getByRole("heading", { name: "Draft", level: 1 }).waitFor();
    return name;
  }

  for (const width of [DESK, PHONE]) {
    const open = async (path: string) => (await suite.open(path, { width })).page;
    const at = `at a width of ${width}`;

    it(`pin a product for a word and its forms, ${at}`, async () => {
      const page = await open("/console/listings?query=dress");
      const before = (await search({ query: "dress" })).items[2]?.product_identifier;
      await curate(page, "Pin to a place…", "Pin");
      await publish(page);
      for (const query of ["dress", "dresses", "a dress"]) {
        await until(`the pin for ${query}`, async () => (await first({ query })) === before);
      }
    });

    it(`run a campaign with a banner and a boost, ${at}`, async () => {
      const [name, query] = [`Coat weeks ${width}`, `coat ${width}`];
      const page = await open("/console/drafts");
      const form = page.getByRole("dialog");
      await begin(page, name);
      await page.getByRole("tab", { name: "Campaigns" }).click();
      await page.getByRole("button", { name: "Add a campaign" }).click();
      await form.getByLabel("Name").fill(name);
      await form.getByLabel("From").fill("2021-03-01T00:00");
      await form.getByLabel("Until").fill("2031-04-01T00:00");
      await form.getByRole("combobox", { name: "By the clocks of" }).fill("Berlin");
      await page.getByRole("option", { name: "Europe/Berlin" }).click();
      expect(await barriers(page)).to.deep.equal([]);
      await add(page);
      await page.getByRole("tab", { name: "Banners" }).click();
      await page.getByRole("button", { name: "Add a banner" }).click();
      await form.getByLabel("Name").fill(`Banner of ${name}`);
      await form.getByLabel("Text").fill("Coats: 30 % off");
      await form.getByLabel("Leads to").fill("/sale");
      await form.getByLabel("For searches").first().fill(query);
      await page.keyboard.press("Enter");
      await choose(page, "Campaign", name);
      expect(await barriers(page)).to.deep.equal([]);
      await add(page);
      await page.getByRole("tab", { name: "Rules" }).click();
      await page.getByRole("button", { name: "Add a rule" }).click();
      await form.getByLabel("Name").fill(`Boost of ${name}`);
      await form.getByRole("radio", { name: "All that are like this" }).check();
      await form.getByRole("button", { name: "Add a condition" }).first().click();
      await choose(page, "Field", "Designer");
      await choose(page, "Values", /^STRIDEN/);
      await page.keyboard.press("Escape");
      await form.getByLabel("For searches").first().fill(query);
      await page.keyboard.press("Enter");
      await choose(page, "Campaign", name);
      await add(page);
      await page.getByRole("tab", { name: "Campaigns" }).click();
      await page.getByRole("row").filter({ hasText: name }).getByText("2 rules").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await publish(page);
      const shown = { key: `Banner of ${name}`, text: "Coats: 30 % off", image: null, url: "/sale" };
      await until("the banner", async () => (await search({ query })).meta.banners !== undefined);
      expect((await search({ query })).meta.banners).to.deep.equal([shown]);
      const { campaigns, rules } = await live();
      const [starts_at, ends_at] = ["2021-03-01T00:00", "2031-04-01T00:00"];
      expect(campaigns).to.deep.include({ key: name, starts_at, ends_at, time_zone: "Europe/Berlin" });
      expect(rules?.filter(({ campaign }) => campaign === name).map(({ action }) => action)).to.have.members([
        "banner",
        "boost",
      ]);
    });

    it(`undo one of three publications, ${at}`, async () => {
      const page = await open("/console/drafts");
      for (const nth of [1, 2, 3]) {
        await go(page, "Drafts");
        await begin(page, `Redirect ${nth} ${width}`);
        await page.getByRole("tab", { name: "Redirects" }).click();
        await page.getByRole("button", { name: "Add a redirect" }).click();
        await page.getByRole("dialog").getByLabel("Searches").first().fill(`gift ${nth} ${width}`);
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").getByLabel("Lead to").fill(`/gifts/${nth}`);
        await add(page);
        await publish(page);
      }
      const row = page.getByRole("row").filter({ hasText: `Redirect 2 ${width}` });
      await row.getByRole("button", { name: /^Undo/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
      const queries = async () => (await live()).redirects?.flatMap((one) => one.queries ?? []);
      await until("one to be taken back", async () => !(await queries())?.includes(`gift 2 ${width}`));
      expect(await queries()).to.include.members([`gift 1 ${width}`, `gift 3 ${width}`]);
    });

    if (width === PHONE) continue;

    it(`bury a brand in a category, ${at}`, async () => {
      const page = await open("/console/drafts");
      await begin(page, `Less of it ${width}`);
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill(`Less STRIDEN ${width}`);
      await choose(page, "What it does", "Lower products");
      await page.getByRole("radio", { name: "All that are like this" }).check();
      await page.getByRole("button", { name: "Add a condition" }).first().click();
      await choose(page, "Field", "Designer");
      await choose(page, "Values", /^STRIDEN/);
      await page.keyboard.press("Escape");
      await choose(page, "For categories", /^Shoes \(/);
      await page.keyboard.press("Escape");
      expect(await barriers(page)).to.deep.equal([]);
      await add(page);
      await publish(page);
      expect((await live()).rules).to.deep.include({
        key: `Less STRIDEN ${width}`,
        action: "bury",
        filters: { designer: "STRIDEN" },
        points: 3,
        when: { categories: ["Shoes"] },
      });
    });

    it(`reserve a position for a brand, ${at}`, async () => {
      const page = await open("/console/drafts");
      await begin(page, `One of three ${width}`);
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill(`One of three ${width}`);
      await choose(page, "What it does", /^Keep a place/);
      await page.getByRole("button", { name: "Add a condition" }).first().click();
      await choose(page, "Field", "Designer");
      await choose(page, "Values", /^STRIDEN/);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").getByLabel("Place").fill("3");
      expect(await barriers(page)).to.deep.equal([]);
      await add(page);
      await publish(page);
      const designers = async () =>
        (await search({ limit: 3, projection: ["designer"] })).items.map(({ designer }) => designer);
      await until("one of the first three to be of that brand", async () => (await designers()).includes("STRIDEN"));
    });

    it(`boost new arrivals for a month in another time zone, ${at}`, async () => {
      const page = await open("/console/drafts");
      await begin(page, `New ${width}`);
      await page.getByRole("button", { name: "Add a rule" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill(`New arrivals ${width}`);
      await form.getByRole("radio", { name: "All that are like this" }).check();
      await form.getByRole("button", { name: "Add a condition" }).first().click();
      await choose(page, "Field", "Released at");
      await form.getByLabel("Number").fill("30");
      await form.getByLabel("From").fill("2031-03-01T00:00");
      await form.getByLabel("Until").fill("2031-04-01T00:00");
      await form.getByRole("combobox", { name: "By the clocks of" }).fill("Berlin");
      await page.getByRole("option", { name: "Europe/Berlin" }).click();
      await add(page);
      await publish(page);
      const rule = (await live()).rules?.find(({ key }) => key === `New arrivals ${width}`);
      expect([rule?.starts_at, rule?.ends_at]).to.deep.equal(["2031-02-28T23:00:00.000Z", "2031-03-31T22:00:00.000Z"]);
    });

    it(`hide a product and show it again, ${at}`, async () => {
      const page = await open("/console/listings?category=Bags");
      const bags = { filters: { categories: "Bags" } };
      const { total } = await search(bags);
      await curate(page, "Hide…", "Hide");
      await publish(page);
      await until("the product to be hidden", async () => (await search(bags)).total === total - 1);
      await page.getByRole("button", { name: /^Undo/ }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
      await until("the product to be back", async () => (await search(bags)).total === total);
    });

    it(`reorder facets, ${at}`, async () => {
      const page = await open("/console/drafts");
      await begin(page, `Facets ${width}`);
      const [one, two] = (await live()).facets ?? [];
      await page.getByRole("tab", { name: "Facets" }).click();
      await page.getByRole("button", { name: `Move ${two?.label} up` }).click();
      await page.getByRole("button", { name: `Edit ${one?.label}` }).click();
      await page.getByRole("dialog").getByLabel("Name").fill(`Kinds ${width}`);
      expect(await barriers(page)).to.deep.equal([]);
      await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
      await publish(page);
      const after = (await live()).facets ?? [];
      expect(after.slice(0, 2).map(({ key }) => key)).to.deep.equal([two?.key, one?.key]);
      expect(after[1]?.label).to.equal(`Kinds ${width}`);
    });

    it(`fix a search without results, ${at}`, async () => {
      const page = await open(`/console/listings?query=zyxwv${width}`);
      await page.getByRole("region", { name: "Mend" }).getByLabel("Shoppers mean").fill("boots");
      await page.getByRole("button", { name: "Add the synonym", exact: true }).click();
      await page.getByRole("link", { name: "Look at the draft, preview it and publish it" }).click();
      await publish(page);
      await until("it to find boots", async () => (await search({ query: `zyxwv${width}` })).total > 0);
    });

    it(`exclude a word from typo tolerance, ${at}`, async () => {
      const word = width === 390 ? "sneakerz" : "sneakerss";
      const page = await open(`/console/listings?query=${word}`);
      await page.getByRole("button", { name: `Never correct “${word}”` }).click();
      await page.getByRole("link", { name: "Look at the draft, preview it and publish it" }).click();
      await publish(page);
      expect((await live()).search?.typo_exclusions).to.include(word);
    });

    it(`run and end an experiment, ${at}`, async () => {
      const page = await open("/console/drafts");
      await begin(page, `Try ${width}`);
      await page.getByRole("tab", { name: "Weights" }).click();
      await page.getByLabel("phrase", { exact: true }).fill("0.5");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(/^Saved .* by Anna$/).waitFor();
      await go(page, "Experiments");
      await page.getByRole("combobox", { name: "Draft to try" }).click();
      await page.getByRole("option", { name: `Try ${width}` }).click();
      await page.getByRole("textbox", { name: "Name" }).fill(`Phrases ${width}`);
      await page.getByRole("button", { name: "Start the experiment" }).click();
      await page.getByRole("heading", { name: `Phrases ${width}` }).waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "End the experiment" }).click();
      await page.getByRole("dialog").getByRole("radio", { name: "A, what is in force now" }).check();
      await page.getByRole("dialog").getByRole("button", { name: "End and keep A" }).click();
      await page.getByRole("button", { name: "Start the experiment" }).waitFor();
    });
  }
});
