import { expect } from "chai";
import type { Page } from "playwright-core";
import type { DraftEntry, OpenedDraft } from "../../../console/server/drafts/draft.js";
import { getLive } from "../../../src/storefront/clients.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { credentialsOf, signIn, type ConsoleSession } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { putConfiguration } from "../../support/publishing.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

const MARKUP = '<img src=x onerror="document.title=1">';

/** Paths of the console pages that show or edit the unpublished changes. */
const PATHS = [
  "changes",
  "changes?tab=drafts",
  "changes?tab=versions",
  "rules",
  "rules?tab=redirects",
  "synonyms",
  "campaigns",
  "banners",
  "recommendations",
  "settings",
  "settings?tab=sort-options",
  "settings?tab=weights",
  "settings?tab=json",
];

describe("unpublished changes in the console", function () {
  const suite = useConsole();
  let ben: ConsoleSession;
  let original: ConfigurationDocument;
  const live = async () => (await getLive(suite.shop, suite.storefront.client_id)).configuration;
  const put = (configuration: ConfigurationDocument, by = { author: "test" }) =>
    putConfiguration(
      { engine: suite.shop.engine, now: () => new Date() },
      suite.storefront.client_id,
      configuration,
      by,
    );

  before(async () => {
    ben = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Ben");
    original = await live();
  });

  beforeEach(async () => {
    await put(original);
    for (const { id } of await drafts()) {
      const { version } = await opened(id);
      await ben("DELETE", `drafts/${id}`, { version });
    }
  });

  const drafts = async () => (await ben<DraftEntry[]>("GET", "drafts")).data;
  const opened = async (id: string) => (await ben<OpenedDraft>("GET", `drafts/${id}`)).data;
  /** Returns the only existing draft. Fails if there are several drafts. */
  const theDraft = async () => {
    const [entry, ...others] = await drafts();
    expect(others).to.deep.equal([]);
    return opened(entry!.id);
  };
  const save = ({ id, title, version, base }: OpenedDraft, configuration: object) =>
    ben<OpenedDraft>("PUT", `drafts/${id}`, { title, version, base: base.publication, configuration });
  const withRule = (rule: object) => ({ ...original, rules: [...(original.rules ?? []), rule] });
  const drafted = async (title: string, configuration: object) =>
    (await save((await ben<OpenedDraft>("POST", "drafts", { title })).data, configuration)).data;

  /** Opens the list of drafts and selects the draft with the given title. */
  async function choose(page: Page, title: string): Promise<void> {
    await page.goto("/console/changes?tab=drafts");
    await page.getByRole("button", { name: `Open ${title}` }).click();
    await page.getByText(/^Last changed by/).waitFor();
  }

  /** Adds a rule and waits until it is saved. */
  async function addRule(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("dialog", { name: "Add a rule" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("combobox", { name: "Products" }).fill("coat");
    await page.getByRole("option").first().click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("row", { name: new RegExp(`^${name} .* New`) }).waitFor();
    await until("the rule to be saved", async () => {
      const all = await Promise.all((await drafts()).map(({ id }) => opened(id)));
      return all.some(({ configuration }) => configuration.rules?.some(({ key }) => key === name));
    });
  }

  it("unpublished changes from several pages can be reviewed, published and undone together", async () => {
    const { page } = await suite.open("/console/rules");
    const failures: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/console/api/") && response.status() >= 400)
        failures.push(`${response.status()} ${response.url()}`);
    });
    await addRule(page, "winter-boost");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Sort options" }).click();
    await page.getByRole("combobox", { name: "Default sort option" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    await page.getByRole("tab", { name: "Advanced: ranking weights" }).click();
    await page.getByLabel("phrase", { exact: true }).fill("0.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Review and publish (3)" }).click();
    await page.getByRole("cell", { name: "Rule “winter-boost”" }).waitFor();
    const publish = page.getByRole("button", { name: "Publish", exact: true });
    await page.getByLabel("Note").fill("for the cold");
    await publish.click();
    const version = page.getByRole("region", { name: /^Version / }).first();
    await version.getByText("for the cold").waitFor();
    await version.getByText("Live", { exact: true }).waitFor();
    expect((await live()).search?.phrase).to.equal(0.5);
    expect((await live()).default_sort).to.equal("newest");
    expect((await live()).rules?.map(({ key }) => key)).to.include("winter-boost");
    expect(await drafts()).to.deep.equal([]);
    await page.getByRole("link", { name: "Changes", exact: true }).waitFor();
    const number = /^Version (\d+)/.exec((await version.getAttribute("aria-label")) ?? "")![1]!;
    await page.getByRole("button", { name: `3 changes: show details of version ${number}` }).click();
    await page.getByRole("dialog").getByRole("cell", { name: "Rule “winter-boost”" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Undo version ${number}` }).click();
    const undo = page.getByRole("dialog", { name: `Undo version ${number}?` });
    // The dialog lists the changes that the undo makes: the rule exists before the undo, but not after it.
    const row = undo.getByRole("row", { name: /^Rule “winter-boost” Boost: moderate, All pages/ });
    await row.getByRole("cell", { name: "–", exact: true }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await undo.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(`Undone in version ${Number(number) + 1}`).waitFor();
    await page.getByRole("button", { name: `Undo version ${number}` }).waitFor({ state: "detached" });
    expect(await live()).to.deep.equal(original);
    expect(failures).to.deep.equal([]);
  });

  it("unpublished changes cannot be published until the last edit is saved", async () => {
    const { page } = await suite.open("/console/rules");
    await addRule(page, "winter-boost");
    let finishSaving = (): void => undefined;
    const saving = new Promise<void>((resolve) => {
      finishSaving = resolve;
    });
    await page.route("**/console/api/drafts/*", async (route) => {
      if (route.request().method() === "PUT") await saving;
      await route.continue();
    });
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Sort options" }).click();
    await page.getByRole("combobox", { name: "Default sort option" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    await page.getByRole("link", { name: /^Review and publish/ }).click();
    await page.getByText(/listings and searches were compared/).waitFor();
    const publish = page.getByRole("button", { name: "Publish", exact: true });
    expect(await publish.isDisabled()).to.equal(true);
    finishSaving();
    await publish.click();
    await page
      .getByRole("region", { name: /^Version / })
      .first()
      .waitFor();
    expect((await live()).default_sort).to.equal("newest");
  });

  it("unpublished changes include rules that were created with a form", async () => {
    await put(withRule({ key: "old", action: "pin", product: "gone-1", position: 1 }));
    const { page } = await suite.open("/console/rules");
    await page.getByText("Product was deleted").waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("dialog", { name: "Add a rule" });
    const pick = async (label: string, option: string | RegExp) => {
      await form.getByRole("combobox", { name: label, exact: true }).last().click();
      await page.getByRole("option", { name: option }).first().click();
    };
    await form.getByLabel("Name").fill("New arrivals: März");
    await form.getByRole("radio", { name: "Matching products" }).check();
    const add = form.getByRole("button", { name: "Add", exact: true });
    expect(await add.isDisabled()).to.equal(true);
    await form.getByRole("button", { name: "Add a condition" }).first().click();
    await pick("Field", "Designer");
    await pick("Values", /^STRIDEN/);
    await page.keyboard.press("Escape");
    await form.getByText(/^\d+ products match\.$/).waitFor();
    await form.getByRole("button", { name: "Add a condition" }).first().click();
    await pick("Field", "Released at");
    await form.getByLabel("Number").fill("30");
    await pick("Categories", /^Shoes \(/);
    await page.keyboard.press("Escape");
    expect(await barriers(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await add.click();
    await page.getByText("Designer is STRIDEN and Released at is newer than 30 days").waitFor();
    await until("the rule to be saved", async () => (await drafts())[0]?.changes === 1);
    const { configuration, errors } = await theDraft();
    expect(errors).to.deep.equal([]);
    expect(configuration.rules?.at(-1)).to.deep.equal({
      key: "New arrivals: März",
      action: "boost",
      filters: { designer: "STRIDEN", released_at: { $newer_than_days: 30 } },
      points: 3,
      when: { categories: ["Shoes"] },
    });
  });

  it("unpublished changes that make a category empty can be published only after confirmation", async () => {
    const [category] = (await suite.storefront.search({ limit: 1, projection: ["categories"] })).items.flatMap(
      (item) => (item as { categories?: string[] }).categories ?? [],
    );
    await drafted("Hide", withRule({ key: "hide-it", action: "hide", filters: { categories: category } }));
    const { page } = await suite.open("/console");
    await choose(page, "Hide");
    await page.getByText("Warning", { exact: true }).waitFor();
    await page
      .getByText(new RegExp(`category ${category} `))
      .first()
      .waitFor();
    const publish = page.getByRole("button", { name: "Publish anyway" });
    expect(await publish.isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByLabel(/^I understand/).check();
    await publish.click();
    await page
      .getByText(/^Accepted impact:/)
      .first()
      .waitFor();
    expect((await live()).rules?.map(({ key }) => key)).to.include("hide-it");
  });

  it("the rules page shows the status of each rule in a draft and lets editors restore deleted rules", async () => {
    const rule = (key: string, more: object = {}) => ({ key, action: "hide" as const, products: ["x"], ...more });
    const later = rule("later", { starts_at: "2031-01-01T00:00:00Z" });
    await put({ ...original, rules: [rule("kept"), rule("changed"), rule("dropped"), later] });
    await drafted("Spring", {
      ...original,
      rules: [rule("kept"), rule("changed", { products: ["y"] }), later, rule("added")],
    });
    const { page } = await suite.open("/console");
    await choose(page, "Spring");
    await page.getByRole("link", { name: "Rules" }).click();
    for (const [name, state] of [
      ["kept", "Live"],
      ["changed", "Changed"],
      ["later", "Scheduled"],
      ["added", "New"],
      ["dropped", "Deleted"],
    ] as const) {
      await page.getByRole("row", { name: new RegExp(`^${name} .* ${state}`) }).waitFor();
    }
    await page.getByRole("button", { name: "Restore dropped" }).click();
    await page.getByRole("row", { name: /^dropped .* Live/ }).waitFor();
  });

  it("unpublished changes are merged with changes that another user saves to the same draft", async () => {
    const draft = await drafted("Shared", withRule({ key: "first", action: "hide", products: ["x"] }));
    const { page } = await suite.open("/console");
    await choose(page, "Shared");
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("row", { name: /^first / }).waitFor();
    await save(draft, { ...draft.configuration, search: { ...draft.configuration.search, phrase: 2 } });
    await addRule(page, "annas");
    const { configuration } = await theDraft();
    expect(configuration.rules?.slice(-2).map(({ key }) => key)).to.deep.equal(["first", "annas"]);
    expect(configuration.search?.phrase).to.equal(2);
  });

  it("the console shows a conflict if two users edit the same rule of a draft", async () => {
    const rule = { key: "shared", action: "boost", products: ["x"], points: 3 };
    const draft = await drafted("Shared", withRule(rule));
    const { page } = await suite.open("/console");
    await choose(page, "Shared");
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("button", { name: "Edit shared" }).click();
    await save(draft, withRule({ ...rule, points: 8 }));
    const form = page.getByRole("dialog");
    await form.getByText("Weak", { exact: true }).click();
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Ben has changed this in the meantime: Rule “shared”: points\./).waitFor();
    await page.getByRole("row", { name: /^shared Boost: strong/ }).waitFor();
    expect((await theDraft()).configuration.rules?.at(-1)).to.deep.equal({ ...rule, points: 8 });
  });

  it("unpublished changes can be published after conflicts with changes by other users are resolved", async () => {
    await drafted("Phrases", { ...original, search: { ...original.search, phrase: 1 } });
    await put({ ...original, search: { ...original.search, phrase: 2 } });
    const { page } = await suite.open("/console");
    await page.goto("/console/changes?tab=drafts");
    await page.getByRole("button", { name: "Open Phrases" }).click();
    await page.getByText("Other users published changes to items in this draft").waitFor();
    expect(await page.getByRole("button", { name: "Merge" }).isDisabled()).to.equal(true);
    await page.getByRole("radio", { name: "My change" }).check();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Merge" }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page
      .getByRole("region", { name: /^Version / })
      .first()
      .waitFor();
    expect((await live()).search?.phrase).to.equal(1);
  });

  it("unpublished changes are saved after a new sign-in if the session has expired", async () => {
    const { page, context } = await suite.open("/console/rules");
    await context.clearCookies();
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("dialog", { name: "Add a rule" });
    await form.getByLabel("Name").fill("annas");
    await form.getByRole("combobox", { name: "Products" }).fill("coat");
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog
      .getByRole("textbox", { name: "Password" })
      .fill(credentialsOf(suite.storefront.private_key, "Anna").password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    await form.getByRole("combobox", { name: "Products" }).fill("coats");
    await page.getByRole("option").first().click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("row", { name: /^annas / }).waitFor();
    await until("the rule to be saved", async () => (await drafts())[0]?.changes === 1);
  });

  it("unpublished changes move to a new draft if another user has deleted the draft that contained them", async () => {
    const draft = await drafted("Gone", withRule({ key: "bens", action: "hide", products: ["x"] }));
    const { page } = await suite.open("/console");
    await choose(page, "Gone");
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("row", { name: /^bens / }).waitFor();
    await ben("DELETE", `drafts/${draft.id}`, { version: draft.version });
    await addRule(page, "annas");
    const entry = await theDraft();
    expect(entry).to.deep.include({ title: "Changes by Anna", created_by: "Anna" });
    expect(entry.changes.map(({ path }) => path)).to.deep.equal(["rules[annas]"]);
  });

  it("unpublished changes with validation errors cannot be published", async () => {
    const { page } = await suite.open("/console/settings?tab=json");
    const text = page.getByLabel("Configuration as JSON");
    await text.fill('{"language": ');
    await page.getByText("Enter a valid JSON object").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).to.equal(true);
    await text.fill('{"language": "klingon", "rules": 7}');
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /^Review and publish/ }).click();
    await page.getByText("Correct these errors before publishing").waitFor();
    await page.getByText(/^language: /).waitFor();
    expect(await page.getByRole("button", { name: "Publish", exact: true }).count()).to.equal(0);
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByText("This part of the configuration is malformed").waitFor();
  });

  it("the console escapes markup in the titles, names, searches and notes of unpublished changes", async () => {
    const rule = {
      key: MARKUP,
      action: "boost",
      products: [MARKUP],
      when: { queries: [MARKUP], categories: [MARKUP] },
    };
    await drafted(MARKUP, withRule(rule));
    const { page } = await suite.open("/console");
    await choose(page, MARKUP);
    await page.getByRole("cell", { name: `Rule “${MARKUP}”` }).waitFor();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("cell", { name: MARKUP, exact: true }).first().waitFor();
    await page.getByRole("button", { name: `Edit ${MARKUP}` }).click();
    await page.getByRole("dialog").waitFor();
    expect(
      await page.evaluate("[document.title, document.querySelectorAll('main img[onerror], main img[src=x]').length]"),
    ).to.deep.equal(["Rules · Vitrine console", 0]);
    await put({ ...original, currency: "USD" }, { author: MARKUP, note: MARKUP } as never);
    await page.goto("/console/changes?tab=versions");
    await page.getByText(MARKUP, { exact: true }).first().waitFor();
    expect(await page.evaluate("document.querySelectorAll('img[onerror], img[src=x]').length")).to.equal(0);
  });

  it("the console also updates or deletes the rules of a campaign when the campaign is renamed or deleted", async () => {
    const one = (key: string, campaign?: string) => ({ key, action: "hide", products: ["x"], campaign });
    // The draft contains enough rules for the table to show a search field.
    const others = Array.from({ length: 8 }, (_, at) => one(`other ${at}`));
    const none = others.map(() => null);
    const { id } = await drafted("Campaigns", {
      campaigns: [
        { key: "Spring", starts_at: "2031-03-01T00:00", time_zone: "Europe/Berlin" },
        { key: "Wrong", starts_at: 3, ends_at: "soon", time_zone: "Mars/Phobos" },
      ],
      rules: [one("a", "Spring"), one("b"), one("c", "Spring"), one("d", "Wrong"), ...others],
    });
    const { page } = await suite.open("/console");
    await choose(page, "Campaigns");
    const saved = async () => {
      const { campaigns, rules } = (await opened(id)).configuration;
      return { campaigns: campaigns?.map(({ key }) => key), rules: rules?.map(({ campaign }) => campaign ?? null) };
    };
    await page.getByRole("link", { name: "Campaigns" }).click();
    await page.getByRole("row", { name: /^Wrong 3 soon Mars\/Phobos 1 rule/ }).waitFor();
    await page.getByRole("row", { name: /^Spring Mar 1, 2031.* No end Europe\/Berlin 2 rules/ }).waitFor();
    await page.getByRole("button", { name: "Edit Spring" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Easter");
    await page.getByRole("dialog").getByRole("combobox", { name: "Time zone" }).click();
    await page.keyboard.type("London");
    await page.getByRole("option", { name: "Europe/London" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await until("the name to be saved", async () => (await saved()).campaigns?.[0] === "Easter");
    expect((await opened(id)).configuration.campaigns?.[0]?.time_zone).to.equal("Europe/London");
    expect(await saved()).to.deep.equal({
      campaigns: ["Easter", "Wrong"],
      rules: ["Easter", null, "Easter", "Wrong", ...none],
    });
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("textbox", { name: "Search rules" }).fill("easter");
    await page.getByRole("button", { name: "Edit b" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit c" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Campaign" }).click();
    await page.getByRole("option", { name: "None" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit c" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Campaigns" }).click();
    await page.getByRole("button", { name: "Delete Easter" }).click();
    const question = page.getByRole("dialog", { name: "Delete Easter" });
    await question.getByText(/^Its rules and banners are deleted as well: a\./).waitFor();
    await question.getByRole("button", { name: "Delete Easter and its rule" }).click();
    await until("the campaign to be deleted", async () => (await saved()).campaigns?.length === 1);
    expect(await saved()).to.deep.equal({ campaigns: ["Wrong"], rules: [null, null, "Wrong", ...none] });
  });

  it("unpublished changes can be stored in named drafts", async () => {
    const { page } = await suite.open("/console/changes?tab=drafts");
    await page.getByText("There are no drafts. Your first change creates one.").waitFor();
    await page.getByRole("button", { name: "New draft" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Winter");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Winter" }).getByText("Current").waitFor();
    await page.getByRole("link", { name: "Rules" }).click();
    await addRule(page, "one");
    await page.getByRole("link", { name: "Review and publish (1)" }).click();
    expect(await page.getByLabel("Note").inputValue()).to.equal("Winter");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Deep winter");
    await page.keyboard.press("Enter");
    await page.getByText("Deep winter", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no unpublished changes.").waitFor();
    expect(await drafts()).to.deep.equal([]);
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("button", { name: "Edit one" }).waitFor({ state: "detached" });
  });

  it("unpublished changes are read-only for viewers", async () => {
    const rule = { key: "annas", action: "hide", products: ["x"] } as const;
    await put(withRule(rule));
    await drafted("Spring", { ...withRule(rule), rules: [...withRule(rule).rules, { ...rule, key: "bens" }] });
    const { page, open } = await suite.open("/console/changes?tab=drafts", { author: "Vera", role: "viewer" });
    await page.getByRole("button", { name: "Open Spring" }).click();
    await page.getByText("A publisher or an owner can publish these changes.").waitFor();
    const forbidden = /^(Add|Edit|Delete|Move|Undo|Publish|Rename|Discard|New draft|Save|Run a|Hide a|Promote|Suggest)/;
    for (const path of PATHS) {
      await open(`/console/${path}`);
      await page.waitForLoadState("networkidle");
      expect(
        await page.getByRole("main").getByRole("button", { name: forbidden }).allTextContents(),
        path,
      ).to.deep.equal([]);
    }
    await open("/console/rules");
    await page.getByRole("row", { name: /^annas .* Live/ }).waitFor();
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`pages with unpublished changes have no serious axe violations in a ${name} window`, async () => {
      await drafted("Axe", withRule({ key: "one", action: "hide", products: ["x"] }));
      const { page, open } = await suite.open("/console", { width });
      await choose(page, "Axe");
      for (const path of PATHS) {
        await open(`/console/${path}`);
        await page.waitForLoadState("networkidle");
        expect(await barriers(page), path).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      }
      await open("/console/rules");
      const desktop = { width: 1440, height: 900 };
      if (name === "wide") await page.setViewportSize(desktop);
      const right = name === "wide" ? desktop.width : width;
      const item = name === "wide" ? page.getByRole("row", { name: /^one / }) : page.getByRole("region", { name: "one", exact: true }); // prettier-ignore
      for (const part of [
        item.getByText("New", { exact: true }),
        item.getByRole("button", { name: "Edit one" }),
        item.getByRole("button", { name: "Delete one" }),
      ]) {
        await part.waitFor();
        const box = (await part.boundingBox())!;
        expect(box.x + box.width).to.be.at.most(right);
      }
      for (const [path, button] of [
        ["rules", "Add a rule"],
        ["rules", "Hide a brand"],
        ["rules", "Promote a brand"],
        ["campaigns", "Run a sale"],
        ["banners", "Add a banner"],
      ] as const) {
        await open(`/console/${path}`);
        await page.getByRole("button", { name: button }).click();
        await page.getByRole("dialog").waitFor();
        expect(await barriers(page), button).to.deep.equal([]);
        await expectNoSidewaysScroll(page);
      }
    });
  }
});
