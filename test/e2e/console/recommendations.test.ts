import { expect } from "chai";
import type { Page } from "playwright-core";
import type { Item } from "../../../src/search/response-schema.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { barriers } from "../../support/visitor.js";

interface Slots {
  readonly slots: readonly { readonly key: string; readonly title: string; readonly items: readonly Item[] }[];
}

describe("recommendation blocks in the console", () => {
  const suite = useConsole();

  async function slotsOf(placement: string) {
    const { items } = await suite.storefront.search({ query: "coat", limit: 1 });
    const seed = { product_identifiers: items.map(({ product_identifier }) => product_identifier) };
    const body = { user: { device_id: "somebody" }, placement, seed, projection: ["categories"] };
    const { status, body: answered } = await suite.storefront.requestFor("query/slots", body);
    expect(status).to.equal(200);
    return (answered as Slots).slots;
  }

  const openPage = async (width?: number): Promise<Page> =>
    (await suite.open("/console/recommendations", width === undefined ? {} : { width })).page;

  async function publish(page: Page): Promise<void> {
    await page.getByRole("link", { name: /^Review and publish/ }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page
      .getByRole("region", { name: /^Version / })
      .first()
      .waitFor();
  }

  it("recommendation blocks can be reordered, renamed and restricted to a category", async () => {
    const before = (await slotsOf("product_page")).filter(({ items }) => items.length > 0);
    expect(before.slice(0, 2).map(({ title }) => title)).to.deep.equal(["You may also like", "Complete the look"]);
    const page = await openPage();
    await page.getByRole("button", { name: "Move Complete the look up" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Edit You may also like" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Title").fill("Just as warm");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Edit Complete the look" }).click();
    await form.getByRole("button", { name: "Add a condition" }).click();
    for (const [label, option] of [
      ["Field", "Categories"],
      ["Values", /^Shoes \(/],
    ] as const) {
      await form.getByRole("combobox", { name: label, exact: true }).click();
      await page.getByRole("option", { name: option }).first().click();
    }
    await page.keyboard.press("Escape");
    expect(await barriers(page)).to.deep.equal([]);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Categories is Shoes" }).waitFor();
    await page.getByRole("link", { name: /^Review and publish/ }).click();
    const change = page.getByRole("row", { name: /^Blocks of “Product page”/ });
    await change.getByText("Just as warm: Similar products").waitFor();
    await change.getByText("Complete the look: Complementary products, only Categories is Shoes").waitFor();
    await change.getByText("You may also like: Similar products").waitFor();
    await publish(page);
    const after = await slotsOf("product_page");
    expect(after.slice(0, 2).map(({ key, title }) => [key, title])).to.deep.equal([
      ["complete_the_look", "Complete the look"],
      ["similar", "Just as warm"],
    ]);
    const [{ items }] = after as [(typeof after)[0]];
    expect(items.length).to.be.greaterThan(0);
    for (const { categories } of items) expect(categories).to.include("Shoes");
  });

  it("recommendation blocks can be added to custom pages and reset to the default", async () => {
    const page = await openPage();
    await page.getByRole("tab", { name: "Cart" }).click();
    await page.getByRole("button", { name: "Delete Complete the look" }).click();
    await page.getByText("The blocks of this page differ from the default blocks.").waitFor();
    await page.getByRole("button", { name: "Restore default blocks" }).click();
    await page.getByRole("cell", { name: "Complete the look", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a page" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Placement ID").fill("home");
    await form.getByText("This name already exists").waitFor();
    await form.getByLabel("Placement ID").fill("checkout");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Checkout", selected: true }).waitFor();
    for (const title of ["You looked at", "Trending now", "New in", "You may also like", "Popular right now"]) {
      await page.getByRole("button", { name: `Delete ${title}` }).click();
    }
    expect(await page.getByRole("button", { name: "Delete Chosen for you" }).isDisabled()).to.equal(true);
    await page.getByRole("button", { name: "Add a block" }).click();
    await form.getByLabel("Title").fill("Für Mutige");
    expect(await form.getByLabel("Block ID").inputValue()).to.equal("fur_mutige");
    await form.getByRole("combobox", { name: "Strategy" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Products per block").fill("3");
    await publish(page);
    const [first] = await slotsOf("checkout");
    expect([first?.key, first?.title, first?.items.length]).to.deep.equal(["fur_mutige", "Für Mutige", 3]);
  });

  it("recommendation blocks are shown without serious axe violations in a narrow window", async () => {
    const page = await openPage(WIDTHS.narrow);
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Edit Trending now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add a condition" }).click();
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
  });
});
