import { expect } from "chai";
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSessions, writeSessions } from "../../../../src/behaviour/sessions/session-file.js";
import { SessionIndex } from "../../../../src/behaviour/sessions/session-index.js";

const AT = Date.UTC(2026, 10, 21);
const LIMITS = { maxSessions: 100_000, maxBytes: 10_000_000 };
const POSITION = { up_to: "there" };
const always = () => true;

describe("session file", () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-sessions-"));
    path = join(folder, "data", "sessions");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Records sessions of three visits, enough for a file with several parts. */
  function manySessions(): SessionIndex {
    const index = new SessionIndex(LIMITS);
    for (let device = 0; device < 60_000; device += 1) {
      for (const position of [0, 1, 2]) index.visit("größe", `d${device}`, `P${(device * 7 + position * 3) % 500}`, AT);
    }
    return index;
  }

  it("a session file restores the written sessions and the position in the event stream", async () => {
    const index = manySessions();
    await writeSessions(path, index, POSITION);
    const copy = new SessionIndex(LIMITS);
    expect(await readSessions(path, copy, always)).to.deep.equal(POSITION);
    expect([copy.sessions, copy.bytes]).to.deep.equal([60_000, index.bytes]);
    expect(copy.storefront("größe")?.products.size).to.equal(500);
    expect(await readdir(join(folder, "data"))).to.deep.equal(["sessions"]);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it("a session file is ignored if it is missing, has an unsupported format, or is rejected by the caller", async () => {
    const index = new SessionIndex(LIMITS);
    expect(await readSessions(path, index, always)).to.equal(undefined);
    await writeSessions(path, manySessions(), POSITION);
    const seen: unknown[] = [];
    const refuse = (position: unknown) => seen.push(position) < 0;
    expect(await readSessions(path, index, refuse)).to.equal(undefined);
    expect(seen).to.deep.equal([POSITION]);
    for (const content of ["", "abc", "something else altogether"]) {
      await writeFile(path, content);
      expect(await readSessions(path, index, always)).to.equal(undefined);
    }
    expect(index.sessions).to.equal(0);
  });

  it("a session file that is damaged leaves the session index empty", async () => {
    await writeSessions(path, manySessions(), POSITION);
    const whole = await readFile(path);
    const damages: readonly (() => Promise<void>)[] = [
      () => truncate(path, whole.length - 5),
      () => truncate(path, 20_000),
      () => truncate(path, 7),
      () => writeFile(path, whole.fill(255, 4, 8)),
      () => writeFile(path, whole.fill(127, 4, 8)),
    ];
    for (const damage of damages) {
      const index = new SessionIndex(LIMITS);
      await writeFile(path, whole);
      await damage();
      const failed = await readSessions(path, index, always).then(
        (position) => position === undefined,
        (error: unknown) => error instanceof RangeError || error instanceof SyntaxError,
      );
      expect([failed, index.sessions, index.products.count]).to.deep.equal([true, 0, 0]);
    }
  });

  it("a session file keeps its previous contents if the next write times out", async () => {
    await writeSessions(path, manySessions(), POSITION);
    const before = await readFile(path);
    const late = writeSessions(path, manySessions(), { later: true }, AbortSignal.abort(new Error("no time left")));
    expect(await late.catch((error: unknown) => String(error))).to.equal("Error: no time left");
    expect((await readFile(path)).equals(before)).to.equal(true);
    expect(await readdir(join(folder, "data"))).to.deep.equal(["sessions"]);
  });
});
