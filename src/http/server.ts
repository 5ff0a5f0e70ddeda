import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { ServiceError } from "../errors.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Context } from "../context.js";
import type { CloseReason } from "../observability/index.js";
import { LATE, respondToClientError } from "./error-handler.js";
import { isUpload } from "./upload.js";

export interface RunningServer {
  /** URL of the server with the actual port, even if port 0 was requested. */
  readonly url: string;
  readonly port: number;
  connections(): number;
  /**
   * Closes the server. Waits at most `graceMs` for running requests to finish. During the first `courtesyMs` (at most half of `graceMs`,
   * default 0), new requests are still accepted on new and existing connections. From the call on, each response has the header
   * `Connection: close`. After `courtesyMs`, the server rejects new connections and closes idle connections.
   */
  close(graceMs: number, courtesyMs?: number): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /**
   * Maximum number of open connections. If the number is exceeded, the server closes the connection that has waited longest for the client
   * to send or read data.
   */
  readonly connections?: number;
  /** Called with the reason when the server closes a connection that the client would have kept open. */
  readonly onClose?: (reason: CloseReason) => void;
  /**
   * Maximum time in milliseconds from the first byte of a request to the end of its headers. The limit also applies to new connections that
   * have not sent any data.
   */
  readonly headMs?: number;
  /** Maximum time in milliseconds for receiving the body of a request, except for uploads. */
  readonly bodyMs?: number;
  /** Maximum time in milliseconds for which a client may pause sending an upload or reading a response. */
  readonly silentMs?: number;
  /** Interval in milliseconds between checks for requests that have timed out. */
  readonly sweepMs?: number;
}

/** Maximum milliseconds for receiving the request headers. Headers of two packets arrive within this limit on any connection. */
const HEAD_MS = 10_000;

/** Maximum milliseconds for receiving a request body. The limit is enough for 100 kB on a slow mobile connection. */
const BODY_MS = 10_000;

/** Maximum milliseconds without data during an upload. The limit is long, because clients may generate a feed while sending it. */
const SILENT_MS = 60_000;

/** Maximum milliseconds for receiving a request. An upload of 2 GB at 5 Mbit/s takes this long. */
const UPLOAD_MS = 3_600_000;

/**
 * Time in milliseconds for which idle connections stay open. The time is longer than the idle timeout of common load balancers, so that
 * load balancers close connections first and never use a closed connection.
 */
const KEEP_ALIVE_MS = 75_000;

const SWEEP_MS = 1_000;

/**
 * Maximum number of connections that the operating system queues until they are accepted. If the queue is full, clients retry only after a
 * second.
 */
const BACKLOG = 4_096;

/** Number of connections accepted above the maximum while older connections are being closed. */
const BURST = 128;

/** Interval in milliseconds between searches for idle connections during shutdown. */
const IDLE_CHECK_MS = 20;

interface Exchange {
  /** Response to the connection's most recent request with complete headers. */
  readonly response?: ServerResponse;
  /** Time of the last state change: connection opened, request received or response completed. */
  readonly since: number;
}

