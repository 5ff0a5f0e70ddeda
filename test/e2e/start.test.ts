import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { createEngine } from "../../src/engine/engine.js";
import { isAlive } from "../../src/part-file.js";
import { deleteByPrefix, randomPrefix, sharedEngineUrl } from "../support/engine.js";
import { startService, type Demo, type ServiceProcess } from "../support/process.js";
import { until } from "../support/until.js";

const run = promisify(execFile);

interface SearchResponse {
  items: { product_identifier: string }[];
  count: number;
  total: number;
}

interface Listing {
  readonly products: string[];
  readonly total: number;
}

/** Requests the first page of the demo shop, like a storefront. */
async function listing(demo: Demo): Promise<Listing> {
  const url = `${demo.base_url}/v2/recommendations/search?service_api_client=${demo.client_id}`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-api-key": demo.public_key },
    body: JSON.stringify({ user: { device_id: "e2e" }, limit: 5, sort: ["name_asc"] }),
  });
  expect(response.status).to.equal(200);
  const { items, total } = (await response.json()) as SearchResponse;
  return { products: items.map((item) => item.product_identifier), total };
}

describe("npm start", function () {
  this.timeout(400_000);

  let dataDir = "";
  const running: ServiceProcess[] = [];

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  });
  after(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(options: Parameters<typeof startService>[0]): Promise<ServiceProcess> {
    const service = await startService(options);
    running.push(service);
    return service;
  }

  async function stop(service: ServiceProcess, ...how: Parameters<ServiceProcess["stop"]>) {
    running.splice(running.indexOf(service), 1);
    return service.stop(...how);
  }

  let first: { demo: Demo; listing: Listing };

  it("npm start starts the demo shop with products and prints an example request", async () => {
    const service = await start({ dataDir, throughNpm: true });
    await until("the greeting", () => service.output().includes("curl"));
    const output = service.output();
    const { demo } = service;
    for (const reported of [demo.base_url, demo.client_id, demo.public_key, join(dataDir, "demo.json")]) {
      expect(output).to.include(reported);
    }
    expect(output).not.to.include("sk_");
    expect(output).to.match(new RegExp(`${demo.base_url}/console/join#demo\\.[\\w-]{43}\\n`));
    expect(demo.public_key).to.match(/^pk_/);
    expect(demo.private_key).to.match(/^sk_/);
    expect(output.split("\n").filter((line) => /^✔ .+ \d+\.\d s$/.test(line)).length, output).to.be.at.least(3);
    expect((await stat(join(dataDir, "demo.json"))).mode & 0o077, "who else may read the keys").to.equal(0);

    const page = await fetch(demo.base_url, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);

    const plain = await fetch(demo.base_url);
    expect(await plain.json()).to.include({ service: "Vitrine", docs: "/docs", openapi: "/openapi.json" });

    const pasted = await run("bash", ["-c", curlIn(output)]);
    const response = JSON.parse(pasted.stdout) as SearchResponse;
    expect(response.items).to.have.length(response.count).and.not.be.empty;

    first = { demo, listing: await listing(demo) };
    expect(new Set(first.listing.products)).to.have.property("size", 5);
    expect(first.listing.total).to.be.greaterThan(1_000);

    expect(await stop(service, "SIGINT", "group")).to.equal(0);
  });

  it("npm start keeps API keys and the catalogue after a restart, even after kill -9", async () => {
    const again = await start({ dataDir });
    expect(keysOf(again.demo)).to.deep.equal(keysOf(first.demo));
    expect(await listing(again.demo)).to.deep.equal(first.listing);
    const family = await again.family();
    await stop(again, "SIGKILL");
    expect(family.filter(isAlive)).to.deep.equal([]);

    const successor = await start({ dataDir });
    expect(keysOf(successor.demo)).to.deep.equal(keysOf(first.demo));
    expect(await listing(successor.demo)).to.deep.equal(first.listing);
    expect(await stop(successor, "SIGTERM")).to.equal(0);
  });

  it("npm start can run two instances on one search engine", async function () {
    const url = await sharedEngineUrl(this);
    const engines = [0, 1].map(() => createEngine({ url, prefix: randomPrefix() }));
    try {
      const environments = engines.map(({ prefix }) => ({ OPENSEARCH_URL: url, INDEX_PREFIX: prefix }));
      const one = await start({ environment: environments[0]! });
      const other = await start({ environment: environments[1]! });
      expect(await listing(one.demo)).to.deep.equal(await listing(other.demo));
      expect(await stop(one)).to.equal(0);
      expect((await listing(other.demo)).products).to.have.length(5);
      expect(await stop(other)).to.equal(0);
      expect((await fetch(url)).status, "an engine it did not start").to.equal(200);
    } finally {
      for (const engine of engines) {
        await deleteByPrefix(engine);
        await engine.close();
      }
    }
  });
});

const keysOf = ({ client_id, public_key, private_key }: Demo) => ({ client_id, public_key, private_key });

/** The curl command in the startup output, including continuation lines. */
function curlIn(output: string): string {
  const command = /^\s*curl (?:.*\\\n)*.*$/m.exec(output)?.[0];
  if (command === undefined) throw new Error(`no curl in\n${output}`);
  return command;
}
