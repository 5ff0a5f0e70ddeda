import { expect } from "chai";
import { Writable } from "node:stream";
import { readdir } from "node:fs/promises";
import { removePayloads } from "../../../src/catalog/ingestion/ingestion-retention.js";
import { STATUS, type IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import type { RunningProgress } from "../../../src/catalog/ingestion/attempts.js";
import { createPayloadBucket, type PayloadBucket } from "../../../src/catalog/ingestion/s3-payloads.js";
import { ConfigError } from "../../../src/config.js";
import type { Service } from "../../../src/bootstrap.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { feed, insertLine, useCatalog } from "../../support/catalog.js";
import { fetchJson } from "../../support/http.js";
import { useInstallation } from "../../support/service.js";
import { useS3 } from "../../support/s3.js";
import { until } from "../../support/until.js";

const many = (count: number) => feed(...Array.from({ length: count }, (_, one) => insertLine(`P${one}`, "V1")));
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe("services that share a payload bucket but no folder", () => {
  const s3 = useS3();
  const installation = useInstallation();
  let shop: AddedClient;
  let services: [Service, Service];

  before(async () => {
    const settings = { ...s3.settings, INGESTION_LEASE_SECONDS: "2" };
    const started: Service[] = [];
    for (const own of ["one", "two"]) {
      started.push(await installation.start({ ...settings, DATA_DIR: `${installation.dataDir}/${own}` }));
    }
    services = started as [Service, Service];
    shop = await addClient({ engine: installation.engine, now: () => new Date() }, { name: "shop" });
  });
  afterEach(() => s3.comeBack());

  const call = (service: Service, path = "", init: RequestInit = {}) =>
    fetchJson(`${service.base_url}/v1/ingestion/${path}`, {
      ...init,
      headers: { "X-SERVICE-API-KEY": shop.private_key },
    });
  const send = (service: Service, body: string) => call(service, "", { method: "POST", body });
  const queued = async (service: Service, body: string) => {
    const response = await send(service, body);
    expect(response.status).to.equal(202);
    return (response.body as { data: { ingestion_id: number } }).data.ingestion_id;
  };
  async function read(id: number) {
    const { body } = await call(services[1], String(id));
    return body as { data: IngestionRecord; meta: { progress?: RunningProgress } | null };
  }
  async function ended(id: number): Promise<IngestionRecord> {
    await until("the end of the job", async () => (await read(id)).data.status >= STATUS.COMPLETED);
    return (await read(id)).data;
  }

  it("services with a shared bucket process a feed that any of the services accepted", async () => {
    const id = await queued(services[0], many(500) + feed(insertLine("bad", "V1", { price: -1 })));
    const { status, product_metrics } = await ended(id);
    expect({ status, lines: product_metrics?.lines }).to.deep.equal({
      status: STATUS.COMPLETED,
      lines: { received: 501, rejected: 1, deletions: 0 },
    });
    for (const service of services) {
      expect((await call(service, `${id}/errors`)).body).to.deep.include({ line: 501, product_identifier: "bad" });
    }
    const files = await readdir(installation.dataDir, { recursive: true });
    expect(files.filter((name) => name.includes("payloads"))).to.deep.equal([]);
    expect(await s3.files()).to.have.length(2);
  });

  it("services with a shared bucket reject feeds with 503 and Retry-After while the bucket is unavailable", async () => {
    const before = await s3.files();
    s3.shed();
    const { status, headers, body } = await send(services[0], many(10));
    expect({ status, retry: headers.get("retry-after"), body }).to.deep.equal({
      status: 503,
      retry: "2",
      body: {
        errors: [
          {
            code: "internal_error",
            message: "the service is temporarily unavailable; try again shortly",
            context: null,
          },
        ],
        meta: null,
        data: null,
      },
    });
    // An upload of several parts is also rejected with 503.
    expect((await send(services[0], "{}\n".repeat(5_000_000))).status).to.equal(503);
    s3.comeBack();
    expect(await s3.files()).to.deep.equal(before);
  });

  it("services with a shared bucket continue an ingestion job after the bucket was unavailable", async () => {
    const id = await queued(services[0], many(20_000));
    s3.shed();
    await until("an attempt that did not end the job", async () => {
      const { earlier_attempts = [] } = (await read(id)).meta?.progress ?? {};
      return earlier_attempts.some(({ ended }) => ended === "interrupted");
    });
    s3.comeBack();
    const { status, product_metrics } = await ended(id);
    expect({ status, lines: product_metrics?.lines.received }).to.deep.equal({
      status: STATUS.COMPLETED,
      lines: 20_000,
    });
    expect(product_metrics?.earlier_attempts.filter(({ counts }) => counts)).to.deep.equal([]);
  });

  it("services with a shared bucket take over ingestion jobs of a stopped service", async () => {
    const leaving = await installation.start({ ...s3.settings, DATA_DIR: `${installation.dataDir}/three` });
    const first = await queued(leaving, many(20_000));
    const second = await queued(leaving, many(10));
    const cancelled = await call(services[1], `${second}/cancel`, { method: "POST" });
    expect(cancelled.status).to.be.oneOf([200, 202]);
    await leaving.close();
    expect((await ended(first)).status).to.equal(STATUS.COMPLETED);
    expect((await ended(second)).product_metrics?.cancelled).to.equal(true);
  });

  it("services with a shared bucket start even if the bucket does not respond", async () => {
    s3.shed();
    let log = "";
    const logStream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    });
    const service = await installation.start(s3.settings, { logStream });
    expect(log).to.contain("the payload bucket is not available; feeds are rejected until it is");
    s3.comeBack();
    expect((await ended(await queued(service, many(1)))).status).to.equal(STATUS.COMPLETED);
  });

  it("a service does not start if its payload bucket does not exist", async () => {
    const settings = { ...s3.settings, PAYLOAD_BUCKET: "s3://no-such-bucket" };
    const refusal = await installation.start(settings).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(ConfigError);
    expect((refusal as ConfigError).errors).to.deep.equal([
      "`PAYLOAD_BUCKET` must be a bucket that this process may list, read and write, got NoSuchBucket: The specified " +
        `bucket does not exist (s3://no-such-bucket at ${s3.endpoint})`,
    ]);
  });
});

