import { expect } from "chai";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { quietPorts } from "../../support/ports.js";
import {
  checkAnswers,
  finishedIngestion,
  postIngestion,
  ServiceCallError,
  uploadOf,
} from "../../../src/commands/service-client.js";

describe("calling a service that is not there", () => {
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
      () => checkAnswers(access),
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

  it("says in one sentence that nothing answers at the address", async () => {
    const [port] = await quietPorts(1);
    const url = `http://127.0.0.1:${port}`;
    const message = `no service answers at ${url}: the connection is refused`;
    expect(await failuresAt(url)).to.deep.equal([message, message, message]);
  });

  it("says that something else answers there, or hangs up", async () => {
    const page = await serving((_req, res) =>
      res.writeHead(404, { "Content-Type": "text/html" }).end("<h1>Nothing</h1>"),
    );
    const other = `what answers at ${page} is not this service (HTTP 404, and no JSON)`;
    expect(await failuresAt(page)).to.deep.equal([other, other, other]);
    const mute = await serving((req) => req.socket.destroy());
    for (const message of await failuresAt(mute)) expect(message).to.match(/^no service answers at \S+: \S.*$/);
  });

  it("says that an address is none", async () => {
    for (const url of ["nowhere", "ftp://shop.example"]) {
      const message = `${url} is no address of a service: expected one like https://search.shop.example`;
      expect(await failuresAt(url)).to.deep.equal([message, message, message]);
    }
  });
});
