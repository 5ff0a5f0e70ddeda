import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { cachedFolder } from "../../../local-engine/cached-folder.js";

describe("cachedFolder", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (text: string) => (temporary: string) => writeFile(join(temporary, "content"), text);
  const content = (path: string) => readFile(join(path, "content"), "utf8");

  it("cachedFolder creates a folder once and then reuses it", async () => {
    const path = join(folder, "below", "jars");
    await cachedFolder(path, write("first"));
    await cachedFolder(path, write("second"));
    expect([await content(path), await readdir(join(folder, "below"))]).to.deep.equal(["first", ["jars"]]);
  });

  it("cachedFolder creates a folder once for concurrent callers", async () => {
    const path = join(folder, "jars");
    let made = 0;
    const make = async (temporary: string) => {
      made += 1;
      await write("content")(temporary);
    };
    const paths = await Promise.all([1, 2, 3].map(() => cachedFolder(path, make)));
    expect({ paths, made, left: await readdir(folder) }).to.deep.equal({
      paths: [path, path, path],
      made: 1,
      left: ["jars"],
    });
  });

  it("cachedFolder deletes a folder that could not be completed, so that the next call creates it", async () => {
    const path = join(folder, "jars");
    const failure = await cachedFolder(path, async (temporary) => {
      await write("half")(temporary);
      throw new Error("no network");
    }).catch((error: unknown) => String(error));
    expect([failure, await readdir(folder)]).to.deep.equal(["Error: no network", []]);
    await cachedFolder(path, write("whole"));
    expect(await content(path)).to.equal("whole");
  });

  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const [what, lock] of [
    ["a process that died while creating the folder", `${dead}`],
    ["a process whose id now belongs to another process", `${process.ppid} 000000000000`],
  ] as const) {
    it(`cachedFolder takes over the lock of ${what}`, async () => {
      const path = join(folder, "jars");
      await writeFile(`${path}.lock`, lock);
      await mkdir(`${path}.making`);
      await writeFile(join(`${path}.making`, "half"), "");
      await cachedFolder(path, write("whole"));
      expect([await readdir(path), await readdir(folder)]).to.deep.equal([["content"], ["jars"]]);
    });
  }
});