describe("retention of payloads in a bucket", () => {
  const s3 = useS3();
  const bench = useCatalog();
  let payloads: PayloadBucket;
  before(async () => {
    payloads = await createPayloadBucket({ address: s3.address, endpoint: s3.endpoint });
  });
  after(() => payloads.close());

  it("old payloads, error lists, and payloads without a job are removed from the payload bucket", async () => {
    const worker = bench.start({ payloads });
    const { id } = await bench.ingest("kept", many(2), { payloads });
    await worker.close();
    await payloads.put(
      "orphan.ndjson",
      (async function* () {
        yield await Promise.resolve(Buffer.from("x"));
      })(),
    );
    async function* endless() {
      yield Buffer.alloc(6_000_000);
      await new Promise(() => undefined);
    }
    void payloads.put("half.ndjson", endless()).catch(() => undefined);
    const parts = async () => (await s3.files()).filter((name) => name.startsWith("half"));
    await until("its part", async () => (await parts()).join() === "half.ndjson-1,half.ndjson-stub");
    const { file_identifier: payload } = await bench.ended(id);
    const deps = bench.workerDeps({ payloads });
    const names = async () => {
      const found: string[] = [];
      for await (const { name } of payloads.list()) found.push(name);
      return found.sort();
    };

    await removePayloads(deps, 0.5, inHours(0));
    const all = [payload, `${id}.errors.ndjson`, "orphan.ndjson", "half.ndjson"].sort();
    await until("what is stored", async () => (await names()).join() === all.join());
    await removePayloads(deps, 0.5, inHours(1));
    // The two unknown files are not deleted yet, because the files may be uploads whose job is not recorded.
    await until("what is left", async () => (await names()).join() === "half.ndjson,orphan.ndjson");
    await removePayloads(deps, 0.5, inHours(3));
    expect(await names()).to.deep.equal([]);
  });
});
