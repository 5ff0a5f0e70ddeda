import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { expect } from "chai";
import express from "express";
import { jsonBody } from "../../../src/http/json-body.js";
import { errorHandler } from "../../../src/http/error-handler.js";
import { startServer, type RunningServer, type ServerOptions } from "../../../src/http/server.js";
import { acceptUpload } from "../../../src/http/upload.js";
import { contextOn } from "../../support/context.js";
import { until } from "../../support/until.js";

/** Response body of 64 MiB, which exceeds the socket buffers of the operating system. */
const LONG_RESPONSE = Buffer.alloc(64 * 1024 * 1024);

/** Names of the routes that have received a request. */
const begun = new Set<string>();

function app() {
  begun.clear();
  const routes = express();
  let read = (): void => undefined;
  const reading = new Promise<void>((resolve) => (read = resolve));
  routes.post("/quick", jsonBody({ maxBytes: 1_000_000 }), (req, res) => res.json(req.body));
  routes.post("/upload", acceptUpload, async (req, res) => {
    begun.add("upload");
    let bytes = 0;
    const counting = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done();
      },
    });
    await pipeline(req, counting);
    res.json({ bytes });
  });
  // Simulates an import that is delayed by the engine: the body is read only after the test calls `read`.
  routes.post("/late-reader", acceptUpload, jsonBodyAfter(reading), (_req, res) => res.json("all of it"));
  routes.get("/long", (_req, res) => res.end(LONG_RESPONSE));
  routes.get("/wait", async (_req, res) => {
    begun.add("wait");
    await reading;
    res.json("done");
  });
  routes.use(errorHandler(contextOn()));
  return { routes, read };
}

function jsonBodyAfter(reading: Promise<void>): express.RequestHandler {
  const parse = jsonBody({ maxBytes: 10_000_000 });
  return async (req, res, next) => {
    await reading;
    await parse(req, res, next);
  };
}

class Client {
  received = "";
  closed = false;
  readonly #drip = new Set<NodeJS.Timeout>();

