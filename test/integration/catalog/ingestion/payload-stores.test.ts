import { expect } from "chai";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  createPayloadFolder,
  PayloadsUnavailableError,
  type PayloadStore,
} from "../../../../src/catalog/ingestion/payloads.js";
import {
  type BucketOptions,
  createPayloadBucket,
  type PayloadBucket,
} from "../../../../src/catalog/ingestion/s3-payloads.js";
import { useS3 } from "../../../support/s3.js";
import { until } from "../../../support/until.js";

const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

const CHUNK = 64 * 1024;
/** Number of chunks in a payload that is uploaded in six full parts and a smaller last part. */
const MANY = 500;
function* numbered(count = MANY) {
  for (let one = 0; one < count; one++) yield Buffer.alloc(CHUNK, one % 251);
}

async function content(store: PayloadStore, name: string): Promise<string | undefined> {
  const payload = await store.read(name);
  if (payload === undefined) return undefined;
  const parts: Buffer[] = [];
  for await (const part of payload) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function named(store: PayloadStore, time: Date): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, at } of store.list()) if (at < time) names.push(name);
  return names.sort();
}

/** Returns a time later than the modification times of all stored files, which are recorded in whole seconds. */
const later = () => new Date(Date.now() + 2_000);
const EARLIER = new Date("2024-01-01T00:00:00Z");

/**
 * Defines the tests that every payload store must pass.
 * @param files lists all files in the store, including partially written files
 */
function storesPayloads(storeOf: () => PayloadStore, files: () => Promise<string[]>): void {
  it("a payload store stores, reads and deletes a payload", async () => {
    const store = storeOf();
    expect(await store.put("a.ndjson", chunks("one\n", "zwölf\n"))).to.equal(11);
    expect(await content(store, "a.ndjson")).to.equal("one\nzwölf\n");
    await store.delete("a.ndjson");
    expect(await content(store, "a.ndjson")).to.equal(undefined);
    await store.delete("a.ndjson");
    expect(await files()).to.deep.equal([]);
  });

  it("a payload store replaces a payload atomically", async () => {
    const store = storeOf();
    await store.put("a", chunks("a long first content"));
    await store.put("a", chunks("second"));
    expect(await content(store, "a")).to.equal("second");
    expect(await store.put("empty", chunks())).to.equal(0);
    expect(await content(store, "empty")).to.equal("");
    expect(await files()).to.deep.equal(["a", "empty"]);
  });

  it("a payload store stores and reads payloads of several parts without changing a byte", async () => {
    const store = storeOf();
    expect(await store.put("large", Readable.from(numbered()))).to.equal(MANY * CHUNK);
    let at = 0;
    for await (const chunk of (await store.read("large")) ?? []) {
      const bytes = chunk as Buffer;
      for (let one = 0; one < bytes.length; one += 997) {
        expect(bytes[one]).to.equal(Math.floor((at + one) / CHUNK) % 251);
      }
      at += bytes.length;
    }
    expect(at).to.equal(MANY * CHUNK);
  });

  for (const [what, count] of [
    ["a single chunk", 1],
    ["several parts", MANY / 2],
  ] as const) {
    it(`a payload store keeps the previous payload if an upload fails after ${what}`, async () => {
      const store = storeOf();
      await store.put("a", chunks("before"));
      async function* failing() {
        yield* Readable.from(numbered(count)) as AsyncIterable<Buffer>;
        throw new Error("cut off");
      }
      expect((await failureOf(store.put("a", failing())))?.message).to.equal("cut off");
      expect(await content(store, "a")).to.equal("before");
      expect(await files()).to.deep.equal(["a"]);
    });
  }

  it("a payload store returns a payload only after its upload has ended", async () => {
    const store = storeOf();
    let end: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (end = resolve));
    async function* slow() {
      yield* numbered(MANY / 4);
      await waiting;
      yield Buffer.from("end");
    }
    const storing = store.put("a", slow());
    await until("something of it", async () => (await files()).length > 0);
    expect(await content(store, "a")).to.equal(undefined);
    expect(await named(store, EARLIER)).to.deep.equal([]);
    end();
    expect(await storing).to.equal((MANY / 4) * CHUNK + 3);
    expect((await content(store, "a"))?.endsWith("end")).to.equal(true);
  });

  it("a payload store stores many payloads at the same time", async () => {
    const store = storeOf();
    const texts = Array.from({ length: 20 }, (_, one) => `payload ${one}`);
    await Promise.all(texts.map((text, one) => store.put(`p${one}`, chunks(text))));
    expect(await Promise.all(texts.map((_, one) => content(store, `p${one}`)))).to.deep.equal(texts);
    await Promise.all([store.put("one", chunks("first")), store.put("one", chunks("second"))]);
    expect(await content(store, "one")).to.be.oneOf(["first", "second"]);
  });

  it("a payload store lets a reader stop before the end of a payload", async () => {
    const store = storeOf();
    await store.put("large", Readable.from(numbered()));
    for await (const chunk of (await store.read("large")) ?? []) {
      expect((chunk as Buffer).length).to.be.greaterThan(0);
      break;
    }
    await store.delete("large");
    expect(await files()).to.deep.equal([]);
  });

  it("a payload store rejects invalid payload names, such as names with path segments", async () => {
    for (const name of ["../a", "/etc/passwd", "a/b", "", "a b"]) {
      const message = (await failureOf(Promise.resolve().then(() => storeOf().read(name))))?.message;
      expect(message, name).to.equal(`invalid payload name: ${name}`);
    }
  });

  it("a payload store lists its payloads with the times at which they were stored", async () => {
    const store = storeOf();
    expect(await named(store, later())).to.deep.equal([]);
    for (const name of ["one", "another"]) await store.put(name, chunks(name));
    expect(await named(store, later())).to.deep.equal(["another", "one"]);
    expect(await named(store, EARLIER)).to.deep.equal([]);
  });
}

