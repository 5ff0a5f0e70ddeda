import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatImports } from "../../../../quality/relevance/imports/command.js";
import { measured } from "../../../../quality/relevance/imports/measure.js";

describe("the evaluation of imports", () => {
  it("the evaluation of imports prints the number of imported products and the open questions for each file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-imports-"));
    const files = {
      "asked.csv": "sku,name,price_eur,price_shop\na,Red lamp,9.00,11.00\nb,Blue lamp,8.00,12.00\n",
      "read.csv": `sku;name;price;image\n${Array.from({ length: 9 }, (_, at) => `${at};Handgemachte Lampe aus Buchenholz ${at};${at + 1},50;/l/${at}.jpg\n`).join("")}x;;1,00;\n`,
      "refused.csv": 'sku,name\na,"open\n',
    };
    try {
      const rows = [];
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(folder, name), text);
        rows.push({ name, result: await measured(join(folder, name), new Date("2026-11-15"), undefined) });
      }
      const lines = formatImports(rows).split("\n");
      expect(lines.filter((line) => line.length > 120)).to.deep.equal([]);
      expect(lines.slice(1, 4).map((line) => line.trim().split(/\s{2,}/))).to.deep.equal([
        ["asked", "csv", "0", "0", "0 %", "0 %", "0 %", "–", "–", "asked"],
        ["read", "csv", "9", "9", "100 %", "0 %", "100 %", "–", "german", "unjudged"],
        ["refused", "–", "0", "0", "0 %", "0 %", "0 %", "–", "–", "refused"],
      ]);
      expect(lines.slice(5, 9).map((line) => line.trim().split(/\s{2,}/))).to.deep.equal([
        ["format", "files", "right", "asked", "refused", "wrong", "unjudged"],
        ["csv", "2", "0", "1", "0", "0", "1"],
        ["–", "1", "0", "0", "1", "0", "0"],
        ["all", "3", "0", "1", "1", "0", "1"],
      ]);
      expect(lines.slice(10).join("\n").replaceAll(/\s+/g, " ")).to.equal(
        "asked answer --column=price=price_shop: several columns could be the price, and their amounts differ (candidates: price_shop, price_eur) " +
          "read facets Preis (range) answer --currency EUR (for example): the file does not specify a currency " +
          "answer --pictures https://shop.example/media: images are paths without a host check 1 × the record has no title (line 11) " +
          'check 9 × images: expected a URL with a host; set the base URL with --pictures (line 1: "/l/0.jpg") ' +
          'refused check line 2: an opening quote (") has no closing quote before the end of the file. Correct this line, or export the file again',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
