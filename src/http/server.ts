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
  /** With the actual port, also when 0 was requested. */
  readonly url: string;
  readonly port: number;
  connections(): number;
  /**
   * Lets requests in flight finish for at most `graceMs`, then cuts them off. For the first `courtesyMs` of it (at most half;
   * none unless given) requests are still taken, on new and kept connections; from the beginning each answer says
   * `Connection: close`. Then nothing is accepted any more, and connections without a request are closed.
   */
  close(graceMs: number, courtesyMs?: number): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Open at once; past it the one that has waited longest for its client makes room. */
  readonly connections?: number;
  /** Told why the server closed a connection that its client would have kept. */
  readonly onClose?: (reason: CloseReason) => void;
  /** Milliseconds from a request's first byte to the end of its headers; also how long a new connection may say nothing. */
  readonly headMs?: number;
  /** Milliseconds that the body of a request may take to arrive, unless it is an upload. */
  readonly bodyMs?: number;
  /** Milliseconds in which a client sends nothing of an upload, or reads nothing of an answer. */
  readonly silentMs?: number;
  /** How often latecomers are looked for. */
  readonly sweepMs?: number;
}

/** Two packets on any line. */
const HEAD_MS = 10_000;

/** 100 kB on a slow mobile line. Trackers and pages send a tenth of that. */
const BODY_MS = 10_000;

/** FieldValues a sender that makes its feed on the way a while for its next part. */
const SILENT_MS = 60_000;

/** Milliseconds for any request to arrive, which only uploads need: 2 GB over a line of 5 Mbit/s. */
const UPLOAD_MS = 3_600_000;

/** Longer than the idle time of common load balancers, so that they close connections and never meet a closed one. */
const KEEP_ALIVE_MS = 75_000;

const SWEEP_MS = 1_000;

/** Connections that the system keeps until they are accepted. One that does not fit comes again after a whole second. */
const BACKLOG = 4_096;

/** Connections beyond the most that are accepted before those that make room for them are gone. */
const BURST = 128;

/** How often connections that have become idle are looked for while stopping. */
const IDLE_CHECK_MS = 20;

interface Exchange {
  /** Of the last request whose head has arrived. */
  readonly response?: ServerResponse;
  /** Since when that is so. */
  readonly since: number;
}

/** @throws the system's error (EADDRINUSE, EACCES …) when the port cannot be had. */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const { host, port, onClose = () => undefined, sweepMs = SWEEP_MS, bodyMs = BODY_MS } = options;
  const most = options.connections ?? connectionsWithin(openFileLimit());
  /** The one that has waited longest comes first. */
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

  /** Lets the reader of a late request answer it, so that all errors take the same path. */
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
      // A request without Host is answered by the application, like any other.
      requireHostHeader: false,
    },
    (req, res) => {
      const { socket } = req;
      // It is being closed: a request that is not looked at may safely be repeated.
      if (!open.has(socket) || socket.writableEnded) {
        socket.destroy();
        return;
      }
      if (isClosing) res.setHeader("Connection", "close");
      if (res.socket === null) endWithConnection(res);
      wait(socket, res);
      // From then on it is the client's turn to read.
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
    if (response === undefined) return; // `headersTimeout` is for those
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
      // What followed a request is no request; that one is answered first.
      socket.pause();
      response.once("finish", () => respondToClientError(error, socket));
    } else if (response?.socket === null && !response.writableFinished) {
      // It would be taken for the answer to a request before it.
      socket.destroy();
    } else {
      if (error.code === LATE) onClose("late");
      // A browser opens connections ahead of need; an answer to nothing would be taken for the next request's.
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

  /** Node counts a connection that has sent nothing among those with a request. */
  function closeIdle(): void {
    server.closeIdleConnections();
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    url: urlOf(host, address.port),
    port: address.port,
    connections: () => open.size,
    async close(graceMs, courtesyMs = 0) {
      // A client may send a request on a kept connection in the very moment in which that is closed. So an answer closes
      // it, wherever there is a next request within the courtesy time.
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
const SLOW_UPLOAD = "the upload came too slowly or stood still; send it again";

/** Whether a reader waits for the body of its request. */
const isArriving = ({ req, writableEnded }: ServerResponse): boolean =>
  !req.complete && !writableEnded && req.listenerCount("error") > 0;

/** Whether it waits for the service, or for an upload that keeps coming, and not for its client to read. */
const isAtWork = ({ req, writableEnded }: ServerResponse): boolean =>
  !writableEnded && req.socket.writableLength === 0 && (req.complete || isUpload(req));

/** Node reports a closed connection only to the response whose turn it is; others to requests sent at once would wait for ever. */
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

/** An address that works from the same machine: one that listens everywhere is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** Descriptors for everything but connections of clients: the engine's (at most 256), files, the operations listener. */
const RESERVED = 512;

/** Beyond it a process has no processor time for them anyway. */
const MOST = 10_000;

const FEWEST = 64;

/** The limit where the system's is unknown. */
const USUAL_LIMIT = 1_024;

/** How many connections a process that may have so many files open should keep at most. */
export const connectionsWithin = (openFiles: number): number =>
  Math.min(MOST, Math.max(FEWEST, openFiles - RESERVED, Math.floor(openFiles / 4)));

/** Reads the soft limit from Linux's `/proc/<process>/limits`; undefined when it is not there. Infinity is a number. */
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

/** Where shoppers and merchants ask, and where those ask who look after the process. */
type Listener = "public" | "operations";

interface Listeners {
  /** @throws as `startServer` */
  open(listener: Listener, handler: RequestListener, port: number): Promise<RunningServer>;
  /** Brings the gauge of open connections up to date. */
  count(): void;
}

/** Servers of one process that share its open files: whatever happens on one, the other has its own. */
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

/** A handful of machines ask here. */
const OPERATIONS_CONNECTIONS = 64;
