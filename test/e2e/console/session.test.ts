import { expect } from "chai";
import { credentialsOf, inviteByKey } from "../../support/console-session.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";

describe("signing in to the console", () => {
  const suite = useConsole();

  it("a member who accepted an invitation signs in with an e-mail address and a password", async () => {
    const token = await inviteByKey(suite.base, suite.storefront.private_key, {});
    const { page, context } = await suite.arrive(`/console/join#${token}`);
    await page.getByText("You are invited to the console of").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByLabel("E-mail address").fill("First@x.example");
    await page.getByRole("textbox", { name: "Name" }).fill("First");
    await page.getByRole("textbox", { name: "Choose a password" }).fill("long enough for all");
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    const elsewhere = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await page.getByRole("button", { name: "Account of First" }).click();
    await page.getByText("First (owner)").waitFor();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    await page.getByLabel("E-mail address").fill("first@x.example");
    const { status } = await fetch(`${suite.base}/console/api/session`, { headers: { Cookie: elsewhere } });
    expect(status).to.equal(401);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("textbox", { name: "Password" }).fill("something else");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert", { name: "Wrong e-mail address or password." }).waitFor();
    await page.getByRole("textbox", { name: "Password" }).fill("long enough for all");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  });

  it("the console reports that an invitation link is no longer valid", async () => {
    const { page } = await suite.arrive(`/console/join#${suite.storefront.client_id}.${"A".repeat(43)}`);
    await page.getByText("This invitation was used, was withdrawn or has expired; ask for a new one.").waitFor();
  });

  it('a sign-in is required again in every browser after "Sign out on all devices"', async () => {
    const [here, there] = [await suite.open("/console/preview"), await suite.open("/console/preview")];
    await here.page.getByRole("button", { name: "Account of Anna" }).click();
    await here.page.getByRole("menuitem", { name: "Sign out on all devices" }).click();
    await here.page.getByLabel("E-mail address").waitFor();
    await there.page.getByLabel("Search", { exact: true }).fill("boots");
    await there.page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  });

  it("the console offers a sign-in dialog when the session expires", async () => {
    const { page, context } = await suite.open("/console/preview");
    await context.clearCookies();
    await page.getByLabel("Search", { exact: true }).fill("boots");
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog
      .getByRole("textbox", { name: "Password" })
      .fill(credentialsOf(suite.storefront.private_key, "Anna").password);
    expect(await barriers(page)).to.deep.equal([]);
    // On a busy machine the engine may refuse the first attempt, and the dialog reports this.
    let reported = "";
    await until("the dialog to close", async () => {
      if (!(await dialog.isVisible())) return true;
      reported = await dialog.innerText({ timeout: 1_000 });
      const button = dialog.getByRole("button", { name: "Sign in" });
      if (await button.isEnabled({ timeout: 1_000 })) await button.click({ timeout: 1_000 });
      return false;
    }).catch((error: unknown) => {
      throw new Error(`the dialog says: ${reported}`, { cause: error });
    });
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).to.equal("boots");
    await page
      .getByRole("button", { name: /^Actions for .*boot/i })
      .first()
      .waitFor();
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the sign-in page has no serious axe violations in a ${name} window`, async () => {
      const { page } = await suite.open("/console/preview", { width });
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
