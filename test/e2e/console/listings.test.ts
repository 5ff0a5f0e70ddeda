import { expect } from "chai";
import type { Page } from "playwright-core";
import type { DraftEntry } from "../../../console/server/drafts/draft.js";
import { signIn } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

const SHOES = "/console/listings?category=Shoes";
const likes = (value: string) =>
  `&shopper=${encodeURIComponent(JSON.stringify({ kind: "invented", likes: [{ field: "designer", value }] }))}`;

const everybody = (page: Page) => page.getByRole("region", { name: "For everybody" });
async function namesIn(page: Page, region: string): Promise<string[]> {
  await page.getByRole("region", { name: region }).getByRole("listitem").first().waitFor();
  const buttons = `[aria-label="${region}"] [aria-label^="Actions for "]`;
  return page.evaluate<string[]>(`[...document.querySelectorAll('${buttons}')].map((one) => one.ariaLabel.slice(12))`);
}

describe("the listings page of the console", () => {
  const suite = useConsole();

  const drafts = async () => {
    const session = await signIn(suite.shop.services[0]!, suite.storefront.private_key, "Test");
    return (await session<DraftEntry[]>("GET", "drafts")).data;
  };

  it("shows a shopper's page next to the unpersonalized one, with a readable reason for each product", async () => {
    const { page } = await suite.open(`${SHOES}${likes("STRIDEN")}`);
    const own = page.getByRole("region", { name: "For this shopper" });
    await own.getByText("This shopper likes STRIDEN.").first().waitFor();
    expect(await everybody(page).getByText("This shopper likes").count()).to.equal(0);
    await own.getByRole("button", { name: "This shopper likes STRIDEN." }).first().click();
    await own.getByRole("rowheader", { name: "taste designer=STRIDEN" }).first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("pins a product moved by keyboard, in a draft visible to other users but not to shoppers", async () => {
    const before = (await drafts()).length;
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page, "For everybody");
    await everybody(page)
      .getByRole("button", { name: `Move ${names[2]}` })
      .first()
      .focus();
    await page.keyboard.press("Space");
    await page.getByText(/ place 3\.$/).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.getByText(/ is over place 2\.$/).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText("As with the draft “Anna").waitFor();
    await until("the list to show the pin", async () => (await namesIn(page, "For everybody"))[1] === names[2]);
    await page.getByText("pins it to place 2").first().waitFor();
    expect((await drafts()).length).to.equal(before + 1);
    const { items } = await suite.storefront.search({
      user: { device_id: "stranger" },
      filters: { categories: "Shoes" },
    });
    expect(items[2]!["name"]).to.equal(names[2]);
  });

  it("pins by dragging, boosts, buries and hides in the same draft, and unpins", async () => {
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page, "For everybody");
    const handle = (at: number) => everybody(page).getByRole("button", { name: /^Move/ }).nth(at);
    await handle(3).dragTo(handle(0), { steps: 8 });
    await page.getByText("pins it to place 1").first().waitFor();
    const act = async (action: string, what: string) => {
      await everybody(page)
        .getByRole("button", { name: `Actions for ${what}` })
        .first()
        .click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await act("Unpin", names[3]!);
    await page.getByText("pins it to place 1").waitFor({ state: "detached" });
    await act("Hide…", names[0]!);
    const dialog = page.getByRole("dialog", { name: `Hide ${names[0]}` });
    await dialog.getByLabel("Until").fill("2020-01-01T00:00");
    await dialog.getByLabel("From").fill("2021-01-01T00:00");
    await dialog.getByText("It would end before it begins").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByLabel("Until").fill("");
    await dialog.getByRole("button", { name: "Hide" }).click();
    await until("it to be hidden", async () => !(await namesIn(page, "For everybody")).slice(0, 1).includes(names[0]!));
    await act("Raise…", names[4]!);
    await page.getByRole("dialog").getByRole("button", { name: "Raise" }).click();
    await page.getByText("raises it.").first().waitFor();
    const [draft] = await drafts();
    expect(draft!.changes).to.equal(2);
  });

  it("pins a product for every search that contains the words, in any form", async () => {
    const { page } = await suite.open("/console/listings?query=sneaker");
    const names = await namesIn(page, "For everybody");
    await everybody(page)
      .getByRole("button", { name: `Actions for ${names[2]}` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Pin to a place…" }).click();
    const dialog = page.getByRole("dialog", { name: `Pin ${names[2]}` });
    await dialog.getByLabel("Place").fill("1");
    await dialog.getByRole("combobox", { name: "For searches" }).click();
    await page.getByRole("option", { name: "that contain “sneaker”" }).click();
    expect(await dialog.getByLabel("Also in other forms").isChecked()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Pin" }).click();
    await page.getByText("pins it to place 1").first().waitFor();
    await page.getByLabel("Search").fill("white sneakers");
    await page.waitForURL(/query=white(\+|%20)sneakers/);
    await until("the pin to hold", async () => (await namesIn(page, "For everybody"))[0] === names[2]);
  });

  it("keeps the previewed request in its URL, and reports empty results and unknown values", async () => {
    const { page } = await suite.open("/console/listings");
    await page.getByLabel("Search").fill("xyzzy");
    await everybody(page).getByText("No products.").waitFor();
    await page.waitForURL(/query=xyzzy/);
    await page.reload();
    expect(await page.getByLabel("Search").inputValue()).to.equal("xyzzy");
    await page.getByText("A device", { exact: true }).click();
    await page.getByText("Nothing is known of this device.").waitFor();
  });

  it("executes no markup from products, queries or names", async () => {
    const markup = `<img src=x onerror="document.title='owned'">`;
    const { page } = await suite.open(`/console/listings?query=${encodeURIComponent(markup)}`, { author: markup });
    await page.getByText(markup).first().waitFor();
    await everybody(page).waitFor();
    expect(await page.title()).to.equal("Listings · Vitrine console");
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`can be used ${name} without serious axe violations`, async () => {
      const { page } = await suite.open(`${SHOES}${likes("STRIDEN")}`, { width });
      await page.getByRole("region", { name: "For this shopper" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