describe("a payload folder", () => {
  let parent: string;
  let folder: string;
  let store: PayloadStore;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "vitrine-payloads-"));
    folder = join(parent, "not", "there", "yet");
    store = createPayloadFolder(folder);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  storesPayloads(
    () => store,
    async () => (await readdir(folder).catch(() => [])).sort(),
  );

  it("a payload folder stores files that only their owner can read", async () => {
    await store.put("a", chunks("a"));
    expect((await stat(join(folder, "a"))).mode & 0o777).to.equal(0o600);
  });

  it("a payload folder lists payloads with the modification times of their files", async () => {
    for (const name of ["old", "older", "new"]) await store.put(name, chunks(name));
    await utimes(join(folder, "old"), EARLIER, EARLIER);
    await utimes(join(folder, "older"), EARLIER, new Date(EARLIER.getTime() - 1000));
    expect(await named(store, new Date(EARLIER.getTime() + 1))).to.deep.equal(["old", "older"]);
    expect(await named(store, EARLIER)).to.deep.equal(["older"]);
  });
});

describe("a payload bucket", () => {
  const s3 = useS3();
  const opened: PayloadBucket[] = [];
  const open = async (how: Partial<BucketOptions> = {}) => {
    const bucket = await createPayloadBucket({ address: s3.address, endpoint: s3.endpoint, ...how });
    opened.push(bucket);
    return bucket;
  };
  let store: PayloadBucket;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(async () => {
    s3.relay.letGo();
    s3.comeBack();
    for (const name of await named(store, later())) await store.delete(name);
    for (const bucket of opened.splice(0)) bucket.close();
    expect(await s3.files()).to.deep.equal([]);
  });

  storesPayloads(
    () => store,
    () => s3.files(),
  );

  it("a payload bucket lists unfinished uploads and can delete them", async () => {
    async function* endless() {
      yield* numbered(MANY / 2);
      await new Promise(() => undefined);
    }
    void store.put("half", endless()).catch(() => undefined);
    const parts = async () => (await s3.files()).filter((name) => name.startsWith("half-"));
    await until("all its parts", async () => (await parts()).length === 3);
    // Waits for complete parts, because the server continues to write an unfinished part after the upload is aborted.
    await until("all of their bytes", async () => (await s3.bytes()) === 3 * 5 * 1024 * 1024);
    expect(await named(store, EARLIER)).to.deep.equal([]);
    // The check is repeated, because the S3 server cannot list an upload while writing one of its parts.
    await until("its name", async () => (await named(store, later())).join() === "half");
    await store.delete("half");
    expect(await named(store, later())).to.deep.equal([]);
  });

  it("a payload bucket ignores objects of other payload stores in the same S3 bucket", async () => {
    const beside = await open({ address: "s3://payloads-of-tests/of/tests/deeper" });
    await beside.put("theirs", chunks("theirs"));
    await store.put("ours", chunks("ours"));
    expect(await named(store, later())).to.deep.equal(["ours"]);
    await beside.delete("theirs");
  });

  it("a payload bucket resumes reading a payload after a broken connection", async () => {
    await store.put("large", Readable.from(numbered()));
    let at = 0;
    let cuts = 0;
    for await (const chunk of (await store.read("large")) ?? []) {
      const bytes = chunk as Buffer;
      expect(bytes[0]).to.equal(Math.floor(at / CHUNK) % 251);
      at += bytes.length;
      if (at > (cuts + 1) * 200 * CHUNK) {
        cuts += 1;
        s3.relay.cut();
      }
    }
    expect({ at, cuts }).to.deep.equal({ at: MANY * CHUNK, cuts: 2 });
  });

  it("a payload bucket is reported as unavailable if it disappears during a write or a read", async () => {
    await store.put("large", Readable.from(numbered()));
    const reading = async () => {
      for await (const chunk of (await store.read("large")) ?? []) {
        if ((chunk as Buffer).length > 0) s3.shed();
      }
    };
    expect(await failureOf(reading())).to.be.instanceOf(PayloadsUnavailableError);
    s3.comeBack();
    async function* leaving() {
      yield* Readable.from(numbered(MANY / 4)) as AsyncIterable<Buffer>;
      await Promise.resolve();
      s3.shed();
      yield* numbered(MANY / 2);
    }
    expect(await failureOf(store.put("new", leaving()))).to.be.instanceOf(PayloadsUnavailableError);
    for (const request of [() => store.put("b", chunks("b")), () => store.read("b"), () => store.delete("b")]) {
      expect(await failureOf(request())).to.be.instanceOf(PayloadsUnavailableError);
    }
    s3.comeBack();
    expect(await content(store, "new")).to.equal(undefined);
    expect(await content(store, "b")).to.equal(undefined);
  });

  it("a payload bucket is reported as unavailable if it does not respond", async () => {
    const impatient = await open({ idleMs: 200 });
    s3.relay.hold();
    expect(await failureOf(impatient.put("a", chunks("a")))).to.be.instanceOf(PayloadsUnavailableError);
    // Closes the connections. Otherwise, abandoned requests would reach the server when the relay forwards data.
    s3.relay.cut();
  });

  it("a payload bucket that is missing or forbidden is distinguished from an unavailable bucket", async () => {
    expect(await store.refusal()).to.equal(undefined);
    expect(await (await open({ address: "s3://no-such-bucket/of/tests" })).refusal()).to.equal(
      "NoSuchBucket: The specified bucket does not exist",
    );
    const secret = process.env["AWS_SECRET_ACCESS_KEY"];
    process.env["AWS_SECRET_ACCESS_KEY"] = "wrong";
    const refusal = await (await open()).refusal();
    process.env["AWS_SECRET_ACCESS_KEY"] = secret;
    expect(refusal).to.match(/^SignatureDoesNotMatch: /);
    s3.shed();
    expect(await failureOf(store.refusal())).to.be.instanceOf(PayloadsUnavailableError);
  });
});
