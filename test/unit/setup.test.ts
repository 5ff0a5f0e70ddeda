import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CHECKOUT } from "../support/process.js";
import { until } from "../support/until.js";

describe("setup of a cloned repository", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    for (const path of ["scripts", "src", "shop", "node_modules", ".cache"]) await mkdir(join(folder, path));
    for (const script of ["setup.mjs", "fetch-engine.mjs"]) {
      await copyFile(join(CHECKOUT, "scripts", script), join(folder, "scripts", script));
    }
    await writeFile(join(folder, "package.json"), '{"type":"module","engines":{"node":">=20.0"}}');
    for (const path of ["package-lock.json", join("node_modules", ".package-lock.json")]) {
      await writeFile(join(folder, path), '{"packages":{}}');
    }
    await writeFile(join(folder, "tsconfig.json"), "");
  });
  after(() => rm(folder, { recursive: true }));

  it("setup does not wait for an unrelated process that has the id of a crashed setup process", async () => {
    await writeFile(join(folder, ".cache", "setup.lock"), `${process.ppid} 000000000000`);
    const program = `import { setUp } from ${JSON.stringify(join(folder, "scripts", "setup.mjs"))}; await setUp();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
    let reported = "";
    child.stderr.on("data", (chunk: Buffer) => (reported += chunk.toString()));
    try {
      // The build fails for lack of a compiler. The failure shows that the process did not wait for the lock.
      await until("it to go on", () => reported.includes("Built"));
    } finally {
      child.kill("SIGKILL");
    }
    expect(reported).to.include("✖ Built");
  });
});
