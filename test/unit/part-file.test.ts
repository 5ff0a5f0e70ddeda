import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect } from "chai";
import { createPayloadFolder } from "../../src/catalog/ingestion/payloads.js";
import { partOf, removeOrphanedParts, writePrivateFile } from "../../src/part-file.js";
import { until } from "../support/until.js";

const MINUTE = 60_000;

describe("removeOrphanedParts", () => {
  let folder = "";
  let now = 0;
  beforeEach(async () => {
    now = Date.now();
    folder = await mkdtemp(join(tmpdir(), "vitrine-parts-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const HOST = hostname().replaceAll(/[^\w-]/g, "-");
  /** Returns the id of a process that has ended. */
  const dead = () => spawnSync(process.execPath, ["--version"]).pid;
  const leave = async (name: string, minutesAgo: number) => {
    await writeFile(join(folder, name), "half");
    const at = new Date(now - minutesAgo * MINUTE);
    await utimes(join(folder, name), at, at);
    return name;
  };
  const partBy = (host: string, pid: number) => `upload.ndjson.${host}.${pid}.0123456789ab-1.part`;

  it("removeOrphanedParts deletes only incomplete files (.part) of processes that have ended", async () => {
    const orphans = [
      await leave(partBy(HOST, dead()), 2),
      await leave(partBy(HOST, process.pid), 2),
      await leave(partBy(HOST, process.ppid), 121),
      await leave(partBy("elsewhere", 1), 121),
    ];
    const kept = [
      await leave(basename(partOf("sessions")), 500),
      await leave(partBy(HOST, process.ppid).replace("-1", "-2"), 119),
      await leave(partBy("elsewhere", 2), 119),
      await leave(partBy(HOST, dead()).replace("-1", "-3"), 0),
      await leave("upload.ndjson", 500),
      await leave("17.errors.ndjson", 500),
      await leave("notes.part", 500),
    ];
    expect((await removeOrphanedParts(folder, now)).sort()).to.deep.equal(orphans.sort());
    expect((await readdir(folder)).sort()).to.deep.equal(kept.sort());
    expect(await removeOrphanedParts(join(folder, "missing"), now)).to.deep.equal([]);
  });

  it("removeOrphanedParts recognizes the incomplete files (.part) of payloads and of private files by their names", async () => {
    const seen: string[] = [];
    const look = async () =>
      until("the file to be there", async () => {
        const parts = (await readdir(folder)).filter((name) => name.endsWith(".part"));
        seen.push(...parts);
        return parts.length > 0;
      });
    await writePrivateFile(join(folder, "sessions"), look);
    await createPayloadFolder(folder).put(
      "17.errors.ndjson",
      (async function* () {
        yield Buffer.from("line");
        await look();
      })(),
    );
    const parts = [...new Set(seen)];
    expect(parts).to.have.length(2);
    // Renames the part files as if the process that wrote them had ended.
    for (const part of parts) await leave(part.replace(/\.\d+\.[0-9a-f]{12}-/, `.${dead()}.0123456789ab-`), 2);
    expect(await removeOrphanedParts(folder, now)).to.have.length(2);
    expect((await readdir(folder)).sort()).to.deep.equal(["17.errors.ndjson", "sessions"]);
  });
});
