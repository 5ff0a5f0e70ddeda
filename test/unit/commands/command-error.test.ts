import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTextFile } from "../../../src/commands/command-error.js";

describe("files that people wrote", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "text-file-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("may begin with a byte order mark, which is not part of them", async () => {
    const path = join(folder, "marked.json");
    await writeFile(path, '\uFEFF{"facets":[]}');
    expect(await readTextFile(path)).to.equal('{"facets":[]}');
  });

  it("are otherwise read unchanged", async () => {
    const path = join(folder, "plain.txt");
    for (const text of ["", "{}", "a\uFEFFb", "é"]) {
      await writeFile(path, text);
      expect(await readTextFile(path)).to.equal(text);
    }
  });
});
