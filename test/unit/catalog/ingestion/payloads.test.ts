import { expect } from "chai";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createPayloadFolder, type PayloadStore } from "../../../../src/catalog/ingestion/payloads.js";

const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

describe("payload folder", () => {
  let parent: string;
  let folder: string;
  let store: PayloadStore;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "vitrine-payloads-"));
    folder = join(parent, "not", "there", "yet");
    store = createPayloadFolder(folder);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const content = async (name: string) => {
    const payload = await store.read(name);
    if (payload === undefined) return undefined;
    const parts: Buffer[] = [];
    for await (const part of payload) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };

  const named = async (time: Date) => {
    const names: string[] = [];
    for await (const name of store.storedBefore(time)) names.push(name);
    return names.sort();
  };

  it("stores, reads and deletes", async () => {
    expect(await store.put("a.ndjson", chunks("one\n", "zwölf\n"))).to.equal(11);
    expect(await content("a.ndjson")).to.equal("one\nzwölf\n");
    expect((await stat(join(folder, "a.ndjson"))).mode & 0o777).to.equal(0o600);
    await store.delete("a.ndjson");
    expect(await content("a.ndjson")).to.equal(undefined);
    await store.delete("a.ndjson");
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("replaces what was there, all at once", async () => {
    await store.put("a", chunks("a long first content"));
    await store.put("a", chunks("second"));
    expect(await content("a")).to.equal("second");
    await store.put("empty", chunks());
    expect(await content("empty")).to.equal("");
    expect((await readdir(folder)).sort()).to.deep.equal(["a", "empty"]);
  });

  it("keeps nothing of a stream that fails, and what was there before", async () => {
    await store.put("a", chunks("before"));
    async function* failing() {
      yield await Promise.resolve(Buffer.from("half"));
      throw new Error("cut off");
    }
    const failure = await store.put("a", failing()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect((failure as Error).message).to.equal("cut off");
    expect(await content("a")).to.equal("before");
    expect(await readdir(folder)).to.deep.equal(["a"]);
  });

  it("shows nothing of a stream before its end", async () => {
    let end: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (end = resolve));
    async function* slow() {
      yield Buffer.from("half");
      await waiting;
      yield Buffer.from(" and half");
    }
    const storing = store.put("a", slow());
    expect(await content("a")).to.equal(undefined);
    end();
    await storing;
    expect(await content("a")).to.equal("half and half");
  });

  it("refuses names that lead out of the folder", async () => {
    for (const name of ["../a", "/etc/passwd", "a/b", "", "a b"]) {
      const failure = await store.read(name).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect((failure as Error | undefined)?.message, name).to.equal(`not a payload name: ${name}`);
    }
  });

  it("lists files older than a time", async () => {
    const old = new Date("2024-01-01T00:00:00Z");
    expect(await named(new Date())).to.deep.equal([]);
    for (const name of ["old", "older", "new"]) await store.put(name, chunks(name));
    await utimes(join(folder, "old"), old, old);
    await utimes(join(folder, "older"), old, new Date(old.getTime() - 1000));
    expect(await named(new Date(old.getTime() + 1))).to.deep.equal(["old", "older"]);
    expect(await named(old)).to.deep.equal(["older"]);
  });
});
