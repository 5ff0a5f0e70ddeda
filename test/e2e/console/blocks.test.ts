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

  async function openBlocks(width?: number): Promise<Page> {
    const { page } = await suite.open("/console/drafts", width === undefined ? {} : { width });
    await page.getByRole("button", { name: "New draft" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Blocks");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Blocks" }).click();
    return page;
  }

  async function choosePage(page: Page, name: string): Promise<void> {
    await page.getByRole("combobox", { name: "Page" }).click();
    await page.getByRole("option", { name, exact: true }).click();
  }

  it("are reordered, renamed and restricted to a category, and pages then show the changes", async () => {
    const before = (await slotsOf("product_page")).filter(({ items }) => items.length > 0);
    expect(before.slice(0, 2).map(({ title }) => title)).to.deep.equal(["You may also like", "Complete the look"]);
    const page = await openBlocks();
    await choosePage(page, "Product page");
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
    await form.getByRole("button", { name: "Change" }).click();
    await page.getByRole("cell", { name: "Categories is Shoes" }).waitFor();
    await page.getByRole("button", { name: "Publish …" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this draft?" });
    const change = dialog.getByRole("row", { name: /^Blocks of “Product page”/ });
    await change.getByText("Just as warm: Similar to the product").waitFor();
    await change.getByText("Complete the look: Goes with it, only Categories is Shoes").waitFor();
    await change.getByText("You may also like: Similar to the product").waitFor();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    const after = await slotsOf("product_page");
    expect(after.slice(0, 2).map(({ key, title }) => [key, title])).to.deep.equal([
      ["complete_the_look", "Complete the look"],
      ["similar", "Just as warm"],
    ]);
    const [{ items }] = after as [(typeof after)[0]];
    expect(items.length).to.be.greaterThan(0);
    for (const { categories } of items) expect(categories).to.include("Shoes");
  });

  it("are added to custom pages and reset to the default", async () => {
    const page = await openBlocks();
    await choosePage(page, "Cart");
    await page.getByRole("button", { name: "Delete Complete the look" }).click();
    await page.getByText("It is not the default any more.").waitFor();
    await page.getByRole("button", { name: "Back to the default" }).click();
    await page.getByRole("cell", { name: "Complete the look", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a page" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("home");
    await form.getByText("Another one has this name").waitFor();
    await form.getByLabel("Name").fill("checkout");
    await page.keyboard.press("Enter");
    await page.getByText("whoever asks for it gets an error").waitFor();
    for (const title of ["You looked at", "Trending now", "New in", "You may also like", "Popular right now"]) {
      await page.getByRole("button", { name: `Delete ${title}` }).click();
    }
    expect(await page.getByRole("button", { name: "Delete Chosen for you" }).isDisabled()).to.equal(true);
    await page.getByRole("button", { name: "Add a block" }).click();
    await form.getByLabel("Title").fill("Für Mutige");
    expect(await form.getByLabel("Key").inputValue()).to.equal("fur_mutige");
    await form.getByRole("combobox", { name: "Filled with" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Products in a block, at most").fill("3");
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    const [first] = await slotsOf("checkout");
    expect([first?.key, first?.title, first?.items.length]).to.deep.equal(["fur_mutige", "Für Mutige", 3]);
  });

  it("have a tab and a form without serious axe violations on a narrow page", async () => {
    const page = await openBlocks(WIDTHS.narrow);
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Edit Trending now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add a condition" }).click();
    expect(await barriers(page)).to.deep.equal([]);
    await expectNoSidewaysScroll(page);
  });
});
