import { expect } from "chai";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readExport } from "../../../../packages/import/command/read-export.js";

describe("readExport", () => {
  let folder = "";
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "vitrine-read-export-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("the terminal prompt of an import repeats a question if the answer names a column that is not in the file", async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `s${at};Lamp ${at};9.50;${at === 0 ? "20%" : ""};/p/${at}.jpg`);
    await writeFile(join(folder, "export"), ["sku;name;price;discount;image", ...rows, ""].join("\n"));
    const asked: string[] = [];
    const answers = ["preis", "2", "https://cdn.example/x", "eur"];
    const prompt = (question: string) => Promise.resolve(answers[asked.push(question.split("\n")[0] ?? "") - 1] ?? "");
    const options = { suggest: false, dryRun: true, mode: "soft_replace", client: "outlet", language: "english" } as const; // prettier-ignore
    const reading = { prompt, name: "export", isNew: true };
    const { currency, converted, detected: told } = await readExport(reading, join(folder, "export"), options, join(folder, "feed")); // prettier-ignore
    expect(asked).to.deep.equal([
      "price: it is unclear whether price is the price before or after the discount in discount.",
      '--column price=preis: the file has no column "preis"; it has sku, name, price, discount, image',
      "Images are paths without a host. Base URL of the images (empty: keep the paths)? ",
      "The file has no currency. Currency of the prices (like EUR; empty: none)? ",
    ]);
    expect([currency, converted.counts, told]).to.deep.equal(["EUR", { products: 9, variants: 9 }, undefined]);
    const [first = ""] = (await readFile(join(folder, "feed"), "utf8")).split("\n");
    expect(JSON.parse(first)).to.deep.equal({
      operation: "insert",
      product_data: {
        product_identifier: "s0",
        variant_identifier: "s0",
        title: "Lamp 0",
        price: 7.6,
        original_price: 9.5,
        on_sale: true,
        images: ["https://cdn.example/x/p/0.jpg"],
      },
    });
  });
});
