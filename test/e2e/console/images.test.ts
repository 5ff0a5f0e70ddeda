import { expect } from "chai";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { PNG } from "../../support/images.js";
import { barriers } from "../../support/visitor.js";

describe("image uploads in the banner form of the console", () => {
  const suite = useConsole();

  for (const [name, width] of Object.entries(WIDTHS)) {
    it(`an image upload in the banner form fills in the image URL and shows a preview of the image (${name} window)`, async () => {
      const { page } = await suite.open("/console/banners", { width });
      await page.getByRole("button", { name: "Add a banner" }).first().click();
      const dialog = page.getByRole("dialog");
      const address = dialog.getByRole("textbox", { name: "Image" });
      const choose = async (file: string, buffer: Buffer, mimeType = "image/png") => {
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          dialog.getByRole("button", { name: "Upload image" }).click(),
        ]);
        await chooser.setFiles({ name: file, mimeType, buffer });
      };
      await choose("large.png", Buffer.alloc(2_000_000));
      await dialog.getByText("large.png is 2.0 MB in size. Choose an image of at most 1.0 MB.").waitFor();
      await choose("sale.png", PNG);
      await dialog.getByText("Image uploaded").waitFor();
      expect(await address.inputValue()).to.match(/^\/v1\/images\/.+\/[0-9a-f]{32}\.png$/);
      await dialog.getByRole("img", { name: "Preview of the image" }).waitFor();
      const decoded = `document.querySelector('img[alt="Preview of the image"]').decode().then(() => "shown")`;
      expect(await page.evaluate(decoded)).to.equal("shown");
      expect(await barriers(page)).to.deep.equal([]);
      await expectNoSidewaysScroll(page);
    });
  }
});
