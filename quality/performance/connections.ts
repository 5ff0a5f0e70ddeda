import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A pool of keep-alive connections to one server, one per concurrent request. */
export interface Connections {
  /**
   * Sends a request and returns the response body, which is empty for status 503.
   * @param request HTTP request, formatted by `postText`
   * @throws Error if the status is neither 200 nor 503
   */
  send(request: string): Promise<Buffer>;
  /** Number of 503 responses so far. */
  refused(): number;
  close(): void;
}

/** Formats an HTTP POST request with a JSON body. */
export function postText(target: string, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { Host: "bench", "Content-Type": "application/json", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${target} HTTP/1.1\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/**
 * Minimal HTTP/1.1 client for responses with `Content-Length` and without compression. On two cores, the CPU time of
 * the load generator reduces the measured throughput. This client needs less CPU time than `node:http`.
 */
export function keptConnections(base: string): Connections {
  const { hostname, port } = new URL(base);
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let refused = 0;
  const opened = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    const connection = openConnection(socket);
    all.add(connection);
    socket.once("close", () => all.delete(connection));
    return connection;
  };
  const kept = () => {
    for (;;) {
      const connection = idle.pop();
      if (connection === undefined || !connection.socket.destroyed) return connection;
    }
  };
  return {
    async send(request) {
      const connection = kept() ?? (await opened());
      const { status, body } = await connection.exchange(request);
      idle.push(connection);
      if (status === 200) return body;
      if (status === 503) {
        refused += 1;
        return Buffer.alloc(0);
      }
      throw new Error(`${request.slice(0, request.indexOf("\r\n"))}: ${status} ${body.toString("utf8").slice(0, 500)}`);
    },
    refused: () => refused,
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

interface ResponseBody {
  readonly status: number;
  readonly body: Buffer;
}

interface Connection {
  readonly socket: Socket;
  /** A connection that sends one request at a time. */
  exchange(request: string): Promise<ResponseBody>;
}

const END_OF_HEAD = "\r\n\r\n";

function openConnection(socket: Socket): Connection {
  let waiting: { resolve(response: ResponseBody): void; reject(error: Error): void } | undefined;
  let head: { status: number; length: number } | undefined;
  let chunks: Buffer[] = [];
  let length = 0;

  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (head === undefined) {
      const bytes = joined(chunks);
      const end = bytes.indexOf(END_OF_HEAD);
      if (end === -1) return;
      head = readHead(bytes.toString("latin1", 0, end));
      if (head === undefined) {
        socket.destroy(new Error(`a response has no Content-Length:\n${bytes.toString("latin1", 0, end)}`));
        return;
      }
      chunks = [bytes.subarray(end + END_OF_HEAD.length)];
      length = bytes.length - end - END_OF_HEAD.length;
    }
    if (length < head.length) return;
    const response = { status: head.status, body: joined(chunks) };
    const requested = waiting;
    [waiting, head, chunks, length] = [undefined, undefined, [], 0];
    requested?.resolve(response);
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.once("close", () => waiting?.reject(new Error("the connection was closed before the response was complete")));

  return {
    socket,
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
  };
}

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);

/** Parses the status and content length of a response. Returns undefined if `Content-Length` is missing. */
function readHead(head: string): { status: number; length: number } | undefined {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) return undefined;
  return { status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)), length: Number(length) };
}
