import { expect } from "chai";
import { ensureMember } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole } from "../../support/console.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

describe("the Team page of the console", () => {
  const suite = useConsole();

  for (const width of [1440, 390]) {
    it(`the Team page lets an owner invite, edit and remove members, at a width of ${width} pixels`, async () => {
      const storefront = await suite.shop.storefront();
      const { page } = await suite.open("/console/team", { storefront, width });
      await page.getByText("You are the only member.").waitFor();
      await page.getByRole("button", { name: "Invite" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("E-mail address").fill("cleo@x.example");
      await dialog.getByRole("radio", { name: "Editor" }).check();
      expect(await barriers(page)).to.deep.equal([]);
      await dialog.getByRole("button", { name: "Invite" }).click();
      const link = await page.getByRole("dialog", { name: "Invitation link for cleo" }).getByLabel("Link").inputValue();
      await page.getByRole("button", { name: "Done" }).click();
      const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
      await row("cleo@x.example").getByText("Invited", { exact: true }).waitFor();

      const joined = await fetch(`${suite.base}/console/api/session/join`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token: link.split("#")[1], password: "long enough for all" }),
      });
      expect(joined.status).to.equal(200);
      await page.reload();
      await page.getByRole("button", { name: "Edit cleo" }).click();
      await dialog.getByLabel("Name").fill("Cleo");
      await dialog.getByRole("radio", { name: "Publisher" }).check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await row("Cleo").getByText("publisher").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);

      await page.getByRole("button", { name: "Remove Cleo" }).click();
      await dialog.getByRole("button", { name: "Remove" }).click();
      await until("the removal", async () => (await row("Cleo").count()) === 0);
      await page.getByRole("tab", { name: "Activity log" }).click();
      const log = page.getByRole("list", { name: "Activity log" });
      // The log entry of an action is written after the response, so reload the page.
      await until("the removal in the log", async () => {
        await page.reload();
        await log.getByText("Anna invited a member: cleo@x.example as editor").waitFor();
        return log.getByText("Anna removed a member: cleo@x.example").isVisible();
      });
      await log.getByText("Anna changed a member: cleo@x.example: Cleo, publisher").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }

  it("the Team page saves the setting “Require approval”", async () => {
    const storefront = await suite.shop.storefront();
    const { page } = await suite.open("/console/team", { storefront });
    const required = page.getByRole("switch", { name: "Require approval" });
    await required.press("Space");
    await until("the setting to be saved", async () => (await required.isEnabled()) && (await required.isChecked()));
    await page.reload();
    expect(await required.isChecked()).to.equal(true);
  });

  it("the Team page shows viewers the members and the activity log, but no buttons", async () => {
    await ensureMember(suite.base, suite.storefront.private_key, "Anna");
    const { page } = await suite.open("/console/team", { author: "Vera", role: "viewer" });
    await page.getByRole("listitem").filter({ hasText: "Anna" }).getByText("owner").waitFor();
    const main = page.getByRole("main");
    expect(await main.getByRole("button").or(main.getByRole("switch")).allTextContents()).to.deep.equal([]);
    await page.getByRole("tab", { name: "Activity log" }).click();
    await page.getByText("Anna accepted the invitation").waitFor();
  });
});
