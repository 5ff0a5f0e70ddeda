import { expect } from "chai";
import type { Page } from "playwright-core";
import type { DraftEntry, OpenedDraft } from "../../../console/server/drafts/draft.js";
import { signIn } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { until } from "../../support/until.js";
import { barriers } from "../../support/visitor.js";

const SHOES = "/console/preview?category=Shoes";
const likes = (value: string) =>
  `&shopper=${encodeURIComponent(JSON.stringify({ kind: "simulated", likes: [{ field: "designer", value }] }))}`;

const cards = (page: Page) => page.getByRole("list", { name: "Products" }).getByRole("listitem");

async function namesIn(page: Page): Promise<string[]> {
  await cards(page).first().waitFor();
  const buttons = `[aria-label="Products"] [aria-label^="Actions for "]`;
  return page.evaluate<string[]>(`[...document.querySelectorAll('${buttons}')].map((one) => one.ariaLabel.slice(12))`);
}

/** Opens the menu of the product at the given position and chooses an entry. */
async function act(page: Page, position: number, entry: string | RegExp): Promise<void> {
  await cards(page)
    .nth(position - 1)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const marker = (page: Page, position: number, text: string | RegExp) =>
  cards(page)
    .nth(position - 1)
    .getByText(text);

describe("the search preview page of the console", () => {
  const suite = useConsole();

  const session = () => signIn(suite.shop.services[0]!, suite.storefront.private_key, "Test");
  const drafts = async () => (await (await session())<DraftEntry[]>("GET", "drafts")).data;
  const latestRules = async () => {
    const [draft] = await drafts();
    const { data } = await (await session())<OpenedDraft>("GET", `drafts/${draft!.id}`);
    return data.configuration.rules ?? [];
  };

  it("the search preview ranks products for a simulated visitor and explains the ranking score of each product", async () => {
    const { page } = await suite.open(`${SHOES}${likes("STRIDEN")}`);
    const first = cards(page).first();
    await first.getByText("STRIDEN", { exact: true }).waitFor();
    await first.getByRole("button", { name: /^Why is/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("table", { name: "Points", exact: true }).getByText("Visitor likes STRIDEN").waitFor();
    await dialog.getByRole("table", { name: "Difference in ranking points" }).getByRole("row").first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("the search preview pins a product that was moved with the keyboard", async () => {
    const before = (await drafts()).length;
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page);
    await page
      .getByRole("button", { name: `Move ${names[2]}` })
      .first()
      .focus();
    await page.keyboard.press("Space");
    await page.getByText(/ position 3\.$/).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/ would be pinned to position 2\.$/).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await until("the grid to show the pin", async () => (await namesIn(page))[1] === names[2]);
    await marker(page, 2, `Pinned to position 2 by rule “Pin: ${names[2]}”`).waitFor();
    expect((await drafts()).length).to.equal(before + 1);
    const { items } = await suite.storefront.search({
      user: { device_id: "stranger" },
      filters: { categories: "Shoes" },
    });
    expect(items[2]!["name"]).to.equal(names[2]);
    await page.getByRole("combobox", { name: "Version" }).click();
    await page.getByRole("option", { name: "Live" }).click();
    await until("the live order", async () => (await namesIn(page))[2] === names[2]);
  });

  it("the search preview can unpin, hide and boost products, and pin products by drag and drop", async () => {
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page);
    await page
      .getByRole("button", { name: /^Move/ })
      .nth(3)
      .dragTo(page.getByRole("button", { name: /^Move/ }).first(), { steps: 8 });
    await marker(page, 1, /^Pinned to position 1/).waitFor();
    await act(page, 1, "Unpin");
    await marker(page, 1, /^Pinned to position 1/).waitFor({ state: "detached" });
    await act(page, 1, "Hide…");
    const dialog = page.getByRole("dialog", { name: `Hide ${names[0]}` });
    await dialog.getByRole("button", { name: "Hide" }).click();
    await until("it to be hidden", async () => (await namesIn(page))[0] === names[1]);
    await act(page, 4, "Boost…");
    await page.getByRole("dialog").getByText("Strong", { exact: true }).click();
    await page.getByRole("dialog").getByText("Everywhere", { exact: true }).click();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("dialog").getByRole("button", { name: "Boost" }).click();
    await marker(page, 1, `Boosted by rule “Boost: ${names[4]}”`).waitFor();
    expect(await latestRules()).to.deep.include({
      key: `Boost: ${names[4]}`,
      action: "boost",
      products: (await latestRules()).flatMap((rule) => ("products" in rule && rule.action === "boost" ? rule.products : [])), // prettier-ignore
      points: 8,
      when: {},
      starts_at: null,
      ends_at: null,
    });
  });

  it("the search preview can pin several selected products at once", async () => {
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page);
    const bar = page.getByRole("toolbar", { name: "Selected products" });
    for (const at of [4, 5]) await cards(page).nth(at).getByRole("checkbox").check();
    await bar.getByText("2 selected").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await bar.getByRole("button", { name: "Pin" }).click();
    const dialog = page.getByRole("dialog", { name: `Pin ${names[4]} and 1 more` });
    await dialog.getByLabel("Position").fill("1");
    await dialog.getByRole("button", { name: "Pin" }).click();
    await until("both to be first", async () => {
      const now = await namesIn(page);
      return now[0] === names[4] && now[1] === names[5];
    });
    await bar.waitFor({ state: "detached" });
  });

  it("the search preview shows a conflict if two rules pin products to the same position", async () => {
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page);
    for (const name of [names[4], names[5]]) {
      await act(page, (await namesIn(page)).indexOf(name!) + 1, "Pin to position…");
      await page.getByRole("dialog").getByLabel("Position").fill("2");
      await page.getByRole("dialog").getByRole("button", { name: "Pin" }).click();
      await marker(page, 2, `Pinned to position 2 by rule “Pin: ${name}”`).waitFor();
    }
    await marker(
      page,
      3,
      `Pinned to position 2 by rule “Pin: ${names[4]}”, shown at 3: rule “Pin: ${names[5]}” already uses position 2`,
    ).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("the search preview can hide a brand and show the brand again", async () => {
    const { page } = await suite.open("/console/preview?query=striden");
    const names = await namesIn(page);
    await act(page, 1, "Hide brand STRIDEN…");
    const dialog = page.getByRole("dialog", { name: "Hide STRIDEN" });
    await dialog.getByText(/^\d+ products match\.$/).waitFor();
    await dialog.getByText("Everywhere", { exact: true }).click();
    await dialog.getByRole("button", { name: "Hide" }).click();
    await page.getByText(/^\d+ products are hidden by rule “Hide: STRIDEN”$/).waitFor();
    expect(await page.getByRole("region", { name: "Fix search" }).count()).to.equal(0);
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Show hidden products again" }).click();
    await until("the brand to be back", async () => (await namesIn(page))[0] === names[0]);
    await page.getByText("Rule “Hide: STRIDEN” removed.").waitFor();
  });

  it("the search preview applies a scheduled rule at a chosen date and time", async () => {
    const { page } = await suite.open(SHOES);
    const names = await namesIn(page);
    await act(page, 3, "Pin to position…");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Position").fill("1");
    await dialog.getByRole("button", { name: "Advanced" }).click();
    await dialog.getByLabel("Start").fill("2030-06-01T00:00");
    await dialog.getByRole("button", { name: "Pin" }).click();
    await page.getByText(`Pinned to position 1: ${names[2]}`).waitFor();
    expect((await namesIn(page))[0]).to.equal(names[0]);
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await page.getByLabel("Date and time").fill("2030-06-01T10:00");
    await marker(page, 1, /^Pinned to position 1/).waitFor();
    expect((await namesIn(page))[0]).to.equal(names[2]);
    expect(new URL(page.url()).searchParams.get("at")).to.match(/^2030-0/);
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("the search preview can pin a product in every search that contains a word or its plural", async () => {
    const { page } = await suite.open("/console/preview?query=sneaker");
    const names = await namesIn(page);
    await act(page, 3, "Pin to position…");
    const dialog = page.getByRole("dialog", { name: `Pin ${names[2]}` });
    await dialog.getByLabel("Position").fill("1");
    await dialog.getByRole("button", { name: "Advanced" }).click();
    await dialog.getByRole("combobox", { name: "Searches that" }).click();
    await page.getByRole("option", { name: "Contain “sneaker”" }).click();
    expect(await dialog.getByLabel("Include plurals, typos, synonyms").isChecked()).to.equal(true);
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Pin" }).click();
    await marker(page, 1, /^Pinned to position 1/).waitFor();
    await page.getByLabel("Search", { exact: true }).fill("white sneakers");
    await page.waitForURL(/query=white(\+|%20)sneakers/);
    await until("the pin to hold", async () => (await namesIn(page))[0] === names[2]);
  });

  it("a shared link to the search preview shows the banners of unpublished changes", async () => {
    const request = await session();
    const { data } = await request<OpenedDraft>("POST", "drafts", { title: "Banners" });
    const rules = [
      { key: "Shoe week", action: "banner", text: "Shoe week: 20 % off", when: { categories: ["Shoes"] } },
    ];
    const { version, configuration, id } = data;
    const body = { title: "Banners", version, base: data.base.publication, configuration: { ...configuration, rules } };
    expect((await request("PUT", `drafts/${id}`, body)).status).to.equal(200);
    const { page } = await suite.open("/console/preview");
    await cards(page).first().waitFor();
    await page.evaluate(`localStorage.setItem("vitrine-draft-${suite.storefront.client_id}", "${id}")`);
    await page.goto(`${suite.base}${SHOES}`);
    await page.getByRole("complementary", { name: "Banner “Shoe week”" }).getByText("Shoe week: 20 % off").waitFor();
    expect(await page.getByRole("link", { name: "Add banner" }).getAttribute("href")).to.equal("/console/banners");
    await page.waitForURL((url) => url.searchParams.get("draft") === id);
    const shared = await suite.open(page.url().slice(suite.base.length), { author: "Vera", role: "viewer" });
    await shared.page.getByRole("complementary", { name: "Banner “Shoe week”" }).waitFor();
  });

  it("the search preview shows the recommendations of a product page", async () => {
    const { page } = await suite.open("/console/preview");
    const [name] = await namesIn(page);
    await page.getByRole("combobox", { name: "Page type" }).click();
    await page.getByRole("option", { name: "Product page" }).click();
    await page.getByText("Choose a product to preview").waitFor();
    await page.getByRole("combobox", { name: "Product", exact: true }).fill(name!);
    await page.getByRole("option", { name: name! }).first().click();
    await page.getByRole("region", { name: "You may also like" }).getByRole("listitem").first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("the search preview hides the editing controls from users with the viewer role", async () => {
    const { page } = await suite.open(SHOES, { author: "Vera", role: "viewer" });
    await cards(page).first().getByRole("button", { name: /^Why is/ }).waitFor(); // prettier-ignore
    const names = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main button, main a, main input[type=checkbox]')].map((one) => one.ariaLabel ?? one.innerText)",
    );
    expect(names.filter((one) => /^(Move|Actions|Select|Pin|Add|Fix)/.test(one))).to.deep.equal([]);
    await page.getByLabel("Search", { exact: true }).fill("xyzzy");
    await page.getByText("No products", { exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Fix search" }).count()).to.equal(0);
  });

  it("the search preview stores the previewed request in the URL", async () => {
    const { page } = await suite.open("/console/preview");
    await page.getByLabel("Search", { exact: true }).fill("xyzzy");
    await page.getByText("No products", { exact: true }).waitFor();
    await page.waitForURL(/query=xyzzy/);
    await page.reload();
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).to.equal("xyzzy");
    await page.getByRole("button", { name: "Unknown visitor" }).click();
    await page.getByText("A device", { exact: true }).click();
    await page.getByText("There is no data about this visitor yet.").waitFor();
  });

  it("the search preview escapes markup in queries and user names", async () => {
    const markup = `<img src=x onerror="document.title='owned'">`;
    const { page } = await suite.open(`/console/preview?query=${encodeURIComponent(markup)}`, { author: markup });
    await page.getByText(`Fix search “${markup}”`).waitFor();
    expect(await page.title()).to.equal("Search preview · Vitrine console");
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the search preview has no serious axe violations in a ${name} window`, async () => {
      const { page } = await suite.open(`${SHOES}${likes("STRIDEN")}`, { width });
      await cards(page).first().waitFor();
      if (width === WIDTHS.narrow) await page.getByRole("button", { name: "Preview options" }).click();
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("button", { name: "Add a condition" }).click();
      await page.getByRole("combobox", { name: "Field" }).fill("On sale");
      await page.getByRole("option", { name: "On sale" }).click();
      await page.getByRole("combobox", { name: "Values" }).click();
      const yes = await page.getByRole("option", { name: /^Yes/ }).textContent();
      expect(await page.getByRole("option", { name: /^No/ }).count()).to.equal(1);
      await page.getByRole("option", { name: /^Yes/ }).click();
      await page.waitForURL((url) => url.searchParams.get("filters") === '{"on_sale":true}');
      expect(yes).to.match(/^Yes \([1-9][\d,]*\)$/);
      await marker(page, 1, /€/).first().waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
