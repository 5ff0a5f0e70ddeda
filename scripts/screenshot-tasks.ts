import type { Page } from "playwright-core";
import { until } from "../test/support/until.js";

/** Performs a merchandiser's task in the console and calls `picture` after each step. */
type Task = (page: Page, picture: () => Promise<void>) => Promise<void>;

/** Tasks keyed by page name in `docs/merchandisers`. Changes made by a task are visible in later tasks. */
export const TASKS: Readonly<Record<string, Task>> = {
  "pin-a-product": async (page, picture) => {
    await page.goto("/console/preview?query=dress");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .nth(2)
      .click();
    await picture();
    await page.getByRole("menuitem", { name: "Pin to position…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Position").fill("1");
    await picture();
    await dialog.getByRole("button", { name: "Pin", exact: true }).click();
    await page
      .getByText(/^Pinned to position 1 by rule/)
      .first()
      .waitFor();
    await saved(page);
    await picture();
  },

  "hide-a-brand": async (page, picture) => {
    await page.goto("/console/rules");
    await page.getByRole("button", { name: "Hide a brand" }).click();
    const dialog = page.getByRole("dialog");
    await choose(page, "Brand", "STRIDEN");
    await dialog.getByText(/products match/).waitFor();
    await picture();
    await dialog.getByRole("button", { name: "Hide", exact: true }).click();
    await review(page);
    await page.getByRole("button", { name: /^Preview with recent/ }).click();
    await page.getByRole("region", { name: "Preview" }).getByRole("status").first().waitFor();
    await picture();
    await publish(page);
    await picture();
  },

  "add-a-synonym": async (page, picture) => {
    await page.goto("/console/synonyms");
    await page.getByRole("button", { name: "Add a synonym" }).click();
    const dialog = page.getByRole("dialog");
    const words = dialog.getByLabel("Words");
    await words.pressSequentially("jumper, pullover, sweater");
    await words.press("Enter");
    await picture();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await saved(page);
    await picture();
  },

  "run-a-campaign": async (page, picture) => {
    await page.goto("/console/campaigns");
    await page.getByRole("button", { name: "Run a sale" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Weekend sale");
    await choose(page, "Values", "Yes");
    await dialog.getByText(/products match/).waitFor();
    await dialog.getByLabel("Banner text").fill("30 % off until Sunday");
    await picture();
    await dialog.getByRole("button", { name: "Add the sale" }).click();
    await review(page);
    await picture();
    await publish(page);
  },

  "place-a-banner": async (page, picture) => {
    await page.goto("/console/banners");
    await page.getByRole("button", { name: "Add a banner" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Winter coats");
    await dialog.getByRole("textbox", { name: "Text", exact: true }).fill("Winter coats: free delivery");
    await dialog.getByLabel("Link").fill("/women/coats");
    const searches = dialog.getByLabel("Searches").first();
    await searches.fill("coat");
    await searches.press("Enter");
    await picture();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await saved(page);
    await page.goto("/console/preview?query=coat");
    await picture();
  },

  "fix-a-search": async (page, picture) => {
    await page.goto("/console/preview?query=wellies");
    const panel = page.getByRole("region", { name: "Fix search" });
    const meant = panel.getByLabel("Also find");
    await meant.fill("rain boots");
    await meant.press("Escape");
    await panel.getByRole("checkbox").first().waitFor();
    await picture();
    await panel.getByRole("button", { name: "Add synonym", exact: true }).click();
    await page.getByText(/^Synonym added/).waitFor();
    await saved(page);
    await picture();
  },

  "start-an-ab-test": async (page, picture) => {
    await page.goto("/console/ab-tests");
    await page.getByRole("button", { name: "Test two sort orders" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Sort order of the variant" }).click();
    await page.getByRole("option", { name: "New in" }).click();
    const start = dialog.getByRole("button", { name: "Start test" });
    await until("the comparison", () => start.isEnabled());
    await picture();
    await start.click();
    await page.getByRole("heading", { name: /or New in$/ }).waitFor();
    await picture();
  },

  "read-analytics": async (page, picture) => {
    await page.goto("/console/analytics");
    await page.getByRole("tab", { name: "Searches" }).waitFor();
    await picture();
    await page.getByRole("tab", { name: "Conversion and revenue" }).click();
    await picture();
  },
};

/** Selects an option of a combobox in the open dialog: the first option that contains a text. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole("dialog").getByRole("combobox", { name: label, exact: true });
  await box.fill(text);
  await page.getByRole("option", { name: text }).first().waitFor();
  await box.press("ArrowDown");
  await box.press("Enter");
  await box.press("Escape");
}

const reviewLink = (page: Page) => page.getByRole("link", { name: /^Review and publish/ }).first();

/** Waits until the first unpublished change is saved. */
const saved = (page: Page): Promise<void> => reviewLink(page).waitFor();

/** Opens the page with the unpublished changes. */
const review = (page: Page): Promise<void> => reviewLink(page).click();

/** Publishes the reviewed changes, and confirms the warning if one is shown. */
async function publish(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Publish/ });
  await button.waitFor();
  const confirmation = page.getByLabel(/^I understand/);
  if (await confirmation.isVisible()) await confirmation.check();
  await until("the review", () => button.isEnabled());
  await button.click();
  await page
    .getByText("Your changes are published. Shoppers see the changes within two seconds.")
    .first()
    .waitFor({ state: "attached" });
}
