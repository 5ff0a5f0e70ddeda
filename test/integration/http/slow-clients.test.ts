import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { expect } from "chai";
import express from "express";
import winston from "winston";
import { Registry } from "prom-client";
import { clientAddresses } from "../../../src/http/client-address.js";
import { jsonBody } from "../../../src/http/json-body.js";
import { errorHandler } from "../../../src/http/error-handler.js";
import { startServer, type RunningServer, type ServerOptions } from "../../../src/http/server.js";
import { acceptUpload } from "../../../src/http/upload.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { until } from "../../support/until.js";

const logger = winston.createLogger({ silent: true });

/** Much larger than what the system keeps for a reader. */
const LONG_ANSWER = Buffer.alloc(64 * 1024 * 1024);

function app() {
  const routes = express();
  let read = (): void => undefined;
  const reading = new Promise<void>((resolve) => (read = resolve));
  routes.post("/quick", jsonBody({ maxBytes: 1_000_000 }), (req, res) => res.json(req.body));
  routes.post("/upload", acceptUpload, async (req, res) => {
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
  // As when the engine does not take what is imported: nothing is read until the test says so.
  routes.post("/late-reader", acceptUpload, jsonBodyAfter(reading), (_req, res) => res.json("all of it"));
  routes.get("/long", (_req, res) => res.end(LONG_ANSWER));
  routes.use(errorHandler({ logger, metrics: createMetrics(new Registry()) }));
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

  /** Sends the same again and again. */
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

  async function client(server: RunningServer, beginning = ""): Promise<Client> {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    opened.push({ close: () => socket.destroy() });
    if (beginning !== "") socket.write(beginning);
    return new Client(socket);
  }

  const clients = (server: RunningServer, count: number, beginning: string) =>
    Promise.all(Array.from({ length: count }, () => client(server, beginning)));

  const quick = async (server: RunningServer) => {
    const body = JSON.stringify({ a: "b" });
    const answer = await fetch(`${server.url}/quick`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return [answer.status, await answer.text()];
  };

  const errorOf = ({ received }: Client) =>
    (JSON.parse(received.slice(received.indexOf("\r\n\r\n"))) as { errors: { code: string; message: string }[] })
      .errors[0]!;

  it("get 408 for a head that does not end", async () => {
    const server = await serve({ headMs: 100 });
    const slow = (await client(server, "POST /quick HTTP/1.1\r\nX-Slow: ")).drip("a", 10);
    await until("it to be closed", () => slow.closed);
    expect([slow.status, errorOf(slow).code, reasons]).to.deep.equal(["408", "request_timeout", ["head_late"]]);
  });

  it("are closed without a response when they send nothing", async () => {
    const silent = await client(await serve({ headMs: 100 }));
    await until("it to be closed", () => silent.closed);
    expect([silent.received, reasons]).to.deep.equal(["", ["head_late"]]);
  });

  it("get 408 for a body that is not complete in time, although bytes keep coming", async () => {
    const server = await serve({ limits: { bodyMs: 100 } });
    const slow = (await client(server, POST("/quick"))).drip("a", 10);
    await until("it to be closed", () => slow.closed);
    expect([slow.status, errorOf(slow)]).to.deep.equal([
      "408",
      { code: "request_timeout", message: "the body did not arrive in time", context: null },
    ]);
    expect([slow.received.includes("\r\nConnection: close\r\n"), reasons]).to.deep.equal([true, ["body_late"]]);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("may take longer for an upload at a minimum pace, and not below it", async () => {
    const server = await serve({ limits: { bodyMs: 100, upload: { bytes: 2_000, withinMs: 500 } } });
    const steady = await client(server, "POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 30000\r\n\r\n");
    steady.drip("a".repeat(1_000), 50); // 1.5 s, which is 15 times what others have
    const slow = (await client(server, "POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 30000\r\n\r\n")).drip(
      "a",
      50,
    );
    await until("the slow one to be closed", () => slow.closed);
    expect([slow.status, errorOf(slow).message]).to.deep.equal([
      "408",
      "the upload came too slowly or stood still; send it again",
    ]);
    await until("the other to be answered", () => steady.received.endsWith('{"bytes":30000}'));
    expect([steady.status, reasons]).to.deep.equal(["200", ["upload_slow"]]);
  });

  it("are not closed for bytes that the service has not read yet", async () => {
    const server = await serve({ limits: { bodyMs: 50, upload: { bytes: 2_000, withinMs: 50 } } });
    const body = JSON.stringify({ a: "b".repeat(5_000_000) });
    const head = `POST /late-reader HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const patient = await client(server, head + body);
    const slow = await client(server, POST("/quick"));
    // Whoever would be blamed would have been by then.
    await until("another to be closed three times over", () => slow.closed);
    for (let times = 0; times < 2; times += 1) {
      const next = await client(server, POST("/quick"));
      await until("it to be closed", () => next.closed);
    }
    expect([patient.closed, patient.received]).to.deep.equal([false, ""]);
    server.read();
    await until("the answer", () => patient.received.endsWith('"all of it"'));
  });

  it("are limited by address, and the one that waited longest is closed first", async () => {
    const server = await serve({ limits: { unfinishedPerAddress: 3, freshMs: 0 } });
    const slow: Client[] = [];
    for (let number = 0; number < 5; number += 1) {
      slow.push(await client(server, POST("/quick")));
      await until("it to be counted", () => reasons.length + server.connections().unfinished === number + 1);
    }
    await until("two to be closed", () => slow.filter(({ closed }) => closed).length === 2);
    expect(slow.map(({ closed }) => closed)).to.deep.equal([true, true, false, false, false]);
    expect([slow[0]!.status, errorOf(slow[0]!).code]).to.deep.equal(["408", "request_timeout"]);
    expect(reasons).to.deep.equal(["unfinished_evicted", "unfinished_evicted"]);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("are not late in a burst before their requests can have been read", async () => {
    const server = await serve({ limits: { unfinishedPerAddress: 3, freshMs: 60_000 } });
    const burst: Client[] = [];
    for (let number = 0; number < 8; number += 1) burst.push(await client(server, POST("/quick")));
    await until("all to be counted", () => server.connections().unfinished === burst.length);
    expect([reasons, burst.filter(({ closed }) => closed)]).to.deep.equal([[], []]);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("are counted one by one behind a proxy", async () => {
    const server = await serve({
      limits: { unfinishedPerAddress: 2, freshMs: 0 },
      addresses: clientAddresses("127.0.0.1"),
    });
    const of = (address: string) => client(server, POST("/quick", `X-Forwarded-For: ${address}\r\n`));
    const others = [await of("198.51.100.1"), await of("198.51.100.2")];
    await clients(server, 5, ""); // a balancer's, opened ahead of need
    const greedy: Client[] = [];
    for (let number = 0; number < 4; number += 1) greedy.push(await of("203.0.113.9"));
    await until("two to be closed", () => greedy.filter(({ closed }) => closed).length === 2);
    expect([...others, ...greedy].filter(({ closed }) => closed)).to.have.length(2);
    expect(others.map(({ closed }) => closed)).to.deep.equal([false, false]);
  });

  it("are limited in all: the address with the most is closed first", async () => {
    const limits = { unfinished: 6, unfinishedPerAddress: 6 };
    const server = await serve({ limits, addresses: clientAddresses("127.0.0.1") });
    const of = (address: string) => client(server, POST("/quick", `X-Forwarded-For: ${address}\r\n`));
    const many: Client[] = [];
    for (let number = 0; number < 5; number += 1) many.push(await of("203.0.113.9"));
    await until("all to be counted", () => server.connections().unfinished === 5);
    const few: Client[] = [];
    for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) few.push(await of(address));
    await until("two to be closed", () => many.filter(({ closed }) => closed).length === 2);
    expect(few.filter(({ closed }) => closed)).to.deep.equal([]);
  });

  it("make room past the most connections: an idle one first, else a slow one", async () => {
    const server = await serve({ limits: { connections: 10 } });
    const kept = await client(server, "GET /nowhere HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("it to idle", () => server.connections().idle === 1);
    const slow = await clients(server, 12, POST("/quick"));
    await until("room to be made", () => reasons.length === 3);
    await until("the one that idled to be closed", () => kept.closed);
    expect(reasons.sort()).to.deep.equal(["idle_evicted", "unfinished_evicted", "unfinished_evicted"]);
    await until("two of the slow ones to learn it", () => slow.filter(({ closed }) => closed).length === 2);
    expect(await quick(server)).to.deep.equal([200, '{"a":"b"}']);
  });

  it("have a response discarded that they do not read", async () => {
    const server = await serve({ limits: { unreadMs: 100 } });
    const reader = connect(server.port, "127.0.0.1");
    opened.push({ close: () => reader.destroy() });
    reader.on("error", () => undefined);
    reader.write("GET /long HTTP/1.1\r\nHost: shop\r\n\r\n");
    await until("it to be closed", () => reasons.includes("answer_unread"));
    await until("its connection to be gone", () => server.connections().answering === 0);
  });

  it("get the whole response when they read slowly but steadily", async () => {
    const server = await serve({ limits: { unreadMs: 1_000 } });
    const answer = await fetch(`${server.url}/long`);
    let bytes = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    expect([bytes, reasons]).to.deep.equal([LONG_ANSWER.length, []]);
  });

  it("leave nothing behind when they are gone", async () => {
    const server = await serve();
    const all = [
      ...(await clients(server, 3, "")),
      ...(await clients(server, 3, POST("/quick"))),
      ...(await clients(server, 3, POST("/upload"))),
      ...(await clients(server, 3, "GET /nowhere HTTP/1.1\r\nHost: shop\r\n\r\n")),
    ];
    await until("all to be counted", () => {
      const { unfinished, upload, idle } = server.connections();
      return unfinished === 6 && upload === 3 && idle === 3;
    });
    for (const { socket } of all) socket.destroy();
    const none = { unfinished: 0, upload: 0, idle: 0, answering: 0 };
    await until("all to be gone", () => JSON.stringify(server.connections()) === JSON.stringify(none));
  });
});
