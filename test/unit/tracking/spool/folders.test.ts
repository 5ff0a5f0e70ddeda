import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { startOf } from "../../../../src/process-start.js";
import { createSpoolFolders } from "../../../../src/tracking/spool/folders.js";

const HOST = hostname().replaceAll(/[^\w-]/g, "-");

describe("folders of the spool", () => {
  let root = "";
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  afterEach(() => rm(root, { recursive: true }));

  for (const [what, owner, isAdopted] of [
    ["of a process that runs is left to it", `${process.ppid}-${startOf(process.ppid)}`, false],
    ["is adopted at once when another process has got its owner's number", `${process.ppid}-000000000000`, true],
    [
      "of an earlier version is left to whoever has that number, for as long as it is touched",
      `${process.ppid}`,
      false,
    ],
  ] as const) {
    it(`one ${what}`, async () => {
      const folder = join(root, `${HOST}.${owner}.0123456789ab`);
      await mkdir(folder);
      await writeFile(join(folder, "alive"), "");
      const folders = createSpoolFolders(root, () => 0);
      const adopted = await folders.adopt();
      folders.release();
      expect(adopted).to.have.length(isAdopted ? 1 : 0);
      expect((await readdir(root)).includes(`${HOST}.${owner}.0123456789ab`)).to.equal(!isAdopted);
    });
  }
});
