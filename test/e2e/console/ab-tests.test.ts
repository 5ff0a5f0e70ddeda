import { expect } from "chai";
import type { Page } from "playwright-core";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { ExperimentList } from "../../../console/server/experiments/experiments.js";
import { changeDocument } from "../../../src/engine/documents.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import { clientsIndex, type StoredClient } from "../../../src/storefront/stored-client.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { signIn } from "../../support/console-session.js";
import { pastExperiment, shopHistory, storeHistory } from "../../support/experiment-history.js";
import { barriers } from "../../support/visitor.js";

describe("the A/B tests page of the console", () => {
  const suite = useConsole();

  const setExperiment = (experiment: Experiment) =>
    changeDocument<StoredClient, StoredClient>(
      suite.shop.engine,
      clientsIndex(suite.shop.engine.prefix),
      suite.storefront.client_id,
      (client) => ({ ...client!, experiment, updated_at: new Date().toISOString() }),
      { refresh: true },
    );

  const session = (author: string) => signIn(suite.shop.services[0]!, suite.storefront.private_key, author);

  /** Creates a draft with an edited configuration. */
  async function draft(title: string, edit: (configuration: ConfigurationDocument) => ConfigurationDocument) {
    const anna = await session("Anna");
    const { id, version, base, configuration } = (await anna<OpenedDraft>("POST", "drafts", { title })).data;
    const change = { title, version, base: base.publication, configuration: edit(configuration) };
    expect((await anna("PUT", `drafts/${id}`, change)).status).to.equal(200);
  }

  async function endTest(author: string) {
    const as = await session(author);
    const { running } = (await as<ExperimentList>("GET", "experiments")).data;
    const { status } = await as("POST", "experiments/end", { outcome: "keep_a", version: running?.version });
    expect(status).to.equal(200);
  }

  const startButton = (page: Page) => page.getByRole("button", { name: "Start test" });

  it("the A/B tests page links to the rules page if there are no unpublished changes to test", async () => {
    const { page } = await suite.open("/console/ab-tests");
    await page.getByRole("heading", { name: "No A/B test is running" }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Test unpublished changes or a draft" }).click();
    await page.getByRole("dialog").getByText("There are no unpublished changes.").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("link", { name: "Open rules" }).click();
    await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  });

  it("the A/B tests page in a narrow window can start a test of two sort orders", async () => {
    const { page } = await suite.open("/console/ab-tests", { width: WIDTHS.narrow });
    await page.getByRole("button", { name: "Test two sort orders" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Original: Featured, the default sort option now").waitFor();
    await dialog.getByRole("combobox", { name: "Sort order of the variant" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    await dialog.getByText("The variants differ in the listing of all products.").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
    await startButton(page).click();
    await page.getByRole("heading", { name: "Featured or New in" }).waitFor();
    await page.getByText("100 % of the devices take part, and 50 % of these see the variant.").waitFor();
    await page.getByText("Control group: not enough data.").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
  });

  it("the A/B tests page hides the buttons to start or end a test from users with the viewer role", async () => {
    const { page } = await suite.open("/console/ab-tests", { author: "Vera", role: "viewer" });
    await page.getByRole("heading", { name: "Featured or New in" }).waitFor();
    expect(await page.getByRole("button", { name: "End test" }).count()).to.equal(0);
    await endTest("Anna");
    await page.reload();
    await page.getByText("A publisher or an owner can start a test").waitFor();
    expect(await page.getByRole("button", { name: /^Test / }).count()).to.equal(0);
  });

  it("the A/B tests page requires confirmation to start a test that only changes the sort menu", async () => {
    const oldest = { key: "oldest", label: "Oldest", by: "field", field: "released_at", order: "asc" } as const;
    await draft("One more sort option", (given) => ({ ...given, sort_keys: [...(given.sort_keys ?? []), oldest] }));
    const { page } = await suite.open("/console/ab-tests");
    await page.getByRole("button", { name: "Test unpublished changes or a draft" }).click();
    await page.getByRole("combobox", { name: "Variant" }).click();
    await page.getByRole("option", { name: "One more sort option" }).click();
    await page.getByRole("alert").filter({ hasText: "The variant changes no recent search or listing" }).waitFor();
    expect(await startButton(page).isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("textbox", { name: "Name" }).fill("Menu <b>only</b>");
    await page.getByRole("checkbox", { name: "I understand" }).check();
    await startButton(page).click();
    await page.getByRole("heading", { name: "Menu <b>only</b>" }).waitFor();
  });

  it("the A/B tests page reports that another user has already ended the test", async () => {
    const { page } = await suite.open("/console/ab-tests");
    await page.getByRole("button", { name: "End test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Variant: publish the tested change" }).check();
    expect(await barriers(page)).to.deep.equal([]);
    await endTest("Ben");
    await dialog.getByRole("button", { name: "End and publish variant" }).click();
    await page.getByRole("heading", { name: "No A/B test is running" }).waitFor();
    await page.getByText("Original kept by Ben").waitFor();
  });

  it("the A/B tests page requires confirmation to start a test, or to publish a variant, that empties a listing", async () => {
    const all = { key: "all", action: "hide", filters: { price: { $gte: 0 } } } as const;
    await draft("Nothing at all", (given) => ({ ...given, rules: [...(given.rules ?? []), all] }));
    const { page } = await suite.open("/console/ab-tests");
    await page.getByRole("button", { name: "Test unpublished changes or a draft" }).click();
    await page.getByRole("combobox", { name: "Variant" }).click();
    await page.getByRole("option", { name: "Nothing at all" }).click();
    await page.getByText(/the listing of all products would be empty .*, for devices that get the variant$/).waitFor();
    await page.getByText("The variants differ in").waitFor();
    expect(await startButton(page).isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("checkbox", { name: /^I understand that shoppers no longer find / }).check();
    await startButton(page).click();
    await page.getByRole("heading", { name: "Nothing at all" }).waitFor();
    await page.getByText(/^Accepted impact: /).waitFor();
    await page.getByRole("button", { name: "End test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Variant: publish the tested change" }).check();
    await dialog.getByRole("alert").filter({ hasText: "Warning" }).waitFor();
    expect(await dialog.getByRole("button", { name: "End and publish variant" }).isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("radio", { name: "Original: keep the live configuration" }).check();
    await dialog.getByRole("button", { name: "End and keep original" }).click();
    await page.getByRole("heading", { name: "No A/B test is running" }).waitFor();
  });

  for (const [name, width] of Object.entries({ ...WIDTHS, desktop: 1440 })) {
    it(`the A/B tests page shows the results of a test (${name} window)`, async () => {
      const { client_id } = suite.storefront;
      const now = Date.now();
      await storeHistory(suite.shop.engine, shopHistory(now, client_id, "page", 900, 0.65));
      await setExperiment(pastExperiment(now, { id: "e1", hypothesis: "More orders, as what is liked comes first." }));
      const { page } = await suite.open("/console/ab-tests", { width });
      await page.getByText("Sample ratio mismatch: the results are unreliable").first().waitFor();
      await page.getByRole("heading", { name: "Effect of personalization" }).waitFor();
      const results = page.getByLabel("Original and Variant", { exact: true });
      for (const metric of ["Click rate", "Add-to-cart rate", "Conversion"]) {
        await results.getByText(metric, { exact: true }).waitFor();
      }
      const revenue = width === WIDTHS.narrow ? results.getByRole("region") : results.getByRole("row");
      expect(await revenue.last().textContent()).to.match(/^Revenue per device.*€\d.*€\d/);
      await page.getByRole("button", { name: "Table of new devices by day" }).first().click();
      await page.getByRole("table", { name: "New devices by day" }).first().waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
