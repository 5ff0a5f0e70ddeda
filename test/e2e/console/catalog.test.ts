import { expect } from "chai";
import { barriers } from "../../support/visitor.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";

const lamp = (price: number, more: object = {}) => ({
  operation: "insert",
  product_data: {
    product_identifier: "LAMP",
    variant_identifier: "LAMP-1",
    title: "Brass desk lamp",
    designer: "Ostra",
    price,
    categories: ["Home: Lamps"],
    ...more,
  },
});

/** Feed in which prices may or may not include the discount, and whose words are too few to detect the language. */
const EXPORT = [
  "sku;name;brand;price;discount",
  ...Array.from({ length: 12 }, (_, at) => `V${at};Vase ${at};Ostra;${20 + at}.50;${at === 0 ? "20%" : ""}`),
  "",
].join("\n");
const FILE = { name: "vases.csv", mimeType: "text/csv", buffer: Buffer.from(EXPORT) };

describe("the catalog page of the console", () => {
  const suite = useConsole();

  before("ingest a feed with a rejected line", async () => {
    await suite.storefront.ingest([lamp(40), { operation: "insert", product_data: { product_identifier: "VASE", variant_identifier: [] } }]); // prettier-ignore
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`the product, import and version tabs of the catalog page have no accessibility violations in a ${name} window`, async () => {
      const { page } = await suite.open("/console/catalog", { width });
      await page.getByLabel("Search products").fill("brass des");
      await page.getByRole("link", { name: "Brass desk lamp" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);

      await page.getByRole("tab", { name: "Imports" }).click();
      await page.getByRole("table", { name: "Imports" }).getByText("completed with errors").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
      await page
        .getByRole("button", { name: /^Report of import/ })
        .first()
        .click();
      const report = page.getByRole("dialog");
      await report.getByText("Lines: 2 received, 1 rejected, 0 deletions.").waitFor();
      await report.getByRole("cell", { name: "VASE" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      const download = page.waitForEvent("download");
      await report.getByRole("link", { name: "CSV: Errors and warnings" }).click();
      expect((await download).suggestedFilename()).to.match(/^job-\d+-errors\.csv$/);
      await page.keyboard.press("Escape");

      await page.getByRole("tab", { name: "Versions" }).click();
      await page.getByRole("table", { name: "Versions" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });

    it(`the console page of a product shows the price and explains the search position of the product (${name} window)`, async () => {
      const { page } = await suite.open("/console/catalog/LAMP", { width });
      await page.getByRole("heading", { name: "Brass desk lamp", level: 1 }).waitFor();
      await page.getByText("€40.00", { exact: true }).waitFor();
      await page.getByText("Position 1 of 1, on page 1.").waitFor();
      await page.getByRole("textbox", { name: "Search", exact: true }).fill("sofa");
      await page.getByRole("button", { name: "Explain position" }).click();
      await page.getByText(/Missing words: “sofa”/).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }

  it("the catalog page explains why a product is not in the catalog", async () => {
    const { page } = await suite.open("/console/catalog");
    await page.getByLabel("Search products").fill("VASE");
    await page.getByRole("link", { name: "Find out why “VASE” is missing" }).click();
    await page.getByText("Recent imports rejected lines of this product. The reasons are listed below.").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  for (const width of [1440, WIDTHS.narrow]) {
    it(`the catalog page imports a file after the user has answered questions about it, at a width of ${width} pixels`, async () => {
      const { page } = await suite.open("/console/catalog", { width });
      await page.getByRole("button", { name: "Upload a file" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("input[type=file]").setInputFiles(FILE);
      expect(await barriers(page)).to.deep.equal([]);
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByText("Which column contains the price?").waitFor();
      await dialog.getByText("Unanswered questions: 1").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await dialog.getByRole("radio", { name: "price: the price before a percentage discount" }).check();
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByText("CSV: 12 products, 12 variants").waitFor();
      await dialog.getByText("€16.40").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
      await dialog.getByRole("radio", { name: "Changed products" }).check();
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText(/^Import \d+ has started/).waitFor();
      const imported = page.getByRole("row").filter({ hasText: "Anna: vases.csv" }).first();
      await imported.getByText("completed", { exact: true }).waitFor();
      const { items } = await suite.storefront.search({ query: "vase 3" });
      expect(items[0]).to.deep.include({ product_identifier: "V3", price: 23.5 });
    });
  }

  it("the catalog page shows the reason if a file cannot be imported", async () => {
    const { page } = await suite.open("/console/catalog");
    await page.getByRole("button", { name: "Upload a file" }).click();
    const dialog = page.getByRole("dialog");
    const buffer = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    await dialog.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("The file cannot be imported: the file is neither text nor an Excel workbook").waitFor();
  });

  it("the catalog page lets publishers, but not viewers, restore the previous catalog version", async () => {
    await suite.storefront.ingest([lamp(30)], "soft_replace");
    const viewer = await suite.open("/console/catalog", { author: "Vera", role: "viewer" });
    await viewer.page.getByRole("tab", { name: "Versions" }).click();
    await viewer.page.getByRole("cell", { name: "previous" }).waitFor();
    expect(await viewer.page.getByRole("button", { name: /^Restore|Upload/ }).count()).to.equal(0);

    const { page } = await suite.open("/console/catalog");
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("button", { name: /^Restore the version/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 products change").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The previous catalog version is live again.").waitFor();
    const { items } = await suite.storefront.search({ query: "brass desk lamp" });
    expect(items[0]?.["price"]).to.equal(40);
  });

  it("the catalog page of a shop without products suggests settings for an uploaded file", async () => {
    const empty = await suite.shop.storefront();
    const { page } = await suite.open("/console/catalog", { storefront: empty });
    await page.getByText("No products yet").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    // This click fails if the page has more than one upload button.
    await page.getByRole("button", { name: "Upload a file" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles(FILE);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("radio", { name: "price", exact: true }).check();
    await dialog.getByRole("combobox", { name: /Which language/ }).fill("swe");
    await page.getByRole("option", { name: "Swedish" }).click();
    await dialog.getByLabel("Which currency are the prices in?").fill("sek");
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText(/^Language: swedish. Currency: SEK/).waitFor();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The suggested settings were added to the unpublished changes.").waitFor();
    await page.getByRole("link", { name: /^Review and publish/ }).waitFor();
  });
});
