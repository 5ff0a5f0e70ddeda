import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A service process behind the load balancer. */
export interface BalancedService {
  readonly base_url: string;
  readonly operations_url: string;
}

export interface Balancer {
  /** URL of the balancer. */
  readonly url: string;
  close(): Promise<void>;
}

/** Interval of readiness checks in milliseconds. */
const CHECK_MS = 100;

/** Distributes connections to the ready processes in turn. A failed connection is not retried on another process. */
export async function startBalancer(processes: readonly BalancedService[]): Promise<Balancer> {
  const ready = new Set<BalancedService>();
  const sockets = new Set<Socket>();
  const over = new AbortController();
  let turn = 0;

  const look = async () => {
    await Promise.all(
      processes.map(async (one) => {
        const response = await fetch(`${one.operations_url}/readyz`).catch(() => undefined);
        if (response?.ok === true) ready.add(one);
        else ready.delete(one);
      }),
    );
    for (const one of ready) if (!processes.includes(one)) ready.delete(one);
  };
  await look();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await delay(CHECK_MS);
      await look();
    }
  })();

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const chosen = [...ready][turn++ % Math.max(1, ready.size)];
    if (chosen === undefined) {
      client.resetAndDestroy();
      return;
    }
    const { hostname, port } = new URL(chosen.base_url);
    const behind = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.once("error", () => other.resetAndDestroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      over.abort();
      await looking;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
