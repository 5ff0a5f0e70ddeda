import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { isSameProcess, startOf, startTicks } from "../../src/process-start.js";

describe("startOf", () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;

  it("the process start time is constant within a process and differs between processes", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    try {
      await once(child, "spawn");
      expect(startOf(process.pid)).to.match(/^[0-9a-f]{12}$/);
      expect(startOf(process.pid)).to.equal(startOf(process.pid));
      expect(startOf(child.pid!))
        .to.match(/^[0-9a-f]{12}$/)
        .and.not.equal(startOf(process.pid));
    } finally {
      child.kill();
      await once(child, "exit");
    }
  });

  it("isSameProcess distinguishes a process from a later process with the same id", () => {
    expect([
      isSameProcess(process.pid, startOf(process.pid)),
      isSameProcess(process.pid, undefined),
      isSameProcess(process.pid, "000000000000"),
      isSameProcess(dead, undefined),
      startOf(dead),
    ]).to.deep.equal([true, true, false, false, undefined]);
  });

  it("startTicks reads the start time of a process with any program name", () => {
    const after = Array.from({ length: 30 }, (_, index) => String(index + 3)).join(" ");
    expect(startTicks(`4711 (a) b) (c) ${after}`)).to.equal("22");
    expect(() => startTicks("4711 (a) S 1")).to.throw("expected the content of /proc/<pid>/stat");
  });
});
