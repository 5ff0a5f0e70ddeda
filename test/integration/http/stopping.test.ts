import { once } from "node:events";
import { Agent, get, type IncomingMessage, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { rollingRestart } from "../../../quality/fault-injection/rolling-restart.js";
import { until } from "../../support/until.js";

const LOCAL = { host: "127.0.0.1", port: 0 };

/** Sends one request on a new connection and keeps the connection open. */
async function keptConnection(server: RunningServer): Promise<Socket & { received: string; hasEnded: boolean }> {
  const socket = Object.assign(connect({ port: server.port, allowHalfOpen: true }), { received: "", hasEnded: false });
  socket.setEncoding("utf8").on("data", (text: string) => (socket.received += text));
  socket.on("end", () => (socket.hasEnded = true));
  socket.on("error", () => undefined);
  socket.write("GET /quick HTTP/1.1\r\nHost: shop\r\n\r\n");
  await until("the answer", () => socket.received.endsWith("quick"));
  return socket;
}

describe("a server that is shutting down", () => {
  const quick: RequestListener = (_req, res) => res.end("quick");

  it("a server that is shutting down continues to respond during a grace period", async () => {
    const server = await startServer(quick, LOCAL);
    const kept = await keptConnection(server);
    expect(kept.received).to.include("\r\nConnection: keep-alive\r\n");
    const closed = server.close(10_000, 5_000);
    const fresh = await keptConnection(server);
    expect(fresh.received).to.include("\r\nConnection: close\r\n");
    kept.received = "";
    kept.write("GET /quick HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("both to be told", () => kept.hasEnded && fresh.hasEnded);
    expect(kept.received)
      .to.match(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n/)
      .and.match(/quick$/);
    for (const socket of [kept, fresh]) socket.end();
    // Every connection was closed with its response, so the server stops before the time limit.
    const started = performance.now();
    await closed;
    expect(performance.now() - started).to.be.below(4_000);
  });

  it("a server that is shutting down sends Connection: close in the response to a running request", async () => {
    let finish: (() => void) | undefined;
    const server = await startServer((_req, res) => (finish = () => res.end("done")), LOCAL);
    const agent = new Agent({ keepAlive: true });
    const response = once(get(server.url, { agent }), "response") as Promise<[IncomingMessage]>;
    await until("the request", () => finish !== undefined);
    const closed = server.close(10_000, 1);
    finish?.();
    const [{ headers }] = await response;
    expect(headers.connection).to.equal("close");
    agent.destroy();
    await closed;
  });

  it("a server that is shutting down closes idle connections without a reset", async () => {
    const server = await startServer(quick, LOCAL);
    const kept = await keptConnection(server);
    const silent = connect(server.port, "127.0.0.1");
    await once(silent, "connect");
    await until("it to be known", () => server.connections() === 2);
    const errors: unknown[] = [];
    for (const socket of [kept, silent]) socket.on("error", (error) => errors.push(error));
    silent.resume();
    await server.close(10_000);
    await until("their end", () => kept.hasEnded && silent.readableEnded);
    expect(errors).to.deep.equal([]);
    kept.destroy();
  });

  it("a server that is shutting down exits within its time limit even if clients hang", async () => {
    let isRequested = false;
    const server = await startServer(() => (isRequested = true), LOCAL);
    const hanging = connect(server.port, "127.0.0.1").on("error", () => undefined);
    hanging.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
    const half = connect(server.port, "127.0.0.1").on("error", () => undefined);
    half.write("GET / HTTP/1.1\r\nHo");
    await until("both", () => isRequested && server.connections() === 2);
    const started = performance.now();
    await server.close(400, 200);
    expect(performance.now() - started).to.be.within(390, 3_000);
  });

  it("a server that is shutting down loses no request behind a load balancer that checks /readyz", async () => {
    const start = async () => {
      let isStopping = false;
      const operations = await startServer((_req, res) => res.writeHead(isStopping ? 503 : 200).end(), LOCAL);
      const server = await startServer((_req, res) => setImmediate(() => res.end("an answer")), LOCAL);
      return {
        base_url: server.url,
        operations_url: operations.url,
        stop: async () => {
          if (isStopping) return;
          isStopping = true;
          await delay(500);
          await server.close(4_000, 1_000);
          await operations.close(0);
        },
      };
    };
    const checks = await rollingRestart({ start, request: { method: "GET", path: "/" }, clients: 40 });
    expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  });
});
