import { expect } from "chai";
import { barriers } from "../../support/visitor.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";

describe("signing in to the console", () => {
  const suite = useConsole();

  it("takes a name and a private key, and says why another key does not open it", async () => {
    const { page, context } = await suite.arrive("/console");
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByLabel("Your name").fill("Anna");
    await page.getByLabel("Private key of the storefront").fill(suite.storefront.public_key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("this is a public key").waitFor();
    await page.getByLabel("Private key of the storefront").fill(suite.storefront.private_key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Listings", level: 1 }).waitFor();
    const elsewhere = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("Your name").waitFor();
    const { status } = await fetch(`${suite.base}/console/api/session`, { headers: { Cookie: elsewhere } });
    expect(status).to.equal(401);
  });

  it("is over in every browser after signing out everywhere", async () => {
    const [here, there] = [await suite.open("/console/listings"), await suite.open("/console/listings")];
    await here.page.getByRole("button", { name: "Sign out everywhere" }).click();
    await here.page.getByLabel("Your name").waitFor();
    await there.page.getByLabel("Search").fill("boots");
    await there.page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  });

  it("is asked for again above a page whose session has ended, which then goes on", async () => {
    const { page, context } = await suite.open("/console/listings");
    await context.clearCookies();
    await page.getByLabel("Search").fill("boots");
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Private key of the storefront").fill(suite.storefront.private_key);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await page.getByLabel("Search").inputValue()).to.equal("boots");
    await page
      .getByText("Its texts have the words")
      .or(page.getByText("It is what the words ask for"))
      .first()
      .waitFor();
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`has pages of which axe finds nothing serious, ${name}`, async () => {
      const { page } = await suite.open("/console/listings", { width });
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
