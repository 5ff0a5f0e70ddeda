import { expect } from "chai";
import type { Page } from "playwright-core";
import type { DraftEntry, OpenedDraft } from "../../../console/server/drafts/draft.js";
import { getLive } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { credentialsOf, signIn, type ConsoleSession } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { barriers } from "../../support/visitor.js";

const MARKUP = '<img src=x onerror="document.title=1">';

describe("drafts in the console", function () {
  const suite = useConsole();
  let ben: ConsoleSession;
  let original: ConfigurationDocument;
  const deps = () => ({ engine: suite.shop.engine, now: () => new Date() });
  const live = async () => (await getLive(suite.shop, suite.storefront.client_id)).configuration;
  const put = (configuration: ConfigurationDocument) =>
    putConfiguration(deps(), suite.storefront.client_id, configuration, { author: "test" });

  before(async () => {
    ben = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Ben");
    original = await live();
  });

  beforeEach(async () => {
    await put(original);
    for (const { id } of (await ben<DraftEntry[]>("GET", "drafts")).data) {
      const { version } = (await ben<OpenedDraft>("GET", `drafts/${id}`)).data;
      await ben("DELETE", `drafts/${id}`, { version });
    }
  });

  const begin = async (title = "Autumn") => (await ben<OpenedDraft>("POST", "drafts", { title })).data;
  const save = (draft: OpenedDraft, configuration: object) => {
    const { id, title, version } = draft;
    return ben<OpenedDraft>("PUT", `drafts/${id}`, { title, version, configuration });
  };
  const withRule = (rule: object) => ({ ...original, rules: [...(original.rules ?? []), rule] });

  async function addRule(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("dialog", { name: "Add a rule" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("combobox", { name: "Products" }).fill("coat");
    await page.getByRole("option").first().click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("cell", { name, exact: true }).waitFor();
  }

  it("are created, edited, published and undone", async () => {
    const { page } = await suite.open("/console/drafts");
    await page.getByText("There are no drafts.").waitFor();
    await page.getByRole("button", { name: "New draft" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Winter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Draft", level: 1 }).waitFor();
    await addRule(page, "winter-boost");
    await page.getByText("Unsaved edits", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Weights" }).click();
    await page.getByLabel("phrase", { exact: true }).fill("0.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Saved .* by Anna$/).waitFor();
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("cell", { name: "Rule “winter-boost”" }).first().waitFor();
    await page.getByRole("button", { name: "Publish …" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this draft?" });
    await dialog.getByRole("cell", { name: "Rule “winter-boost”" }).waitFor();
    await dialog.getByLabel("Note").fill("for the cold");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    const published = page.getByRole("row").filter({ hasText: "for the cold" });
    await published.getByText("Anna").waitFor();
    expect((await live()).search?.phrase).to.equal(0.5);
    expect((await live()).rules?.map(({ key }) => key)).to.include("winter-boost");
    await published.getByRole("button", { name: /^Undo/ }).click();
    const undo = page.getByRole("dialog", { name: /^Undo publication/ });
    await undo.getByRole("cell", { name: "Rule “winter-boost”" }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await undo.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(/^takes back/).waitFor();
    expect(await live()).to.deep.equal(original);
  });

  it("contain rules built in a form: by brand and age, for a category, with any text as name", async () => {
    const draft = (await save(await begin(), withRule({ key: "old", action: "pin", product: "gone-1", position: 1 })))
      .data;
    const { page } = await suite.open(`/console/drafts/${draft.id}`);
    await page.getByText("there is no such product any more").waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("dialog", { name: "Add a rule" });
    const choose = async (label: string, option: string | RegExp) => {
      await form.getByRole("combobox", { name: label, exact: true }).last().click();
      await page.getByRole("option", { name: option }).first().click();
    };
    await form.getByLabel("Name").fill("New arrivals: März");
    await form.getByRole("radio", { name: "All that are like this" }).check();
    const add = form.getByRole("button", { name: "Add", exact: true });
    expect(await add.isDisabled()).to.equal(true);
    await form.getByRole("button", { name: "Add a condition" }).first().click();
    await choose("Field", "Designer");
    await choose("Values", /^STRIDEN/);
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Add a condition" }).first().click();
    await choose("Field", "Released at");
    await form.getByLabel("Number").fill("30");
    await choose("For categories", /^Shoes \(/);
    await page.keyboard.press("Escape");
    expect(await barriers(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await add.click();
    await page.getByText("Designer is STRIDEN and Released at is newer than 30 days").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Saved .* by Anna$/).waitFor();
    const { configuration, errors } = (await ben<OpenedDraft>("GET", `drafts/${draft.id}`)).data;
    expect(errors).to.deep.equal([]);
    expect(configuration.rules?.at(-1)).to.deep.equal({
      key: "New arrivals: März",
      action: "boost",
      filters: { designer: "STRIDEN", released_at: { $newer_than_days: 30 } },
      points: 3,
      when: { categories: ["Shoes"] },
    });
  });

  it("ask for confirmation if shoppers would lose a listing", async () => {
    const [category] = (await suite.storefront.search({ limit: 1, projection: ["categories"] })).items.flatMap(
      (item) => (item as { categories?: string[] }).categories ?? [],
    );
    const hide = { key: "hide-it", action: "hide", filters: { categories: category } };
    const { id } = (await save(await begin(), withRule(hide))).data;
    const { page } = await suite.open(`/console/drafts/${id}`);
    await page.getByRole("button", { name: "Publish …" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this draft?" });
    await dialog.getByText("Shoppers would lose").waitFor();
    await dialog.getByText(`the category ${category} would be empty`).waitFor();
    const publish = dialog.getByRole("button", { name: "Publish anyway" });
    expect(await publish.isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByLabel(/^Yes, I mean it: shoppers lose /).check();
    await publish.click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    expect((await live()).rules?.map(({ key }) => key)).to.include("hide-it");
    await page
      .getByText(/^accepted that shoppers lose /)
      .first()
      .waitFor();
  });

  it("are merged if another user has saved in between", async () => {
    const draft = await begin();
    const { page } = await suite.open(`/console/drafts/${draft.id}`);
    await addRule(page, "annas");
    await save(draft, withRule({ key: "bens", action: "hide", products: ["x"] }));
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this draft" });
    await dialog.getByText(/^Ben changed this draft/).waitFor();
    await dialog.getByRole("cell", { name: "Rule “bens”" }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Merge" }).click();
    await page.getByText(/^Saved .* by Anna$/).waitFor();
    const { configuration } = (await ben<OpenedDraft>("GET", `drafts/${draft.id}`)).data;
    const own = new Set(original.rules?.map(({ key }) => key));
    expect(
      configuration.rules
        ?.map(({ key }) => key)
        .filter((key) => !own.has(key))
        .sort(),
    ).to.deep.equal(["annas", "bens"]);
  });

  it("offer to resolve conflicts, or to discard one's own changes", async () => {
    const draft = await begin();
    const { page } = await suite.open(`/console/drafts/${draft.id}`);
    const phrase = page.getByLabel("phrase", { exact: true });
    await page.getByRole("tab", { name: "Weights" }).click();
    await phrase.fill("1");
    const other = (await save(draft, { ...original, search: { ...original.search, phrase: 2 } })).data;
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this draft" });
    expect(await dialog.getByRole("button", { name: "Merge" }).isDisabled()).to.equal(true);
    await dialog.getByRole("radio", { name: "Mine" }).check();
    await dialog.getByRole("button", { name: "Merge" }).click();
    await page.getByText(/^Saved .* by Anna$/).waitFor();
    const saved = (await ben<OpenedDraft>("GET", `drafts/${draft.id}`)).data;
    expect(saved.configuration.search?.phrase).to.equal(1);
    await phrase.fill("3");
    expect((await save(other, saved.configuration)).status).to.equal(409);
    await save(saved, { ...original, search: { ...original.search, phrase: 4 } });
    await page.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Take theirs, drop my edits" }).click();
    await page.getByText(/^Saved .* by Ben$/).waitFor();
    expect(await phrase.inputValue()).to.equal("4");
  });

  it("report later publications and resolve conflicts with them", async () => {
    const { id } = (await save(await begin(), { ...original, search: { ...original.search, phrase: 1 } })).data;
    await put({ ...original, search: { ...original.search, phrase: 2 } });
    const { page } = await suite.open(`/console/drafts/${id}`);
    await page.getByRole("button", { name: "Look and settle" }).click();
    const dialog = page.getByRole("dialog", { name: "Published since this draft began" });
    await dialog.getByRole("radio", { name: "Mine" }).check();
    await dialog.getByRole("button", { name: "Merge" }).click();
    await page.getByRole("button", { name: "Look and settle" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    expect((await live()).search?.phrase).to.equal(1);
  });

  it("keep unsaved edits when the session ends and when the page is reloaded", async () => {
    const { id } = await begin();
    const { page, context, settled } = await suite.open(`/console/drafts/${id}`);
    await addRule(page, "annas");
    await page.reload();
    await settled();
    await page.getByRole("cell", { name: "annas", exact: true }).waitFor();
    await context.clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog
      .getByRole("textbox", { name: "Password" })
      .fill(credentialsOf(suite.storefront.private_key, "Anna").password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(/^Saved .* by Anna$/).waitFor();
    const { configuration } = (await ben<OpenedDraft>("GET", `drafts/${id}`)).data;
    expect(configuration.rules?.map(({ key }) => key)).to.include("annas");
  });

  it("continue as new drafts if another user has deleted them", async () => {
    const { id, version } = await begin();
    const { page } = await suite.open(`/console/drafts/${id}`);
    await addRule(page, "annas");
    await ben("DELETE", `drafts/${id}`, { version });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Begin a new draft with my edits" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole("cell", { name: "annas", exact: true }).waitFor();
    const [entry] = (await ben<DraftEntry[]>("GET", "drafts")).data;
    expect(entry).to.deep.include({ title: "Autumn", changes: 1, created_by: "Anna" });
  });

  it("report validation errors by location and cannot be saved as invalid JSON", async () => {
    const { id } = await begin();
    const { page } = await suite.open(`/console/drafts/${id}`);
    await page.getByRole("tab", { name: "Everything" }).click();
    const text = page.getByLabel("The configuration as JSON");
    await text.fill('{"language": ');
    await page.getByText("This is not a JSON object, so it cannot be saved").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).to.equal(true);
    await text.fill('{"language": "klingon", "rules": 7}');
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("It cannot be published with these mistakes").waitFor();
    await page.getByText(/^language: /).waitFor();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByText("This part of the document is not as it should be.").waitFor();
  });

  it("show markup as text in titles, keys, searches and notes", async () => {
    const rule = {
      key: MARKUP,
      action: "boost",
      products: [MARKUP],
      when: { queries: [MARKUP], categories: [MARKUP] },
    };
    const draft = await begin(MARKUP);
    await save(draft, withRule(rule));
    const { page } = await suite.open("/console/drafts");
    await page.getByRole("link", { name: MARKUP }).click();
    await page.getByRole("cell", { name: MARKUP, exact: true }).first().waitFor();
    await page.getByRole("button", { name: `Edit ${MARKUP}` }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    for (const tab of ["Everything", "Changes"]) await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("cell", { name: `Rule “${MARKUP}”` }).waitFor();
    expect(
      await page.evaluate("[document.title, document.querySelectorAll('main img[onerror], main img[src=x]').length]"),
    ).to.deep.equal(["Drafts · Vitrine console", 0]);
    await putConfiguration(
      deps(),
      suite.storefront.client_id,
      { ...original, currency: "USD" },
      {
        author: MARKUP,
        note: MARKUP,
      },
    );
    await page.goto("/console/history");
    await page.getByRole("cell", { name: MARKUP, exact: true }).first().waitFor();
    expect(await page.evaluate("document.querySelectorAll('img[onerror], img[src=x]').length")).to.equal(0);
  });

  it("rename campaigns in their rules, delete them with their rules, and show invalid ones", async () => {
    const one = (key: string, campaign?: string) => ({ key, action: "hide", products: ["x"], campaign });
    // Enough rules that the table shows its search field.
    const others = Array.from({ length: 8 }, (_, at) => one(`other ${at}`));
    const none = others.map(() => null);
    const { id } = (
      await save(await begin(), {
        campaigns: [
          { key: "Spring", starts_at: "2031-03-01T00:00", time_zone: "Europe/Berlin" },
          { key: "Wrong", starts_at: 3, ends_at: "soon", time_zone: "Mars/Phobos" },
        ],
        rules: [one("a", "Spring"), one("b"), one("c", "Spring"), one("d", "Wrong"), ...others],
      })
    ).data;
    const { page } = await suite.open(`/console/drafts/${id}`);
    const saved = async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText(/^Saved .* by Anna$/).waitFor();
      const { campaigns, rules } = (await ben<OpenedDraft>("GET", `drafts/${id}`)).data.configuration;
      return { campaigns: campaigns?.map(({ key }) => key), rules: rules?.map(({ campaign }) => campaign ?? null) };
    };
    await page.getByRole("tab", { name: "Campaigns" }).click();
    await page.getByRole("row", { name: /^Wrong 3 soon Mars\/Phobos – 1 rule/ }).waitFor();
    await page.getByRole("row", { name: /^Spring Mar 1, 2031.* – Europe\/Berlin not begun 2 rules/ }).waitFor();
    await page.getByRole("button", { name: "Edit Spring" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Easter");
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    expect(await saved()).to.deep.equal({
      campaigns: ["Easter", "Wrong"],
      rules: ["Easter", null, "Easter", "Wrong", ...none],
    });
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByRole("textbox", { name: "Find a rule" }).fill("easter");
    await page.getByRole("button", { name: "Edit b" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit c" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Campaign" }).click();
    await page.getByRole("option", { name: "none" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await page.getByRole("tab", { name: "Campaigns" }).click();
    await page.getByRole("button", { name: "Delete Easter" }).click();
    const question = page.getByRole("dialog", { name: "Delete Easter" });
    await question.getByText("These rules and banners go with it: a.").waitFor();
    await question.getByRole("button", { name: "Delete Easter and its rule" }).click();
    expect(await saved()).to.deep.equal({ campaigns: ["Wrong"], rules: [null, null, "Wrong", ...none] });
  });

  it("are deleted after confirmation", async () => {
    await begin("Not any more");
    const { page } = await suite.open("/console/drafts");
    await page.getByRole("button", { name: "Delete Not any more" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no drafts.").waitFor();
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`have pages without serious axe violations, ${name}`, async () => {
      const { id } = (await save(await begin(), withRule({ key: "one", action: "hide", products: ["x"] }))).data;
      const { page, open } = await suite.open("/console/drafts", { width });
      for (const path of ["/console/drafts", `/console/drafts/${id}`, "/console/history"]) {
        await open(path);
        await page.getByRole("table").first().waitFor();
        expect(await barriers(page)).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      }
      await open(`/console/drafts/${id}`);
      for (const tab of ["Rules", "Synonyms", "Weights", "Everything", "Changes", "Preview"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.getByRole("tabpanel", { name: tab }).waitFor();
        if (tab === "Changes") await page.getByText("Look at these rules").waitFor();
        expect(await barriers(page)).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      }
      await page.getByRole("tab", { name: "Rules" }).click();
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("dialog").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
    });
  }
});
