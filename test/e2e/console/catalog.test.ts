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

describe("the catalogue in the console", () => {
  const suite = useConsole();

  before("ingest a feed with a rejected line", async () => {
    await suite.storefront.ingest([lamp(40), { operation: "insert", product_data: { product_identifier: "VASE", variant_identifier: [] } }]); // prettier-ignore
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`shows jobs, reports, generations and a product's history, without accessibility violations, ${name}`, async () => {
      const { page } = await suite.open("/console/catalog", { width });
      await page.getByRole("table", { name: "Generations" }).waitFor();
      await page.getByRole("table", { name: "Jobs" }).getByText("completed in part").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
      await page
        .getByRole("button", { name: /^Report of job/ })
        .first()
        .click();
      const report = page.getByRole("dialog");
      await report.getByText("2 lines came, 1 were rejected").waitFor();
      await report.getByRole("cell", { name: "VASE" }).waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await page.keyboard.press("Escape");

      await page.getByLabel("Find a product").fill("brass des");
      await page.getByRole("link", { name: "Brass desk lamp" }).click();
      await page.getByRole("heading", { name: "Brass desk lamp", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Why?" }).click();
      await page.getByText("It is number 1 of 1, on page 1.").waitFor();
      await page.getByLabel("Device").fill("adas-phone");
      await page.getByRole("button", { name: "Why?" }).click();
      await page.getByText("It is number 1 of 1, on page 1.").waitFor();
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }

  it("explains why a product does not exist", async () => {
    const { page } = await suite.open("/console/catalog");
    await page.getByLabel("Find a product").fill("VASE");
    await page.getByRole("button", { name: "Open this identifier" }).click();
    await page.getByText("Lines that name it were not taken").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("rolls back to the previous generation after showing the differences", async () => {
    await suite.storefront.ingest([lamp(30)], "soft_replace");
    const { page } = await suite.open("/console/catalog");
    await page.getByRole("button", { name: /^Go back to it/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 products have other data").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Go back" }).click();
    await page.getByText("Shoppers see the generation before again.").waitFor();
    const { items } = await suite.storefront.search({ query: "brass desk lamp" });
    expect(items[0]?.["price"]).to.equal(40);
  });
});
