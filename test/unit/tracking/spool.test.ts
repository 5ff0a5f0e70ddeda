import { copyFile, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { startOf } from "../../../src/process-start.js";
import { createSpool, lineOf, type Spool, SpoolFullError } from "../../../src/tracking/spool.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { arrival, spoolFolder } from "../../support/tracking.js";

const HOST = hostname().replaceAll(/[^\w-]/g, "-") || "host";

describe("event spool", () => {
  let folder = "";
  let clock = 0;
  const spools: Spool[] = [];
  let logged: Logged[] = [];
  beforeEach(async () => {
    clock = 0;
    logged = [];
    folder = await spoolFolder();
  });
  afterEach(async () => {
    for (const spool of spools.splice(0)) await spool.close();
    await rm(dirname(folder), { recursive: true });
  });

  function open(maxBytes = 100_000_000): Spool {
    const settings = { dataDir: dirname(folder), spoolMaxBytes: maxBytes };
    const spool = createSpool(contextOn(undefined, settings, { elapsed: () => clock, logger: loggingTo(logged) }));
    spools.push(spool);
    return spool;
  }
  const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => arrival(`${name}-${at}`));
  const size = async () => {
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  };
  /**
   * Reads and releases all events of an event spool.
   * @returns the ids of the events, in order
   */
  async function drained(spool: Spool): Promise<string[]> {
    const ids: string[] = [];
    for (let batch = await spool.read(); batch !== undefined; batch = await spool.read()) {
      ids.push(...batch.arrivals.map(({ event }) => event.event_id));
      spool.release(batch.end);
    }
    return ids;
  }

  it("the event spool returns appended events in order until they are released", async () => {
    const spool = open();
    await Promise.all(["a", "b", "c"].map((id) => spool.append([arrival(id)])));
    expect((await spool.read())?.arrivals.map(({ event }) => event.event_id)).to.deep.equal(["a", "b", "c"]);
    expect(await drained(spool)).to.deep.equal(["a", "b", "c"]);
    await spool.rotate();
    expect([spool.bytes, await readdir(folder)]).to.deep.equal([0, []]);
  });

  it("the event spool returns multibyte characters and line separators unchanged", async () => {
    const spool = open();
    const ids = ["é\u2028\u2029", "\ud83d\ude00", "z\r\n"];
    await spool.append(ids.map((id) => arrival(id)));
    expect(await drained(spool)).to.deep.equal(ids);
  });

  it("the event spool frees disk space even if some events are never released", async () => {
    const spool = open();
    const bytes = Buffer.byteLength(lineOf(arrival("0-0")));
    const batch = Math.ceil(1_000_000 / bytes);
    const ids: string[] = [];
    await spool.append(many("first", batch));
    for (let round = 0; round < 20; round += 1) {
      await spool.append(many(String(round), batch));
      const read = await spool.read();
      ids.push(...(read?.arrivals.map(({ event }) => event.event_id) ?? []));
      spool.release(read!.end);
      // Two files remain: one is open for writing and one for reading.
      if (ids.length > 15 * batch) expect(await size()).to.be.below(12_000_000 + spool.bytes);
    }
    ids.push(...(await drained(spool)));
    expect(ids).to.have.length(21 * batch);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("the event spool rejects events beyond its size limit until stored events are released", async () => {
    const spool = open(1_000);
    await spool.append([arrival("a"), arrival("b")]);
    const error = await spool.append([arrival("c")]).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SpoolFullError);
    await spool.append([arrival("d")], Number.POSITIVE_INFINITY);
    expect(await drained(spool)).to.deep.equal(["a", "b", "d"]);
    await spool.append([arrival("c")]);
    expect(await drained(spool)).to.deep.equal(["c"]);
  });

  const ORPHANS = [
    ["a running process of this host", `${HOST}.${process.ppid}-${startOf(process.ppid)}`, false],
    [
      "a former process of this host whose id now belongs to another process",
      `${HOST}.${process.ppid}-000000000000`,
      true,
    ],
    ["a process of this host that has ended", `${HOST}.999999999-000000000000`, true],
    ["another host", "elsewhere.1-000000000000", false],
  ] as const;
  for (const [owner, name, isAdopted] of ORPHANS) {
    it(`the event spool ${isAdopted ? "immediately takes over" : "does not immediately take over"} a file of ${owner}`, async () => {
      const file = `${name}.0123456789ab-000000001.ndjson`;
      await writeFile(join(folder, file), lineOf(arrival("left")));
      const spool = open();
      expect(await spool.adopt()).to.equal(isAdopted);
      expect((await readdir(folder)).includes(file)).to.equal(!isAdopted);
      expect(await drained(spool)).to.deep.equal(isAdopted ? ["left"] : []);
    });
  }

  it("the event spool takes over a file of a different host that has not changed for 15 seconds", async () => {
    const path = join(folder, "elsewhere.1-000000000000.0123456789ab-000000001.ndjson");
    await writeFile(path, lineOf(arrival("left")));
    const spool = open();
    expect(await spool.adopt()).to.equal(false);
    clock = 14_999;
    await utimes(path, 1, 1);
    expect(await spool.adopt()).to.equal(false);
    clock += 14_999;
    expect(await spool.adopt()).to.equal(false);
    clock += 1;
    expect(await spool.adopt()).to.equal(true);
    expect(await drained(spool)).to.deep.equal(["left"]);
  });

  it("the event spool ignores files that it did not create", async () => {
    const names = [`${HOST}.1.ndjson`, "notes.txt", "x.1-2.0123456789ab-1.ndjson", "alive"];
    for (const name of names) await writeFile(join(folder, name), "x");
    clock = 60_000;
    const spool = open();
    expect(await spool.adopt()).to.equal(false);
    expect(await readdir(folder)).to.have.members(names);
  });

  it("the event spool returns the events of files that it took over in order, before events that are appended later", async () => {
    const first = open();
    for (const id of ["a", "b", "c"]) {
      await first.append([arrival(id)]);
      await first.rotate();
    }
    await first.close();
    const second = open();
    await second.append([arrival("own")]);
    expect(await second.adopt()).to.equal(true);
    await second.append([arrival("later")]);
    expect(await drained(second)).to.deep.equal(["own", "a", "b", "c", "later"]);
    await second.close();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("the event spool assigns each file to one of several processes that start simultaneously", async () => {
    const first = open();
    for (let at = 0; at < 20; at += 1) {
      await first.append([arrival(`e${at}`)]);
      await first.rotate();
    }
    await first.close();
    const others = [open(), open(), open()];
    await Promise.all(others.map((spool) => spool.adopt()));
    const ids = (await Promise.all(others.map(drained))).flat();
    expect(ids.sort()).to.deep.equal(Array.from({ length: 20 }, (_, at) => `e${at}`).sort());
  });

  it("the event spool reports an error for a write to a file that a different process has taken over", async () => {
    const spool = open();
    await spool.append([arrival("a")]);
    const [name = ""] = await readdir(folder);
    await rename(join(folder, name), join(folder, "taken"));
    const error = await spool.append([arrival("b")]).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: "ENOENT" });
    // The other process has taken over the first event. The sender must send the second event again.
    await spool.append([arrival("b")]);
    expect(await drained(spool)).to.deep.equal(["b"]);
  });

  it("the event spool counts damaged lines and incomplete last lines of its files", async () => {
    const file = join(folder, `${HOST}.999999999.0123456789ab-000000001.ndjson`);
    await writeFile(file, `${lineOf(arrival("a"))}{"damaged"\n[]\nnull\n${lineOf(arrival("b")).trimEnd()}`);
    const spool = open(1_000_000);
    await spool.adopt();
    expect([await drained(spool), logged.map(({ lines }) => lines)]).to.deep.equal([["a"], [4]]);
  });

  it("the event spool passes each file to the next process exactly once after a shutdown or a crash", async () => {
    const first = open();
    await first.append([arrival("a"), arrival("b")]);
    const [name = ""] = await readdir(folder);
    // Simulates the spool file that remains after a process is killed.
    const killed = `${HOST}.999999999.0123456789ab-000000001.ndjson`;
    await copyFile(join(folder, name), join(folder, killed));
    await first.close();
    expect(await readFile(join(folder, name), "utf8")).to.have.length.above(0);
    const second = open();
    expect(await second.adopt()).to.equal(true);
    expect((await drained(second)).sort()).to.deep.equal(["a", "a", "b", "b"]);
    expect(await second.adopt()).to.equal(false);
  });
});
