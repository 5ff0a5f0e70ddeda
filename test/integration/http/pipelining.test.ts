import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { until } from "../../support/until.js";

const REQUESTS = 50;
const request = (number: number, headers = "") => `GET /${number} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const requests = (count = REQUESTS) => Array.from({ length: count }, (_, number) => request(number)).join("");
const numbers = (count = REQUESTS) => Array.from({ length: count }, (_, number) => `/${number}`);

describe("pipelined requests on one connection", () => {
  let server: RunningServer;
  let waiting: { url: string; response: ServerResponse }[];
  let closed: string[];
  let socket: Socket;
  let received: string;
  let hasEnded: boolean;

  const listener: RequestListener = ({ url = "" }, response) => {
    waiting.push({ url, response });
    response.once("close", () => closed.push(url));
  };

  beforeEach(async () => {
    [waiting, closed, received, hasEnded] = [[], [], "", false];
    server = await startServer(listener, { host: "127.0.0.1", port: 0 });
    socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("end", () => (hasEnded = true)).on("error", () => undefined);
    await once(socket, "connect");
  });

  afterEach(async () => {
    socket.destroy();
    await server.close(0);
  });

  const arrived = (count: number) => until(`${count} requests to arrive`, () => waiting.length === count);
  /** Responds to all waiting requests, the latest request first. */
  const respondToAll = () => {
    for (const { url, response } of [...waiting].reverse()) response.end(`<${url}>`);
  };
  const bodies = () => [...received.matchAll(/<(.*?)>/g)].map(([, body]) => body);
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  it("pipelined requests receive their responses in order", async () => {
    socket.write(requests());
    await arrived(REQUESTS);
    respondToAll();
    await until("all answers", () => bodies().length === REQUESTS);
    expect(bodies()).to.deep.equal(numbers());
  });

  it("pipelined requests are aborted when the client disconnects", async () => {
    socket.write(requests());
    await arrived(REQUESTS);
    socket.resetAndDestroy();
    await until("all to be given up", () => closed.length === REQUESTS);
    expect([...closed].sort()).to.deep.equal(numbers().sort());
    expect(waiting.every(({ response }) => response.destroyed)).to.equal(true);
    respondToAll();
  });

  it("pipelined requests receive their responses before the error for later malformed input", async () => {
    socket.write(`${requests(3)}NONSENSE\r\n\r\n`);
    await arrived(3);
    respondToAll();
    await until("the end", () => hasEnded);
    expect(bodies()).to.deep.equal(numbers(3));
    expect(statuses()).to.deep.equal([200, 200, 200, 400]);
  });

  it("a request with a malformed body receives 400 if no earlier request is pending", async () => {
    socket.write(`POST /0 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n`);
    await until("the end", () => hasEnded);
    expect(statuses()).to.deep.equal([400]);
  });

  it("pipelined requests are aborted without a response if the last request has a malformed body", async () => {
    socket.write(`${requests(2)}POST /2 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n`);
    await until("all to be given up", () => closed.length === 3);
    expect(received).to.equal("");
  });

  it("pipelined requests receive their responses when the server stops", async () => {
    socket.write(requests(3));
    await arrived(3);
    const stopped = server.close(10_000, 1_000);
    respondToAll();
    await stopped;
    expect(bodies()).to.deep.equal(numbers(3));
    expect(received.match(/connection: close/gi)).to.have.length(1);
  });

  it("pipelined requests are aborted if the client closes its end of the connection", async () => {
    socket.end(request(0));
    await arrived(1);
    await until("it to be given up", () => closed.length === 1);
  });
});