/** @throws the operating system's error (EADDRINUSE, EACCES …) if the port is unavailable */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const { host, port, onClose = () => undefined, sweepMs = SWEEP_MS, bodyMs = BODY_MS } = options;
  const most = options.connections ?? connectionsWithin(openFileLimit());
  /** Open connections in the order of their last state change: the connection that has waited longest is the first. */
  const open = new Map<Socket, Exchange>();
  let isClosing = false;

  function wait(socket: Socket, response?: ServerResponse): void {
    open.delete(socket);
    open.set(socket, { since: performance.now(), ...(response && { response }) });
  }

  function makeRoom(): void {
    for (const [socket, { response }] of open) {
      if (response !== undefined && isAtWork(response)) continue;
      onClose("evicted");
      open.delete(socket);
      socket.destroy();
      return;
    }
  }

  /** Passes the timeout error to the reader of an incomplete body, so that the common error handler responds. */
  function expire(socket: Socket, response: ServerResponse): void {
    onClose("late");
    open.delete(socket);
    const { req } = response;
    if (response.headersSent) socket.destroy();
    else {
      response.setHeader("Connection", "close");
      req.emit("error", new ServiceError("request_timeout", isUpload(req) ? SLOW_UPLOAD : LATE_BODY));
    }
  }

  const server = createServer(
    {
      headersTimeout: options.headMs ?? HEAD_MS,
      requestTimeout: UPLOAD_MS,
      connectionsCheckingInterval: sweepMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The application handles requests without a Host header like all other requests.
      requireHostHeader: false,
    },
    (req, res) => {
      const { socket } = req;
      // The connection is being closed, so the request is not processed and the client can safely repeat it.
      if (!open.has(socket) || socket.writableEnded) {
        socket.destroy();
        return;
      }
      if (isClosing) res.setHeader("Connection", "close");
      if (res.socket === null) endWithConnection(res);
      wait(socket, res);
      // Once the response is complete, the connection waits until the client has read the response.
      res.once("prefinish", () => {
        if (open.get(socket)?.response === res) wait(socket, res);
      });
      listener(req, res);
    },
  );
  server.timeout = options.silentMs ?? SILENT_MS;
  server.maxConnections = most + BURST;
  server.on("drop", () => onClose("refused"));
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) makeRoom();
    wait(socket);
    socket.setMaxListeners(0);
    socket.once("close", () => open.delete(socket));
  });
  server.on("timeout", (socket: Socket) => {
    const response = open.get(socket)?.response;
    if (response === undefined) return; // `headersTimeout` closes connections without a request
    if (response.writableFinished) socket.destroy();
    else if (isArriving(response) && response.req.readableLength === 0) expire(socket, response);
    else if (socket.writableLength > 0) {
      onClose("unread");
      socket.destroy();
    }
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = open.get(socket)?.response;
    if (error.code === LATE && response !== undefined && isArriving(response)) {
      expire(socket, response);
    } else if (response?.req.complete === true && !response.writableFinished) {
      // The client sent invalid data after a valid request. The response to the valid request is sent first.
      socket.pause();
      response.once("finish", () => respondToClientError(error, socket));
    } else if (response?.socket === null && !response.writableFinished) {
      // The client would mistake an error response for the response to an earlier request.
      socket.destroy();
    } else {
      if (error.code === LATE) onClose("late");
      // Unused connections get no response, as a browser would treat it as the response to the next request.
      if (socket.bytesRead === 0) socket.destroy();
      else respondToClientError(error, socket);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const sweep = startPeriodic(
    () => {
      const latest = performance.now() - bodyMs;
      for (const [socket, { response, since }] of open) {
        if (since > latest || response === undefined) continue;
        if (isArriving(response) && !isUpload(response.req)) expire(socket, response);
      }
    },
    { everyMs: sweepMs },
  );
  const address = server.address() as AddressInfo;

  /** Closes idle connections, and connections that have not sent any data, which Node counts as active. */
  function closeIdle(): void {
    server.closeIdleConnections();
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    url: urlOf(host, address.port),
    port: address.port,
    connections: () => open.size,
    async close(graceMs, courtesyMs = 0) {
      // During `courtesyMs`, the server closes a connection only after a response, so that no request is lost.
      isClosing = true;
      for (const { response } of open.values())
        if (response?.headersSent === false) response.setHeader("Connection", "close");
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      const until = performance.now() + Math.min(courtesyMs, graceMs / 2);
      while (performance.now() < until && open.size > 0) await delay(IDLE_CHECK_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = startPeriodic(closeIdle, { everyMs: IDLE_CHECK_MS, atOnce: true });
      await closed;
      clearTimeout(late);
      await idle.close();
      await sweep.close();
    },
  };
}

const LATE_BODY = "the body did not arrive in time";
const SLOW_UPLOAD = "the upload was too slow or stalled; send it again";

/** Returns whether the body of a request is incomplete and a body reader is waiting for the rest. */
const isArriving = ({ req, writableEnded }: ServerResponse): boolean =>
  !req.complete && !writableEnded && req.listenerCount("error") > 0;

/** Returns whether the service is still processing a request or receiving an upload. */
const isAtWork = ({ req, writableEnded }: ServerResponse): boolean =>
  !writableEnded && req.socket.writableLength === 0 && (req.complete || isUpload(req));

/**
 * Ends a pipelined response when its connection closes. Node reports the closing only to the first response, and later
 * responses would wait forever.
 */
function endWithConnection(response: ServerResponse): void {
  const { socket } = response.req;
  const onClose = () => {
    if (response.socket !== null) return;
    response.destroy();
    response.emit("close");
  };
  socket.once("close", onClose);
  response.once("finish", () => socket.off("close", onClose));
}

/** Returns the server's URL for clients on the same machine. A server on all interfaces is reachable at the loopback address. */
function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * Number of file descriptors that are reserved for purposes other than client connections: engine connections (at most 256), files, and the
 * operations listener.
 */
const RESERVED = 512;

/** Maximum number of client connections of a process. More connections would saturate the CPU of the process. */
const MOST = 10_000;

const FEWEST = 64;

/** Assumed maximum number of open files, for systems where the actual limit cannot be read. */
const USUAL_LIMIT = 1_024;

/** Returns the maximum number of client connections of a process that may open `openFiles` files. */
export const connectionsWithin = (openFiles: number): number =>
  Math.min(MOST, Math.max(FEWEST, openFiles - RESERVED, Math.floor(openFiles / 4)));

/**
 * Returns the soft limit of open files from the text of Linux's `/proc/<process>/limits`; undefined if the limit is missing, Infinity for
 * "unlimited".
 */
export function openFilesIn(limits: string): number | undefined {
  const soft = /^Max open files\s+(\d+|unlimited)\s/m.exec(limits)?.[1];
  if (soft === undefined) return undefined;
  return soft === "unlimited" ? Infinity : Number(soft);
}

export function openFileLimit(): number {
  try {
    return openFilesIn(readFileSync("/proc/self/limits", "utf8")) ?? USUAL_LIMIT;
  } catch {
    return USUAL_LIMIT;
  }
}

/** Name of a server: `public` serves shoppers and merchants, `operations` serves operators. */
type Listener = "public" | "operations";

interface Listeners {
  /** @throws the same errors as `startServer` */
  open(listener: Listener, handler: RequestListener, port: number): Promise<RunningServer>;
  /** Updates the gauge of open connections. */
  count(): void;
}

/**
 * Creates the public and the operations server of a process. Each server has its own share of the process's open files, so that overload of
 * one server does not affect the other server.
 */
export function createListeners({ config, metrics: { connections: metrics } }: Context): Listeners {
  const { host, maxConnections = Infinity } = config;
  const opened = new Map<Listener, RunningServer>();
  const connections = {
    public: Math.min(maxConnections, connectionsWithin(openFileLimit())),
    operations: OPERATIONS_CONNECTIONS,
  };
  return {
    async open(listener, handler, port) {
      const onClose = (reason: CloseReason) => metrics.closed.inc({ listener, reason });
      const server = await startServer(handler, { host, port, connections: connections[listener], onClose });
      opened.set(listener, server);
      return server;
    },
    count() {
      for (const [listener, server] of opened) metrics.open.set({ listener }, server.connections());
    },
  };
}

/** Maximum number of connections to the operations server, which few machines query. */
const OPERATIONS_CONNECTIONS = 64;
