import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { API_REFERENCE, apiPages, formatPage } from "../../scripts/api-pages.js";
import { REFERENCE, withTables } from "../../scripts/settings-tables.js";

describe("generated documentation (written by `npm run docs:reference`)", () => {
  it("the settings tables of the documentation match the schemas", async () => {
    for (const path of REFERENCE) {
      const page = await readFile(path, "utf8");
      expect(await withTables(page), path).to.equal(page);
    }
  });

  it("the API reference of the documentation matches the OpenAPI document", async () => {
    const pages = await Promise.all(
      apiPages().map(async (page) => [`${page.name}.md`, await formatPage(page)] as const),
    );
    const stored = await Promise.all(
      (await readdir(API_REFERENCE)).map(async (file) => [file, await readFile(join(API_REFERENCE, file), "utf8")]),
    );
    expect(Object.fromEntries(stored)).to.deep.equal(Object.fromEntries(pages));
  });

  it("the documentation generator rejects an unknown section of the configuration", () => {
    const page = "<!-- settings: serach -->\n<!-- end of settings -->";
    expect(() => withTables(page)).to.throw("there is no section `serach` of the configuration");
  });
});
