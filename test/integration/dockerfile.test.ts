import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { CHECKOUT } from "../support/process.js";

describe("the build of the container image", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("the Dockerfile copies all files that the build of the container image requires", async () => {
    const [building = ""] = (await readFile(join(CHECKOUT, "Dockerfile"), "utf8")).split(/^FROM .*(?<! AS build)$/m);
    const copied = [...building.matchAll(/^COPY (?!--)(.+) (\S+)$/gm)].flatMap(([, from = "", to = ""]) =>
      from.split(" ").map((path) => [path, to === "./" ? path : to] as const),
    );
    for (const [from, to] of copied) {
      const isSource = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(CHECKOUT.length));
      await cp(join(CHECKOUT, from), join(folder, to), { recursive: true, filter: isSource });
    }
    await symlink(join(CHECKOUT, "node_modules"), join(folder, "node_modules"));
    await promisify(execFile)("npm", ["run", "build"], { cwd: folder });
    for (const path of ["src/main.js", "demo/shop", "console/pages/index.html"]) {
      expect(await stat(join(folder, "dist", path))).to.be.an("object");
    }
  });
});
