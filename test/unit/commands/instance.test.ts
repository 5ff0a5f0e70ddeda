import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { findRunningService, serviceFile } from "../../../src/commands/instance.js";
import { startOf } from "../../../src/process-start.js";

describe("detection of the running service that uses a data folder", () => {
  let dataDir = "";
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const service = { base_url: "http://127.0.0.1:1", operations_url: "http://127.0.0.1:2", pid: process.ppid };

  for (const [what, started, isFound] of [
    ["findRunningService returns the recorded service if its process is running", startOf(process.ppid), true],
    [
      "findRunningService returns no service if the recorded process id belongs to another process",
      "000000000000",
      false,
    ],
    [
      "findRunningService returns a service recorded by an earlier version without a start time if its process id exists",
      undefined,
      true,
    ],
  ] as const) {
    it(what, async () => {
      const written = { ...service, ...(started === undefined ? {} : { started }) };
      await serviceFile.write(dataDir, written);
      expect(await findRunningService(dataDir)).to.deep.equal(isFound ? written : undefined);
    });
  }
});