  constructor(readonly socket: Socket) {
    socket.setEncoding("utf8").on("data", (text: string) => (this.received += text));
    socket.on("error", () => undefined);
    socket.once("close", () => {
      this.closed = true;
      for (const timer of this.#drip) clearInterval(timer);
    });
  }

  /** Sends the same text repeatedly, every `everyMs` milliseconds. */
  drip(text: string, everyMs: number) {
    this.#drip.add(setInterval(() => this.socket.writable && this.socket.write(text), everyMs));
    return this;
  }

  get status() {
    return this.received.split(" ")[1];
  }
}

const POST = (path: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n${more}\r\n{"a":"`;

describe("slow clients", () => {
  const opened: { close(): unknown }[] = [];
  let reasons: string[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  async function serve(options: Partial<ServerOptions> = {}): Promise<RunningServer & { read: () => void }> {
    reasons = [];
    const { routes, read } = app();
    const server = await startServer(routes, {
      host: "127.0.0.1",
      port: 0,
      sweepMs: 20,
      onClose: (reason) => reasons.push(reason),
      ...options,
    });
    opened.push({ close: () => server.close(0) });
    return { ...server, read };
  }

  async function client(server: RunningServer, prefix = ""): Promise<Client> {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    opened.push({ close: () => socket.destroy() });
    if (prefix !== "") socket.write(prefix);
    return new Client(socket);
  }

  const clients = (server: RunningServer, count: number, prefix: string) =>
    Promise.all(Array.from({ length: count }, () => client(server, prefix)));

  const quick = async (server: RunningServer) => {
    const body = JSON.stringify({ a: "b" });
    const response = await fetch(`${server.url}/quick`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return [response.status, await response.text()];
  };

  const errorOf = ({ received }: Client) =>
    (JSON.parse(received.slice(received.indexOf("\r\n\r\n"))) as { errors: { code: string; message: string }[] })
      .errors[0]!;

  it("slow clients receive 408 for an incomplete request head", async () => {
    const server = await serve({ headMs: 100 });
    const slow = (await client(server, "POST /quick HTTP/1.1\r\nX-Slow: ")).drip("a", 10);
    await until("it to be closed", () => slow.closed);
    expect([slow.status, errorOf(slow).code, reasons]).to.deep.equal(["408", "request_timeout", ["late"]]);
  });

  it("slow clients are disconnected without a response if they send no data", async () => {
    const silent = await client(await serve({ headMs: 100 }));
    await until("it to be closed", () => silent.closed);
    expect([silent.received, reasons]).to.deep.equal(["", ["late"]]);
  });

  it("slow clients receive 408 for a body that is not complete in time", async () => {
    const server = await serve({ bodyMs: 100 });
    const slow = (await client(server, POST("/quick"))).drip("a", 10);
    await until("it to be closed", () => slow.closed);
    expect([slow.status, errorOf(slow)]).to.deep.equal([
      "408",
      { code: "request_timeout", message: "the body did not arrive in time", context: null },
    ]);
    expect([slow.received.includes("\r\nConnection: close\r\n"), reasons]).to.deep.equal([true, ["late"]]);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("slow clients may exceed the time limit during an upload, as long as they keep sending data", async () => {
    const server = await serve({ bodyMs: 100, silentMs: 1_000 });
    const head = "POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 30\r\n\r\n";
    const steady = (await client(server, head)).drip("a", 50); // sends for 1.5 s; other routes are limited to 0.1 s
    const still = await client(server, `${head}a`);
    await until("the one that stands still to be closed", () => still.closed);
    expect([still.status, errorOf(still).message]).to.deep.equal([
      "408",
      "the upload was too slow or stalled; send it again",
    ]);
    await until("the other to be answered", () => steady.received.endsWith('{"bytes":30}'));
    expect([steady.status, reasons]).to.deep.equal(["200", ["late"]]);
  });

  it("a client is not disconnected if the service is slow to read its request", async () => {
    const server = await serve({ bodyMs: 50, silentMs: 200 });
    const body = JSON.stringify({ a: "b".repeat(5_000_000) });
    const head = `POST /late-reader HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const patient = await client(server, head + body);
    // Waits longer than the time after which a slow client is disconnected.
    for (let times = 0; times < 3; times += 1) {
      const still = await client(server, "POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 30\r\n\r\na");
      await until("it to be closed", () => still.closed);
    }
    expect([patient.closed, patient.received]).to.deep.equal([false, ""]);
    server.read();
    await until("the answer", () => patient.received.endsWith('"all of it"'));
  });

  it("slow clients are disconnected at the connection limit, starting with the longest idle client", async () => {
    const server = await serve({ connections: 10 });
    const kept = await client(server, "GET /nowhere HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("its answer", () => kept.status === "404");
    const slow: Client[] = [];
    for (let count = 2; count <= 10; count += 1) {
      slow.push(await client(server, POST("/quick")));
      await until("it to be counted", () => server.connections() === count);
    }
    for (const name of ["GET /nowhere HTTP/1.1\r\n", ""]) await client(server, name);
    await until("two to be closed", () => reasons.length === 2);
    await until("them to learn it", () => kept.closed && slow[0]?.closed === true);
    expect([reasons, slow.filter(({ closed }) => closed).length]).to.deep.equal([["evicted", "evicted"], 1]);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("clients with an upload or a running request are not disconnected at the connection limit", async () => {
    const server = await serve({ connections: 4 });
    const upload = await client(server, "POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 3\r\n\r\na");
    const worked = await client(server, "GET /wait HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("both to be served", () => begun.size === 2);
    for (let count = 0; count < 6; count += 1) await client(server, POST("/quick"));
    await until("four to be closed", () => reasons.length === 4);
    expect([upload.closed, worked.closed]).to.deep.equal([false, false]);
    upload.socket.write("bc");
    server.read();
    await until("both answers", () => upload.received.endsWith('{"bytes":3}') && worked.received.endsWith('"done"'));
  });

  it("slow clients are disconnected if they do not read the response", async () => {
    const server = await serve({ silentMs: 100 });
    const reader = connect(server.port, "127.0.0.1");
    opened.push({ close: () => reader.destroy() });
    reader.on("error", () => undefined);
    reader.write("GET /long HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("it to be closed", () => reasons.includes("unread"));
    await until("its connection to be gone", () => server.connections() === 0);
  });

  it("slow clients receive the whole response if they read slowly but steadily", async () => {
    const server = await serve({ silentMs: 1_000 });
    const response = await fetch(`${server.url}/long`);
    let bytes = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    expect([bytes, reasons]).to.deep.equal([LONG_RESPONSE.length, []]);
  });

  it("connections of slow clients are no longer counted after the clients disconnect", async () => {
    const server = await serve();
    const prefixes = ["", POST("/quick"), POST("/upload"), "GET /nowhere HTTP/1.1\r\nHost: shop\r\n\r\n"];
    const all = await Promise.all(prefixes.map((prefix) => clients(server, 3, prefix)));
    await until("all to be counted", () => server.connections() === 12);
    for (const { socket } of all.flat()) socket.destroy();
    await until("all to be gone", () => server.connections() === 0);
  });
});
