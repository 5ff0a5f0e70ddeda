import { expect } from "chai";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { STATUS } from "../../../src/catalog/ingestion/ingestion-record.js";
import { quietPorts } from "../../support/ports.js";
import {
  checkReachable,
  finishedIngestion,
  postIngestion,
  ServiceCallError,
  uploadOf,
} from "../../../src/commands/service-client.js";

describe("calling an unreachable service", () => {
  const servers: Server[] = [];
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    await writeFile(join(folder, "feed"), "{}\n");
  });
  after(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function serving(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function failuresAt(base_url: string): Promise<string[]> {
    const access = { base_url, private_key: "sk_x" };
    const upload = await uploadOf(join(folder, "feed"));
    const calls = [
      () => checkReachable(access),
      () => finishedIngestion(access, 1, 1),
      () => postIngestion(access, upload, "insert", () => undefined),
    ];
    return Promise.all(
      calls.map(async (call) => {
        const error = await call().then(() => undefined, (failure: unknown) => failure); // prettier-ignore
        expect(error).to.be.instanceOf(ServiceCallError);
        return (error as Error).message;
      }),
    );
  }

  it("a command reports that no service responds at the service address", async () => {
    const [port] = await quietPorts(1);
    const url = `http://127.0.0.1:${port}`;
    const message = `no response from ${url}: connection refused`;
    expect(await failuresAt(url)).to.deep.equal([message, message, message]);
  });

  it("a command reports that another program responds at the service address", async () => {
    const page = await serving((_req, res) =>
      res.writeHead(404, { "Content-Type": "text/html" }).end("<h1>Nothing</h1>"),
    );
    const other = `the server at ${page} is not a Vitrine service (HTTP 404, not JSON)`;
    expect(await failuresAt(page)).to.deep.equal([other, other, other]);
    const mute = await serving((req) => req.socket.destroy());
    for (const message of await failuresAt(mute)) expect(message).to.match(/^no response from \S+: \S.*$/);
  });

  it("a command reports an invalid service address", async () => {
    for (const url of ["nowhere", "ftp://shop.example"]) {
      const message = `${url} is not a service URL: expected a URL like https://search.shop.example`;
      expect(await failuresAt(url)).to.deep.equal([message, message, message]);
    }
  });

  it("a command continues to poll an ingestion job while the service is unavailable", async () => {
    const responses: (readonly [status: number, body: object])[] = [
      [200, { data: { id: 1, status: STATUS.STARTED }, errors: null, meta: null }],
      [503, { data: null, errors: [{ code: "internal_error", message: "the engine is unavailable" }], meta: null }],
      [200, { data: { id: 1, status: STATUS.COMPLETED }, errors: null, meta: null }],
      [403, { data: null, errors: [{ code: "forbidden", message: "wrong key" }], meta: null }],
    ];
    const base_url = await serving((_req, res) => {
      const [status, body] = responses.shift() ?? [500, {}];
      res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
    const access = { base_url, private_key: "sk_x" };
    const waiting = finishedIngestion(access, 1, 1);
    expect(await waiting.catch((error: unknown) => String(error))).to.deep.equal({ id: 1, status: STATUS.COMPLETED });
    const failing = await finishedIngestion(access, 1, 1).catch((error: unknown) => error);
    expect(failing).to.be.instanceOf(ServiceCallError);
    expect((failing as Error).message).to.equal("forbidden: wrong key");
    expect(responses).to.deep.equal([]);
  });
});
