import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { REFERENCE, withTables } from "../../scripts/settings-tables.js";

describe("the reference of settings in the docs", () => {
  it("equals the schemas (`npm run docs:configuration` renews it)", async () => {
    const page = await readFile(REFERENCE, "utf8");
    expect(await withTables(page), "renew the tables with `npm run docs:configuration`").to.equal(page);
  });

  it("refuses a section that there is not", () => {
    const page = "<!-- settings: serach -->\n<!-- end of settings -->";
    expect(() => withTables(page)).to.throw("there is no section `serach` of the configuration");
  });
});
