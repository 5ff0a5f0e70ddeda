import type { RequestListener } from "node:http";
import type { Config } from "../config.js";
import type { ConnectionMetrics } from "../observability/connection-metrics.js";
import type { ClientAddresses } from "./client-address.js";
import { connectionsWithin, openFileLimit } from "./connection-limit.js";
import { DEFAULT_CONNECTION_LIMITS, type ConnectionLimits } from "./connections.js";
import { startServer, type RunningServer } from "./server.js";

/** Where shoppers and merchants ask, and where those ask who look after the process. */
type Listener = "public" | "operations";

export interface Listeners {
  /** @throws as `startServer` */
  open(listener: Listener, handler: RequestListener, port: number): Promise<RunningServer>;
  /** Brings the gauge of open connections up to date. */
  count(): void;
}

type ListenerConfig = Pick<Config, "host" | "maxConnections" | "maxUnfinishedPerAddress">;

export interface ListenersDeps {
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
