import { createServer } from "node:net";

/**
 * First port of the range for test servers. The range is below the ephemeral ports, so that outgoing connections do not
 * occupy these ports.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 31_000;

/** Returns ports that are currently free and that the system does not assign automatically. */
export async function quietPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
