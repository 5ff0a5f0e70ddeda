import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTextFile } from "../../../src/commands/command-error.js";

describe("readTextFile", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "text-file-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("readTextFile removes a byte order mark at the start of a file", async () => {
    const path = join(folder, "marked.json");
    await writeFile(path, '\uFEFF{"facets":[]}');
    expect(await readTextFile(path)).to.equal('{"facets":[]}');
  });

  it("readTextFile returns text without a byte order mark unchanged", async () => {
    const path = join(folder, "plain.txt");
    for (const text of ["", "{}", "a\uFEFFb", "é"]) {
      await writeFile(path, text);
      expect(await readTextFile(path)).to.equal(text);
    }
  });
});
