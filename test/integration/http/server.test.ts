import { once } from "node:events";
import { Agent, get, type IncomingMessage, type RequestListener } from "node:http";
import { expect } from "chai";
import { startServer, type RunningServer } from "../../../src/http/server.js";

/** A server whose requests wait until the test lets them finish. */
async function serveWaiting() {
  let arrived = (): void => undefined;
  const request = new Promise<void>((resolve) => (arrived = resolve));
  let finish = (): void => undefined;
  const listener: RequestListener = (req, res) => {
    if (req.url === "/quick") {
      res.end("quick");
      return;
    }
    finish = () => res.end("done");
    arrived();
  };
  const server = await startServer(listener, { host: "127.0.0.1", port: 0 });
  return { server, request, finish: () => finish() };
}

async function responseOf(server: RunningServer, path: string, agent: Agent): Promise<string> {
  const [response] = (await once(get(server.url + path, { agent }), "response")) as [IncomingMessage];
  return (await response.setEncoding("utf8").toArray()).join("");
}

describe("startServer", () => {
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  it("the server reports the URL at which it can be reached", async () => {
    const server = await startServer((_req, res) => res.end("hello"), { host: "0.0.0.0", port: 0 });
    expect(server.url).to.equal(`http://127.0.0.1:${server.port}`);
    expect(await (await fetch(server.url)).text()).to.equal("hello");
    await server.close(0);
  });

  it("the server fails to start if the port is taken", async () => {
    const { server } = await serveWaiting();
    const outcome = await startServer(() => undefined, { host: "127.0.0.1", port: server.port }).catch(
      (error: unknown) => error,
    );
    expect(outcome).to.have.property("code", "EADDRINUSE");
    await server.close(0);
  });

  it("the server completes a running request and rejects new requests while it stops", async () => {
    const { server, request, finish } = await serveWaiting();
    expect(await responseOf(server, "/quick", agent)).to.equal("quick");
    const inFlight = responseOf(server, "/", agent);
    await request;
    const closed = server.close(10_000);
    const refused = await fetch(`${server.url}/quick`).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(TypeError);
    const started = performance.now();
    finish();
    expect(await inFlight).to.equal("done");
    await closed;
    expect(performance.now() - started).to.be.below(2_000);
  });

  it("the server aborts requests that still run at the end of the time limit for stopping", async () => {
    const { server, request } = await serveWaiting();
    const inFlight = responseOf(server, "/", agent).catch((error: unknown) => error);
    await request;
    const started = performance.now();
    await server.close(50);
    expect(performance.now() - started).to.be.within(40, 2_000);
    expect(await inFlight).to.be.instanceOf(Error);
  });
});
