import { createServer, type RequestListener, Server } from "node:http";
import { type AddressInfo, Server as TcpServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { startPeriodic } from "../lib/periodic.js";
import type { CloseReason, ConnectionMetrics } from "../observability/metrics.js";
import { clientAddresses, type ClientAddresses } from "./client-address.js";
import {
  type ConnectionCounts,
  type ConnectionLimits,
  type Connections,
  createConnections,
  DEFAULT_CONNECTION_LIMITS,
} from "./connections.js";

export interface RunningServer {
  /** With the actual port, also when 0 was requested. */
  readonly url: string;
  readonly port: number;
  connections(): ConnectionCounts;
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
  readonly limits?: Partial<ConnectionLimits>;
  readonly addresses?: ClientAddresses;
  /** Told why the server closed a connection that its client would have kept. */
  readonly onClose?: (reason: CloseReason) => void;
  /** Milliseconds from a request's first byte to the end of its headers; also how long a new connection may say nothing. */
  readonly headMs?: number;
  /** How often latecomers are looked for. */
  readonly sweepMs?: number;
}

/** Two packets on any line. */
const HEAD_MS = 10_000;

/** Longer than the idle time of common load balancers, so that they close connections and never meet a closed one. */
const KEEP_ALIVE_MS = 75_000;

const SWEEP_MS = 1_000;

/** Connections that the system keeps until they are accepted. One that does not fit comes again after a whole second. */
const BACKLOG = 4_096;

/** How often connections that have become idle are looked for while stopping. */
const IDLE_CHECK_MS = 20;

/** @throws the system's error (EADDRINUSE, EACCES …) when the port cannot be had. */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const { host, port, onClose = () => undefined, sweepMs = SWEEP_MS } = options;
  const connections = createConnections({
    limits: { connections: connectionsWithin(openFileLimit()), ...DEFAULT_CONNECTION_LIMITS, ...options.limits },
    addresses: options.addresses ?? clientAddresses(),
    onClose,
    now: () => performance.now(),
  });
  const server = createServer(
    {
      headersTimeout: options.headMs ?? HEAD_MS,
      // Bodies have their own times by route; one for all would be an upload's.
      requestTimeout: 0,
      connectionsCheckingInterval: sweepMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A request without Host is answered by the application, like any other.
      requireHostHeader: false,
    },
    (req, res) => {
      if (connections.requested(req, res)) listener(req, res);
    },
  );
  server.on("connection", (socket: Socket) => connections.opened(socket));
  server.on("timeout", (socket: Socket) => connections.timedOut(socket));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => connections.clientError(error, socket));
  // Node would cut off the answers that a client still reads after it has ended its side; `connections` decides.
  Object.assign(server, { httpAllowHalfOpen: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const sweep = startPeriodic(() => connections.sweep(), { everyMs: sweepMs });
  const address = server.address() as AddressInfo;
  return {
    url: urlOf(host, address.port),
    port: address.port,
    connections: () => connections.counts(),
    async close(graceMs, courtesyMs = 0) {
      await close(server, connections, graceMs, Math.min(courtesyMs, graceMs / 2));
      await sweep.close();
    },
  };
}

/** An address that works from the same machine: one that listens everywhere is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * A client may send a request on a kept connection at the very moment in which it is closed; nothing in HTTP/1.1 prevents
 * that. So a connection is closed by an answer that says so, wherever there is a next request within the courtesy time, and
 * only those without any are closed unasked: right after the network was looked at, when nothing has come.
 */
async function close(server: Server, connections: Connections, graceMs: number, courtesyMs: number): Promise<void> {
  connections.announceClose();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  const until = performance.now() + courtesyMs;
  while (performance.now() < until && isAnyOpen(connections.counts())) await delay(IDLE_CHECK_MS);
  // Node's own `close` would reset what idles; the one below it only stops to listen.
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  const idle = startPeriodic(() => setImmediate(() => connections.endSomeIdle()), { everyMs: IDLE_CHECK_MS });
  try {
    await closed;
  } finally {
    await idle.close();
    clearTimeout(late);
    Server.prototype.close.call(server, () => undefined); // ends Node's own timer
  }
}

const isAnyOpen = (counts: ConnectionCounts): boolean => Object.values(counts).some((count) => count > 0);

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

/** How many files this process may have open. */
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

interface ListenerConfig {
  readonly host: string;
  /** What the limit of open files allows unless given, and at most. */
  readonly maxConnections?: number | undefined;
  readonly maxUnfinishedPerAddress: number;
}

interface ListenersDeps {
  readonly config: ListenerConfig;
  readonly addresses: ClientAddresses;
  readonly metrics: ConnectionMetrics;
}

/** Servers of one process that share its open files: whatever happens on one, the other has its own. */
export function createListeners({ config, addresses, metrics }: ListenersDeps): Listeners {
  const opened = new Map<Listener, RunningServer>();
  const limits = { public: publicLimits(config), operations: OPERATIONS_LIMITS };
  return {
    async open(listener, handler, port) {
      const server = await startServer(handler, {
        host: config.host,
        port,
        limits: limits[listener],
        addresses,
        onClose: (reason) => metrics.closed.inc({ listener, reason }),
      });
      opened.set(listener, server);
      return server;
    },
    count() {
      for (const [listener, server] of opened) {
        for (const [state, count] of Object.entries(server.connections()) as [string, number][]) {
          metrics.open.set({ listener, state }, count);
        }
      }
    },
  };
}

/** A handful of machines ask here; beyond it the connection that has waited longest makes room. */
const OPERATIONS_LIMITS: Partial<ConnectionLimits> = { connections: 64, unfinished: 32, unfinishedPerAddress: 32 };

function publicLimits({ maxConnections, maxUnfinishedPerAddress }: ListenerConfig): Partial<ConnectionLimits> {
  const allowed = connectionsWithin(openFileLimit());
  const connections = Math.min(maxConnections ?? allowed, allowed);
  return {
    connections,
    unfinished: Math.min(DEFAULT_CONNECTION_LIMITS.unfinished, Math.floor(connections / 2)),
    unfinishedPerAddress: maxUnfinishedPerAddress,
  };
}
