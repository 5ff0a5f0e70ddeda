import { expect } from "chai";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import { changeDocument } from "../../../src/engine/documents.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import { clientsIndex, type StoredClient } from "../../../src/storefront/stored-client.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { signIn } from "../../support/console-session.js";
import { pastExperiment, shopHistory, storeHistory } from "../../support/experiment-history.js";
import { barriers } from "../../support/visitor.js";

describe("the experiments page", () => {
  const suite = useConsole();

  const setExperiment = (experiment: Experiment | undefined) =>
    changeDocument<StoredClient, StoredClient>(
      suite.shop.engine,
      clientsIndex(suite.shop.engine.prefix),
      suite.storefront.client_id,
      (client) => ({ ...client!, ...(experiment && { experiment }), updated_at: new Date().toISOString() }),
      { refresh: true },
    );

  it("explains experiments and starts one with a draft", async () => {
    const { page } = await suite.open("/console/experiments");
    await page.getByText("there is none yet").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    const anna = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Anna");
    const { data } = await anna<{ id: string; version: string; configuration: object }>("POST", "drafts", {
      title: "Titles count more",
    });
    const configuration = { ...data.configuration, field_weights: { title: 9 } };
    await anna("PUT", `drafts/${data.id}`, { title: "Titles count more", configuration, version: data.version });
    await page.reload();
    await page.getByRole("combobox", { name: "Draft to try" }).click();
    await page.getByRole("option", { name: "Titles count more" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Titles <b>first</b>");
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Start the experiment" }).click();
    await page.getByRole("heading", { name: "Titles <b>first</b>" }).waitFor();
    await page.getByText("Nobody of the holdout has been seen yet").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("reports the other user's choice if an experiment was already ended", async () => {
    const { page } = await suite.open("/console/experiments");
    await page.getByRole("button", { name: "End the experiment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "B: publish its change" }).check();
    expect(await barriers(page)).to.deep.equal([]);
    const ben = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Ben");
    const { data } = await ben<{ running: { version: string } }>("GET", "experiments");
    await ben("POST", "experiments/end", { outcome: "keep_a", version: data.running.version });
    await dialog.getByRole("button", { name: "End and publish B" }).click();
    await page.getByRole("button", { name: "Start the experiment" }).waitFor();
    await page.getByText("A was kept by Ben").waitFor();
  });

  it("asks for confirmation before starting or ending an experiment with an impact on shoppers", async () => {
    const anna = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Anna");
    const { data } = await anna<OpenedDraft>("POST", "drafts", { title: "Nothing at all" });
    const { title, version } = data;
    const all = { key: "all", action: "hide", filters: { price: { $gte: 0 } } };
    const configuration = { ...data.configuration, rules: [...(data.configuration.rules ?? []), all] };
    await anna("PUT", `drafts/${data.id}`, { title, version, configuration });
    const { page } = await suite.open("/console/experiments");
    await page.getByRole("combobox", { name: "Draft to try" }).click();
    await page.getByRole("option", { name: title }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Nothing");
    await page.getByText("Shoppers would lose").waitFor();
    await page.getByText(/the listing of everything would be empty .*, for the devices that get B$/).waitFor();
    const start = page.getByRole("button", { name: "Start the experiment" });
    expect(await start.isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByLabel(/^Yes, I mean it: shoppers lose /).check();
    await start.click();
    await page.getByRole("heading", { name: "Nothing" }).waitFor();
    await page.getByText(/^accepted that shoppers lose /).waitFor();
    await page.getByRole("button", { name: "End the experiment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No listing loses products").waitFor();
    await dialog.getByRole("radio", { name: "B: publish its change" }).check();
    await dialog.getByText("Shoppers would lose").waitFor();
    expect(await dialog.getByRole("button", { name: "End and publish B" }).isDisabled()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("radio", { name: "A, what is in force now" }).check();
    await dialog.getByRole("button", { name: "End and keep A" }).click();
    await start.waitFor();
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`shows both arms, daily results, the holdout and a sample-ratio mismatch, ${name}`, async () => {
      const { client_id } = suite.storefront;
      const now = Date.now();
      await storeHistory(suite.shop.engine, shopHistory(now, client_id, "page", 900, 0.65));
      await setExperiment(pastExperiment(now, { id: "e1", hypothesis: "More orders, as what is liked comes first." }));
      const { page } = await suite.open("/console/experiments", { width });
      await page.getByText("The sample ratio is off: do not believe").first().waitFor();
      await page.getByRole("heading", { name: "What personalization is worth" }).waitFor();
      await page.getByRole("button", { name: "New devices by day as a table" }).first().click();
      await page.getByRole("table", { name: "New devices by day" }).first().waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
